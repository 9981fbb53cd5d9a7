"""The reader's language, as names, laws and notation are kept by it."""

from __future__ import annotations

from django.utils.translation import get_language

from tavleya.languages import DEFAULT
from tavleya.rules.letters import PIECE_LETTERS


def reader_language() -> str:
    """A code of `tavleya.languages`."""
    return (get_language() or DEFAULT).split("-")[0]


def notation_language() -> str:
    """The reader's language if its letters of the pieces are known, else English."""
    language = reader_language()
    return language if language in PIECE_LETTERS else DEFAULT
