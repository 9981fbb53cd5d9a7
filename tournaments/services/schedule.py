"""What is put right before a round is shown: when it starts, and a pairing that is not wanted after all."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from common.actors import Actor
from common.errors import Conflict
from common.permissions import Action
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Pairing, Round
from tournaments.models.round import RoundStatus
from tournaments.services.shared import (
    lock_round_with_section,
    lock_section,
    standings_changed,
    write_log,
)


@transaction.atomic
def reschedule_round(*, actor: Actor, now: datetime, round_id: int, starts_at: datetime | None) -> Round:
    """Set when a round begins, or (None) leave it open.  Conflict `round_closed`."""
    row = lock_round_with_section(round_id)
    event = row.section.event
    require(actor, event, Action.PAIR_ROUND)
    if row.status == RoundStatus.CLOSED:
        raise Conflict(say("round_closed"))
    if row.starts_at == starts_at:
        return row
    before = {"starts_at": row.starts_at.isoformat() if row.starts_at else None}
    after = {"round": row.number, "starts_at": starts_at.isoformat() if starts_at else None}
    row.starts_at = starts_at
    row.save(update_fields=["starts_at"])
    if row.status != RoundStatus.DRAFT:
        standings_changed(row.section_id)  # pages of the section and of its players show when it begins
    write_log(
        event=event, actor=actor, now=now, action="round.rescheduled", subject=row, before=before, after=after
    )
    return row


@transaction.atomic
def discard_drafts(*, actor: Actor, now: datetime, section_id: int) -> int:
    """Throw the drafts of a section away, so that it can be paired anew; returns how many there were.

    A round robin is paired as a whole and discarded as a whole: Conflict `schedule_begun` once a round of it is
    public.  Conflict `no_drafts`.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.PAIR_ROUND)
    drafts = section.rounds.filter(status=RoundStatus.DRAFT)
    numbers = list(drafts.order_by("number").values_list("number", flat=True))
    if not numbers:
        raise Conflict(say("no_drafts"))
    if section.system.scheduled and section.rounds.exclude(status=RoundStatus.DRAFT).exists():
        raise Conflict(say("schedule_begun"))
    boards = Pairing.objects.filter(round__in=drafts)
    before = {"rounds": numbers, "boards": boards.count()}
    boards.delete()
    drafts.delete()
    write_log(
        event=section.event, actor=actor, now=now, action="drafts.discarded", subject=section, before=before
    )
    return len(numbers)
