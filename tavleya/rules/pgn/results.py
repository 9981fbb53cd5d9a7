"""Spellings of results in files, and their canonical form."""

from collections.abc import Mapping
from types import MappingProxyType

from tavleya.rules.filegame import BLACK_WON, BOTH_LOST, DRAWN, UNKNOWN, WHITE_WON

_SPELLINGS = {
    WHITE_WON: ("1-0", "1:0", "+-", "+:-", "+/-", "1-0F"),
    BLACK_WON: ("0-1", "0:1", "-+", "-:+", "-/+", "0-1F"),
    DRAWN: ("1/2-1/2", "1/2", "½-½", "½:½", "½", "0.5-0.5", "1/2:1/2", "=-="),
    BOTH_LOST: ("0-0", "0:0", "-/-", "-:-"),
    UNKNOWN: ("*",),
}

#: Spelling → one of RESULTS.
SPELLINGS: Mapping[str, str] = MappingProxyType(
    {spelling: result for result, spellings in _SPELLINGS.items() for spelling in spellings}
)


def in_movetext(word: str) -> str:
    """Return the result of `word` at the end of a game, or an empty text: `0-0` there is castling."""
    result = SPELLINGS.get(word, "")
    return "" if result == BOTH_LOST else result
