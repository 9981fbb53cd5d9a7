"""Outgoing messages at the desk: counts and retries."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q

from notifications.kinds import MESSAGES_BOUNCED, MESSAGES_RETRIED
from notifications.messages import say
from notifications.models.notifications import Delivery, Subscription
from notifications.models.webhooks import WebhookDelivery
from notifications.services.kinds import ENTRY
from notifications.services.stopping import end
from tavleya.actors import Actor
from tavleya.errors import NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.event import Event
from tournaments.services.queue import SEND_EMAIL, SEND_PUSH, SEND_TELEGRAM, sweep_soon
from tournaments.services.shared import lock_event

_State = Delivery.State
#: Reason of an ended address or a failed email that an official has marked.
BOUNCED = "bounced"
_AGAIN = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Counted:
    """The messages of one kind by one channel."""

    kind: str
    channel: str
    queued: int
    sent: int
    failed: int
    dropped: int


def counts(event: Event) -> list[Counted]:
    """Return counts by kind and channel, including webhooks (`webhook`)."""
    counteds: list[Counted] = []
    rows = Delivery.objects.filter(event=event).order_by("kind", "channel").values_list("kind", "channel")
    of = [Count("pk", filter=Q(state=state)) for state in (_State.QUEUED, _State.SENT, _State.FAILED)]
    for kind, channel, queued, sent, failed, total in rows.annotate(
        queued=of[0], sent=of[1], failed=of[2], total=Count("pk")
    ):
        dropped = total - queued - sent - failed
        counteds.append(Counted(kind, channel, queued, sent, failed, dropped))
    hooks = WebhookDelivery.objects.filter(webhook__event=event).order_by("kind").values_list("kind")
    data = hooks.annotate(
        queued=Count("pk", filter=Q(next_at__isnull=False)),
        sent=Count("pk", filter=Q(delivered_at__isnull=False)),
        dropped=Count("pk", filter=Q(problem="revoked")),
        total=Count("pk"),
    )
    for kind, queued, sent, dropped, total in data:
        counteds.append(Counted(kind, "webhook", queued, sent, total - queued - sent - dropped, dropped))
    return counteds


def failures(event: Event, most: int = 50) -> list[Delivery]:
    """Return the newest failed messages."""
    rows = Delivery.objects.filter(event=event, state=_State.FAILED)
    return list(rows.select_related("subscription__player", "subscription__user", "entry")[:most])


def dead_addresses(event: Event, most: int = 50) -> list[Subscription]:
    """Return the email addresses to which mail failed permanently."""
    rows = Subscription.objects.filter(event=event, channel="email").exclude(ended_at=None)
    return list(
        rows.exclude(ended_because="asked").select_related("player", "user").order_by("-ended_at")[:most]
    )


@transaction.atomic
def end_mail(*, actor: Actor, now: datetime, event_id: int, address: str) -> int:
    """Mark an address as bounced: no more mail of the event is sent there, and the desk lists the people concerned.

    Some servers accept an email and return it hours later, to a mailbox that people read. Returns the number of
    subscriptions and emails about entries. Repeatable.
    Raises: NotFound ("no_such_address").
    """
    event = lock_event(event_id)
    require(actor, event, Action.EDIT_EVENT)
    of = Subscription.objects.filter(event=event, channel="email", address__iexact=address.strip())
    letters = Delivery.objects.filter(event=event, entry__email__iexact=address.strip(), kind=ENTRY)
    if not address.strip() or not (of.exists() or letters.exists()):
        raise NotFound(say("no_such_address"), field="address")
    ended = end(Q(pk__in=list(of.values_list("pk", flat=True))), BOUNCED, now)
    open_ = letters.exclude(state=_State.DROPPED).exclude(problem=BOUNCED)
    marked = open_.update(state=_State.FAILED, due_at=None, problem=BOUNCED)
    if ended + marked:
        happened(MESSAGES_BOUNCED, event, actor=actor, now=now, after={"messages": ended + marked})
    return ended + marked


@transaction.atomic
def retry_messages(*, actor: Actor, now: datetime, event_id: int) -> int:
    """Try the failed messages of an event again and return their number. Ended subscriptions are skipped."""
    event = lock_event(event_id)
    require(actor, event, Action.EDIT_EVENT)
    rows = Delivery.objects.filter(event=event, state=_State.FAILED)
    rows = rows.filter(
        Q(subscription__ended_at=None) & Q(subscription__isnull=False) | Q(entry__isnull=False)
    ).exclude(problem=BOUNCED)
    update = rows.update(state=_State.QUEUED, due_at=now, tries=0, problem="", expires_at=now + _AGAIN)
    if update:
        for task in (SEND_EMAIL, SEND_PUSH, SEND_TELEGRAM):
            sweep_soon(task)
        happened(MESSAGES_RETRIED, event, actor=actor, now=now, after={"messages": update})
    return update
