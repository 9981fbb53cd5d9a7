"""Answers to players' calls: the arbiter, the time and the act."""

from datetime import datetime

from django.db import transaction

from arbiter.messages import say
from arbiter.models import Ruling
from arbiter.selectors.sheet_findings import DECIDES, STANDS, SheetFinding, findings_at
from arbiter.services.rulings import apply_remedy
from games import hooks
from games.models.game import Game
from games.services.record import append, check_expected, lock_game
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import NotFound
from tavleya.law import claims as law
from tavleya.permissions import Action, require
from tavleya.record.entries import EntryDraft, EntryKind

# Acts of an arbiter on a score sheet that differs from the record.


def open_finding(game: Game, key: str) -> SheetFinding:
    """Return the open finding with this key at the board. Raises: NotFound ("no_such_finding")."""
    for sheet_finding in findings_at(game):
        if sheet_finding.finding.key == key and not sheet_finding.settled:
            return sheet_finding
    raise NotFound(say("no_such_finding"))


@transaction.atomic
def let_stand(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    key: str,
    note: str = "",
    expected: int | None = None,
    idempotency_key: str = "",
) -> Game:
    """Accept the record despite the sheet; the record has the user and the reason.

    Raises: NotFound ("no_such_finding"); Conflict ("stale").
    """
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.RULE)
    check_expected(game, expected)
    finding = open_finding(game, key).finding
    log_data = {
        "decides": DECIDES,
        "outcome": STANDS,
        "findings": [finding.key],
        "found": finding.message.to_json(),
        **({"note": note} if note else {}),
    }
    drafts = [EntryDraft(EntryKind.DECISION, data=log_data)]
    append(game, state_of(game), drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    return game


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
