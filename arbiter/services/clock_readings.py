"""Readings of a physical clock, entered by an arbiter and stored next to the computed times (tavreli 6.10)."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from django.db import transaction

from arbiter.messages import say
from arbiter.models import Ruling
from arbiter.selectors.regimes import regime_of
from arbiter.services.rulings import apply_remedy, lock_state
from games.models.game import Game, TrackingLevel
from games.models.record import milliseconds
from games.services.record import append
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.law.library import find_address
from tavleya.law.remedies import ClockChange, Remedy, RulingOutcome, readings, set_clocks
from tavleya.permissions import Action
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.sides import Side


@transaction.atomic
def adjust_time(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    add: Mapping[Side, int],
    article: str,
    reason: str,
    expected: int | None = None,
    idempotency_key: str = "",
) -> Ruling:
    """Add or subtract time of a side (ms, negative to subtract), for a stated reason (tavreli 6.10, 6.12, 13.4, 13.5).

    Raises: BadInput ("negative_time" if a clock would be negative, "no_such_article", "reason_missing"); Conflict
    ("no_clock").
    """
    game, state = lock_state(actor, game_id, Action.SET_CLOCKS, expected)
    if not reason.strip():
        raise BadInput(say("reason_missing.time"))
    article = find_address(regime_of(game), article)
    before = readings(state, milliseconds(now))
    if before is None or state.over:
        raise Conflict(say("no_clock.to_set"))
    after = {side: before[side] + add.get(side, 0) for side in Side}
    set_clocks(after)
    data = {"add": {side.value: ms for side, ms in add.items() if ms}, "article": article, "reason": reason}
    remedy = Remedy(
        kind="time",
        article=article,
        penalty_article="",
        offender=None,
        drafts=(EntryDraft(EntryKind.ADJUSTMENT, data=MappingProxyType(data)),),
        grounds=(),
        clock=ClockChange(before, after),
        outcome=RulingOutcome.APPLIED,
    )
    return apply_remedy(game, state, remedy, actor=actor, now=now, note=reason, idempotency_key=idempotency_key)


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
    game, state = lock_state(actor, game_id, Action.SET_CLOCKS)
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
    drafts = [EntryDraft(EntryKind.READING, data=data)]
    append(game, state, drafts, actor=actor, now=now, idempotency_key=idempotency_key)
    return game
