"""Re-pairing: drop a draft and pair its round again from the current state."""

from datetime import datetime
from typing import Any

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.messages import say
from tournaments.models.job import Job
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import Round, RoundStatus
from tournaments.services.rollback.last_round import undo_last_round
from tournaments.services.shared import lock_round_with_section
from tournaments.services.swiss import LARGE, pair_next_round
from tournaments.services.swiss_jobs import request_pairing


@transaction.atomic
def pair_again(*, actor: Actor, now: datetime, round_id: int) -> Round | Job:
    """Undo a draft that an engine paired and pair its round again; the worker does it for a large section.

    The colour of the first player and the time of the round stay.  On an error the old draft stays.
    Raises: Conflict ("round_status") if the round is not a draft; errors of `undo_last_round` and `pair_next_round`.
    """
    row = lock_round_with_section(round_id)
    section = row.section
    require(actor, section.event, Action.PAIR_ROUND)
    if row.status != RoundStatus.DRAFT or row.number is None:
        raise Conflict(say("round_status", status=row.status), status=row.status)
    colour = section.first_colour
    undo_last_round(actor=actor, now=now, section_id=section.pk, number=row.number)
    common: dict[str, Any] = {
        "actor": actor,
        "now": now,
        "section_id": section.pk,
        "number": row.number,
        "first_colour": colour,
    }
    if section.registrations.filter(status=RegistrationStatus.ACTIVE).count() >= LARGE:
        return request_pairing(**common)
    return pair_next_round(**common, starts_at=row.starts_at)
