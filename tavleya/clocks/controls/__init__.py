"""Time controls (pure): periods, bonuses, their spellings and their classification."""

from tavleya.clocks.controls.control import (
    DAY,
    HOUR,
    MINUTE,
    NO_BONUS,
    SECOND,
    Bonus,
    BonusKind,
    Carry,
    NewTime,
    Period,
    TimeControl,
    from_seconds_text,
    pgn_tags,
    seconds_text,
    sides_from_seconds_text,
)
from tavleya.clocks.controls.parsing import FIDE_RATES, TAVRELI_RATES, RateLimits, RateOfPlay, parse_control, rate_of

__all__ = [
    "DAY",
    "FIDE_RATES",
    "HOUR",
    "MINUTE",
    "NO_BONUS",
    "SECOND",
    "TAVRELI_RATES",
    "Bonus",
    "BonusKind",
    "Carry",
    "NewTime",
    "Period",
    "RateLimits",
    "RateOfPlay",
    "TimeControl",
    "from_seconds_text",
    "parse_control",
    "pgn_tags",
    "rate_of",
    "seconds_text",
    "sides_from_seconds_text",
]
