"""Readings of a physical clock, entered by an arbiter and stored next to the computed times (tavreli 6.10)."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from arbiter.messages import say
from games import hooks
from games.models.game import Game, TrackingLevel
from games.models.record import milliseconds
from games.services.record import append, lock_game
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action, require
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.phase import GamePhase
from tavleya.sides import Side

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
    idempotency_key: str = "",
) -> Game:
    """Record the readings of one or both physical clocks (ms), now or at `read_at`. It changes no clock.

    Raises: BadInput ("no_reading", "negative_time", "reading_too_long", "read_later"); Conflict ("not_started" if a
    live game had not begun at that time, "annulled").
    """
    game = lock_game(game_id)
    require(hooks.standing_of(actor, game), Action.SET_CLOCKS)
    state = state_of(game)
    if not read:
        raise BadInput(say("no_reading"))
    if any(ms < 0 for ms in read.values()):
        raise BadInput(say("negative_time.reading"))
    if any(ms > LONGEST for ms in read.values()):
        raise BadInput(say("reading_too_long"))
    if state.phase is GamePhase.ANNULLED:
        raise Conflict(say("annulled"))
    latest = max(milliseconds(now), state.at)  # the record's time never runs backwards
    at = milliseconds(read_at) if read_at else latest
    if at > latest:
        raise BadInput(say("read_later"))
    if game.tracking == TrackingLevel.LIVE and (state.started_at is None or at < state.started_at):
        raise Conflict(say("not_started"))
    data: dict[str, object] = {f"{side.value}_ms": ms for side, ms in read.items()}
    data["source"] = "physical"
    if read_at is not None:
        data["read_at"] = at
    if note.strip():
        data["note"] = note.strip()[:200]
    append(
        game,
        state,
        [EntryDraft(EntryKind.READING, data=data)],
        actor=actor,
        now=now,
        idempotency_key=idempotency_key,
    )
    return game
