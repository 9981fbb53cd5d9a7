from datetime import datetime

from django.db import transaction

from arbiter.models.ruling import Ruling
from arbiter.selectors.regimes import regime_of
from arbiter.services.rulings import apply_remedy
from games import hooks
from games.models.record import milliseconds
from games.services.record import acting_side, check_expected, followed, lock_game
from games.states import state_of
from tavleya.actors import Actor, Role, Standing
from tavleya.law.claims import decide_claim
from tavleya.law.flags import call_flag
from tavleya.permissions import Action, require
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side

_ARBITERS = frozenset({Role.CHIEF_ARBITER, Role.ARBITER})


@transaction.atomic
def claim_draw(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    kind: ClaimKind,
    side: Side | None = None,
    intended: str | None = None,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Decide a draw claim from the record at once: a draw, or the penalty for a wrong claim (tavreli 9.2–9.5).

    `intended` is the move that the player announces and does not play. The ruling's outcome is `upheld` or `rejected`.
    Raises: Conflict ("not_live") if the moves are on paper; there an arbiter rules on the claim.
    """
    game = lock_game(game_id)
    standing = hooks.standing_of(actor, game)
    require(standing, Action.CLAIM)
    followed(game)
    check_expected(game, expected)
    state = state_of(game)
    claimant = acting_side(standing, Action.CLAIM, side, state)
    remedy, verdict = decide_claim(state, regime_of(game), claimant, kind, intended, milliseconds(now))
    outcome = Ruling.Outcome.UPHELD if verdict.upheld else Ruling.Outcome.REJECTED
    return apply_remedy(
        game,
        state,
        remedy,
        outcome=outcome,
        actor=actor,
        now=now,
        idempotency_key=idempotency_key,
        by_laws=not _of_an_arbiter(actor, standing),
    )


@transaction.atomic
def claim_flag(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    side: Side,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Rule on the flag of `side`, claimed by the opponent or observed by an arbiter (tavreli 6.8, 6.9, B.6).

    Raises: Conflict ("not_live") on a board with a physical clock; there an arbiter rules on the flag.
    """
    game = lock_game(game_id)
    standing = hooks.standing_of(actor, game)
    require(standing, Action.CLAIM)
    followed(game)
    check_expected(game, expected)
    state = state_of(game)
    caller = None if standing.roles & _ARBITERS else acting_side(standing, Action.CLAIM, side.other, state)
    remedy = call_flag(state, regime_of(game), side, milliseconds(now), caller=caller)
    return apply_remedy(
        game,
        state,
        remedy,
        outcome=Ruling.Outcome.UPHELD,
        actor=actor,
        now=now,
        idempotency_key=idempotency_key,
        by_laws=not _of_an_arbiter(actor, standing),
    )


def _of_an_arbiter(actor: Actor, standing: Standing) -> bool:
    """Return whether the actor is an arbiter of the game, not a player or the service itself."""
    return actor.user_id is not None and bool(standing.roles & _ARBITERS)
