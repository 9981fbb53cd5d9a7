"""Readings of a board's clock, and the check whether one reading can follow another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tavleya.sides import Side

#: Tolerance (ms): whole seconds, a hand on the lever, and transmission time.
_SLACK = 3_000


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The time left (ms) to both sides at the instant `at` (ms).

    `running`: the side whose time runs, None if it is stopped.
    """

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
    """The time (ms) that a time control may add: with each move, and after a number of a player's moves.

    The defaults serve boards without a known control: a minute per move, and an hour where periods commonly end.
    """

    increment: int = 60_000
    periods: Mapping[int, int] = field(
        default_factory=lambda: dict.fromkeys((30, 35, 36, 40, 45, 50, 56, 60), 3_600_000)
    )

    def upon(self, own_moves: int, ran_out: bool) -> int:
        """Return the most time that a new period adds about this move.

        Some clocks add it only after the old period ran out.
        """
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
    """An impossible reading: `side` had between `least` and `most` left (ms), but the clock shows `shown`."""

    side: Side
    shown: int
    least: int
    most: int


def jump(
    old: ClockReading, new: ClockReading, plies: int, moves: Mapping[Side, int], additions: Additions
) -> Jump | None:
    """Return the first reading that cannot follow the old one, or None.

    `plies` half-moves were made in between; `moves` counts the moves of each side so far.
    """
    elapsed = max(0, new.at - old.at)
    for side in Side:
        before, after = old.of(side), new.of(side)
        may_have_run = side in (old.running, new.running) or plies > 1
        least = before - (elapsed if may_have_run else 0) - _SLACK
        # Over several moves the division of the time is unknown.
        spent = elapsed if side is old.running and plies <= 1 else 0
        # A player who has moved since, or whose move is just being accepted, may have received an increment.
        most = max(0, before - spent) + additions.increment * max(1, plies) + _SLACK
        if after > most:
            most += additions.upon(moves[side], ran_out=before <= spent + _SLACK)
        if not max(0, least) <= after <= most:
            return Jump(side, after, max(0, least), most)
    return None
