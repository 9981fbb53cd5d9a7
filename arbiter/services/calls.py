"""Answers to players' calls: the arbiter, the time and the act."""

from datetime import datetime

from django.db import transaction

from arbiter.models import Ruling
from arbiter.services.rulings import apply_remedy
from games import hooks
from games.services.record import check_expected, lock_game
from games.states import state_of
from tavleya.actors import Actor
from tavleya.law import calls as law
from tavleya.permissions import Action, require


@transaction.atomic
def answer_call(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    call: int,
    upheld: bool,
    note: str = "",
    resume: bool = True,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Close the call of entry `call`; another ruling may close it too, this one changes nothing but the clocks.

    `resume`: the clock is started again once no call is open. `expected` is the entry that the arbiter's page showed.
    Raises: Conflict ("stale" if the game has changed, "call_not_open").
    """
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.RULE)
    check_expected(game, expected)
    state = state_of(game)
    remedy = law.answer_call(state, call, upheld=upheld, note=note.strip(), resume=resume)
    return apply_remedy(game, state, remedy, actor=actor, now=now, note=note.strip(), idempotency_key=idempotency_key)
