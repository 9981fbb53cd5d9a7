"""The clocks of a game as a small picture: White's above the middle, Black's below it, a place for each half-move.

Bars are the time that each move took, lines the time that was left after it.  Both reach as far from the middle as the
largest of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.views.labels import time_left, time_spent
from games.views.ledger import side_name
from games.views.sheet import Cell, Row
from tavleya.sides import Side

WIDTH, MIDDLE = 1000, 50  # of the drawing; it is twice as high as its middle
_REACH = 47
_FEWEST = 2  # readings: one is no course of a game
#: How broad a bar is, in places: a side has every other place.
_BROAD = 1.5
_Numbered = tuple[int, Cell]  # the number of the move, and one side's part of it


@dataclass(frozen=True, slots=True)
class GraphSide:
    """One side's half: the outlines of its bars and of its line, and what they say in words."""

    side: Side
    bars: str
    line: str
    words: str


@dataclass(frozen=True, slots=True)
class ClockGraph:
    """`now` is where the shown half-move is, empty at the beginning; `plies` how many places there are."""

    sides: tuple[GraphSide, ...]
    plies: int
    now: str
    longest: int | None


def clock_graph(rows: Sequence[Row], plies: int, current: int) -> ClockGraph | None:
    """None where the record says too little about the clocks."""
    cells = {
        Side.WHITE: [(row.number, row.white) for row in rows if row.white and row.white.text],
        Side.BLACK: [(row.number, row.black) for row in rows if row.black and row.black.text],
    }
    every = [cell for found in cells.values() for _, cell in found]
    left = [cell.ms for cell in every if cell.ms is not None]
    if len(left) < _FEWEST:
        return None
    longest = max((cell.spent for cell in every if cell.spent is not None), default=None)
    scale = _Scale(plies, max(left), longest or 1)
    sides = tuple(_side(side, found, scale) for side, found in cells.items())
    return ClockGraph(sides, plies, scale.x(current) if current else "", longest)


@dataclass(frozen=True, slots=True)
class _Scale:
    """From half-moves and milliseconds to numbers of the drawing, which no language writes otherwise."""

    plies: int
    most_left: int
    most_spent: int

    def x(self, ply: int, shift: float = 0) -> str:
        return f"{WIDTH * (ply - 0.5 + shift) / self.plies:.1f}"

    def bar(self, cell: Cell, out: int) -> str:
        """From the middle outwards: `out` is -1 for what goes up."""
        reach = out * _REACH * (cell.spent or 0) / self.most_spent
        broad = WIDTH * _BROAD / self.plies
        return f"M{self.x(cell.ply, -_BROAD / 2)} {MIDDLE}v{reach:.1f}h{broad:.1f}V{MIDDLE}z"

    def point(self, cell: Cell, out: int) -> str:
        return f"{self.x(cell.ply)} {MIDDLE + out * _REACH * (cell.ms or 0) / max(1, self.most_left):.1f}"


def _side(side: Side, cells: Iterable[_Numbered], scale: _Scale) -> GraphSide:
    cells, out = list(cells), -1 if side is Side.WHITE else 1
    timed = [one for one in cells if one[1].spent is not None]
    read = [cell for _, cell in cells if cell.ms is not None]
    bars = " ".join(scale.bar(cell, out) for _, cell in timed)
    line = " ".join(scale.point(cell, out) for cell in read)
    return GraphSide(side, bars, line, _words(side, timed, read))


def _words(side: Side, timed: Sequence[_Numbered], read: Sequence[Cell]) -> str:
    """`White: longest think 12:05 (23. Qd5); 0:34 left after the last move.`"""
    parts = []
    if timed:
        number, cell = max(timed, key=lambda one: one[1].spent or 0)
        move = f"{number}{'.' if side is Side.WHITE else '…'} {cell.text}"
        said = {"time": time_spent(cell.spent or 0), "move": move}
        parts.append(gettext("longest think %(time)s (%(move)s)") % said)
    if read:
        parts.append(gettext("%(time)s left after the last move") % {"time": time_left(read[-1].ms)})
    return f"{side_name(side)}: {'; '.join(parts)}." if parts else ""
