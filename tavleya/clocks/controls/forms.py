"""Classification of time controls as classical, rapid or blitz."""

from dataclasses import dataclass
from enum import StrEnum

from tavleya.clocks.controls.control import MINUTE, TimeControl


class RateOfPlay(StrEnum):
    CLASSICAL = "classical"
    RAPID = "rapid"
    BLITZ = "blitz"


@dataclass(frozen=True, slots=True)
class RateLimits:
    """The limits of rapid play in a regime.

    `bonus_moves`: the number of moves for which the bonus counts; it also decides which periods are reached.  With
    `all_moves_at_once`, a control of several periods is classical whatever its length.
    """

    rapid_from: int
    rapid_to: int
    rapid_from_included: bool
    rapid_to_included: bool
    bonus_moves: int
    all_moves_at_once: bool


# Tavreli Б.1: all moves in a fixed time, 15 to 60 minutes; В.1: under 15.  The text counts no bonus.
TAVRELI_RATES = RateLimits(
    15 * MINUTE,
    60 * MINUTE,
    rapid_from_included=True,
    rapid_to_included=True,
    bonus_moves=0,
    all_moves_at_once=True,
)
# FIDE Laws 2023, A.1 and B.1: more than 10 and less than 60 minutes, the bonus counted sixty times.
FIDE_RATES = RateLimits(
    10 * MINUTE,
    60 * MINUTE,
    rapid_from_included=False,
    rapid_to_included=False,
    bonus_moves=60,
    all_moves_at_once=False,
)


def rate_of(control: TimeControl, limits: RateLimits) -> RateOfPlay:
    """Return the rate of play by the limits of a regime (tavreli Б.1, В.1; FIDE A.1, B.1)."""
    if control.per_move:
        return RateOfPlay.CLASSICAL
    if limits.all_moves_at_once and len(control.periods) > 1:
        return RateOfPlay.CLASSICAL
    time = control.allotted(limits.bonus_moves)
    if time < limits.rapid_from or (time == limits.rapid_from and not limits.rapid_from_included):
        return RateOfPlay.BLITZ
    if time < limits.rapid_to or (time == limits.rapid_to and limits.rapid_to_included):
        return RateOfPlay.RAPID
    return RateOfPlay.CLASSICAL
