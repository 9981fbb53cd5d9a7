"""Manual ticks of checklist points, stored with user and time."""

from datetime import datetime

from django.db import transaction

from arbiter.checkpoints import point
from arbiter.messages import say
from arbiter.models.checklist import ChecklistTick
from tavleya.actors import Actor
from tavleya.errors import Conflict, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.models.round import Round
from tournaments.services.shared import lock_event


@transaction.atomic
def tick(
    *, actor: Actor, now: datetime, event_id: int, item: str, round_id: int | None = None
) -> ChecklistTick:
    """Tick a point of a checklist.

    Raises: Conflict ("ticked_already"); NotFound ("no_such_point", "no_such_round").
    """
    event = lock_event(event_id)
    require(actor, event, Action.RULE)
    _require_item(event_id, item, round_id)
    if ChecklistTick.objects.filter(event=event, round=round_id, item=item, undone_at=None).exists():
        raise Conflict(say("ticked_already"))
    return ChecklistTick.objects.create(
        event=event, round_id=round_id, item=item, user_id=actor.user_id, at=now
    )


@transaction.atomic
def untick(
    *, actor: Actor, now: datetime, event_id: int, item: str, round_id: int | None = None
) -> ChecklistTick:
    """Undo a tick; the row stays, with the user who undid it. Raises: Conflict ("not_ticked")."""
    event = lock_event(event_id)
    require(actor, event, Action.RULE)
    _require_item(event_id, item, round_id)
    row = ChecklistTick.objects.filter(event=event, round=round_id, item=item, undone_at=None).first()
    if row is None:
        raise Conflict(say("not_ticked"))
    row.undone_at, row.undone_by_id = now, actor.user_id
    row.save(update_fields=["undone_at", "undone_by"])
    return row


def _require_item(event_id: int, item: str, round_id: int | None) -> None:
    if point(item).of_round != (round_id is not None):
        raise NotFound(say("no_such_point"))
    if round_id is not None and not Round.objects.filter(pk=round_id, section__event=event_id).exists():
        raise NotFound(say("no_such_round"))
