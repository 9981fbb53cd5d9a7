"""The clocks of a game as a small picture: White's above the middle, Black's below it, a place for each half-move.

Bars are the time that each move took, lines the time that was left after it.  Both reach as far from the middle as the
largest of the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from clocks.labels import side_name, time_left, time_text
from clocks.move_times import MoveTime
from tavleya.sides import Side

WIDTH, MIDDLE = 1000, 50  # of the drawing; it is twice as high as its middle
_REACH = 47
_FEWEST = 2  # readings: a single one shows no course
#: The width of a bar, in places: a side has every other place.
_BROAD = 1.5


@dataclass(frozen=True, slots=True)
class GraphSide:
    """One side's half: the outlines of its bars and of its line, and their description."""

    side: Side
    bars: str
    line: str
    words: str


@dataclass(frozen=True, slots=True)
class ClockGraph:
    """`now` is the position of the shown half-move, empty at the beginning; `plies` the number of places."""

    sides: tuple[GraphSide, ...]
    plies: int
    now: str
    longest: int | None


def clock_graph(times: Sequence[MoveTime], texts: Sequence[str], current: int) -> ClockGraph | None:
    """Draw the times of a game whose moves are `texts`; None if the record has too few clock readings."""
    left = [time.left for time in times if time.left is not None]
    if len(left) < _FEWEST:
        return None
    longest = max((time.spent for time in times if time.spent is not None), default=None)
    scale = _Scale(len(texts), max(left), longest or 1)
    sides = tuple(_side(side, [time for time in times if time.side is side], texts, scale) for side in Side)
    return ClockGraph(sides, len(texts), scale.x(current) if current else "", longest)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Conversion of half-moves and milliseconds to numbers of the drawing, independent of the locale."""

    plies: int
    most_left: int
    most_spent: int

    def x(self, ply: int, shift: float = 0) -> str:
        return f"{WIDTH * (ply - 0.5 + shift) / self.plies:.1f}"

    def bar(self, time: MoveTime, out: int) -> str:
        """Return a bar from the middle outwards: `out` is -1 for upwards."""
        reach = out * _REACH * (time.spent or 0) / self.most_spent
        broad = WIDTH * _BROAD / self.plies
        return f"M{self.x(time.ply, -_BROAD / 2)} {MIDDLE}v{reach:.1f}h{broad:.1f}V{MIDDLE}z"

    def point(self, time: MoveTime, out: int) -> str:
        return f"{self.x(time.ply)} {MIDDLE + out * _REACH * (time.left or 0) / max(1, self.most_left):.1f}"


def _side(side: Side, times: Sequence[MoveTime], texts: Sequence[str], scale: _Scale) -> GraphSide:
    out = -1 if side is Side.WHITE else 1
    thought = [time for time in times if time.spent is not None]
    read = [time for time in times if time.left is not None]
    bars = " ".join(scale.bar(time, out) for time in thought)
    line = " ".join(scale.point(time, out) for time in read)
    return GraphSide(side, bars, line, _words(side, thought, read, texts))


def _words(side: Side, thought: Sequence[MoveTime], read: Sequence[MoveTime], texts: Sequence[str]) -> str:
    """Return the description: `White: longest think 12:05 (23. Qd5); 0:34 left after the last move.`"""
    parts = []
    if thought:
        longest = max(thought, key=lambda move_time: move_time.spent or 0)
        move = f"{longest.number}{'.' if side is Side.WHITE else '…'} {texts[longest.ply - 1]}"
        values = {"time": time_text(longest.spent or 0), "move": move}
        parts.append(gettext("longest think %(time)s (%(move)s)") % values)
    if read:
        parts.append(gettext("%(time)s left after the last move") % {"time": time_left(read[-1].left)})
    return f"{side_name(side)}: {'; '.join(parts)}." if parts else ""
