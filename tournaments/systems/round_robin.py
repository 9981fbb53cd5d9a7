"""Everybody against everybody by the Berger tables (C.05, Annex 1), once or twice."""

from common.messages import N_
from core.pairing import schedules
from tournaments.systems.base import Method, Paired, Report, System

_METHODS = (Method(schedules.BERGER.system, N_("Berger tables"), with_edition=True),)
_TIEBREAKS = ("DE", "SB", "KS", "WIN")

ROUND_ROBIN = System(
    "round_robin",
    N_("Round robin"),
    Paired.AT_ONCE,
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
    Paired.AT_ONCE,
    Report("Individual: Double-Round-Robin", "FIDE_DOUBLEROUNDROBIN"),
    methods=_METHODS,
    cycles=2,
    match_terms=True,
    schedule=schedules.BERGER,
    tiebreaks=_TIEBREAKS,
    summary=N_("Everyone meets everyone twice, with both colours."),
)
