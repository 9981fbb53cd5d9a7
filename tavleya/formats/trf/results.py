"""The results of a player's line: the meaning of each letter, and the valid pairs on one board."""

from dataclasses import dataclass
from enum import StrEnum

from tavleya.record.results import GameOutcome, Result
from tavleya.sides import Side


class ResultMark(StrEnum):
    """The letter of one round of one player (TRF16 and TRF26, record 001)."""

    WIN, DRAW, LOSS = "1", "=", "0"
    FORFEIT_WIN, FORFEIT_LOSS = "+", "-"
    SHORT_WIN, SHORT_DRAW, SHORT_LOSS = "W", "D", "L"  # less than one move: played, not rated
    PAIRING_BYE, FULL_BYE, HALF_BYE, ZERO_BYE = "U", "F", "H", "Z"
    UNKNOWN = "?"  # adjourned
    NONE = ""

    @property
    def bye(self) -> bool:
        return self in (ResultMark.PAIRING_BYE, ResultMark.FULL_BYE, ResultMark.HALF_BYE, ResultMark.ZERO_BYE)

    @property
    def forfeit(self) -> bool:
        return self in (ResultMark.FORFEIT_WIN, ResultMark.FORFEIT_LOSS)

    @property
    def short(self) -> bool:
        return self in (ResultMark.SHORT_WIN, ResultMark.SHORT_DRAW, ResultMark.SHORT_LOSS)

    @property
    def open(self) -> bool:
        """Whether there is no result yet."""
        return self in (ResultMark.UNKNOWN, ResultMark.NONE)


@dataclass(frozen=True, slots=True)
class ResultCell:
    """One round of one player.  `opponent`: their starting rank, or None."""

    opponent: int | None = None
    side: Side | None = None
    mark: ResultMark = ResultMark.NONE

    @property
    def empty(self) -> bool:
        """Whether the round is blank: it counts as a zero-point bye."""
        return self.opponent is None and self.mark is ResultMark.NONE


OUTCOMES: dict[ResultMark, GameOutcome] = {
    ResultMark.WIN: GameOutcome.WIN,
    ResultMark.DRAW: GameOutcome.DRAW,
    ResultMark.LOSS: GameOutcome.LOSS,
    ResultMark.FORFEIT_WIN: GameOutcome.FORFEIT_WIN,
    ResultMark.FORFEIT_LOSS: GameOutcome.FORFEIT_LOSS,
    ResultMark.SHORT_WIN: GameOutcome.WIN,
    ResultMark.SHORT_DRAW: GameOutcome.DRAW,
    ResultMark.SHORT_LOSS: GameOutcome.LOSS,
}

#: The bye with the points of a result; for other marks it is the zero-point bye.
POINTS_AS_BYES: dict[ResultMark, ResultMark] = {
    ResultMark.WIN: ResultMark.FULL_BYE,
    ResultMark.SHORT_WIN: ResultMark.FULL_BYE,
    ResultMark.FORFEIT_WIN: ResultMark.FULL_BYE,
    ResultMark.DRAW: ResultMark.HALF_BYE,
    ResultMark.SHORT_DRAW: ResultMark.HALF_BYE,
}

_RESULTS = {
    ("1", "0"): Result.WHITE_WINS,
    ("0", "1"): Result.BLACK_WINS,
    ("=", "="): Result.DRAW,
    ("0", "0"): Result.BOTH_LOSE,
    ("=", "0"): Result.WHITE_HALF,
    ("0", "="): Result.BLACK_HALF,
    ("+", "-"): Result.WHITE_FORFEIT_WIN,
    ("-", "+"): Result.BLACK_FORFEIT_WIN,
    ("-", "-"): Result.BOTH_FORFEIT,
    ("W", "L"): Result.WHITE_WINS_UNRATED,
    ("L", "W"): Result.BLACK_WINS_UNRATED,
    ("D", "D"): Result.DRAW_UNRATED,
}
_AS_PLAYED = str.maketrans("WDL", "1=0")

#: The marks of White and Black for each result.
MARKS: dict[Result, tuple[ResultMark, ResultMark]] = {
    result: (ResultMark(white), ResultMark(black)) for (white, black), result in _RESULTS.items()
}


def result_of(white: ResultMark, black: ResultMark) -> Result | None:
    """Return the result of two marks on one board; None if they contradict each other or are open.

    Games of less than a move have the three usual results; any other score of such a game (`D` and `L`) keeps its
    points.
    """
    if white.short != black.short:
        return None
    return _RESULTS.get((white, black)) or _RESULTS.get((white.translate(_AS_PLAYED), black.translate(_AS_PLAYED)))
