"""What people read is plain modern English: worn and invented turns of phrase stay out of it."""

import re

import pytest
from babel.messages.pofile import read_po

from tests.setup.project_files import ROOT, project_files, text_of

#: Phrases to avoid, and their replacements.
WORN = {
    r"\b(he|his|him|himself|she|her|hers)\b": "the player, they, or the passive",
    r"\b(some|every|any)body\b|\bsomeone else\b": "a player, an official, all players, anyone",
    r"\bnobody\b": "no player, no arbiter, only officials",
    r"\banew\b": "again; re-pair, replay, reassign",
    r"(?<!there )\bis no (?!longer\b)": "is not a",
    r"\b(takes?|taken|took) back\b": "retract a move, withdraw a result, revoke a role, cancel a bye",
    r"\b(put|puts|putting)( \w+)? right\b": "correct, restore",
    r"\b(bring|brought) (it )?in\b": "import, add",
    r"\b(write|written|writes) (it )?down\b": "record",
    r"\b(goes|go|going) on\b(?! duty)": "continue",
    r"\blies? sealed\b": "is sealed",
    r"\blook \w+ through\b": "review",
    r"\b(whoever|whomever|thereof|hereby|forthwith)\b": "a plain word",
    r"\bFIDE numbers?\b": "FIDE ID",
    r"\bknows? no\b": "has no",
    r"\btelephone\b": "phone",
}


def sentences():
    with (ROOT / "locale/ru/LC_MESSAGES/django.po").open("rb") as file:
        for message in read_po(file, locale="ru"):
            if message.id:
                yield from [message.id] if isinstance(message.id, str) else message.id


def test_sentences_of_the_english_interface_are_english():
    """Letters of other alphabets are named where files of a board have them."""
    foreign = [text for text in sentences() if re.search("[^\\W\\d_a-zA-Z\u00aa-\u024f]", text)]
    assert foreign == ["The file letters belong to two alphabets: use а–з or a–h for both."]


@pytest.mark.long
@pytest.mark.parametrize("worn", WORN)
def test_no_sentence_uses_a_worn_phrase(worn):
    pattern = re.compile(worn, re.IGNORECASE)
    matches = [sentence for sentence in sentences() if pattern.search(sentence)]
    assert not matches, f"say instead: {WORN[worn]}"


#: A player or an arbiter is "they", in code and documentation too.
ONE_SEX = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)
WORDS_OF_PROSE = {".py", ".html", ".js", ".css", ".md", ".toml", ".txt", ".yml"}
#: Files that quote others, or say which words are meant.
QUOTED = ("tests/setup/test_wording.py", "tests/house/dialect.py", "static/js/vendor/", "tests/data/")


def test_no_file_takes_a_player_for_a_man():
    lines = [
        f"{path}: {line.strip()}"
        for path in project_files()
        if path.suffix in WORDS_OF_PROSE and not str(path).startswith(QUOTED)
        for line in text_of(path).splitlines()
        if ONE_SEX.search(line)
    ]
    assert not lines
