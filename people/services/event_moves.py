"""Moves of events between organisations, with the consent of both sides.

The giving side is the organisation that owns the event, or the event's organisers if it has no owner. The taking side
is the new owner. A user who acts for both sides moves it at once.
"""

from datetime import datetime

from django.db import transaction

from people.kinds import EVENT_JOINED, EVENT_LEFT, EVENT_MOVE_ASKED, EVENT_MOVE_CANCELLED, EVENT_MOVED
from people.messages import say
from people.services.organisations import lock_organisation
from tavleya.actors import Actor, Role
from tavleya.errors import Conflict, NotFound, NotPermitted
from tavleya.permissions import Action, allowed, refuse_read_only
from tournaments.access import standing_in, standing_in_organisation
from tournaments.activity import happened
from tournaments.models.event import Event
from tournaments.models.organisation import EventMove, Organisation
from tournaments.services.shared import lock_event


def gives(actor: Actor, event: Event) -> bool:
    """Return whether the actor may act for the current owner of the event."""
    if event.organisation is None:
        return allowed(standing_in(actor, event), Action.GRANT_ROLES)
    return allowed(standing_in_organisation(actor, event.organisation), Action.OWN_EVENTS)


def takes(actor: Actor, organisation: Organisation) -> bool:
    """Return whether the actor may act for the new owner of an event."""
    return allowed(standing_in_organisation(actor, organisation), Action.OWN_EVENTS)


@transaction.atomic
def move_event(*, actor: Actor, now: datetime, event_id: int, organisation_id: int) -> Event:
    """Request that an organisation own the event, or agree to it: the second of the two sides moves it.

    Raises: NotPermitted ("not_permitted") for users of neither side; Conflict ("owned_already", "another_move" while
    another organisation has requested it).
    """
    organisation = lock_organisation(organisation_id)
    event = lock_event(event_id)
    refuse_read_only(standing_in(actor, event))
    giving, taking = gives(actor, event), takes(actor, organisation)
    if not (giving or taking):
        raise NotPermitted(say("neither_side"))
    if event.organisation_id == organisation.pk:
        raise Conflict(say("owned_already"))
    event_move = EventMove.objects.filter(event=event).first()
    if event_move is not None and event_move.to_id != organisation.pk:
        raise Conflict(say("another_move"))
    value, taken = (
        giving or (event_move is not None and event_move.given),
        taking or (event_move is not None and event_move.taken),
    )
    if value and taken:
        EventMove.objects.filter(event=event).delete()
        return _put(actor, now, event, organisation)
    if event_move is None:
        EventMove.objects.create(
            event=event, to=organisation, given=value, taken=taken, asked_by_id=actor.user_id, asked_at=now
        )
        happened(EVENT_MOVE_ASKED, event, actor=actor, now=now, after={"organisation": organisation.slug})
    return event


@transaction.atomic
def cancel_move(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Decline or cancel a move, from either side. Raises: NotFound ("no_such_move")."""
    event = lock_event(event_id)
    event_move = EventMove.objects.select_related("to").filter(event=event).first()
    if event_move is None or not (gives(actor, event) or takes(actor, event_move.to)):
        raise NotFound(say("no_such_move"))
    event_move.delete()
    happened(EVENT_MOVE_CANCELLED, event, actor=actor, now=now, before={"organisation": event_move.to.slug})
    return event


@transaction.atomic
def release_event(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Let an event belong to no organisation; its organisers keep it.

    The organisation decides this.
    Raises: NotFound ("no_such_organisation" if it has no owner); Conflict ("last_organiser" if the event has no
    organiser).
    """
    event = lock_event(event_id)
    if event.organisation is None:
        raise NotFound(say("no_such_organisation"))
    if not gives(actor, event):
        raise NotPermitted(say("neither_side"))
    refuse_read_only(standing_in(actor, event))
    if not event.roles.filter(role=Role.ORGANISER.value).exists():
        raise Conflict(say("last_organiser"))
    EventMove.objects.filter(event=event).delete()
    return _put(actor, now, event, None)


def _put(actor: Actor, now: datetime, event: Event, organisation: Organisation | None) -> Event:
    before, event.organisation = event.organisation, organisation
    event.save(update_fields=["organisation"])
    was, now_is = (item.slug if item is not None else "" for item in (before, organisation))
    happened(
        EVENT_MOVED, event, actor=actor, now=now, before={"organisation": was}, after={"organisation": now_is}
    )
    for item, kind in ((before, EVENT_LEFT), (organisation, EVENT_JOINED)):
        if item is not None:
            happened(kind, item, actor=actor, now=now, after={"event": event.slug})
    return event
