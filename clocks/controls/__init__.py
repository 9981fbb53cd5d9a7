"""Time controls (pure): periods, bonuses, their spellings and what a regime calls them."""

from clocks.controls.control import (
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
)
from clocks.controls.forms import FIDE_FORMS, TAVRELI_FORMS, Form, FormLimits, form_of
from clocks.controls.spelling import parse
from clocks.controls.tags import (
    from_pgn_tags,
    from_seconds_text,
    pgn_tags,
    seconds_text,
    sides_from_seconds_text,
    sides_seconds_text,
)

__all__ = [
    "DAY",
    "FIDE_FORMS",
    "HOUR",
    "MINUTE",
    "NO_BONUS",
    "SECOND",
    "TAVRELI_FORMS",
    "Bonus",
    "BonusKind",
    "Carry",
    "Form",
    "FormLimits",
    "NewTime",
    "Period",
    "TimeControl",
    "form_of",
    "from_pgn_tags",
    "from_seconds_text",
    "parse",
    "pgn_tags",
    "seconds_text",
    "sides_from_seconds_text",
    "sides_seconds_text",
]
