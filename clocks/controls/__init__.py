"""Time controls (pure): periods, bonuses, their spellings and what a regime calls them."""

from clocks.controls.control import (
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

__all__ = [
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
    "parse",
]
