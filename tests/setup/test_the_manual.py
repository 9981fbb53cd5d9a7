"""The manual says what the program says: its labels, its pages, the same in every language."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from markdown_it.token import Token

from portal.manual.sources import FOLDER, Chapter, chapters, key_of, parsed, text_of
from tavleya.languages import DEFAULT, codes
from tests.security.addresses import patterns, patterns_of_no_event
from tests.setup.project_files import ROOT
from tests.setup.test_wording import WORN
from tournaments.views.desk.help import PLACES, WORDS, help_of
from tournaments.views.desk.pages import TABS

OTHERS = [code for code in codes() if code != DEFAULT]
Key = tuple[str | None, object]


# Labels


@cache
def catalogue(language: str) -> dict[Key, Message]:
    with (ROOT / f"locale/{language}/LC_MESSAGES/django.po").open("rb") as file:
        return {(message.context, message.id): message for message in read_po(file, locale=language) if message.id}


def sentences_in(language: str) -> Iterator[tuple[Key, str]]:
    """Yield every sentence of the program in a language, as plain text, with the key of its message."""
    for key, message in catalogue(OTHERS[0] if language == DEFAULT else language).items():
        forms = message.id if language == DEFAULT else message.string
        for form in (forms,) if isinstance(forms, str) else forms:
            yield key, " ".join(re.sub(r"<[^>]+>", "", form).split())


PLACEHOLDER = re.compile(r"%\(\w+\)s|%s")


@cache
def labels_of(language: str) -> tuple[dict[str, set[Key]], list[tuple[re.Pattern[str], Key]]]:
    """Return fixed labels, and labels with a variable part: `Undo ruling 4`."""
    fixed: dict[str, set[Key]] = {}
    variable = []
    for key, text in sentences_in(language):
        fixed.setdefault(text, set()).add(key)
        pieces = PLACEHOLDER.split(text)
        if len(pieces) > 1 and sum(map(str.isalpha, "".join(pieces))) > 3:
            variable.append((re.compile(".+".join(map(re.escape, pieces))), key))
    return fixed, variable


def messages_of(label: str, language: str) -> set[Key]:
    fixed, variable = labels_of(language)
    return fixed.get(label) or {key for pattern, key in variable if pattern.fullmatch(label)}


def bold_in(inline: Token) -> Iterator[str]:
    children = inline.children or []
    for index, child in enumerate(children):
        if child.type == "strong_open":
            end = next(last for last in range(index, len(children)) if children[last].type == "strong_close")
            yield text_of(Token("inline", "", 0, children=children[index:end]))


def labels_by_section(chapter: Chapter) -> dict[str, list[str]]:
    result: dict[str, list[str]] = {}
    anchor = ""
    for token in parsed(chapter.source):
        if token.type == "heading_open":
            anchor = str(token.attrGet("id"))
        if token.type == "inline":
            result.setdefault(anchor, []).extend(bold_in(token))
    return result


@pytest.mark.parametrize("language", codes())
def test_every_label_of_the_manual_is_one_of_the_program(language: str) -> None:
    unknown = {
        f"{chapter.key}#{anchor}": strange
        for chapter in chapters(language)
        for anchor, labels in labels_by_section(chapter).items()
        if (strange := [label for label in labels if not messages_of(label, language)])
    }
    assert not unknown


@pytest.mark.parametrize("language", OTHERS)
def test_the_same_buttons_are_named_in_every_language(language: str) -> None:
    wrong = []
    for english, other in zip(chapters(DEFAULT), chapters(language), strict=True):
        own = labels_by_section(other)
        for anchor, labels in labels_by_section(english).items():
            messages = [messages_of(label, DEFAULT) for label in labels]
            existing = [messages_of(label, language) for label in own[anchor]]
            place = f"{english.key}#{anchor}"
            wrong += [
                f"{place}: no {label}"
                for label, keys in zip(labels, messages, strict=True)
                if not any(keys & item for item in existing)
            ]
            wrong += [
                f"{place}: {label} is only here"
                for label, keys in zip(own[anchor], existing, strict=True)
                if not any(keys & item for item in messages)
            ]
    assert not wrong


def test_there_is_much_to_compare() -> None:
    named = [label for chapter in chapters(DEFAULT) for part in labels_by_section(chapter).values() for label in part]
    assert len(named) > 250
    assert not messages_of("Publish the tournament", DEFAULT)
    assert messages_of("Undo ruling 4", DEFAULT)


# Chapters


@pytest.mark.parametrize("language", OTHERS)
def test_chapters_have_the_same_parts_in_every_language(language: str) -> None:
    def parts(code: str) -> list[tuple[str, list[str]]]:
        return [(chapter.key, [part.anchor for part in chapter.sections]) for chapter in chapters(code)]

    assert parts(language) == parts(DEFAULT)
    assert len(parts(DEFAULT)) == 17


@pytest.mark.parametrize("language", codes())
def test_every_heading_has_a_unique_anchor(language: str) -> None:
    for chapter in chapters(language):
        assert (FOLDER / language / f"{chapter.number:02}-{chapter.key}.md").is_file()
        anchors = [section.anchor for section in chapter.sections[1:]]
        assert all(anchors), chapter.key
        assert len(anchors) == len(set(anchors)), chapter.key
        assert not any("{#" in section.title for section in chapter.sections)


def places() -> set[str]:
    return {f"{chapter.key}#{part.anchor}".rstrip("#") for chapter in chapters(DEFAULT) for part in chapter.sections}


@pytest.mark.parametrize("language", codes())
def test_links_between_chapters_lead_to_a_part_that_is_there(language: str) -> None:
    files = {f"{item.number:02}-{item.key}.md" for item in chapters(language)}
    links = [
        str(child.attrGet("href"))
        for chapter in chapters(language)
        for token in parsed(chapter.source)
        for child in token.children or []
        if child.type == "link_open"
    ]
    assert len(links) > 12
    for link in links:
        file, _, anchor = link.partition("#")
        assert file in files, link
        assert f"{key_of(file)}#{anchor}".rstrip("#") in places(), link


@pytest.mark.parametrize("worn", WORN)
def test_no_chapter_uses_a_worn_phrase(worn: str) -> None:
    pattern = re.compile(worn, re.IGNORECASE)
    names = [path.name for path in (FOLDER / DEFAULT).glob("*.md") if pattern.search(path.read_text())]
    assert not names, f"say instead: {WORN[worn]}"


def test_the_glossary_is_in_the_manual_but_for_the_words_of_the_code() -> None:
    parts = re.findall(r"^## (.+)$", (ROOT / "docs/glossary.md").read_text(), re.MULTILINE)
    of_the_field = parts[: parts.index("Words of the code")]
    for language in codes():
        source = (FOLDER / language / "17-glossary.md").read_text()
        assert re.findall(r"```glossary\n(.+)\n```", source) == of_the_field
    tables = {language: chapters(language)[-1].source for language in codes()}
    assert "| bye | пропуск тура | пропуск туру | a round" in tables["en"]
    assert "| пропуск тура | bye | пропуск туру |" in tables["ru"]
    assert "| пропуск туру | bye | пропуск тура |" in tables["uk"]


# Help of pages


def test_every_page_of_the_desk_and_console_has_its_place_in_the_manual() -> None:
    in_menu = {name for tab in TABS for page in tab.pages for name in (page.address, *page.inner.split())}
    at_desk = {
        pattern.name
        for pattern in patterns()
        if pattern.route.startswith("desk/") and not pattern.route.startswith("desk/suggest/")
    }
    without = {name for name in at_desk | in_menu if help_of(name).place not in places()}
    assert not without
    own = {page.address for tab in TABS for page in tab.pages}
    assert own <= set(PLACES)


def test_players_pages_screens_and_accounts_have_theirs() -> None:
    accounts = {pattern.name for pattern in patterns_of_no_event() if not pattern.name.startswith("api-")}
    working = {"my", "my_data", "live-board", "live-seal", "own-sheet", "appeal-file", "login", "hall", "hall_boards"}
    without = {name for name in accounts | working if help_of(name).place not in places()}
    assert not without


def test_help_is_of_pages_that_are_there_and_leads_to_parts_that_are_there() -> None:
    names = {pattern.name for pattern in (*patterns(), *patterns_of_no_event())}
    families = {"mfa", "usersessions", "socialaccount", "openid"}
    assert set(PLACES) - names == families
    assert set(PLACES.values()) <= places()
    assert set(WORDS) <= set(PLACES)
    assert help_of("events").url == "/manual/"
    assert help_of("desk_swiss").url == "/manual/pairing/#before"
    assert help_of("account_email").place == PLACES["account"]
    assert help_of("desk_player_withdraw").place == PLACES["desk_players"]
