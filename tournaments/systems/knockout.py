"""The knockout, and round robins by the Berger tables."""

from collections.abc import Mapping
from typing import Any

from tavleya.messages import N_
from tavleya.pairing import knockout, schedules
from tavleya.pairing.options import RoundRobinOptions, read
from tournaments.systems.base import Choice, Method, OptionGroup, PairingMode, Report, System

KNOCKOUT = System(
    "knockout",
    N_("Knockout"),
    PairingMode.BY_STAGE,
    Report("Individual: Knock-Out", "CUSTOM_KNOCKOUT"),
    methods=(Method(knockout.SYSTEM, N_("knockout")),),
    match_terms=True,
    summary=N_("The loser of each match is out."),
)


# The round robin by the Berger tables (C.05, Annex 1), once or twice.

_METHODS = (Method(schedules.BERGER.system, N_("Berger tables"), with_edition=True),)
_TIEBREAKS = ("DE", "SB", "KS", "WIN")
EXCHANGE_LAST = Choice(
    "exchange_last",
    N_("Where the two cycles meet"),
    (
        (True, N_("The last two rounds of the first cycle are exchanged: no colour three times running")),
        (False, N_("The rounds stay in the order of the tables")),
    ),
)


def _code(options: Mapping[str, Any]) -> str:
    exchanged = read(RoundRobinOptions, options).exchange_last
    return "FIDE_DOUBLEROUNDROBIN" if exchanged else "BERGER_DOUBLEROUNDROBIN"


ROUND_ROBIN = System(
    "round_robin",
    N_("Round robin"),
    PairingMode.AT_ONCE,
    Report("Individual: Round-Robin", "FIDE_ROUNDROBIN"),
    methods=_METHODS,
    cycles=1,
    match_terms=True,
    schedule=schedules.BERGER,
    tiebreaks=_TIEBREAKS,
    summary=N_("Everyone meets everyone once. Up to about 14 players."),
)
DOUBLE_ROUND_ROBIN = System(
    "double_round_robin",
    N_("Double round robin"),
    PairingMode.AT_ONCE,
    Report("Individual: Double-Round-Robin", by_options=_code),
    methods=_METHODS,
    cycles=2,
    match_terms=True,
    schedule=schedules.BERGER,
    options=RoundRobinOptions,
    option_group=OptionGroup(N_("Berger tables"), fields=(EXCHANGE_LAST,)),
    tiebreaks=_TIEBREAKS,
    summary=N_("Everyone meets everyone twice, with both colours."),
)
