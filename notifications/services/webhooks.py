"""Webhooks: subscriptions, and the sending of messages made of due lines (`notifications.services.due_lines`)."""

import json
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import structlog
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.db.models import Count, Min, Q

from accounts.encryption import new_secret, signed_headers
from accounts.http_client import INTERNET, AddressRefused, HttpClient, Limits, Request, RequestFailed
from notifications.kinds import WEBHOOK_ADDED, WEBHOOK_REVOKED
from notifications.messages import say
from notifications.models import Channel, Delivery, Lane, Webhook
from notifications.services.outbox import SEND_WEBHOOKS, drop
from notifications.services.push import TAKEN, Outcome
from notifications.services.sending import LEASE, note
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.registry import by_telling, webhook_names
from tournaments.services.jobs import sweep_soon
from tournaments.services.shared import find, lock_event

MOST = 20  # of one event
#: The kind of messages that only try a receiver.
TEST = "test"
# Not http: an eavesdropper could read the messages and the URL, which is often a secret of the receiver.
_URL = URLValidator(schemes=["https"])
log = structlog.get_logger(__name__)


def add_webhook(
    *, actor: Actor, now: datetime, event_id: int, url: str, kinds: Sequence[str], http: HttpClient = INTERNET
) -> Webhook:
    """Send `kinds` of acts to `url`; the row has the secret that signs them.

    An unresolvable name is accepted, because it may resolve later; it is looked up again for each message.
    Raises: BadInput ("bad_webhook_url", "webhook_address_refused", "unknown_webhook_kind"); Conflict
    ("webhook_taken", "too_many_webhooks").
    """
    event = find(Event.objects.filter(pk=event_id), NotFound(say("no_such_event")))
    require(actor, event, Action.MANAGE_WEBHOOKS)
    address = _address(url)
    wanted = sorted(set(kinds))
    if not wanted or not webhook_names().issuperset(wanted):
        raise BadInput(say("unknown_webhook_kind"), field="kinds")
    # Before the event is locked: a name may take seconds to resolve.
    try:
        http.address_of(address)
    except AddressRefused:
        raise BadInput(say("webhook_address_refused"), field="url") from None
    except (OSError, ValueError):
        log.info("webhook_not_resolved", host=urlsplit(address).hostname)
    return _add(actor, now, event_id, address, wanted)


@transaction.atomic
def _add(actor: Actor, now: datetime, event_id: int, address: str, kinds: list[str]) -> Webhook:
    event = lock_event(event_id)
    require(actor, event, Action.MANAGE_WEBHOOKS)
    valid = Webhook.objects.filter(event=event, revoked_at=None)
    if valid.filter(url=address).exists():
        raise Conflict(say("webhook_taken"), field="url")
    if valid.count() >= MOST:
        raise Conflict(say("too_many_webhooks"))
    lane, _ = Lane.objects.get_or_create(name=str(urlsplit(address).hostname))
    webhook = Webhook.objects.create(event=event, lane=lane, url=address, kinds=kinds, secret=new_secret(), made_at=now)
    happened(WEBHOOK_ADDED, webhook, actor=actor, now=now, after={"url": address, "kinds": kinds})
    return webhook


def _address(url: str) -> str:
    """Return the stripped URL. Raises: BadInput ("bad_webhook_url") unless it is https without a password."""
    address = url.strip()
    try:
        _URL(address)
        parts = urlsplit(address)
        hostname, _port = parts.hostname, parts.port
    except (ValidationError, ValueError):
        raise _bad_url() from None
    if len(address) > 500 or not hostname or len(hostname) > 255 or parts.username or parts.password:
        raise _bad_url()
    return address


@transaction.atomic
def revoke_webhook(*, actor: Actor, now: datetime, webhook_id: int) -> None:
    """Revoke a webhook and cancel its queued messages. Repeatable."""
    webhook = _lock_webhook(actor, webhook_id)
    if Webhook.objects.filter(pk=webhook.pk, revoked_at=None).update(revoked_at=now):
        drop(Q(webhook=webhook), "revoked")
        happened(WEBHOOK_REVOKED, webhook, actor=actor, now=now, before={"url": webhook.url})


@transaction.atomic
def try_webhook(*, actor: Actor, now: datetime, webhook_id: int) -> Delivery:
    """Queue a message of the kind `test`, which reports no act; at most one per address is queued.

    Raises: NotFound ("no_such_webhook").
    """
    webhook = _lock_webhook(actor, webhook_id)
    if webhook.revoked_at is not None:
        raise NotFound(say("no_such_webhook"))
    body = json.dumps({"kind": TEST, "at": now.isoformat(), "event": webhook.event.slug})
    message, _ = Delivery.objects.get_or_create(
        webhook=webhook,
        kind=TEST,
        state=Delivery.State.QUEUED,
        defaults={
            "event": webhook.event,
            "channel": Channel.WEBHOOK,
            "body": body,
            "made_at": now,
            "due_at": now,
            "expires_at": now + OLDEST,
        },
    )
    sweep_soon(SEND_WEBHOOKS)
    return message


def _lock_webhook(actor: Actor, webhook_id: int) -> Webhook:
    """Return a webhook with its locked event, in which the actor may manage them."""
    webhook = find(Webhook.objects.filter(pk=webhook_id), NotFound(say("no_such_webhook")))
    webhook.event = lock_event(webhook.event_id)
    require(actor, webhook.event, Action.MANAGE_WEBHOOKS)
    return webhook


def forget_webhooks(event: Event) -> None:
    """Delete the webhooks of a deleted event."""
    Webhook.objects.filter(event=event).delete()


def webhook_gauges(now: datetime) -> Sequence[tuple[str, str, float]]:
    """Return the number of messages that wait, and how late the first is (s)."""
    due = Delivery.objects.order_by().filter(channel=Channel.WEBHOOK, due_at__isnull=False)
    totals = due.aggregate(n=Count("pk"), since=Min("due_at"))
    late = max(0.0, (now - (totals["since"] or now)).total_seconds())
    return (
        ("tavleya_webhooks_waiting", "Messages that wait to be sent to other programs", totals["n"]),
        ("tavleya_webhooks_late_seconds", "How long the message that is due longest has been due", late),
    )


def queue_messages(lines: Sequence[Log]) -> int:
    """Queue the messages of one event's due lines, in their order; return their number.

    A webhook receives only acts after its creation.
    """
    event = lines[0].event
    hooks = list(Webhook.objects.filter(event=event, revoked_at=None))
    bodies: dict[int, tuple[str, str]] = {}
    for telling, group in by_telling(lines).items():
        if telling.bodies is None or not any(telling.webhook in hook.kinds for hook in hooks):
            continue
        contents = telling.bodies(group)
        for line in group:
            if line.pk in contents:
                head = {"kind": telling.webhook, "at": line.at.isoformat(), "event": event.slug}
                body = json.dumps({**head, **contents[line.pk]}, ensure_ascii=False)
                bodies[line.pk] = (telling.webhook, body)
    rows = Delivery.objects.bulk_create(
        Delivery(
            event=event,
            webhook=hook,
            channel=Channel.WEBHOOK,
            kind=kind,
            body=body,
            made_at=line.at,
            due_at=line.due_at,
            expires_at=line.at + OLDEST,
        )
        for line in lines
        if line.pk in bodies
        for kind, body in [bodies[line.pk]]
        for hook in hooks
        if kind in hook.kinds and hook.made_at <= line.at
    )
    if rows:
        sweep_soon(SEND_WEBHOOKS)
    return len(rows)


def _bad_url() -> BadInput:
    return BadInput(say("bad_webhook_url"), field="url")


# Send due webhook messages: signed, retried with growing pauses, and per host, so that none delays another.

#: Pauses before each further try; after the last one a message is given up.
PAUSES = tuple(timedelta(seconds=pause) for pause in (30, 120, 600, 3_600, 6 * 3_600, 12 * 3_600))
#: A message to an unreachable host is dropped then, however rarely it was tried.
OLDEST = sum(PAUSES, timedelta(hours=1))
#: Pause of a host that did not respond, doubled each time, whatever is queued for it.
LANE_PAUSE, LONGEST_LANE_PAUSE = timedelta(seconds=30), timedelta(minutes=30)
LANES_AT_ONCE = 8
LANES_OF_A_SWEEP = 40
OF_A_LANE = 25
#: Seconds of a sweep after which no message is begun, so that the task ends within its time limit.
SWEEP_SECONDS = 15
_LIMITS = Limits(size=0)


#: A message with the outcome of the attempt and the status of the response, if there was one.
_Try = tuple[Delivery, Outcome, int | None]


def send_due(now: datetime, http: HttpClient = INTERNET) -> int:
    """Send the due messages, the oldest first; return the number that arrived.

    Hosts are served in parallel, those that responded last time first, and one host by one sweep at a time. A receiver
    may get a message twice (its response was lost): the header `webhook-id` identifies it.
    """
    drop(Q(channel=Channel.WEBHOOK, expires_at__lte=now), "too_late")
    lanes = _take_lanes(now)
    if not lanes:
        return 0
    last_start = time.monotonic() + SWEEP_SECONDS
    arrived = 0
    with ThreadPoolExecutor(min(len(lanes), LANES_AT_ONCE)) as threads:
        lane_of = {threads.submit(_send_in_turn, deliveries, now, http, last_start): lane for lane, deliveries in lanes}
        for future in as_completed(lane_of):
            tries = future.result()
            for delivery, outcome, status in tries:
                note(delivery, outcome, now, PAUSES, status)
            _release(lane_of[future], tries, now)
            arrived += sum(outcome.done for _, outcome, _ in tries)
    return arrived


def _take_lanes(now: datetime) -> list[tuple[Lane, list[Delivery]]]:
    """Reserve the free lanes with due messages for this sweep; return them with the messages."""
    free = (Q(paused_until=None) | Q(paused_until__lte=now)) & (Q(busy_until=None) | Q(busy_until__lte=now))
    due = Lane.objects.filter(free, webhooks__deliveries__due_at__lte=now).distinct()
    taken = []
    for lane in due.order_by("failures", "pk")[:LANES_OF_A_SWEEP]:
        if Lane.objects.filter(free, pk=lane.pk).update(busy_until=now + LEASE):
            waiting = Delivery.objects.filter(webhook__lane=lane, due_at__lte=now)
            taken.append((lane, list(waiting.select_related("webhook").order_by("pk")[:OF_A_LANE])))
    return taken


def _send_in_turn(deliveries: Iterable[Delivery], now: datetime, http: HttpClient, last_start: float) -> list[_Try]:
    """Send to one host until it fails or time is up; the other messages stay queued. Does not use the database."""
    tries: list[_Try] = []
    for delivery in deliveries:
        if time.monotonic() > last_start:
            break
        tries.append((delivery, *_try(delivery, now, http)))
        if not _host_is_well(tries[-1]):
            break
    return tries


def _try(delivery: Delivery, now: datetime, http: HttpClient) -> tuple[Outcome, int | None]:
    assert delivery.webhook is not None
    body = delivery.body.encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Tavleya",
        **signed_headers(delivery.webhook.secret, str(delivery.key), now, body),
    }
    try:
        status = http.send(Request(url=delivery.webhook.url, headers=headers, body=body, limits=_LIMITS)).status
    except RequestFailed as error:
        return Outcome(error.kind, again=timedelta()), None
    return (TAKEN if 200 <= status < 300 else Outcome(f"answered {status}", again=timedelta())), status


def _host_is_well(attempt: _Try) -> bool:
    """Return whether the host responded, if only that this message is not wanted."""
    status = attempt[2]
    return status is not None and status < 500 and status != 429


def _release(lane: Lane, tries: Sequence[_Try], now: datetime) -> None:
    """Release the lane for other sweeps: at once if its host is well, else after a pause."""
    failures, pause = lane.failures, None
    if tries and _host_is_well(tries[-1]):
        failures = 0
    elif tries:
        failures = min(lane.failures + 1, 20)
        pause = min(LANE_PAUSE * 2 ** (failures - 1), LONGEST_LANE_PAUSE)
    until = None if pause is None else now + pause
    Lane.objects.filter(pk=lane.pk).update(busy_until=None, failures=failures, paused_until=until)
