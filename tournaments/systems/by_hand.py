"""Sections without rules for rounds: paired by the organiser, or games shown side by side."""

from collections.abc import Mapping
from typing import Any

from tavleya.messages import N_
from tavleya.pairing.options import FreeOptions
from tournaments.systems.base import OptionGroup, PairingMode, Report, System
from tournaments.systems.fields import Choice

_CODES = {1: "FIDE_ROUNDROBIN", 2: "FIDE_DOUBLEROUNDROBIN"}


def _code(options: Mapping[str, Any]) -> str:
    return _CODES.get(options.get("meetings", 0), "CUSTOM_FREE")


FREE = System(
    "free",
    N_("Paired by hand"),
    PairingMode.BY_HAND,
    Report("Individual: paired by hand", "CUSTOM_FREE", by_options=_code),
    match_terms=True,
    options=FreeOptions,
    option_group=OptionGroup(
        N_("Meetings"),
        N_("In a round robin it is checked that everyone meets everyone, and no one too often."),
        (
            Choice(
                "meetings",
                N_("Opponents"),
                (
                    (0, N_("As you pair them")),
                    (1, N_("Round robin: everyone once")),
                    (2, N_("Double round robin: everyone twice")),
                ),
            ),
        ),
    ),
    summary=N_("You decide who plays whom, round by round."),
)
EXHIBITION = System(
    "exhibition",
    N_("Exhibition games"),
    PairingMode.BY_HAND,
    Report("Individual: Exhibition", "CUSTOM_EXHIBITION"),
    ranked=False,
    summary=N_("Games shown side by side, without a table."),
)
