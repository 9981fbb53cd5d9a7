"""Marks after a move, by their meaning.

The draughts text and PGN use the same signs with opposite meanings: in the one `?!` is a move that looks weak and turns
out strong, in the other a dubious one; `!?` is the reverse.  Therefore the meaning is stored, and signs are read and
written for a given source.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from tavleya.rules.draughts.notation import fold


class Mark(StrEnum):
    STRONG = "strong"
    VERY_STRONG = "very_strong"
    WEAK = "weak"
    BLUNDER = "blunder"
    LOOKS_WEAK_IS_STRONG = "looks_weak_is_strong"
    LOOKS_STRONG_IS_WEAK = "looks_strong_is_weak"
    WON = "won"
    DRAWN = "drawn"


class MarkSource(StrEnum):
    """The source of signs: the draughts text, or PGN and common PDN files."""

    DRAUGHTS = "draughts"
    PGN = "pgn"


_SHARED = {"!": Mark.STRONG, "!!": Mark.VERY_STRONG, "?": Mark.WEAK, "??": Mark.BLUNDER}

_BY_SOURCE: Mapping[MarkSource, Mapping[str, Mark]] = MappingProxyType(
    {
        MarkSource.DRAUGHTS: MappingProxyType(
            _SHARED
            | {
                "?!": Mark.LOOKS_WEAK_IS_STRONG,
                "!?": Mark.LOOKS_STRONG_IS_WEAK,
                "x": Mark.WON,
                "=": Mark.DRAWN,
            }
        ),
        MarkSource.PGN: MappingProxyType(
            _SHARED | {"!?": Mark.LOOKS_WEAK_IS_STRONG, "?!": Mark.LOOKS_STRONG_IS_WEAK}
        ),
    }
)

_NAGS: Mapping[Mark, str] = MappingProxyType(
    {
        Mark.STRONG: "$1",
        Mark.WEAK: "$2",
        Mark.VERY_STRONG: "$3",
        Mark.BLUNDER: "$4",
        Mark.LOOKS_WEAK_IS_STRONG: "$5",
        Mark.LOOKS_STRONG_IS_WEAK: "$6",
    }
)
_OF_NAG = {nag: mark for mark, nag in _NAGS.items()}


def read_mark(text: str, source: MarkSource) -> Mark | None:
    """Return the meaning of a sign (`!?`, Cyrillic or Latin `x`) or of a NAG (`$5`, the same in all sources)."""
    sign = fold(text).strip("()")
    return _OF_NAG.get(sign) or _BY_SOURCE[source].get(sign)


def write_mark(mark: Mark, source: MarkSource) -> str:
    """Return the sign of this source, or an empty text."""
    return next((sign for sign, meaning in _BY_SOURCE[source].items() if meaning is mark), "")


def nag(mark: Mark) -> str:
    """Return the numeric glyph of PGN and PDN; empty for the end of the game, which they write as a result."""
    return _NAGS.get(mark, "")
