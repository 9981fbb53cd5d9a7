"""Matches of two or more games between the same two: who has White, what the match brings, when it is decided.

Points are half-points.  `first` is the player with White in the first game; colours change from game to game, those
of tie-break games too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tavleya.record.results import GameOutcome
from tavleya.sides import Side

WIN = 2  # half-points: the most that one game can change the lead by


def colour_of_first(leg: int) -> Side:
    """What `first` plays in game `leg`, counted from 1."""
    return Side.WHITE if leg % 2 else Side.BLACK


@dataclass(frozen=True, slots=True)
class MicroMatchScore:
    """One finished game: half-points of either; `forfeit` if it was not played."""

    first: int
    second: int
    forfeit: bool = False


class MatchVerdict(Enum):
    OPEN = "open"
    FIRST = "first"
    SECOND = "second"
    LEVEL = "level"  # nothing is left to play and nobody leads


def total(games: Sequence[MicroMatchScore]) -> tuple[int, int]:
    return sum(one.first for one in games), sum(one.second for one in games)


def decide(games: Sequence[MicroMatchScore], set_up: int, *, win: int = WIN) -> MatchVerdict:
    """Who has won a match for which `set_up` games are set up, tie-break games among them.

    It is decided as soon as the lead is greater than what the games left can bring.
    """
    first, second = total(games)
    left = win * (set_up - len(games))
    if abs(first - second) > left:
        return MatchVerdict.FIRST if first > second else MatchVerdict.SECOND
    return MatchVerdict.OPEN if left else MatchVerdict.LEVEL


def as_one(games: Sequence[MicroMatchScore], planned: int) -> tuple[GameOutcome, GameOutcome] | None:
    """The match as a single result for `first` and `second`; None until all of its games have one.

    Somebody who forfeits every game forfeits the match (as in C.04.5, Preface); with one game played, or one forfeited
    by each, it counts as played.  Two players who both have nothing have both lost.
    """
    if len(games) < planned:
        return None
    first, second = total(games)
    if all(one.forfeit for one in games) and not (first and second):
        outcome = {True: GameOutcome.FORFEIT_WIN, False: GameOutcome.FORFEIT_LOSS}
        return outcome[first > second], outcome[second > first]
    if first == second:
        level = GameOutcome.DRAW if first else GameOutcome.LOSS
        return level, level
    return (GameOutcome.WIN, GameOutcome.LOSS) if first > second else (GameOutcome.LOSS, GameOutcome.WIN)
