"""Data missing in a report of an edition before TRF26, with the reported defaults."""

from reports.services.context import TrfImportContext
from tavleya.formats.trf.columns import write_points
from tavleya.formats.trf.records import (
    Header,
    InitialColour,
    OldTeam,
    RankingMethod,
    RoundCount,
    TieBreakList,
    TrfRecord,
)
from tavleya.formats.trf.swiss_records import PlayerAcceleration, ScoringRecord, Together, Worth, Worths
from tavleya.formats.trf.time_control import header_time_control

#: Lines of earlier editions and of pairing programs, with the record of TRF26 that says the same.
_NOW: tuple[tuple[type[TrfRecord], tuple[str, ...], str], ...] = (
    (RoundCount, ("XXR",), "142"),
    (InitialColour, ("XXC",), "152"),
    (Worths, (), "162"),
    (Worth, (), "162"),
    (Together, ("XXP",), "260"),
    (Together, ("XXZ",), "240"),
    (PlayerAcceleration, (), "250"),
    (OldTeam, (), "310"),
)


def tell_adaptations(context: TrfImportContext) -> None:
    """Report each record that has to be supplied; none for TRF26."""
    if context.tournament.edition >= 26:
        return
    _tell_older_lines(context)
    _tell_supplied(context)


def _tell_older_lines(context: TrfImportContext) -> None:
    for kind, codes, now in _NOW:
        lines = context.tournament.of(kind, *codes)
        if lines:
            old = ", ".join(sorted({line.code for line in lines}))
            context.adjust(lines[0], "trf_adapted.line", old=old, now=now)
    control = header_time_control(context.tournament)
    if control is not None and context.section.control:
        context.adjust(control, "trf_adapted.control", text=context.section.control)


def _tell_supplied(context: TrfImportContext) -> None:
    section, tournament = context.section, context.tournament
    if not any(tournament.of(kind) for kind in (ScoringRecord, Worths, Worth)):
        points = section.points
        worths = {"W": points.win, "D": points.draw, "L": points.loss, "P": points.pairing_bye}
        text = " ".join(f"{symbol}={write_points(worth).strip()}" for symbol, worth in worths.items())
        context.adjust(None, "trf_adapted.points", points=text)
    if not tournament.of(RoundCount) and section.rounds_planned is not None:
        context.adjust(None, "trf_adapted.rounds", rounds=section.rounds_planned)
    if not tournament.of(InitialColour) and section.system.pairs_players:
        key = "trf_adapted.colour" if section.first_colour else "trf_adapted.no_colour"
        context.adjust(None, key, colour="W" if section.first_colour == "white" else "B")
    if not tournament.of(Header, "192"):
        system = section.system.report_code(section.edition, section.options)
        context.adjust(None, "trf_adapted.system", system=system)
    if not tournament.of(TieBreakList):
        context.adjust(None, "trf_adapted.tiebreaks", tiebreaks=", ".join(section.tiebreaks) or "–")
    if not tournament.of(RankingMethod):
        context.adjust(None, "trf_adapted.ratings", method=section.rating_method)
