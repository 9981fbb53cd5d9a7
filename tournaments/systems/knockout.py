"""A bracket: who loses a match is out."""

from tavleya.messages import N_
from tavleya.pairing import knockout
from tournaments.systems.base import Method, PairingMode, Report, System

KNOCKOUT = System(
    "knockout",
    N_("Knockout"),
    PairingMode.BY_STAGE,
    Report("Individual: Knock-Out", "CUSTOM_KNOCKOUT"),
    methods=(Method(knockout.SYSTEM, N_("knockout")),),
    match_terms=True,
    summary=N_("The loser of each match is out."),
)
