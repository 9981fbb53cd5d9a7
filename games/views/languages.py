"""The reader's language, as a key of names, laws and notations."""

from django.utils.translation import get_language

from tavleya.languages import DEFAULT
from tavleya.rules.letters import PIECE_LETTERS


def reader_language() -> str:
    """Return the reader's language, a code of `tavleya.languages`."""
    return (get_language() or DEFAULT).split("-")[0]


def notation_language() -> str:
    """Return the reader's language if its piece letters are known, else English."""
    language = reader_language()
    return language if language in PIECE_LETTERS else DEFAULT
