from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from games.models.game import Game
from games.models.record import RecordEntry
from tavleya.errors import NotFound
from tavleya.record.entries import EntryKind
from tournaments.hooks import section_joins
from tournaments.messages import say
from tournaments.models.boards import BoardQuestion
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus, note_namesakes
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import ByeRequest
from tournaments.selectors.broadcast import shown_result
from tournaments.selectors.standings import StandingsRow, movement, standings_of

# Standings while a round is being played.


@dataclass(frozen=True, slots=True)
class LiveRow:
    """`playing`: their game of the round has no result yet.  `change`: places won (or lost, below 0) since the round
    before; None in round 1."""

    row: StandingsRow
    playing: bool
    change: int | None


@dataclass(frozen=True, slots=True)
class LiveStandings:
    """`round`: the one being played, else the last; `finished` of its `boards` have a result.  Byes do not count."""

    round: Round | None
    boards: int
    finished: int
    rows: tuple[LiveRow, ...]


def live_standings(section: Section) -> LiveStandings:
    """Return the table with all results so far, and the open games of the round."""
    rounds = list(section.rounds.exclude(status=RoundStatus.DRAFT).order_by("number"))
    open_rounds = [round_ for round_ in rounds if round_.status != RoundStatus.CLOSED]
    current = next(iter(open_rounds or rounds[-1:]), None)
    view = standings_of(section)
    if current is None:
        return LiveStandings(None, 0, 0, tuple(LiveRow(row, False, None) for row in view.rows))
    pairings = Pairing.objects.filter(round=current, bye="").annotate(shown=shown_result())
    boards = list(pairings.values_list("white_id", "black_id", "shown"))
    playing = {seat for white, black, result in boards if not result for seat in (white, black)}
    number = current.number if current.kind == RoundKind.ROUND else None
    changes = movement(section, view.rows, number)
    rows = tuple(LiveRow(row, row.registration.pk in playing, changes.get(row.registration.pk)) for row in view.rows)
    return LiveStandings(current, len(boards), sum(bool(result) for *_, result in boards), rows)


# The board of a game, for pages about one game.

_JOINED = (
    *("game__source", "match", "white__player", "black__player"),
    *("round__section__event", "round__section__opening_draw"),
)


def board_of_game(slug: str, game_id: int) -> Pairing | None:
    """Return the board in the event at which this game is or was played, with all data of its pages loaded.

    An annulled game was played at the board of its replacement; the board then has it as its `game`, for reading
    only: it must not be saved.  `asked`: whether its electronic board has raised an open question.
    """
    board_questions = BoardQuestion.objects.filter(game=OuterRef("game"), gone_at=None, answered_at=None)
    joins = (f"round__section__{join}" for join in section_joins())
    boards = Pairing.objects.select_related(*_JOINED, *joins).filter(round__section__event__slug=slug)
    boards = boards.annotate(asked=Exists(board_questions))
    board, last = boards.filter(game=game_id).first(), game_id
    if board is not None:
        return board
    while board is None:
        later = Game.objects.filter(replaces=last).values_list("pk", flat=True).first()
        if later is None:
            return None
        board, last = boards.filter(game=later).first(), later
    board.game = Game.objects.get(pk=game_id)
    return board


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round with its boards in order, byes last, and its `free` players, as in a round robin of an odd number."""

    round: Round
    boards: tuple[Pairing, ...]
    free: tuple[Registration, ...]

    @property
    def missing(self) -> int:
        """The number of boards without a result."""
        return sum(not board.bye and not board.result for board in self.boards)


def boards_by_round(section: Section) -> dict[int, list[Pairing]]:
    """Return the boards of all public rounds in order, by the keys of the rounds.  Two queries."""
    registrations = section.registrations.select_related("player").in_bulk()
    pairings: dict[int, list[Pairing]] = {}
    rows = Pairing.objects.filter(round__section=section).exclude(round__status=RoundStatus.DRAFT)
    for pairing in rows.order_by("round", "board"):
        pairing.white = registrations[pairing.white_id]
        pairing.black = None if pairing.black_id is None else registrations[pairing.black_id]
        pairings.setdefault(pairing.round_id, []).append(pairing)
    return pairings


_OF_A_BOARD = ("white__player", "black__player", "game", "rating_correction")


def find_board(row: Round, number: int) -> Pairing | None:
    """Return the board of the round, its players distinguished from namesakes.  Two queries."""
    board = Pairing.objects.select_related(*_OF_A_BOARD).filter(round=row, board=number).first()
    if board is not None:
        seats = [seat for seat in (board.white, board.black) if seat is not None]
        names = [seat.player.sort_key for seat in seats]
        others = Registration.objects.filter(section=row.section_id, status=RegistrationStatus.ACTIVE)
        note_namesakes([*seats, *others.filter(player__sort_key__in=names).select_related("player")])
    return board


def paired_from(board: Pairing, row: Round) -> list[Pairing]:
    """Return the public boards of both players in later rounds, if these were paired from the result of `board`.

    One query.
    """
    if row.number is None or not row.section.system.from_results:
        return []
    players = (board.white_id, board.black_id)
    boards = Pairing.objects.filter(Q(white__in=players) | Q(black__in=players), round__section=row.section_id)
    later = boards.filter(round__number__gt=row.number).exclude(round__status=RoundStatus.DRAFT)
    return list(later.select_related("round", *_OF_A_BOARD).order_by("round__number", "board"))


def round_view(section: Section, number: int | None) -> RoundView:
    """Return round `number`, or (None) the schedule sheet.  Three queries.  Raises: NotFound ("no_such_round").

    Drafts are included: the caller checks who may see them (`Action.SEE_DRAFTS`).
    """
    boards = Pairing.objects.select_related(*_OF_A_BOARD, "match").order_by("board")
    rows = section.rounds.prefetch_related(Prefetch("pairings", boards))
    row = rows.filter(kind=RoundKind.SCHEDULE).first() if number is None else rows.filter(number=number).first()
    if row is None:
        raise NotFound(say("no_such_round"))
    pairings = tuple(row.pairings.all())
    seated = {key for pairing in pairings for key in (pairing.white_id, pairing.black_id)}
    free: tuple[Registration, ...] = ()
    knocked_out = section.system.by_stage and row.number != 1  # players who were knocked out are not free
    if row.kind == RoundKind.ROUND and not section.system.teams and not knocked_out:
        active = section.registrations.filter(status=RegistrationStatus.ACTIVE).select_related("player")
        free = tuple(registration for registration in active if registration.pk not in seated)
    seats = (seat for board in pairings for seat in (board.white, board.black) if seat is not None)
    note_namesakes([*seats, *free])
    return RoundView(row, pairings, free)


def other_meetings(row: Round, pairs: Iterable[tuple[Registration, Registration | None]]) -> list[Pairing]:
    """Return the boards of other rounds at which two of these players meet, by round.  One query."""
    either = Q(pk=None)
    for first, second in pairs:
        either |= Q(white=first, black=second) | Q(white=second, black=first) if second else Q(pk=None)
    rows = Pairing.objects.filter(either, round__section=row.section_id).exclude(round=row)
    return list(rows.select_related("round", "white__player", "black__player").order_by("round__number"))


# Open bye requests of players.


def open_bye_requests(section: Section) -> QuerySet[ByeRequest]:
    """Return the bye requests without a decision."""
    rows = ByeRequest.objects.filter(registration__section=section, granted=None)
    return rows.select_related("registration__player").order_by("round_number", "registration__number")


# Authors of the last changes, shown to a user who finds the data changed.


@dataclass(frozen=True, slots=True)
class LastChange:
    """`who` is empty for the service itself."""

    who: str
    at: datetime


_KINDS = (EntryKind.RESULT, EntryKind.CORRECTION, EntryKind.ANNULMENT)


@dataclass(frozen=True, slots=True)
class Writer:
    """The user who gave a board its result; `corrected`: by correcting another result."""

    user_id: int | None
    name: str
    corrected: bool

    def may_retype(self, user_id: int | None) -> bool:
        """Return whether the result is this user's own, entered and not corrected since."""
        return user_id is not None and self.user_id == user_id and not self.corrected


def result_writers(boards: Iterable[Pairing]) -> dict[int, Writer]:
    """Return the author of each board's result, by the key of its game.  One query."""
    games = [board.game_id for board in boards if board.game_id is not None and board.result]
    entries = RecordEntry.objects.filter(game__in=games, kind__in=_KINDS).order_by("seq").select_related("user")
    return {entry.game_id: Writer(entry.user_id, _name(entry), entry.kind != EntryKind.RESULT) for entry in entries}


def second_readers(boards: Iterable[Pairing]) -> dict[int, str]:
    """Return the names of the second readers of these boards' slips, by their key.  One query."""
    keys = {board.second_by_id for board in boards if board.second_by_id is not None}
    return {user.pk: user.shown_name for user in get_user_model().objects.filter(pk__in=keys)}


def _name(entry: RecordEntry) -> str:
    return entry.user.shown_name if entry.user else ""


def last_result_change(pairing: Pairing) -> LastChange | None:
    """Return the author of a board's result, at the desk or on the board itself.  One query."""
    if pairing.game_id is None:
        return None
    row = (
        RecordEntry.objects.filter(game=pairing.game_id, kind__in=_KINDS)
        .select_related("user")
        .order_by("-seq")
        .first()
    )
    return None if row is None else LastChange(_name(row), row.at)
