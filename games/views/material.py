"""Captured pieces of each side, for games with figurine signs."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tavleya.rules.contract import Figure
from tavleya.rules.spec import PieceSet
from tavleya.sides import Side

_PAWN = "P"
#: After a sign of a chess piece: as a letter, and not as a coloured picture.
_AS_TEXT = "\ufe0e"
Figures = Mapping[str, tuple[Figure, ...]]


@dataclass(frozen=True, slots=True)
class Captured:
    """Pieces of one kind that were taken: their `sign` in print, what one is called, how many."""

    sign: str
    name: str
    count: int

    @property
    def signs(self) -> str:
        return self.sign * self.count


def captured(by: Side, start: Figures, now: Figures, pieces: PieceSet) -> tuple[Captured, ...]:
    """Return the pieces that `by` has taken since the `start`, the greatest first as in the set.

    A promoted pawn was not taken; the piece that it became counts as one of its kind.
    """
    if not pieces.glyphs:
        return ()
    before, left = _count_pieces(by.other, start), _count_pieces(by.other, now)
    missing = before - left
    missing[_PAWN] -= sum((left - before).values())
    at = 0 if by.other is Side.WHITE else 1
    return tuple(
        Captured(signs[at] + _AS_TEXT, pieces.names[kind][at], missing[kind])
        for kind, signs in pieces.glyphs.items()
        if missing[kind] > 0
    )


def _count_pieces(side: Side, figures: Figures) -> Counter[str]:
    return Counter(piece.kind for pieces in figures.values() for piece in pieces if piece.side is side)
