"""Send due messages: one sender per message, retries with growing pauses, and a limit of attempts."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from accounts.http_client import INTERNET, HttpClient, RequestFailed
from notifications.kinds import MESSAGES_BOUNCED, MESSAGES_RETRIED
from notifications.messages import say
from notifications.models import Delivery, Subscription
from notifications.services import telegram
from notifications.services.channels import WAYS
from notifications.services.kinds import CONFIRM, LETTERS
from notifications.services.outbox import (
    SEND_EMAIL,
    SEND_PUSH,
    SEND_TELEGRAM,
    confirm_token,
    drop,
    end,
    end_address,
    stop_token,
)
from notifications.services.push import Outcome, Outgoing
from notifications.services.subscriptions import name_chat
from tavleya.actors import Actor
from tavleya.errors import NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.hooks import entry_letter
from tournaments.models.event import Event
from tournaments.models.swiss import PlayerLink
from tournaments.notices import Letter, LetterKind
from tournaments.services.jobs import sweep_soon
from tournaments.services.players import secret_of
from tournaments.services.shared import lock_event

#: Pauses after each try that failed; after the last one a message is given up.
PAUSES = tuple(timedelta(seconds=pause) for pause in (10, 60, 300, 1_800, 2 * 3_600, 8 * 3_600))
AT_ONCE = 500
#: Seconds of a sweep after which no message is begun, so that the task ends within its time limit.
SWEEP_SECONDS = 20
#: The time for which a sender reserves a message; after a crash the next sender takes it then.
LEASE = timedelta(minutes=2)

_State = Delivery.State
log = structlog.get_logger(__name__)


def send_due(channel: str, now: datetime, http: HttpClient = INTERNET) -> int:
    """Send the channel's due messages, the oldest first; return the number of accepted messages.

    A message may be sent twice if its response was lost or its sender crashed: with the same key and tag.
    """
    last_start = time.monotonic() + SWEEP_SECONDS
    accepted = 0
    while time.monotonic() < last_start:
        deliveries = _take(channel, now)
        if not deliveries:
            break
        accepted += _send(channel, deliveries, now, http, last_start)
    return accepted


@transaction.atomic
def _take(channel: str, now: datetime) -> list[Delivery]:
    rows = Delivery.objects.select_for_update(of=("self",), skip_locked=True, no_key=True)
    rows = rows.filter(channel=channel, due_at__lte=now).order_by("due_at", "pk")
    deliveries = list(rows.select_related("subscription", "event", "entry__section__event")[:AT_ONCE])
    Delivery.objects.filter(pk__in=[delivery.pk for delivery in deliveries]).update(due_at=now + LEASE)
    return deliveries


def _send(channel: str, deliveries: list[Delivery], now: datetime, http: HttpClient, last_start: float) -> int:
    by_key = {delivery.pk: delivery for delivery in deliveries}
    messages = _messages(deliveries, now)
    sent_keys: list[int] = []
    if messages:
        for number, outcome in WAYS[channel].send(messages, http, now, last_start):
            if outcome.done:
                sent_keys.append(number)
            else:
                note(by_key[number], outcome, now)
    _mark_sent(sent_keys, now)
    return len(sent_keys)


def _mark_sent(keys: list[int], now: datetime) -> None:
    rows = Delivery.objects.filter(pk__in=keys, state=_State.QUEUED)
    rows.update(state=_State.SENT, sent_at=now, due_at=None, problem="")


def _messages(deliveries: list[Delivery], now: datetime) -> list[Outgoing]:
    """Return the messages to send, and drop those that are no longer wanted."""
    links = _own_links(deliveries)
    messages = []
    dropped: dict[str, list[int]] = {}
    for delivery in deliveries:
        reason = _reason_to_drop(delivery, now)
        message = None if reason else _message(delivery, links, now)
        if message is None:
            dropped.setdefault(reason or "nothing", []).append(delivery.pk)
        else:
            messages.append(message)
    for reason, keys in dropped.items():
        drop(Q(pk__in=keys), reason)
    return messages


def _reason_to_drop(delivery: Delivery, now: datetime) -> str:
    """Return the reason not to send a message, or an empty text."""
    if delivery.expires_at is not None and delivery.expires_at <= now:
        return "too_late"
    if not WAYS[delivery.channel].ready():
        return "channel_off"
    if delivery.kind in LETTERS and delivery.kind != CONFIRM:
        return ""
    subscription = delivery.subscription
    if subscription is None or subscription.ended_at is not None:
        return "unwanted"
    if delivery.kind == CONFIRM:
        return "confirmed" if subscription.confirmed_at is not None else ""
    event = delivery.event
    return "" if event.published and event.archived_at is None else "not_public"


def _message(delivery: Delivery, links: dict[int, str], now: datetime) -> Outgoing | None:
    ttl = int((delivery.expires_at - now).total_seconds()) if delivery.expires_at else 0
    if delivery.kind in LETTERS:
        letter = entry_letter(delivery.entry, LetterKind(delivery.kind)) if delivery.entry else confirmation(delivery)
        if letter is None or not letter.address:
            return None
        return Outgoing(delivery.pk, str(delivery.key), letter.address, letter.title, letter.body, ttl=ttl)
    subscription = delivery.subscription
    assert subscription is not None
    own = links.get(subscription.player_id or 0) if subscription.own else None
    return Outgoing(
        delivery.pk,
        str(delivery.key),
        subscription.address,
        delivery.title,
        delivery.body,
        url=settings.SITE_URL + (own or delivery.path or reverse("event", args=[delivery.event.slug])),
        stop_url=settings.SITE_URL + reverse("notifications_stop", args=[stop_token(subscription)]),
        tag=delivery.tag,
        urgent=delivery.urgent,
        ttl=ttl,
        language=delivery.language,
        keys=subscription.keys,
    )


def _own_links(deliveries: Iterable[Delivery]) -> dict[int, str]:
    """Return the URLs of the private pages of the players who receive these messages."""
    subscriptions = (delivery.subscription for delivery in deliveries)
    players = {item.player_id for item in subscriptions if item and item.own}
    if not players:
        return {}
    links = PlayerLink.objects.filter(player__in=players, revoked_at=None)
    secrets = {link.player_id: secret_of(link) for link in links}
    return {player: reverse("my", args=[secret]) for player, secret in secrets.items() if secret}


def note(
    row: Delivery, outcome: Outcome, now: datetime, pauses: Sequence[timedelta] = PAUSES, status: int | None = None
) -> None:
    """Store the outcome of an attempt, and when the next one follows; no change if the message is not queued now."""
    tries = row.tries + outcome.tried
    due: datetime | None = None
    if outcome.again is not None and tries <= len(pauses):
        pause = pauses[tries - 1] if outcome.tried else pauses[0]
        due = now + max(pause, outcome.again)
    state = _State.SENT if outcome.done else _State.QUEUED if due else _State.FAILED
    Delivery.objects.filter(pk=row.pk, state=_State.QUEUED).update(
        tries=tries,
        due_at=due,
        state=state,
        sent_at=now if outcome.done else None,
        status=status,
        problem=outcome.problem[:200],
    )
    if outcome.gone and row.subscription is not None:
        end_address(row.subscription, outcome.problem, now)
    if state == _State.FAILED:
        log.warning("message_given_up", delivery=row.pk, channel=row.channel, problem=outcome.problem[:80])


# Users who open the Telegram bot by our link receive messages in that chat.


def hear_bot(now: datetime, http: HttpClient = INTERNET) -> int:
    """Read the bot's updates and return the number of chats linked. No update is lost while Telegram is down."""
    if not telegram.ready():
        return 0
    count = 0
    try:
        for start in telegram.hear(http):
            count += name_chat(now=now, secret=start.secret, chat=start.chat) is not None
    except (RequestFailed, ValueError) as error:
        log.warning("bot_not_heard", problem=type(error).__name__)
    return count


# Outgoing messages at the desk: counts and retries.

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
    """Return counts by kind and channel."""
    rows = Delivery.objects.filter(event=event).order_by("kind", "channel").values_list("kind", "channel")
    counts_by_state = {state: Count("pk", filter=Q(state=state)) for state in _State.values}
    return [Counted(*row) for row in rows.annotate(**counts_by_state)]


def failures(event: Event, most: int = 50) -> list[Delivery]:
    """Return the newest failed messages to people."""
    rows = Delivery.objects.filter(event=event, state=_State.FAILED, webhook=None)
    return list(rows.select_related("subscription__player", "subscription__user", "entry")[:most])


def dead_addresses(event: Event, most: int = 50) -> list[Subscription]:
    """Return the email addresses to which mail failed permanently."""
    rows = Subscription.objects.filter(event=event, channel="email").exclude(ended_at=None)
    return list(rows.exclude(ended_because="asked").select_related("player", "user").order_by("-ended_at")[:most])


@transaction.atomic
def end_mail(*, actor: Actor, now: datetime, event_id: int, address: str) -> int:
    """Mark an address as bounced: no more mail of the event is sent there, and the desk lists the people concerned.

    Some servers accept an email and return it hours later, to a mailbox that people read. Returns the number of
    subscriptions and emails about entries. Repeatable.
    Raises: NotFound ("no_such_address").
    """
    event = lock_event(event_id)
    require(actor, event, Action.EDIT_EVENT)
    subscriptions = Subscription.objects.filter(event=event, channel="email", address__iexact=address.strip())
    letters = Delivery.objects.filter(event=event, entry__email__iexact=address.strip())
    if not address.strip() or not (subscriptions.exists() or letters.exists()):
        raise NotFound(say("no_such_address"), field="address")
    ended = end(Q(pk__in=list(subscriptions.values_list("pk", flat=True))), BOUNCED, now)
    open_letters = letters.exclude(state=_State.DROPPED).exclude(problem=BOUNCED)
    marked = open_letters.update(state=_State.FAILED, due_at=None, problem=BOUNCED)
    if ended + marked:
        happened(MESSAGES_BOUNCED, event, actor=actor, now=now, after={"messages": ended + marked})
    return ended + marked


@transaction.atomic
def retry_messages(*, actor: Actor, now: datetime, event_id: int) -> int:
    """Try the failed messages of an event again and return their number. Ended subscriptions are skipped."""
    event = lock_event(event_id)
    require(actor, event, Action.EDIT_EVENT)
    rows = Delivery.objects.filter(event=event, state=_State.FAILED)
    rows = rows.filter(Q(subscription__ended_at=None) & Q(subscription__isnull=False) | Q(entry__isnull=False)).exclude(
        problem=BOUNCED
    )
    count = rows.update(state=_State.QUEUED, due_at=now, tries=0, problem="", expires_at=now + _AGAIN)
    if count:
        for task in (SEND_EMAIL, SEND_PUSH, SEND_TELEGRAM):
            sweep_soon(task)
        happened(MESSAGES_RETRIED, event, actor=actor, now=now, after={"messages": count})
    return count


# The letter that asks whether an address is its owner's.


def confirmation(row: Delivery) -> Letter | None:
    to = row.subscription
    if to is None:
        return None
    with translation.override(row.language):
        event = row.event.name_in(row.language)
        context = {
            "event": event,
            "player": to.player.name_in(row.language) if to.player else "",
            "link": settings.SITE_URL + reverse("notifications_confirm", args=[confirm_token(to)]),
        }
        title = gettext("Confirm your address: %(event)s") % {"event": event}
        return Letter(to.address, title, render_to_string("notifications/confirm.txt", context))
