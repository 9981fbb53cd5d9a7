"""The seats, boards and games of an account in all events, for the page of its user."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Case, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, When

from entries.selectors.self_service import OwnBoard, board_of_player, own_board, with_players_view
from games.models.game import TrackingLevel
from tavleya.record.entries import GamePhase
from tournaments.models.boards import BoardQuestion
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round, RoundStatus

#: The most open boards that are read, and the most seats.
MOST_BOARDS, MOST_SEATS = 50, 300
_LIVE = (GamePhase.PLAYING, GamePhase.PAUSED)


@dataclass(frozen=True, slots=True)
class Seats:
    """`registrations`: the newest event first; `boards`: those that wait, games being played live first; `waiting`:
    seats without a board in sections that are not over; `more`: some boards are left out.
    """

    registrations: tuple[Registration, ...]
    boards: tuple[tuple[Registration, OwnBoard], ...]
    waiting: tuple[Registration, ...]
    more: bool


def has_seats(user_id: int | None) -> bool:
    """Return whether the account plays in an event.  One query."""
    return user_id is not None and Player.objects.filter(user=user_id).exists()


def seats_of(user_id: int, now: datetime) -> Seats:
    """Return the seats of the account in published events, and the boards that wait there.  Two queries."""
    registrations = tuple(_registrations(user_id)[:MOST_SEATS])
    boards = list(_open_boards(registrations)[: MOST_BOARDS + 1])
    rows: list[tuple[Registration, OwnBoard]] = []
    waiting = []
    for registration in registrations:
        own = _boards_of(registration, boards[:MOST_BOARDS])
        rows += [(registration, board) for board in own]
        if not own and not _is_over(registration, now):
            waiting.append(registration)
    rows.sort(key=_order)
    return Seats(registrations, tuple(rows), tuple(waiting), len(boards) > MOST_BOARDS)


def games_of(seats: Seats) -> QuerySet[Pairing]:
    """Return the boards of the seats that have a result, the newest first, by section."""
    rows = _boards_at(seats.registrations).exclude(result="").exclude(round__status=RoundStatus.DRAFT)
    event = "round__section__event"
    return (
        rows.select_related("round__section__event", "white__player", "black__player", "game")
        .defer("game__snapshot", "game__rules", "game__start_position")
        .order_by(
            F(f"{event}__starts_on").desc(nulls_last=True),
            f"-{event}",
            "round__section__position",
            "round__section",
            F("round__number").desc(nulls_last=True),
            "-pk",
        )
    )


def _boards_of(registration: Registration, boards: Iterable[Pairing]) -> list[OwnBoard]:
    """Return all live games, else the next board."""
    own = [board for board in boards if registration.pk in (board.white_id, board.black_id)]
    live = [board for board in own if is_live(board)]
    if live:
        return [board_of_player(registration, board) for board in live]
    next_board = own_board(registration, own)
    return [] if next_board is None else [next_board]


def is_live(board: Pairing) -> bool:
    """Return whether the game is being played on the service."""
    game = board.game
    return game is not None and game.tracking == TrackingLevel.LIVE and game.phase in _LIVE


def _order(item: tuple[Registration, OwnBoard]) -> tuple[bool, bool, float, int]:
    pairing = item[1].pairing
    at = pairing.round.starts_at
    return not is_live(pairing), at is None, at.timestamp() if at else 0, pairing.pk


def _registrations(user_id: int) -> QuerySet[Registration]:
    public = Round.objects.filter(section=OuterRef("section")).exclude(status=RoundStatus.DRAFT).order_by()
    last = public.values("section").annotate(last=Max("number")).values("last")
    return (
        Registration.objects.filter(
            player__user=user_id,
            section__archived_at__isnull=True,
            section__event__archived_at__isnull=True,
            section__event__published=True,
            section__event__template=False,
        )
        .select_related("player", "section__event")
        .annotate(last_public=Subquery(last))
        .order_by(F("section__event__starts_on").desc(nulls_last=True), "-section__event", "section__position", "pk")
    )


def _is_over(registration: Registration, now: datetime) -> bool:
    section = registration.section
    last = section.event.ends_on or section.event.starts_on
    return section.final_at is not None or (last is not None and last < now.astimezone(section.event.zone).date())


def _boards_at(registrations: Iterable[Registration]) -> QuerySet[Pairing]:
    keys = [registration.pk for registration in registrations]
    return Pairing.objects.filter(Q(white__in=keys) | Q(black__in=keys))


def _open_boards(registrations: Iterable[Registration]) -> QuerySet[Pairing]:
    """Return boards and byes of open rounds without a result, live ones first."""
    questions = BoardQuestion.objects.filter(game=OuterRef("game"), gone_at=None, answered_at=None)
    rows = _boards_at(registrations).filter(result="", round__status__in=(RoundStatus.PUBLISHED, RoundStatus.PLAYING))
    return (
        with_players_view(rows)
        .annotate(asked=Exists(questions))
        .order_by(
            Case(When(game__phase__in=_LIVE, then=0), default=1),
            F("round__starts_at").asc(nulls_last=True),
            "round__section",
            "round__number",
            "leg",
            "board",
        )
    )
