from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from django.db import transaction

from arbiter.messages import say
from arbiter.models.ruling import Ruling
from arbiter.selectors.regimes import regime_of
from arbiter.services.rulings import apply_remedy
from games import hooks
from games.models.game import Game
from games.models.record import milliseconds
from games.services.record import check_expected, lock_game
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.law import illegal_moves as law
from tavleya.law.illegal_acts import MOVE_KIND
from tavleya.law.messages import say as law_says
from tavleya.law.remedies import Remedy
from tavleya.permissions import Action, require
from tavleya.sides import Side


def preview_illegal_move(*, actor: Actor, now: datetime, game: Game) -> Remedy:
    """Return the remedy for the illegal move in the record, without saving.

    Raises: Conflict ("not_of_this_game") in draughts, where the opponent decides on a violation.
    """
    require(hooks.standing_of(actor, game), Action.RULE)
    _ruled_in(game)
    return law.rule_illegal_move(state_of(game), regime_of(game), milliseconds(now))


@transaction.atomic
def rule_illegal_move(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    expected: int | None = None,
    clocks: Mapping[Side, int] | None = None,
    resume: bool = True,
    note: str = "",
    idempotency_key: str = "",
) -> Ruling:
    """Rule on the illegal move in the record and apply the remedy (tavreli 7.4, 10.3; FIDE 7.5).

    `clocks`: the arbiter's readings (ms), the penalty included, instead of the proposed ones. `expected` is the entry
    that the arbiter's page showed.
    Raises: Conflict ("stale" if the game has changed).
    """
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.RULE)
    check_expected(game, expected)
    _ruled_in(game)
    state = state_of(game)
    remedy = law.rule_illegal_move(state, regime_of(game), milliseconds(now), clocks=clocks, resume=resume)
    return apply_remedy(
        game,
        state,
        remedy,
        outcome=Ruling.Outcome.UPHELD,
        actor=actor,
        now=now,
        note=note,
        idempotency_key=idempotency_key,
    )


def _ruled_in(game: Game) -> None:
    if game.game not in MOVE_KIND.games:
        raise Conflict(law_says("not_of_this_game"))


@transaction.atomic
def dismiss_call(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    expected: int | None = None,
    note: str = "",
    idempotency_key: str = "",
) -> Ruling:
    """Reject the call of an illegal move: play continues from the current position."""
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.RULE)
    check_expected(game, expected)
    state, book = state_of(game), regime_of(game)
    remedy = Remedy(
        kind=law.REASON,
        article=book.article("illegal_move"),
        penalty_article="",
        offender=None,
        drafts=law.dismiss(state),
        grounds=(say("call_dismissed"),),
        facts=MappingProxyType({"calls": [call.seq for call in state.calls]}),
    )
    return apply_remedy(
        game,
        state,
        remedy,
        outcome=Ruling.Outcome.DISMISSED,
        actor=actor,
        now=now,
        note=note,
        idempotency_key=idempotency_key,
    )
