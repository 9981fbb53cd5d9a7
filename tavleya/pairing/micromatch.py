"""Matches of two or more games between two players: colours, points, and the decision.

Points are half-points.  `first` is the player with White in the first game; colours alternate from game to game,
tie-break games included.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tavleya.record.results import GameOutcome
from tavleya.sides import Side

WIN = 2  # half-points: the largest change of the lead by one game


def colour_of_first(leg: int) -> Side:
    """Return the colour of `first` in game `leg`, from 1."""
    return Side.WHITE if leg % 2 else Side.BLACK


@dataclass(frozen=True, slots=True)
class MicroMatchScore:
    """One finished game: the half-points of both; `forfeit` if it was not played."""

    first: int
    second: int
    forfeit: bool = False


class MatchVerdict(Enum):
    OPEN = "open"
    FIRST = "first"
    SECOND = "second"
    LEVEL = "level"  # all games are played and the points are equal


def total(games: Sequence[MicroMatchScore]) -> tuple[int, int]:
    return sum(game.first for game in games), sum(game.second for game in games)


def decide(games: Sequence[MicroMatchScore], set_up: int, *, win: int = WIN) -> MatchVerdict:
    """Return the winner of a match of `set_up` games, tie-break games included.

    It is decided as soon as the lead exceeds the points of the remaining games.
    """
    first, second = total(games)
    left = win * (set_up - len(games))
    if abs(first - second) > left:
        return MatchVerdict.FIRST if first > second else MatchVerdict.SECOND
    return MatchVerdict.OPEN if left else MatchVerdict.LEVEL


def as_one(games: Sequence[MicroMatchScore], planned: int) -> tuple[GameOutcome, GameOutcome] | None:
    """Return the match as a single result for `first` and `second`; None until all of its games have one.

    A player who forfeits every game forfeits the match (as in C.04.5, Preface); with one game played, or one forfeited
    by each, it counts as played.  Two players without a point have both lost.
    """
    if len(games) < planned:
        return None
    first, second = total(games)
    if all(game.forfeit for game in games) and not (first and second):
        outcome = {True: GameOutcome.FORFEIT_WIN, False: GameOutcome.FORFEIT_LOSS}
        return outcome[first > second], outcome[second > first]
    if first == second:
        level = GameOutcome.DRAW if first else GameOutcome.LOSS
        return level, level
    return (GameOutcome.WIN, GameOutcome.LOSS) if first > second else (GameOutcome.LOSS, GameOutcome.WIN)
