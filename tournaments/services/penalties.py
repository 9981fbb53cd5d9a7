"""Penalties of arbiters that reach the tournament: points of a game, rounds not played; and taking them back.

For callers that have locked the section and the games concerned, and checked the actor.
"""

from datetime import datetime

from django.db.models import Max, Q

from games.models.game import Game
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.record.phase import GamePhase
from tournaments.activity import happened
from tournaments.adjusted import barred_from
from tournaments.kinds import (
    POINTS_ADJUSTED,
    POINTS_RESTORED,
    REGISTRATION_REINSTATED,
    REGISTRATION_SUSPENDED,
)
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.penalties import PointAdjustment, RoundExclusion
from tournaments.models.player import Registration
from tournaments.models.round import RoundStatus


def adjust_points(
    registration: Registration,
    *,
    game: Game,
    ruling: int,
    half_points: int,
    article: str,
    actor: Actor,
    now: datetime,
) -> PointAdjustment:
    """Add or deduct points of one game for a player, by ruling number `ruling` of the game."""
    row = PointAdjustment.objects.create(
        registration=registration,
        game=game,
        ruling=ruling,
        half_points=half_points,
        article=article,
        made_at=now,
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
        happened(
            POINTS_RESTORED, row.registration, actor=actor, now=now, before={"half_points": row.half_points}
        )


def rounds_to_miss(registration: Registration, pairing: Pairing, count: int) -> list[int]:
    """Return the next `count` rounds after the board's round that the player could still play.

    Rounds are skipped if they are closed, if the player is already excluded from them, or if the player's game there
    has begun or is decided.
    Raises: Conflict ("no_rounds_to_come") if there are too few.
    """
    section, at = registration.section, pairing.round.number or 0
    existing = section.rounds.aggregate(last=Max("number"))["last"] or 0
    rounds = set(section.rounds.filter(status=RoundStatus.CLOSED).values_list("number", flat=True))
    seats = Pairing.objects.filter(Q(white=registration) | Q(black=registration), round__section=section)
    begun = seats.filter(
        ~Q(result="")
        | Q(game__phase__in=[game_phase for game_phase in GamePhase if game_phase != GamePhase.PENDING])
    )
    rounds |= set(begun.values_list("round__number", flat=True))
    last = max(section.rounds_planned or 0, existing)
    open_ = [
        number
        for number in range(at + 1, last + 1)
        if number not in rounds and registration.pk not in barred_from(section, number)
    ]
    if not at or len(open_) < count:
        raise Conflict(
            say("no_rounds_to_come", rounds=len(open_) if at else 0),
            fact="rounds",
        )
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
            registration=registration,
            round_number=number,
            game=game,
            ruling=ruling,
            article=article,
            made_at=now,
        )
    happened(
        REGISTRATION_SUSPENDED,
        registration,
        actor=actor,
        now=now,
        after={"rounds": numbers, "reason": article},
    )


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
