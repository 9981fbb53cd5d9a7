"""What a physical clock shows, read by an arbiter and kept beside the reckoning (tavreli 6.10)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from common.actors import Actor
from common.errors import BadInput, Conflict
from common.messages import N_, Message
from common.permissions import Action, require
from common.sides import Side
from core.record.entries import Draft, Kind
from core.record.phase import Phase
from games import hooks
from games.models import Depth, Game
from games.models.record import milliseconds
from games.services.record import append, lock_game
from games.states import state_of

LONGEST = 100 * 60 * 60_000  # no clock shows a hundred hours


@transaction.atomic
def read_clocks(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    read: Mapping[Side, int],
    read_at: datetime | None = None,
    note: str = "",
    request: str = "",
) -> Game:
    """Write down what one or both physical clocks show (ms), now or at `read_at`.  It changes no clock.

    Raises BadInput `no_reading`, `negative_time`, `reading_too_long`, `read_later`; Conflict `not_started`, where a
    followed game had not begun at that time, and `annulled`.
    """
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.SET_CLOCKS)
    state = state_of(game)
    if not read:
        raise BadInput(Message("no_reading", N_("Write down what at least one of the clocks shows.")))
    if any(ms < 0 for ms in read.values()):
        raise BadInput(Message("negative_time", N_("A clock cannot be set to less than zero.")))
    if any(ms > LONGEST for ms in read.values()):
        raise BadInput(Message("reading_too_long", N_("No clock shows that much.")))
    if state.phase is Phase.ANNULLED:
        raise Conflict(Message("annulled", N_("This game has been annulled.")))
    latest = max(milliseconds(now), state.at)  # the record's time never runs backwards
    at = milliseconds(read_at) if read_at else latest
    if at > latest:
        raise BadInput(Message("read_later", N_("That time has not come yet.")))
    if game.depth == Depth.LIVE and (state.started_at is None or at < state.started_at):
        raise Conflict(Message("not_started", N_("This game has not begun.")))
    data: dict[str, object] = {f"{side.value}_ms": ms for side, ms in read.items()}
    data["source"] = "physical"
    if read_at is not None:
        data["read_at"] = at
    if note.strip():
        data["note"] = note.strip()[:200]
    append(game, state, [Draft(Kind.READING, data=data)], actor=actor, now=now, request=request)
    return game
