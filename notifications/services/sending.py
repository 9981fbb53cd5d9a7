"""Send due messages: one sender per message, retries with growing pauses, and a limit of attempts."""

import time
from collections.abc import Iterable
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.urls import reverse

from accounts.http_client import INTERNET, HttpClient
from notifications.models.notifications import Delivery
from notifications.services.channels import WAYS
from notifications.services.channels.base import Outcome, Outgoing
from notifications.services.kinds import CONFIRM, LETTERS
from notifications.services.outbox import letter_of
from notifications.services.stopping import end_address, stop_token
from tournaments.models.self_service import PlayerLink
from tournaments.services.player_links import secret_of

#: Pauses after each try that failed; after the last one a message is given up.
PAUSES = tuple(timedelta(seconds=pause) for pause in (10, 60, 300, 1_800, 2 * 3_600, 8 * 3_600))
AT_ONCE = 500
#: No message is begun later than this after the sweep: all is over within the time that a task may take.
SWEEP_SECONDS = 20
#: While a sender has a message no other takes it; one that dies leaves it to the next after this.
LEASE = timedelta(minutes=2)

_State = Delivery.State
log = structlog.get_logger(__name__)


def send_due(channel: str, now: datetime, http: HttpClient = INTERNET) -> int:
    """Send the channel's due messages, the oldest first; return the number of accepted messages.

    A message may be sent twice if its response was lost or its sender crashed: with the same key and tag.
    """
    last_start = time.monotonic() + SWEEP_SECONDS
    taken = 0
    while time.monotonic() < last_start:
        rows = _take(channel, now)
        if not rows:
            break
        taken += _send(channel, rows, now, http, last_start)
    return taken


@transaction.atomic
def _take(channel: str, now: datetime) -> list[Delivery]:
    rows = Delivery.objects.select_for_update(of=("self",), skip_locked=True, no_key=True)
    rows = rows.filter(channel=channel, due_at__lte=now).order_by("due_at", "pk")
    deliveries = list(rows.select_related("subscription", "event", "entry__section__event")[:AT_ONCE])
    Delivery.objects.filter(pk__in=[row.pk for row in deliveries]).update(due_at=now + LEASE)
    return deliveries


def _send(channel: str, rows: list[Delivery], now: datetime, http: HttpClient, last_start: float) -> int:
    by_key = {row.pk: row for row in rows}
    messages = _messages(rows, now)
    done: list[int] = []
    if messages:
        for number, outcome in WAYS[channel].send(messages, http, now, last_start):
            if outcome.done:
                done.append(number)
            else:
                _note(by_key[number], outcome, now)
    _sent(done, now)
    return len(done)


def _sent(keys: list[int], now: datetime) -> None:
    rows = Delivery.objects.filter(pk__in=keys, state=_State.QUEUED)
    rows.update(state=_State.SENT, sent_at=now, due_at=None, problem="")


def _messages(rows: list[Delivery], now: datetime) -> list[Outgoing]:
    """Return the messages to send, and drop those that are no longer wanted."""
    links = _own_links(rows)
    outgoings = []
    dropped: dict[str, list[int]] = {}
    for row in rows:
        not_wanted = _not_wanted(row, now)
        message = None if not_wanted else _message(row, links, now)
        if message is None:
            dropped.setdefault(not_wanted or "nothing", []).append(row.pk)
        else:
            outgoings.append(message)
    for not_wanted, keys in dropped.items():
        Delivery.objects.filter(pk__in=keys, state=_State.QUEUED).update(
            state=_State.DROPPED, due_at=None, problem=not_wanted
        )
    return outgoings


def _not_wanted(row: Delivery, now: datetime) -> str:
    """Return the reason not to send a message, or an empty text."""
    if row.expires_at is not None and row.expires_at <= now:
        return "too_late"
    if not WAYS[row.channel].ready():
        return "channel_off"
    if row.kind in LETTERS and row.kind != CONFIRM:
        return ""
    to = row.subscription
    if to is None or to.ended_at is not None:
        return "unwanted"
    if row.kind == CONFIRM:
        return "confirmed" if to.confirmed_at is not None else ""
    event = row.event
    return "" if event.published and event.archived_at is None else "not_public"


def _message(row: Delivery, links: dict[int, str], now: datetime) -> Outgoing | None:
    ttl = int((row.expires_at - now).total_seconds()) if row.expires_at else 0
    if row.kind in LETTERS:
        letter = letter_of(row.kind, row)
        if letter is None or not letter.address:
            return None
        return Outgoing(row.pk, str(row.key), letter.address, letter.title, letter.body, ttl=ttl)
    to = row.subscription
    assert to is not None
    own = links.get(to.player_id or 0) if to.own else None
    return Outgoing(
        row.pk,
        str(row.key),
        to.address,
        row.title,
        row.body,
        url=settings.SITE_URL + (own or row.path or reverse("event", args=[row.event.slug])),
        stop_url=settings.SITE_URL + reverse("notifications_stop", args=[stop_token(to)]),
        tag=row.tag,
        urgent=row.urgent,
        ttl=ttl,
        language=row.language,
        keys=to.keys,
    )


def _own_links(rows: Iterable[Delivery]) -> dict[int, str]:
    """Return the URLs of the private pages of the players who receive these messages."""
    players = {row.subscription.player_id for row in rows if row.subscription and row.subscription.own}
    if not players:
        return {}
    links = PlayerLink.objects.filter(player__in=players, revoked_at=None)
    secrets = {link.player_id: secret_of(link) for link in links}
    return {player: reverse("my", args=[secret]) for player, secret in secrets.items() if secret}


def _note(row: Delivery, outcome: Outcome, now: datetime) -> None:
    tries = row.tries + outcome.tried
    due: datetime | None = None
    if outcome.again is not None and tries <= len(PAUSES):
        pause = PAUSES[tries - 1] if outcome.tried else PAUSES[0]
        due = now + max(pause, outcome.again)
    Delivery.objects.filter(pk=row.pk, state=_State.QUEUED).update(
        tries=tries,
        due_at=due,
        state=_State.QUEUED if due else _State.FAILED,
        problem=outcome.problem[:200],
    )
    if outcome.gone and row.subscription is not None:
        end_address(row.subscription, outcome.problem, now)
    if due is None:
        log.warning("message_given_up", delivery=row.pk, channel=row.channel, problem=outcome.problem[:80])
