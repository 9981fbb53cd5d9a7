"""Sections whose rounds no rule makes: paired by the organiser, or games shown side by side."""

from common.messages import N_
from tournaments.systems.base import Paired, Report, System

FREE = System(
    "free",
    N_("Paired by hand"),
    Paired.BY_HAND,
    Report("Individual: paired by hand", "CUSTOM_FREE"),
    match_terms=True,
    summary=N_("You decide who plays whom, round by round."),
)
EXHIBITION = System(
    "exhibition",
    N_("Exhibition games"),
    Paired.BY_HAND,
    Report("Individual: Exhibition", "CUSTOM_EXHIBITION"),
    ranked=False,
    summary=N_("Games shown side by side, without a table."),
)
