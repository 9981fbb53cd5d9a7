"""Acts of an arbiter on a score sheet that differs from the record."""

from datetime import datetime

from django.db import transaction

from arbiter.messages import say
from arbiter.selectors.sheet_findings import DECIDES, STANDS, SheetFinding, findings_at
from games import hooks
from games.models.game import Game
from games.services.record import append, check_expected, lock_game
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import NotFound
from tavleya.permissions import Action, require
from tavleya.record.entries import EntryDraft, EntryKind


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
