"""Reader for a TRF of any edition: each line by its code, then the consistency of the lines; and the writer."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from tavleya.errors import BadInput, ImportRefused, Problem
from tavleya.formats.messages import say
from tavleya.formats.trf import records, swiss_records, team_records
from tavleya.formats.trf.columns import Column, Instead, TextLine, Unreadable, Writing, join, split, unreadable
from tavleya.formats.trf.proposal import mended
from tavleya.formats.trf.records import (
    InitialColour,
    NationalRecord,
    NewHeader,
    PlayerRecord,
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

# Writer for a TRF: unchanged lines byte for byte, others by their columns.

USUAL_END = "\r\n"


def write(tournament: TrfTournament) -> bytes:
    """Return the bytes of the file.  New lines end with CRLF, or with the line end of the file that was read.

    If a letter is missing in the old encoding, the whole file becomes UTF-8.  Raises: Unreadable ("trf_does_not_fit").
    """
    usual = next((record.end for record in tournament.records if record.end), USUAL_END)
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
    next_round = tournament.rounds_recorded + 1
    records: list[TrfRecord] = []
    away = sorted(number for at, number in tournament.byes if at == next_round)
    if away and not tournament.absent and not tournament.teams:
        records.append(Together(code="XXZ", ids=tuple(away)))
    if tournament.of(AccelerationRecord) and not tournament.of(PlayerAcceleration):
        for number in tournament.players:
            points = tuple(tournament.accelerated(number, at) for at in range(1, next_round + 1))
            if any(points):
                records.append(PlayerAcceleration(number=number, points=points))
    if tournament.of(ForbiddenRecord) and not tournament.of(Together, "XXP"):
        records += [Together(code="XXP", ids=pair) for pair in sorted(tournament.forbidden(next_round))]
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


KINDS: dict[str, type[TrfRecord]] = {
    code: kind
    for kind in (
        records.Header, records.NewHeader, records.RoundDates, records.PlayerRecord, records.OldTeam,
        records.RoundCount, records.InitialColour, records.RankingMethod, records.TieBreakList,
        swiss_records.ScoringRecord, swiss_records.MatchScoring, swiss_records.ByesRecord,
        swiss_records.AccelerationRecord, swiss_records.ForbiddenRecord, swiss_records.Together,
        swiss_records.PlayerAcceleration, swiss_records.Worths, swiss_records.Worth,
        team_records.TeamRecord, team_records.LineUpRecord, team_records.TeamByes, team_records.TeamForfeit,
        team_records.AbnormalPoints,
    )
    for code in kind.codes
}  # fmt: skip

MOST_PROBLEMS = 200
#: The most characters of a line: 400 rounds of a player take 4100.
LONGEST_LINE = 10_000


@dataclass(frozen=True)
class TrfReading:
    """`adjustments`: all deviations from the written text, by line."""

    tournament: TrfTournament
    adjustments: tuple[Problem, ...] = ()


def read(data: bytes, *, persons: bool = True, accepted: Collection[str] = ()) -> TrfReading:
    """Read the whole file, or refuse it.

    Without `persons`, names, ratings and FIDE numbers are not checked: pairing and tie-breaks use starting ranks, and
    files exchanged by programs may have nothing else.  `accepted`: marks of problems (`Problem.mark`) whose remedy the
    user chose; the remedies are then applied and listed in the adjustments.

    Raises: ImportRefused ("trf_refused") with a Problem for each unreadable line and each contradiction, with its
    remedy if there is one; BadInput if the file is not text.
    """
    lines, writing, guess = split(data)
    records: list[TrfRecord] = []
    problems: list[Problem] = []
    for number, line in enumerate(lines, start=1):
        record, wrong = _parsed(line, number)
        records.append(record)
        problems += wrong
    _refuse([problem for problem in problems if problem.remedy is None or problem.mark not in accepted])
    tournament, contradictions, adjustments = mended(TrfTournament(tuple(records), writing), accepted, persons=persons)
    _refuse(contradictions)
    guessed = [Problem(guess)] if guess is not None else []
    return TrfReading(tournament, (*guessed, *problems, *adjustments))


def _parsed(line: TextLine, number: int) -> tuple[TrfRecord, list[Problem]]:
    """Return the record of a line, with replacements for unreadable values, and the problems."""
    problems: list[Problem] = []

    def instead(column: Column, text: str, refused: Unreadable) -> Any:
        value, remedy = column.substitute(text) or (None, None)
        problems.append(Problem(refused.message, line=number, remedy=remedy))
        return value

    raw = RawRecord(text=line.text, source=line.text, end=line.end, line=number)
    try:
        return parse(line, number, instead), problems
    except Unreadable as error:
        remedy = None if _kind(line.text) is PlayerRecord else say("trf_remedy.line_left_out")
        return raw, [Problem(error.message, line=number, remedy=remedy)]


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise ImportRefused(say("trf_refused"), tuple(problems[:MOST_PROBLEMS]), found=len(problems))


def parse(line: TextLine, number: int = 0, instead: Instead | None = None) -> TrfRecord:
    """Return the record of a line; `instead` replaces unreadable values of a player's line.

    Raises: Unreadable.
    """
    if len(line.text) > LONGEST_LINE:
        raise unreadable("trf_line_too_long", most=LONGEST_LINE)
    kind = _kind(line.text)
    code = "" if kind is RawRecord else line.text[:3]
    if kind is PlayerRecord:
        _check_alignment(line.text)
    try:
        values = kind.layout.read(line.text, instead) if kind is PlayerRecord else kind.read(line.text)
    except Unreadable as error:
        # Three letters may be a federation with national ratings, or anything else: then the line is kept.
        if kind is NationalRecord:
            return RawRecord(text=line.text, source=line.text, end=line.end, line=number)
        raise error from None
    return kind(code=code, source=line.text, end=line.end, line=number, **values)


def _kind(text: str) -> type[TrfRecord]:
    code = text[:3]
    if code in KINDS and text[3:4] in ("", " "):
        return KINDS[code]
    is_federation = len(code) == 3 and code.isascii() and code.isalpha() and code.isupper()
    return NationalRecord if is_federation and text[4:8].strip().isdigit() else RawRecord


def _check_alignment(text: str) -> None:
    for at in PlayerRecord.layout.gaps:
        if text[at : at + 1] not in ("", " "):
            raise unreadable("trf_misaligned", column=at + 1)


def write_record(record: TrfRecord) -> str:
    """Return the source line if its values are unchanged, else a new line.  Raises: Unreadable."""
    if record.source is not None:
        try:
            if parse(TextLine(record.source, "")) == record:
                return record.source
        except BadInput:
            pass
    return record.written()
