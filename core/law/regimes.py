"""Regimes: which law book a game is played under, and its numbers, as data.

Nothing about a penalty is a constant in code: a step of a penalty, a price of a wrong claim, who may call a flag are
fields of a `Regime`, and an event that rules otherwise overlays them (`core.law.regulations`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from common.errors import BadInput
from core.law.books.regimes import ALL
from core.law.messages import say
from core.law.terms import (
    COMMON_MEASURES,
    MINUTE,
    Fines,
    FlagCaller,
    IllegalMoveStep,
    Measure,
    PenaltyStep,
    Points,
    Quickplay,
    RecordDuty,
    Regime,
    Setup,
    SetupRules,
    WrongClaim,
)

REGIMES: Mapping[str, Regime] = MappingProxyType({one.key: one for one in ALL})


def regime(key: str) -> Regime:
    """The regime of that key, as its text has it.  Raises BadInput `unknown_regime`."""
    try:
        return REGIMES[key]
    except KeyError:
        raise BadInput(say("unknown_regime", regime=key)) from None


__all__ = [
    "COMMON_MEASURES",
    "MINUTE",
    "REGIMES",
    "Fines",
    "FlagCaller",
    "IllegalMoveStep",
    "Measure",
    "PenaltyStep",
    "Points",
    "Quickplay",
    "RecordDuty",
    "Regime",
    "Setup",
    "SetupRules",
    "WrongClaim",
    "regime",
]
