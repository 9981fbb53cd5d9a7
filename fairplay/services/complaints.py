"""Complaints of players, received and answered by arbiters. Only arbiters see them."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from fairplay.kinds import (
    BAG_UNDONE,
    COMPLAINT,
    COMPLAINT_HANDLED,
    DECLARATION_REMOVED,
    DECLARED,
    HANDED_BACK,
    HANDED_IN,
)
from fairplay.messages import say
from fairplay.models import Complaint, Declaration, DeviceBag
from fairplay.services.checks import registration_in, round_in
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.services.shared import check_fields, lock_event, lock_section, lock_section_with_event


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


# Devices that players hand in for a round, in numbered bags, and are handed back.


@transaction.atomic
def hand_in_devices(
    *, actor: Actor, now: datetime, section_id: int, round_number: int, registration_id: int, bag: int
) -> DeviceBag:
    """Record devices that a player hands in, in the bag with this number.

    Raises: NotFound ("no_such_section", "no_such_round", "no_such_registration"); BadInput ("bad_field"); Conflict
    ("bag_in_use" by another player, "bag_of_player" if the player has already handed in devices).
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    round_in(section, round_number)
    row = DeviceBag(
        event=section.event,
        registration=registration_in(section.pk, registration_id),
        round_number=round_number,
        bag=bag,
        handed_in_at=now,
        handed_in_to_id=actor.user_id,
    )
    check_fields(row)
    _free(row)
    row.save(force_insert=True)
    happened(HANDED_IN, section, actor=actor, now=now, after={"number": bag})
    return row


@transaction.atomic
def hand_back_bag(*, actor: Actor, now: datetime, event_id: int, bag: int) -> DeviceBag:
    """Hand the devices in this bag back. Raises: NotFound ("bag_not_in_use")."""
    event = lock_event(event_id)
    require(actor, event, Action.KEEP_FAIR_PLAY)
    rows = DeviceBag.objects.select_related("registration__section__event", "registration__player")
    row = rows.filter(event=event, bag=bag, handed_back_at=None).first()
    if row is None:
        raise NotFound(say("bag_not_in_use", bag=bag), field="bag")
    row.handed_back_at, row.handed_back_by_id = now, actor.user_id
    row.save(update_fields=["handed_back_at", "handed_back_by"])
    happened(HANDED_BACK, row.registration.section, actor=actor, now=now, after={"number": bag})
    return row


@transaction.atomic
def undo_bag(*, actor: Actor, now: datetime, event_id: int, bag_id: int) -> None:
    """Undo the last entry about a bag: that it was handed back, else that it was handed in.

    Raises: NotFound ("no_such_bag"); Conflict ("bag_in_use", "bag_of_player" if the bag has been used since).
    """
    event = lock_event(event_id)
    require(actor, event, Action.KEEP_FAIR_PLAY)
    rows = DeviceBag.objects.select_related("registration__section__event")
    row = rows.filter(event=event, pk=bag_id).first()
    if row is None:
        raise NotFound(say("no_such_bag"))
    section, number = row.registration.section, row.bag
    if row.handed_back_at is None:
        row.delete()
    else:
        _free(row)
        row.handed_back_at = row.handed_back_by = None
        row.save(update_fields=["handed_back_at", "handed_back_by"])
    happened(BAG_UNDONE, section, actor=actor, now=now, after={"number": number})


def _free(row: DeviceBag) -> None:
    """Check that bag and player are free. Under the event's lock the second of two arbiters gets the error.

    Raises: Conflict ("bag_in_use", "bag_of_player").
    """
    in_use = DeviceBag.objects.filter(event=row.event_id, handed_back_at=None)
    if in_use.filter(bag=row.bag).exists():
        raise Conflict(say("bag_in_use", bag=row.bag), field="bag")
    own = in_use.filter(registration=row.registration_id).first()
    if own is not None:
        raise Conflict(say("bag_of_player", bag=own.bag), field="registration")


# Hearing aids and medical devices that players declare before playing.


@transaction.atomic
def record_declaration(
    *, actor: Actor, now: datetime, section_id: int, registration_id: int, kind: str, text: str = ""
) -> Declaration:
    """Record a player's declaration seen by an arbiter.

    Raises: NotFound ("no_such_section", "no_such_registration"); BadInput ("bad_declaration").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    if kind not in Declaration.Kind.values:
        raise BadInput(say("bad_declaration"), field="kind")
    registration = registration_in(section.pk, registration_id)
    row = Declaration(registration=registration, kind=kind, text=text.strip(), seen_at=now, seen_by_id=actor.user_id)
    check_fields(row)
    row.save(force_insert=True)
    happened(DECLARED, section, actor=actor, now=now)
    return row


@transaction.atomic
def remove_declaration(*, actor: Actor, now: datetime, declaration_id: int) -> None:
    """Delete a declaration: it says something of a player's health, and is kept no longer than it is needed.

    Raises: NotFound ("no_such_declaration").
    """
    row = Declaration.objects.select_related("registration").filter(pk=declaration_id).first()
    if row is None:
        raise NotFound(say("no_such_declaration"))
    section = lock_section(row.registration.section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    row.delete()
    happened(DECLARATION_REMOVED, section, actor=actor, now=now)
