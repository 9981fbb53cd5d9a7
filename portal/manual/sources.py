"""The chapters of the manual, read from their Markdown.

A heading ends with its anchor, the same in every language: `## Publish {#publishing}`.  A section about an optional app
names it, `{#lichess app=venue}`, and is left out with it; links to it become plain words.  Words in bold are labels of
the program.  A link to another chapter is that of its file: `[why](04-pairing.md#why)`.  A block of the kind `glossary`
names a part of docs/glossary.md, which is put there as a table with the reader's language first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from django.apps import apps
from django.conf import settings

from tavleya.languages import DEFAULT, codes, name_of

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token


FOLDER = Path(__file__).parent / "chapters"
_ANCHOR = re.compile(r"\s*\{#([a-z-]+)( app=[a-z]+)?\}$")
_OF_AN_APP = re.compile(r"^## [^\n]+\{#([a-z-]+) app=([a-z]+)\}\n(?:(?!## ).*\n?)*", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
_GLOSSARY = re.compile(r"^```glossary\n(.+)\n```$", re.MULTILINE)
_NUMBER = re.compile(r"^[0-9]+-")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a chapter under one heading; the part before the first heading has no anchor.

    `text` is the plain text.
    """

    anchor: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """`key` is its name in addresses, the same in every language."""

    key: str
    number: int
    title: str
    source: str
    sections: tuple[Section, ...]

    @property
    def headings(self) -> tuple[Section, ...]:
        return tuple(section for section in self.sections if section.anchor)


def parsed(source: str) -> list[Token]:
    """Return the body of a chapter, without its title; headings have their anchors as `id`."""
    return _parser().parse(source)[3:]


@cache
def chapters(language: str) -> tuple[Chapter, ...]:
    """Return the chapters in order, in English for a language without a manual."""
    folder = FOLDER / language
    if language not in codes() or not folder.is_dir():
        language, folder = DEFAULT, FOLDER / DEFAULT
    sources = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.md"))}
    left_out = {
        f"{name}#{anchor}"
        for name, source in sources.items()
        for anchor, app in _OF_AN_APP.findall(source)
        if not apps.is_installed(app)
    }
    return tuple(
        _chapter(number, name, source, left_out, language) for number, (name, source) in enumerate(sources.items(), 1)
    )


def key_of(file_name: str) -> str:
    """Return the key of a chapter file: `pairing` for `04-pairing.md`."""
    return _NUMBER.sub("", file_name.removesuffix(".md"))


def chapter_of(language: str, key: str) -> Chapter | None:
    return next((chapter for chapter in chapters(language) if chapter.key == key), None)


def text_of(token: Token) -> str:
    """Return the plain text of an inline token."""
    return "".join(" " if item.type == "softbreak" else item.content for item in token.children or [])


def _chapter(number: int, name: str, source: str, left_out: set[str], language: str) -> Chapter:
    source = _GLOSSARY.sub(lambda match: _glossary(match[1], language), source)
    source = _OF_AN_APP.sub(lambda match: "" if f"{name}#{match[1]}" in left_out else match[0], source)
    source = _LINK.sub(lambda match: match[1] if match[2] in left_out else match[0], source)
    title = text_of(_parser().parse(source)[1])
    return Chapter(key_of(name), number, title, source, tuple(_sections(title, parsed(source))))


def _sections(title: str, tokens: list[Token]) -> Iterator[Section]:
    anchor, lines = "", list[str]()
    for previous, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "heading_open":
            yield Section(anchor, title, " ".join(lines))
            anchor, lines = str(token.attrGet("id") or ""), []
        elif token.type == "inline" and previous is not None and previous.type == "heading_open":
            title = text_of(token)
        elif token.type == "inline":
            lines.append(text_of(token))
    yield Section(anchor, title, " ".join(lines))


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.core.ruler.push("anchors", _anchors)
    return parser


def _anchors(state: StateCore) -> None:
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "heading_open" and (match := _ANCHOR.search(inline.content)) and inline.children:
            opening.attrSet("id", match[1])
            inline.children[-1].content = _ANCHOR.sub("", inline.children[-1].content)


def _glossary(part: str, language: str) -> str:
    """Return a part of the glossary as a Markdown table; with meanings only in English, because they are not
    translated.
    """
    heads, rule, *rows = _glossary_rows(part)
    first = heads.index(name_of(language))
    order = [first, *(column for column in range(len(heads) - 1) if column != first)]
    if language == DEFAULT:
        order.append(len(heads) - 1)
    rows.sort(key=lambda row: row[first].lower())
    return "\n".join(f"| {' | '.join(row[column] for column in order)} |" for row in (heads, rule, *rows))


@cache
def _glossary_rows(part: str) -> list[list[str]]:
    text = Path(settings.BASE_DIR, "docs", "glossary.md").read_text(encoding="utf-8")
    section = text.split(f"\n## {part}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
