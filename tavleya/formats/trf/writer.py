"""Write a TRF: lines that were not changed as they were, byte for byte; others by their columns."""

from __future__ import annotations

from dataclasses import replace

from tavleya.formats.trf.lines import TextLine, Writing, join
from tavleya.formats.trf.reader import written
from tavleya.formats.trf.records import (
    InitialColour,
    Kept,
    NationalRecord,
    NewHeader,
    RankingMethod,
    RoundCount,
    TrfRecord,
)
from tavleya.formats.trf.swiss_records import (
    AccelerationRecord,
    ForbiddenRecord,
    PlayerAcceleration,
    ScoringRecord,
    Together,
    Worth,
)
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.tiebreaks.table import Scoring

USUAL_END = "\r\n"


def write(tournament: TrfTournament) -> bytes:
    """New lines end with CRLF, or as the lines of the file that was read do.

    A letter that the old encoding does not have makes the whole file UTF-8.  Raises Unreadable
    (`trf_does_not_fit`).
    """
    usual = next((one.end for one in tournament.records if one.end), USUAL_END)
    last = len(tournament.records) - 1
    lines = []
    for at, record in enumerate(tournament.records):
        # What was the last line of a file may have had no end, and get others after it.
        end = record.end if record.end is not None and (record.end or at == last) else usual
        lines.append(TextLine(written(record), end))
    try:
        return join(tuple(lines), tournament.writing)
    except UnicodeEncodeError:
        return join(tuple(lines), Writing())


def for_edition(tournament: TrfTournament, edition: int) -> TrfTournament:
    """The tournament with the records that an edition (16 or 26) knows.

    The number of rounds and the first colour are written in both dialects, 142 with XXR and 152 with XXC: older
    pairing programs know only these, and each passes over what it does not know.  In edition 16 the byes, accelerated
    points and pairs apart of the next round are in their lines too.
    """
    kept: list[TrfRecord] = []
    for record in tournament.records:
        if record.since is not None and record.since > edition:
            kept += _older(record)
        elif edition == 26:
            kept += [record, *_older(record)]
        else:
            kept.append(record)
    if edition == 16:
        kept += _for_older_programs(tournament)
    return TrfTournament(tuple(_once(kept)), tournament.writing)


#: Encoded types with an edition, by what programs call them that know only one.
_WITHOUT_EDITION = {"FIDE_DUTCH_2026": "FIDE_DUTCH", "FIDE_DUTCH_2026_BAKU": "FIDE_DUTCH_BAKU"}


def for_older_checkers(tournament: TrfTournament) -> TrfTournament:
    """The tournament for a checker or pairing program that does not know every encoded type (192) and record.

    A type with its edition is named without it where that means the same, and else not at all; the points of results
    (162, whose letters programs read in different ways) are in lines `BBW` …; national ratings and the method of the
    tournament rating are left out.
    """
    kept: list[TrfRecord] = []
    for record in tournament.records:
        if isinstance(record, NationalRecord | RankingMethod):
            continue
        if isinstance(record, ScoringRecord):
            kept += _each_worth(tournament.scoring)
            continue
        if isinstance(record, NewHeader) and record.code == "192":
            if record.text in _WITHOUT_EDITION:
                kept.append(replace(record, text=_WITHOUT_EDITION[record.text]))
            continue
        kept.append(record)
    return TrfTournament(tuple(kept), tournament.writing)


def _each_worth(points: Scoring) -> list[Worth]:
    worths = {
        "BBW": points.win,
        "BBD": points.draw,
        "BBL": points.loss,
        "BBZ": points.zero_bye,
        "BBF": points.forfeit_loss,
        "BBU": points.pairing_bye,
    }
    return [Worth(code=code, points=worth) for code, worth in worths.items()]


def _for_older_programs(tournament: TrfTournament) -> list[TrfRecord]:
    """What 240, 250 and 260 say of the next round, in the lines that older pairing programs read (XXZ, XXA, XXP)."""
    coming = tournament.rounds_recorded + 1
    found: list[TrfRecord] = []
    away = sorted(number for at, number in tournament.byes if at == coming)
    if away and not tournament.absent and not tournament.teams:
        found.append(Together(code="XXZ", ids=tuple(away)))
    if tournament.of(AccelerationRecord) and not tournament.of(PlayerAcceleration):
        for number in tournament.players:
            points = tuple(tournament.accelerated(number, at) for at in range(1, coming + 1))
            if any(points):
                found.append(PlayerAcceleration(number=number, points=points))
    if tournament.of(ForbiddenRecord) and not tournament.of(Together, "XXP"):
        found += [Together(code="XXP", ids=pair) for pair in sorted(tournament.forbidden(coming))]
    return found


def _older(record: TrfRecord) -> list[TrfRecord]:
    if isinstance(record, RoundCount):
        return [RoundCount(code="XXR", rounds=record.rounds)]
    if isinstance(record, InitialColour) and record.side is not None:
        return [InitialColour(code="XXC", text=f"{record.side.value}1")]
    return []


def _once(records: list[TrfRecord]) -> list[TrfRecord]:
    """Without a second line that says the same (a file that was read may have both dialects already)."""
    seen: list[TrfRecord] = []
    for record in records:
        if isinstance(record, Kept) or record not in seen:
            seen.append(record)
    return seen
