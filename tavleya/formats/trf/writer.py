"""Writer for a TRF: unchanged lines byte for byte, others by their columns."""

from dataclasses import replace

from tavleya.formats.trf.lines import TextLine, Writing, join
from tavleya.formats.trf.reader import write_record
from tavleya.formats.trf.records import (
    InitialColour,
    NationalRecord,
    NewHeader,
    RankingMethod,
    RawRecord,
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
    """Return the bytes of the file.  New lines end with CRLF, or with the line end of the file that was read.

    If a letter is missing in the old encoding, the whole file becomes UTF-8.  Raises: Unreadable ("trf_does_not_fit").
    """
    usual = next((trf_record.end for trf_record in tournament.records if trf_record.end), USUAL_END)
    last = len(tournament.records) - 1
    lines = []
    for index, record in enumerate(tournament.records):
        # The former last line of a file may have no line end, and may now be followed by others.
        end = record.end if record.end is not None and (record.end or index == last) else usual
        lines.append(TextLine(write_record(record), end))
    try:
        return join(tuple(lines), tournament.writing)
    except UnicodeEncodeError:
        return join(tuple(lines), Writing())


def for_edition(tournament: TrfTournament, edition: int) -> TrfTournament:
    """Return the tournament with the records of an edition (16 or 26).

    The number of rounds and the first colour are written in both dialects, 142 with XXR and 152 with XXC: older pairing
    programs know only the latter, and each program skips unknown lines.  In edition 16, the byes, accelerated points
    and forbidden pairs of the next round are written as older lines too.
    """
    records: list[TrfRecord] = []
    for record in tournament.records:
        if record.since is not None and record.since > edition:
            records += _older(record)
        elif edition == 26:
            records += [record, *_older(record)]
        else:
            records.append(record)
    if edition == 16:
        records += _for_older_programs(tournament)
    return TrfTournament(tuple(_once(records)), tournament.writing)


#: Encoded types with an edition, and their names in programs that know only one edition.
_WITHOUT_EDITION = {"FIDE_DUTCH_2026": "FIDE_DUTCH", "FIDE_DUTCH_2026_BAKU": "FIDE_DUTCH_BAKU"}


def for_older_checkers(tournament: TrfTournament) -> TrfTournament:
    """Return the tournament for a checker or pairing program that does not know every encoded type (192) and record.

    A type is named without its edition if that has the same meaning, and else left out.  The points of results (162,
    whose letters programs interpret differently) are in lines `BBW` …; national ratings and the method of the
    tournament rating are left out.
    """
    records: list[TrfRecord] = []
    for record in tournament.records:
        if isinstance(record, NationalRecord | RankingMethod):
            continue
        if isinstance(record, ScoringRecord):
            records += _each_worth(tournament.scoring)
            continue
        if isinstance(record, NewHeader) and record.code == "192":
            if record.text in _WITHOUT_EDITION:
                records.append(replace(record, text=_WITHOUT_EDITION[record.text]))
            continue
        records.append(record)
    return TrfTournament(tuple(records), tournament.writing)


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
    """Return 240, 250 and 260 of the next round as lines of older pairing programs (XXZ, XXA, XXP)."""
    coming = tournament.rounds_recorded + 1
    records: list[TrfRecord] = []
    away = sorted(number for at, number in tournament.byes if at == coming)
    if away and not tournament.absent and not tournament.teams:
        records.append(Together(code="XXZ", ids=tuple(away)))
    if tournament.of(AccelerationRecord) and not tournament.of(PlayerAcceleration):
        for number in tournament.players:
            points = tuple(tournament.accelerated(number, at) for at in range(1, coming + 1))
            if any(points):
                records.append(PlayerAcceleration(number=number, points=points))
    if tournament.of(ForbiddenRecord) and not tournament.of(Together, "XXP"):
        records += [Together(code="XXP", ids=pair) for pair in sorted(tournament.forbidden(coming))]
    return records


def _older(record: TrfRecord) -> list[TrfRecord]:
    if isinstance(record, RoundCount):
        return [RoundCount(code="XXR", rounds=record.rounds)]
    if isinstance(record, InitialColour) and record.side is not None:
        return [InitialColour(code="XXC", text=f"{record.side.value}1")]
    return []


def _once(records: list[TrfRecord]) -> list[TrfRecord]:
    """Remove repeated lines (a file may already have both dialects)."""
    seen: list[TrfRecord] = []
    for record in records:
        if isinstance(record, RawRecord) or record not in seen:
            seen.append(record)
    return seen
