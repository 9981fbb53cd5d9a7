"""Reader for a TRF of any edition: each line by its code, then the consistency of the lines."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from tavleya.errors import BadInput, ImportRefused, Problem
from tavleya.formats.messages import say
from tavleya.formats.trf import records, swiss_records, team_records
from tavleya.formats.trf.columns import Column, Instead, Unreadable, unreadable
from tavleya.formats.trf.lines import TextLine, split
from tavleya.formats.trf.proposal import mended
from tavleya.formats.trf.records import NationalRecord, PlayerRecord, RawRecord, TrfRecord
from tavleya.formats.trf.tournament import TrfTournament

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

    stored = RawRecord(text=line.text, source=line.text, end=line.end, line=number)
    try:
        return parse(line, number, instead), problems
    except Unreadable as error:
        remedy = None if _kind(line.text) is PlayerRecord else say("trf_remedy.line_left_out")
        return stored, [Problem(error.message, line=number, remedy=remedy)]


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
    federation = len(code) == 3 and code.isascii() and code.isalpha() and code.isupper()
    return NationalRecord if federation and text[4:8].strip().isdigit() else RawRecord


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
