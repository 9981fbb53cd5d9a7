"""Complaints of players, received and answered by arbiters. Only arbiters see them."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from fairplay.kinds import COMPLAINT, COMPLAINT_HANDLED
from fairplay.messages import say
from fairplay.models import Complaint
from fairplay.services.shared import registration_in, round_in
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.services.shared import check_fields, lock_event, lock_section_with_event


@transaction.atomic
def receive_complaint(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    complainant_id: int,
    facts: str,
    about_id: int | None = None,
    round_number: int | None = None,
    board: int | None = None,
) -> Complaint:
    """Record a player's complaint; `about_id` is the accused player, if any.

    Raises: NotFound ("no_such_section", "no_such_round", "no_such_registration"); BadInput ("reason_missing.happening",
    "complaint_of_oneself").
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    if round_number is not None:
        round_in(section, round_number)
    if not facts.strip():
        raise BadInput(say("reason_missing.happening"), field="facts")
    if about_id == complainant_id:
        raise BadInput(say("complaint_of_oneself"), field="about")
    last = Complaint.objects.filter(event=section.event).aggregate(last=Max("number"))["last"] or 0
    row = Complaint(
        event=section.event,
        number=last + 1,
        section=section,
        round_number=round_number,
        board=board,
        complainant=registration_in(section.pk, complainant_id),
        about=None if about_id is None else registration_in(section.pk, about_id),
        facts=facts.strip(),
        received_at=now,
        received_by_id=actor.user_id,
        changed_at=now,
    )
    check_fields(row)
    row.save(force_insert=True)
    happened(COMPLAINT, section, actor=actor, now=now, after={"number": row.number})
    return row


@transaction.atomic
def handle_complaint(
    *, actor: Actor, now: datetime, complaint_id: int, seen: str, state: str, answer: str = ""
) -> Complaint:
    """Set the state of a complaint; `seen` is the state that the arbiter's page showed.

    Raises: NotFound ("no_such_complaint"); Conflict ("stale.complaint"); BadInput ("bad_state", "answer_missing").
    """
    complaint = Complaint.objects.filter(pk=complaint_id).first()
    if complaint is None:
        raise NotFound(say("no_such_complaint"))
    require(actor, lock_event(complaint.event_id), Action.KEEP_FAIR_PLAY)
    row = Complaint.objects.select_related("section__event").get(pk=complaint_id)  # as it is under the lock
    if row.state != seen:
        raise Conflict(say("stale.complaint"))
    if state not in Complaint.State.values:
        raise BadInput(say("bad_state"), field="state")
    if state == Complaint.State.ANSWERED and not answer.strip():
        raise BadInput(say("answer_missing"), field="answer")
    row.state, row.answer, row.changed_at = state, answer.strip(), now
    check_fields(row)
    row.save(update_fields=["state", "answer", "changed_at"])
    happened(
        COMPLAINT_HANDLED,
        row.section,
        actor=actor,
        now=now,
        after={"number": row.number, "complaint_state": state},
    )
    return row
