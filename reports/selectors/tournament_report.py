from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime

from django.utils import timezone

from reports.messages import say
from reports.selectors.pairing import pairing_records
from reports.selectors.players import changed_points, national_records, player_record
from reports.selectors.teams import team_records
from tavleya.errors import Conflict
from tavleya.formats.trf import TrfTournament, for_edition, write
from tavleya.formats.trf.records import (
    Header,
    InitialColour,
    NewHeader,
    PlayerRecord,
    RankingMethod,
    RawRecord,
    RoundCount,
    RoundDates,
    TieBreakList,
    TrfRecord,
)
from tavleya.formats.trf.results import MARKS, ResultCell, ResultMark
from tavleya.formats.trf.swiss_records import ScoringRecord
from tavleya.formats.trf.time_control import encoded
from tavleya.formats.trf.writer import for_older_checkers
from tavleya.languages import DEFAULT
from tavleya.ratings.tournament import RatingMethod
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.rules.registry import spec_of
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, Scoring
from tavleya.version import PROGRAM
from tournaments.models.access import EventRole
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.calendar import planned_rounds
from tournaments.selectors.standings import StandingsView, standings_of
from tournaments.selectors.table import load_boards
from tournaments.systems.board import Board

EDITIONS = (16, 26)
_BYES = {
    EncounterKind.PAIRING_BYE: ResultMark.PAIRING_BYE,
    EncounterKind.FULL_BYE: ResultMark.FULL_BYE,
    EncounterKind.HALF_BYE: ResultMark.HALF_BYE,
    EncounterKind.ZERO_BYE: ResultMark.ZERO_BYE,
}


def trf_file(section: Section, edition: int = 26, *, older_checkers: bool = False) -> bytes:
    """Return the section as a TRF of an edition (16 or 26), in UTF-8 with CRLF.

    `older_checkers`: for programs that do not know every code of the edition.
    Raises: Conflict ("rounds_not_recorded").
    """
    trf_tournament = for_edition(trf_of(section), edition)
    return write(for_older_checkers(trf_tournament) if older_checkers else trf_tournament)


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
        laid_down = section.registrations.exclude(virtual_points=[]).exists()
        code += "" if laid_down else "_BAKU"
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
    chief = (
        EventRole.objects.filter(event=section.event_id, role="chief_arbiter").select_related("user").first()
    )
    return (chief.user.shown_name) if chief else ""


def _initial_colour(view: StandingsView, boards: list[Board]) -> Side | None:
    """Return the colour of the highest numbered player of round 1."""
    first = {
        key: board
        for board in boards
        if board.round == 1 and board.black
        for key in (board.white, board.black)
    }
    for row in sorted(view.everybody, key=lambda row: row.registration.number):
        board = first.get(row.registration.pk)
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
