"""Readings of the clock of a board, and whether one can follow another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tavleya.sides import Side

#: Whole seconds, a hand on the lever, and a reading that was some time on its way (ms).
_SLACK = 3_000


@dataclass(frozen=True, slots=True)
class ClockReading:
    """What both sides had left (ms) at the instant `at` (ms); `running`: whose time went then, None: it stood."""

    white: int
    black: int
    running: Side | None
    at: int

    def of(self, side: Side) -> int:
        return self.white if side is Side.WHITE else self.black

    def same_as(self, other: ClockReading) -> bool:
        return (self.white, self.black, self.running) == (other.white, other.black, other.running)


@dataclass(frozen=True, slots=True)
class Additions:
    """What a time control may add (ms): with each move, and once a player has made so many.

    Without a control: a minute with each move, and an hour where periods commonly end.
    """

    increment: int = 60_000
    periods: Mapping[int, int] = field(
        default_factory=lambda: dict.fromkeys((30, 35, 36, 40, 45, 50, 56, 60), 3_600_000)
    )

    def upon(self, own_moves: int, ran_out: bool) -> int:
        """The most that a new period adds about this move; some clocks add it only when the old one has run out."""
        return max(
            (
                ms
                for moves, ms in self.periods.items()
                if abs(moves - own_moves) <= 1 or (ran_out and moves <= own_moves)
            ),
            default=0,
        )


@dataclass(frozen=True, slots=True)
class Jump:
    """`side` had between `least` and `most` left (ms) by its last reading, and `shown`."""

    side: Side
    shown: int
    least: int
    most: int


def jump(
    old: ClockReading, new: ClockReading, plies: int, moves: Mapping[Side, int], additions: Additions
) -> Jump | None:
    """The side whose reading cannot have become the new one; `plies` were made in between, `moves` by each so far."""
    gone = max(0, new.at - old.at)
    for side in Side:
        was, shown = old.of(side), new.of(side)
        went = side in (old.running, new.running) or plies > 1
        least = was - (gone if went else 0) - _SLACK
        # Over several moves nobody knows how the time was shared.
        spent = gone if side is old.running and plies <= 1 else 0
        # A player who has moved since, or whose move is only being settled, may have been given an increment.
        most = max(0, was - spent) + additions.increment * max(1, plies) + _SLACK
        if shown > most:
            most += additions.upon(moves[side], ran_out=was <= spent + _SLACK)
        if not max(0, least) <= shown <= most:
            return Jump(side, shown, max(0, least), most)
    return None
