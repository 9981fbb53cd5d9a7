"""Effects of an exclusion from the event, and of a replayed game, on rounds and boards."""

from datetime import datetime

from django.db.models import Max, Q

from games.models.game import Game
from games.services.results import annul
from tavleya.actors import Actor
from tavleya.errors import Conflict, NotFound
from tavleya.record.entries import GamePhase
from tavleya.record.results import Result
from tournaments.activity import happened, tables_changed
from tournaments.adjusted import barred_from
from tournaments.kinds import (
    BOARD_QUESTION_ANSWERED,
    BOARD_REPLAYED,
    BOARD_SOURCE_CHANGED,
    POINTS_ADJUSTED,
    POINTS_RESTORED,
    REGISTRATION_EXCLUDED,
    REGISTRATION_READMITTED,
    REGISTRATION_REINSTATED,
    REGISTRATION_SUSPENDED,
)
from tournaments.messages import say
from tournaments.models.boards import BoardQuestion, Feed, GameSource
from tournaments.models.pairing import Pairing, PointAdjustment, RoundExclusion
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.registry import Kind
from tournaments.services.broadcast import open_board
from tournaments.services.shared import find


def exclude_registration(registration: Registration, *, actor: Actor, now: datetime, reason: str) -> None:
    """Exclude an entry from all future pairing; its boards in draft rounds are forfeited when these are published.

    For a caller that has locked the section and checked the actor.
    """
    _set_status(registration, RegistrationStatus.EXCLUDED, REGISTRATION_EXCLUDED, actor=actor, now=now, reason=reason)


def readmit_registration(registration: Registration, *, actor: Actor, now: datetime, reason: str) -> None:
    """Undo an exclusion."""
    _set_status(registration, RegistrationStatus.ACTIVE, REGISTRATION_READMITTED, actor=actor, now=now, reason=reason)


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
        Pairing.objects.filter(Q(white=registration) | Q(black=registration), result__in=forfeits, game__isnull=False)
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
    registration: Registration, status: RegistrationStatus, kind: Kind, *, actor: Actor, now: datetime, reason: str
) -> None:
    before = {"status": registration.status}
    registration.status = status
    registration.save(update_fields=["status"])
    happened(kind, registration, actor=actor, now=now, before=before, after={"status": str(status), "reason": reason})


# Answers to questions of electronic boards, and the source of a game's moves; each is logged.


def board_of(game_id: int) -> Pairing:
    """Return the board at which a game is played.  Raises: NotFound ("no_such_pairing")."""
    return find(
        Pairing.objects.filter(game=game_id).select_related("game", "round__section__event"),
        NotFound(say("no_such_pairing")),
    )


def change_source(board: Pairing, feed: Feed, *, actor: Actor, now: datetime) -> GameSource:
    """Make `feed` the only source of the locked game's moves; other reports are only compared with the record."""
    assert board.game_id is not None
    row = GameSource.objects.filter(game=board.game_id).first()
    before = row.feed if row else ""
    if row is None:
        row = GameSource.objects.create(game_id=board.game_id, feed=feed)
    elif before != feed:
        row.feed = feed
        row.save(update_fields=["feed"])
    if before != feed:
        happened(
            BOARD_SOURCE_CHANGED, board, actor=actor, now=now, before={"source": before}, after={"source": feed.value}
        )
    return row


def note_answer(
    board: Pairing, row: BoardQuestion, answer: BoardQuestion.Answer, *, actor: Actor, now: datetime
) -> None:
    """Store and log the answer to a question, which the caller carries out."""
    row.answer, row.answered_by, row.answered_at = answer, actor.key, now
    row.save(update_fields=["answer", "answered_by", "answered_at"])
    log_question(board, row, BOARD_QUESTION_ANSWERED, actor=actor, now=now, answer=answer.value)


def log_question(
    board: Pairing, row: BoardQuestion, kind: Kind, *, actor: Actor, now: datetime, **more: object
) -> None:
    """Log what happened to a question, with `more` details."""
    after = {"board": board.board, "code": row.code, "ply": row.ply, "source": row.source, **more}
    happened(kind, board, actor=actor, now=now, after=after)


# Penalties of arbiters beyond the game, and their undoing: points of a game, rounds not played.
#
# For callers that have locked the section and the games concerned, and checked the actor.


def adjust_points(
    registration: Registration, *, game: Game, ruling: int, half_points: int, article: str, actor: Actor, now: datetime
) -> PointAdjustment:
    """Add or deduct points of one game for a player, by ruling number `ruling` of the game."""
    row = PointAdjustment.objects.create(
        registration=registration, game=game, ruling=ruling, half_points=half_points, article=article, made_at=now
    )
    after = {"half_points": half_points, "reason": article}
    happened(POINTS_ADJUSTED, registration, actor=actor, now=now, after=after)
    return row


def undo_adjustments(game: Game, ruling: int, *, actor: Actor, now: datetime) -> None:
    """Undo the adjustments of points by that ruling."""
    rows = PointAdjustment.objects.filter(game=game, ruling=ruling, undone_at=None)
    for row in rows.select_related("registration__section__event"):
        row.undone_at = now
        row.save(update_fields=["undone_at"])
        happened(POINTS_RESTORED, row.registration, actor=actor, now=now, before={"half_points": row.half_points})


def rounds_to_miss(registration: Registration, pairing: Pairing, count: int) -> list[int]:
    """Return the next `count` rounds after the board's round that the player could still play.

    Rounds are skipped if they are closed, if the player is already excluded from them, or if the player's game there
    has begun or is decided.
    Raises: Conflict ("no_rounds_to_come") if there are too few.
    """
    section, current = registration.section, pairing.round.number or 0
    last_paired = section.rounds.aggregate(last=Max("number"))["last"] or 0
    unavailable = set(section.rounds.filter(status=RoundStatus.CLOSED).values_list("number", flat=True))
    seats = Pairing.objects.filter(Q(white=registration) | Q(black=registration), round__section=section)
    begun = seats.filter(
        ~Q(result="") | Q(game__phase__in=[phase for phase in GamePhase if phase != GamePhase.PENDING])
    )
    unavailable |= set(begun.values_list("round__number", flat=True))
    last = max(section.rounds_planned or 0, last_paired)
    open_ = [
        number
        for number in range(current + 1, last + 1)
        if number not in unavailable and registration.pk not in barred_from(section, number)
    ]
    if not current or len(open_) < count:
        raise Conflict(say("no_rounds_to_come", rounds=len(open_) if current else 0), fact="rounds")
    return open_[:count]


def suspend_registration(
    registration: Registration,
    numbers: list[int],
    *,
    game: Game,
    ruling: int,
    article: str,
    actor: Actor,
    now: datetime,
) -> None:
    """Exclude a player from these rounds; boards that are already set are forfeited at publication."""
    for number in numbers:
        RoundExclusion.objects.create(
            registration=registration, round_number=number, game=game, ruling=ruling, article=article, made_at=now
        )
    happened(REGISTRATION_SUSPENDED, registration, actor=actor, now=now, after={"rounds": numbers, "reason": article})


def reinstate_registration(game: Game, ruling: int, *, actor: Actor, now: datetime) -> None:
    """Undo the exclusion from rounds by that ruling."""
    rows = list(
        RoundExclusion.objects.filter(game=game, ruling=ruling, lifted_at=None).select_related(
            "registration__section__event"
        )
    )
    for row in rows:
        row.lifted_at = now
        row.save(update_fields=["lifted_at"])
    if rows:
        happened(
            REGISTRATION_REINSTATED,
            rows[0].registration,
            actor=actor,
            now=now,
            before={"rounds": [row.round_number for row in rows]},
        )


def boards_suspended_from(registration: Registration, numbers: list[int]) -> list[Pairing]:
    """Return the player's boards without a result in the open ones of these rounds, in locking order."""
    return list(
        Pairing.objects.filter(
            Q(white=registration) | Q(black=registration),
            round__section=registration.section_id,
            round__number__in=numbers,
            result="",
            game__isnull=False,
        )
        .exclude(round__status__in=[RoundStatus.DRAFT, RoundStatus.CLOSED])
        .select_related("white", "black", "game", "round__section")
        .order_by("game_id")
    )
