"""Webhooks: subscriptions and queued messages.

Messages are made from the lines of the log, after the act (`notifications.services.due_lines`), and sent by
`notifications.services.webhooks.sending`.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from urllib.parse import urlsplit

import structlog
from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import transaction
from django.db.models import Q

from accounts.http_client import INTERNET, AddressRefused, HttpClient
from notifications.kinds import WEBHOOK_ADDED, WEBHOOK_REVOKED
from notifications.messages import say
from notifications.models import Channel, Delivery, Lane, Webhook
from notifications.services.outbox import drop
from notifications.services.webhooks.sending import OLDEST, new_secret
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.registry import by_telling, webhook_names
from tournaments.services.jobs import SEND_WEBHOOKS, sweep_soon
from tournaments.services.shared import lock_event

MOST = 20  # of one event
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
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise NotFound(say("no_such_event"))
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
    row = Webhook.objects.create(event=event, lane=lane, url=address, kinds=kinds, secret=new_secret(), made_at=now)
    happened(WEBHOOK_ADDED, row, actor=actor, now=now, after={"url": address, "kinds": kinds})
    return row


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
    row = Webhook.objects.filter(pk=webhook_id).first()
    if row is None:
        raise NotFound(say("no_such_webhook"))
    row.event = lock_event(row.event_id)
    require(actor, row.event, Action.MANAGE_WEBHOOKS)
    if Webhook.objects.filter(pk=row.pk, revoked_at=None).update(revoked_at=now):
        drop(Q(webhook=row), "revoked")
        happened(WEBHOOK_REVOKED, row, actor=actor, now=now, before={"url": row.url})


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
