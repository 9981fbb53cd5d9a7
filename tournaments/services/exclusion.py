"""Effects of an exclusion from the event, and of a replayed game, on rounds and boards."""

from datetime import datetime

from django.db.models import Q

from games.models.game import Game
from games.services.results import annul
from tavleya.actors import Actor
from tavleya.record.results import Result
from tournaments.activity import happened, tables_changed
from tournaments.kinds import BOARD_REPLAYED, REGISTRATION_EXCLUDED, REGISTRATION_READMITTED
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.registry import Kind
from tournaments.services.boards import open_board


def exclude_registration(registration: Registration, *, actor: Actor, now: datetime, reason: str) -> None:
    """Take an entry out of all pairing to come; its boards in draft rounds are forfeited when these are published.

    For a caller that has locked the section and checked the actor.
    """
    _set_status(
        registration,
        RegistrationStatus.EXCLUDED,
        REGISTRATION_EXCLUDED,
        actor=actor,
        now=now,
        reason=reason,
    )


def readmit_registration(registration: Registration, *, actor: Actor, now: datetime, reason: str) -> None:
    """Undo an exclusion."""
    _set_status(
        registration,
        RegistrationStatus.ACTIVE,
        REGISTRATION_READMITTED,
        actor=actor,
        now=now,
        reason=reason,
    )


def boards_to_come(registration: Registration) -> list[Pairing]:
    """Return the entry's boards without a result in open rounds, in the order in which games are locked."""
    return list(
        Pairing.objects.filter(Q(white=registration) | Q(black=registration), result="", game__isnull=False)
        .exclude(round__status__in=[RoundStatus.DRAFT, RoundStatus.CLOSED])
        .select_related("white", "black", "game", "round__section")
        .order_by("game_id")
    )


def boards_won_by_exclusion(registration: Registration) -> list[Pairing]:
    """Return the entry's boards in open rounds that it won by the opponent's earlier exclusion."""
    forfeits = [Result.WHITE_FORFEIT_WIN.value, Result.BLACK_FORFEIT_WIN.value]
    boards = (
        Pairing.objects.filter(
            Q(white=registration) | Q(black=registration), result__in=forfeits, game__isnull=False
        )
        .exclude(round__status=RoundStatus.CLOSED)
        .select_related("white", "black", "game", "round__section")
        .order_by("game_id")
    )
    return [board for board in boards if _opponent(board, registration).status == RegistrationStatus.EXCLUDED]


def _opponent(board: Pairing, registration: Registration) -> Registration:
    other = board.black if board.white_id == registration.pk else board.white
    assert other is not None  # a board with a game has two players
    return other


def replay_board(pairing: Pairing, annulled: Game, *, actor: Actor, now: datetime) -> Game:
    """Open a new game at the board of an annulled one (tavreli 7.1).  The caller has locked section and game."""
    open_board(pairing, pairing.round.section, actor=actor, now=now)
    game = pairing.game
    assert game is not None
    game.replaces = annulled
    game.save(update_fields=["replaces"])
    happened(BOARD_REPLAYED, pairing, actor=actor, now=now, after={"game": game.pk, "annulled": annulled.pk})
    return game


def undo_replay(pairing: Pairing, annulled: Game, *, actor: Actor, now: datetime, reason: str) -> None:
    """Restore the annulled game at its board; annul the replacement, which has not begun."""
    game = pairing.game
    assert game is not None
    annul(actor=actor, now=now, game_id=game.pk, reason=reason)
    game.refresh_from_db()
    game.replaces = None
    game.save(update_fields=["replaces"])
    pairing.game = annulled
    pairing.result = annulled.result
    pairing.save(update_fields=["game", "result"])
    tables_changed([pairing.round.section_id])


def _set_status(
    registration: Registration,
    status: RegistrationStatus,
    kind: Kind,
    *,
    actor: Actor,
    now: datetime,
    reason: str,
) -> None:
    before = {"status": registration.status}
    registration.status = status
    registration.save(update_fields=["status"])
    happened(
        kind,
        registration,
        actor=actor,
        now=now,
        before=before,
        after={"status": str(status), "reason": reason},
    )
