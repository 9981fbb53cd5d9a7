"""Arbiters on duty in the hall, and incidents that belong to no single board (tavreli 13.1–13.3, 13.7)."""

from datetime import datetime

from django.db import transaction

from arbiter.kinds import DUTY_BEGAN, DUTY_ENDED
from arbiter.messages import say
from arbiter.models.duty import Duty, HallIncident
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.law.incidents import incident
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.services.shared import check_fields, lock_event


@transaction.atomic
def go_on_duty(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    task: str = "",
    section_id: int | None = None,
    first_board: int | None = None,
    last_board: int | None = None,
) -> Duty:
    """Start the arbiter's duty, in the whole hall or at the assigned boards.

    Raises: Conflict ("on_duty_already"); NotFound ("no_such_section"); BadInput ("boards_out_of_order").
    """
    event = lock_event(event_id)
    require(actor, event, Action.RULE)
    if actor.user_id is None:
        raise BadInput(say("nobody.on_duty"))
    if Duty.objects.filter(event=event, user=actor.user_id, ended_at=None).exists():
        raise Conflict(say("on_duty_already"))
    if section_id is not None and not Section.objects.filter(pk=section_id, event=event).exists():
        raise NotFound(say("no_such_section"))
    if first_board is not None and last_board is not None and last_board < first_board:
        raise BadInput(say("boards_out_of_order"), field="last_board")
    duty = Duty(
        event=event,
        user_id=actor.user_id,
        task=task,
        section_id=section_id,
        first_board=first_board,
        last_board=last_board,
        began_at=now,
    )
    check_fields(duty)
    duty.save()
    log_data = {"task": task, "first_board": first_board, "last_board": last_board}
    after = {name: value for name, value in log_data.items() if value not in ("", None)}
    happened(DUTY_BEGAN, duty, actor=actor, now=now, after=after)
    return duty


@transaction.atomic
def go_off_duty(*, actor: Actor, now: datetime, event_id: int) -> Duty:
    """End the arbiter's duty.

    Raises: Conflict ("not_on_duty").
    """
    event = lock_event(event_id)
    require(actor, event, Action.RULE)
    duty = event.duties.filter(user=actor.user_id, ended_at=None).first()
    if duty is None:
        raise Conflict(say("not_on_duty"))
    duty.ended_at = now
    duty.save(update_fields=["ended_at"])
    happened(DUTY_ENDED, duty, actor=actor, now=now)
    return duty


@transaction.atomic
def log_incident(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    code: str,
    text: str,
    article: str = "",
    registration_id: int | None = None,
) -> HallIncident:
    """Record an incident in the hall.

    Raises: NotFound ("no_such_incident", "no_such_registration"); BadInput ("reason_missing").
    """
    event = lock_event(event_id)
    require(actor, event, Action.RULE)
    kind = incident(code)
    if not text.strip():
        raise BadInput(say("reason_missing.happening"), field="text")
    registration = None
    if registration_id is not None:
        registration = Registration.objects.filter(pk=registration_id, section__event=event).first()
        if registration is None:
            raise NotFound(say("no_such_registration"))
    row = HallIncident(
        event=event,
        registration=registration,
        code=kind.code,
        article=article,
        text=text.strip(),
        at=now,
        arbiter_id=actor.user_id,
    )
    check_fields(row)
    row.save()
    return row
