from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from reports.messages import say
from reports.selectors.players import changed_points, national_records, player_record, team_records
from reports.selectors.remarks import play_off_remarks, remarks
from tavleya.errors import Conflict
from tavleya.formats.trf import TrfTournament, for_edition, write
from tavleya.formats.trf.reader import for_older_checkers
from tavleya.formats.trf.records import (
    MARKS,
    Header,
    InitialColour,
    NationalRecord,
    NewHeader,
    PlayerRecord,
    RankingMethod,
    RawRecord,
    ResultCell,
    ResultMark,
    RoundCount,
    RoundDates,
    TieBreakList,
    TrfRecord,
)
from tavleya.formats.trf.swiss_records import AccelerationRecord, ByesRecord, ForbiddenRecord, ScoringRecord
from tavleya.formats.trf.tournament import encoded
from tavleya.languages import DEFAULT
from tavleya.pairing import state
from tavleya.pairing.state import SwissPlayer, SwissState
from tavleya.ratings import RatingMethod
from tavleya.record.entries import GamePhase
from tavleya.record.results import Result
from tavleya.rules.registry import spec_of
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, Scoring
from tavleya.version import PROGRAM
from tournaments.models.access import EventRole
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus, TeamMatch
from tournaments.models.round import REQUESTED, Bye, Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import PairConstraint, PairConstraintKind, RequestedBye, TeamBye, TeamRestriction
from tournaments.selectors.events import planned_rounds
from tournaments.selectors.standings import StandingsView, standings_of
from tournaments.selectors.table import load_boards
from tournaments.systems.base import Board

EDITIONS = (16, 26)
_BYES = {
    EncounterKind.PAIRING_BYE: ResultMark.PAIRING_BYE,
    EncounterKind.FULL_BYE: ResultMark.FULL_BYE,
    EncounterKind.HALF_BYE: ResultMark.HALF_BYE,
    EncounterKind.ZERO_BYE: ResultMark.ZERO_BYE,
}


def trf_file(section: Section, edition: int = 26, *, older_checkers: bool = False, births: bool = False) -> bytes:
    """Return the section as a TRF of an edition (16 or 26), in UTF-8 with CRLF.

    `older_checkers`: for programs that do not know every code of the edition.  `births`: with day and month of birth,
    and the lines of the imported report that are unknown here, for officials and federations only.
    Raises: Conflict ("rounds_not_recorded").
    """
    full = trf_of(section)
    report = for_edition(full if births else _public(full), edition)
    return write(for_older_checkers(report) if older_checkers else report)


def _public(tournament: TrfTournament) -> TrfTournament:
    """Return the report without days and months of birth, and without lines whose meaning is unknown."""
    return replace(
        tournament,
        records=tuple(
            replace(record, birth=f"{record.birth[:4]}/00/00")
            if isinstance(record, PlayerRecord | NationalRecord) and record.birth
            else record
            for record in tournament.records
            if not (isinstance(record, RawRecord) and record.comment is None)
        ),
    )


def trf_of(section: Section) -> TrfTournament:
    """Return published rounds, byes, results and standings as records of TRF26."""
    if section.rounds.filter(kind=RoundKind.SCHEDULE).exists():
        raise Conflict(say("rounds_not_recorded"))
    boards = load_boards(section)
    view = standings_of(section)
    games = _games_of_a_match(boards)
    records: list[TrfRecord] = [*_headers(section, view, boards, games)]
    records += pairing_records(
        section, sorted((row.registration for row in view.everybody), key=_number), boards, games
    )
    records += _players(section, view, boards, games)
    records += changed_points(section)
    records += national_records([row.registration for row in view.everybody])
    records += team_records(section)
    records += [RawRecord(text=line) for line in section.report_lines.splitlines()]
    return TrfTournament(tuple(records))


def _number(registration: Registration) -> int:
    return registration.number


def _games_of_a_match(boards: list[Board]) -> int:
    """Return the number of columns of a round: the most games of one match, 1 without matches."""
    games = Counter(board.match for board in boards if board.match is not None)
    return max(games.values(), default=1)


def _type_of(section: Section) -> tuple[str, str]:
    system = section.system
    code = system.report_code(section.edition, section.options)
    if section.accelerated and system.has("accelerated"):
        listed_points = section.registrations.exclude(virtual_points=[]).exists()
        code += "" if listed_points else "_BAKU"
    return system.report.words, code


def _headers(section: Section, view: StandingsView, boards: list[Board], games: int) -> Iterable[TrfRecord]:
    event = section.event
    name = event.name_in(DEFAULT)
    words, code = _type_of(section)
    rounds = list(section.rounds.exclude(status=RoundStatus.DRAFT).order_by("number"))
    texts = {
        "012": name if name == section.name_in(DEFAULT) else f"{name}: {section.name_in(DEFAULT)}",
        "022": event.place,
        "032": event.federation,
        "042": f"{event.starts_on:%Y/%m/%d}" if event.starts_on else "",
        "052": f"{event.ends_on:%Y/%m/%d}" if event.ends_on else "",
        "062": str(len(view.everybody)),
        "072": str(sum(row.registration.rating is not None for row in view.everybody)),
        "082": str(section.teams.count()) if section.system.teams else "",
        "092": words,
        "102": _chief(section),
        "122": section.control,
    }
    yield from (Header(code=key, text=text) for key, text in texts.items() if text)
    days = [day for day in _days(section, rounds) for _ in range(games)]
    if any(days):
        yield RoundDates(dates=tuple(f"{day:%y/%m/%d}" if day else "" for day in days))
    planned = section.rounds_planned or len(rounds)
    if planned:
        yield RoundCount(rounds=planned * games)
    if not spec_of(section.game).fide_rated:
        yield RawRecord(text=f"### Game: {section.game}")
    if games > 1:
        yield RawRecord(text=f"### Each round is a match of up to {games} games, one column for each")
    colour = Side(section.first_colour) if section.first_colour else _initial_colour(view, boards)
    if colour is not None:
        yield InitialColour(text="W" if colour is Side.WHITE else "B")
    if section.points != Scoring():
        yield ScoringRecord.of(section.points)
    if section.rating_method != RatingMethod.FIDE or section.national_list:
        yield RankingMethod(federation=section.national_list[:3], method=section.rating_method)
    yield NewHeader(code="182", text=PROGRAM)
    yield NewHeader(code="192", text=code)
    if clock := encoded(section.control):
        yield NewHeader(code="222", text=clock)
    if section.tiebreaks:
        yield TieBreakList(text=",".join(section.tiebreaks))


def _days(section: Section, rounds: Sequence[Round]) -> list[date | None]:
    """Return the date of each round by the event's clock, the planned date of future ones."""
    days = [round_.played_on or _day(section, round_.starts_at) for round_ in rounds]
    planned = {round_.number: _day(section, round_.starts_at) for round_ in planned_rounds(section, rounds)}
    return days + [planned.get(number) for number in range(len(days) + 1, max(planned, default=0) + 1)]


def _day(section: Section, at: datetime | None) -> date | None:
    return timezone.localtime(at, section.event.zone).date() if at is not None else None


def _chief(section: Section) -> str:
    chief = EventRole.objects.filter(event=section.event_id, role="chief_arbiter").select_related("user").first()
    return chief.user.shown_name if chief else ""


def _initial_colour(view: StandingsView, boards: list[Board]) -> Side | None:
    """Return the colour of the highest numbered player of round 1."""
    seats = {key: board for board in boards if board.round == 1 and board.black for key in (board.white, board.black)}
    for row in sorted(view.everybody, key=lambda row: row.registration.number):
        board = seats.get(row.registration.pk)
        if board is not None:
            return Side.WHITE if board.white == row.registration.pk else Side.BLACK
    return None


def _players(section: Section, view: StandingsView, boards: list[Board], games: int) -> list[PlayerRecord]:
    numbers = {row.registration.pk: row.registration.number for row in view.everybody}
    rounds = games * max((board.round for board in boards), default=0)
    cells = {key: [ResultCell(mark=ResultMark.ZERO_BYE)] * rounds for key in numbers}
    adjourned = set(_adjourned(section))
    legs: Counter[int] = Counter()
    for board in boards:
        leg = legs[board.match] if board.match is not None else 0
        if board.match is not None:
            legs[board.match] += 1
        for key, cell in _cells(board, numbers, open_mark=_open_mark(board, adjourned)):
            cells[key][games * (board.round - 1) + leg] = cell
    rows = sorted(view.everybody, key=lambda row: row.registration.number)
    return [
        player_record(
            section, row.registration, row.row.points, row.row.rank or None, tuple(cells[row.registration.pk])
        )
        for row in rows
    ]


def _adjourned(section: Section) -> Iterable[int]:
    boards = Pairing.objects.filter(round__section=section, game__phase=GamePhase.ADJOURNED)
    return boards.values_list("pk", flat=True)


def _open_mark(board: Board, adjourned: set[int]) -> ResultMark:
    """Return `?` for an adjourned game, an empty mark for one in progress."""
    return ResultMark.UNKNOWN if board.id in adjourned else ResultMark.NONE


def _cells(board: Board, numbers: dict[int, int], open_mark: ResultMark) -> list[tuple[int, ResultCell]]:
    if board.black is None:
        return [(board.white, ResultCell(mark=_BYES[EncounterKind(board.bye)]))]
    white, black = MARKS[Result(board.result)] if board.result else (open_mark, open_mark)
    return [
        (board.white, ResultCell(numbers[board.black], Side.WHITE, white)),
        (board.black, ResultCell(numbers[board.white], Side.BLACK, black)),
    ]


# Pairing records of a TRF other than results: byes, accelerated points, forbidden pairs.

_MARKS = {Bye.HALF: ResultMark.HALF_BYE, Bye.FULL: ResultMark.FULL_BYE, Bye.ZERO: ResultMark.ZERO_BYE}


def pairing_records(
    section: Section, registrations: Sequence[Registration], boards: Sequence[Board], games: int = 1
) -> list[TrfRecord]:
    """Return lines 240, 250, 260 and comments; without pairing round by round only the remarks on play-offs.

    `games`: the number of columns per round.
    """
    if not section.system.by_round:
        return list(play_off_remarks(section))
    records = (
        *_byes(section, registrations, boards),
        *_acceleration(section, registrations, boards),
        *_forbidden_pairs(section),
    )
    return [
        *(_in_columns(record, games) for record in records),
        *remarks(section, {registration.pk: registration.number for registration in registrations}, boards),
    ]


def _in_columns(record: TrfRecord, games: int) -> TrfRecord:
    """Return a record with the file's rounds instead of the section's: a match of two games has two."""
    if isinstance(record, ByesRecord):
        return replace(record, round=games * (record.round - 1) + 1)
    if isinstance(record, (AccelerationRecord, ForbiddenRecord)) and record.first_round is not None:
        last = None if record.last_round is None else games * record.last_round
        values: dict[str, Any] = {"first_round": games * (record.first_round - 1) + 1, "last_round": last}
        return replace(record, **values)
    return record


# Byes


def _byes(section: Section, registrations: Sequence[Registration], boards: Sequence[Board]) -> Iterator[ByesRecord]:
    numbers = {registration.pk: registration.number for registration in registrations}
    played = max((board.round for board in boards), default=0)
    if section.system.teams:
        yield from _by_kind(_team_byes(section, played))
        return
    marks = {
        (board.round, numbers[board.white]): _MARKS[Bye(board.bye)]
        for board in boards
        if board.black is None and Bye(board.bye) in _MARKS
    }
    last = section.rounds_planned or played + 1
    for registration in registrations:
        is_gone = registration.status != RegistrationStatus.ACTIVE
        until = last if is_gone else min(registration.from_round - 1, last)
        marks |= {(at, registration.number): ResultMark.ZERO_BYE for at in range(played + 1, until + 1)}
    requested_byes = RequestedBye.objects.filter(
        registration__section=section, registration__status=RegistrationStatus.ACTIVE, round_number__gt=played
    )
    for number, at, kind in requested_byes.values_list("registration__number", "round_number", "kind"):
        marks.setdefault((at, number), _MARKS[Bye(kind)])
    yield from _by_kind(marks)


def _team_byes(section: Section, played: int) -> dict[tuple[int, int], ResultMark]:
    """Return requested byes of teams, past and future, by round and team number."""
    past = TeamMatch.objects.filter(round__section=section, bye__in=REQUESTED).exclude(round__status=RoundStatus.DRAFT)
    requests = TeamBye.objects.filter(team__section=section, round_number__gt=played)
    rows = [
        *past.values_list("round__number", "first__number", "bye"),
        *requests.values_list("round_number", "team__number", "kind"),
    ]
    return {(at or 0, number): _MARKS[Bye(kind)] for at, number, kind in rows}


def _by_kind(marks: Mapping[tuple[int, int], ResultMark]) -> Iterator[ByesRecord]:
    ordered = sorted((at, str(mark), number) for (at, number), mark in marks.items())
    for (at, kind), same in groupby(ordered, key=lambda row: row[:2]):
        yield ByesRecord(kind=kind, round=at, ids=tuple(number for *_, number in same))


# Acceleration


def _acceleration(
    section: Section, registrations: Sequence[Registration], boards: Sequence[Board]
) -> Iterator[AccelerationRecord]:
    """Yield a line for each run of starting ranks with equal points in a round; `team_records` has those of teams."""
    if section.system.teams:
        return
    points: Mapping[int, Sequence[int]] = {
        registration.number: registration.virtual_points
        for registration in registrations
        if registration.virtual_points
    }
    if not points and section.accelerated and section.system.has("accelerated"):
        points = _baku(section, registrations, boards)
    numbers = [registration.number for registration in registrations]
    for at in range(1, max(map(len, points.values()), default=0) + 1):
        worths = [(points.get(number, ())[at - 1 : at] or (0,))[0] for number in numbers]
        for worth, run in groupby(zip(worths, numbers, strict=True), key=lambda row: row[0]):
            ids = [number for _, number in run]
            if worth:
                yield AccelerationRecord(
                    game_points=worth, first_round=at, last_round=at, first_id=ids[0], last_id=ids[-1]
                )


def _baku(
    section: Section, registrations: Sequence[Registration], boards: Sequence[Board]
) -> Mapping[int, Sequence[int]]:
    numbers = {registration.pk: registration.number for registration in registrations}
    entrants = {
        numbers[key]
        for board in boards
        if board.round == 1 and board.bye in ("", Bye.PAIRING_ALLOCATED)
        for key in (board.white, board.black)
        if key is not None
    }
    if not any(board.round == 1 for board in boards):
        requested_byes = RequestedBye.objects.filter(registration__section=section, round_number=1)
        away = set(requested_byes.values_list("registration", flat=True))
        entrants = {
            entry.number
            for entry in registrations
            if entry.status == RegistrationStatus.ACTIVE and entry.from_round <= 1 and entry.pk not in away
        }
    rounds = section.rounds_planned or 1
    players = tuple(SwissPlayer(registration.number) for registration in registrations)
    swiss_state = state.accelerated(SwissState(players, rounds, win=section.points.win), entrants)
    return {player.number: player.virtual for player in swiss_state.players if player.virtual}


# Pairs


def _forbidden_pairs(section: Section) -> Iterator[ForbiddenRecord]:
    rules: QuerySet[PairConstraint] | QuerySet[TeamRestriction] = (
        TeamRestriction.objects.filter(section=section)
        if section.system.teams
        else PairConstraint.objects.filter(section=section, kind=PairConstraintKind.APART)
    )
    for first, last, number, other in rules.values_list("first_round", "last_round", "one__number", "other__number"):
        ends = last or section.rounds_planned
        yield ForbiddenRecord(first_round=first, last_round=ends, ids=tuple(sorted((number, other))))
