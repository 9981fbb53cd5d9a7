"""The outbox: emails rendered when they are sent, replaced messages, and the end of subscriptions."""

import hashlib
import hmac
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q
from django.utils.crypto import salted_hmac

from notifications.models import Channel, Delivery, Subscription
from notifications.services.kinds import CONFIRM
from tournaments.models.entry import Entry
from tournaments.notices import LetterKind
from tournaments.services.jobs import sweep_soon

# Tasks by their names: they call the services, so no service imports them.
SEND_EMAIL = "notifications.tasks.send_email"
SEND_PUSH = "notifications.tasks.send_push"
SEND_TELEGRAM = "notifications.tasks.send_telegram"
SEND_WEBHOOKS = "notifications.tasks.send_due_webhooks"
SPREAD_NOTICES = "notifications.tasks.spread_notices"
#: The time after which an unsent letter is given up.
LETTER_OF_USE = timedelta(days=2)
#: The problem of a queued message that a newer one replaces.
OVERTAKEN = "overtaken"


def sends_letters(entry: Entry) -> bool:
    return bool(entry.email and settings.SENDS_EMAIL)


def queue_entry_letter(entry: Entry, now: datetime, kind: LetterKind) -> None:
    """Queue an email about a saved entry, replacing a queued one on its subject."""
    if not sends_letters(entry):
        return
    about_payment = Q(kind=LetterKind.RECEIPT)
    drop(Q(entry=entry) & (about_payment if kind == LetterKind.RECEIPT else ~about_payment), OVERTAKEN)
    event_id = entry.section.event_id
    _queue_letter(Delivery(event_id=event_id, entry=entry, kind=kind, language=entry.language), now)


def queue_confirmation(row: Subscription, now: datetime) -> None:
    """Queue the confirmation email to the owner of an address."""
    assert row.event_id is not None  # persons are followed by devices, which need no letter
    drop(Q(subscription=row, kind=CONFIRM), OVERTAKEN)
    _queue_letter(Delivery(event_id=row.event_id, subscription=row, kind=CONFIRM, language=row.language), now)


def _queue_letter(delivery: Delivery, now: datetime) -> None:
    delivery.channel, delivery.made_at, delivery.due_at = Channel.EMAIL, now, now
    delivery.expires_at = now + LETTER_OF_USE
    delivery.language = delivery.language or settings.LANGUAGE_CODE
    delivery.save()
    sweep_soon(SEND_EMAIL)


def drop(condition: Q, reason: str) -> None:
    rows = Delivery.objects.filter(condition, state=Delivery.State.QUEUED)
    rows.update(state=Delivery.State.DROPPED, due_at=None, problem=reason)


def forget_messages(events: Collection[int], now: datetime, before: datetime) -> int:
    """Delete the messages made before a time, unless they are still queued."""
    return Delivery.objects.filter(made_at__lt=before, due_at=None).delete()[0]


def failed_letters(entries: Collection[int]) -> set[int]:
    """Return the entries whose newest email failed."""
    rows = Delivery.objects.filter(entry__in=entries).order_by("pk")
    newest = dict(rows.values_list("entry", "state"))
    return {entry for entry, state in newest.items() if entry and state == Delivery.State.FAILED}


# End of subscriptions: by the link in each message, by the reader's page, or because an address is dead.

_STOP, _CONFIRM = "tournaments.notifications.stop", "tournaments.notifications.confirm"
_LETTERS = 40  # of the digest in hex: 160 bits


def digest_of(row: Subscription) -> str:
    """Return the digest of an address and a subject."""
    values = [row.channel, row.address, row.event_id, row.section_id, row.player_id]
    values += [row.user_id, row.own, *([] if row.person_id is None else [row.person_id])]
    return hashlib.sha256(repr(values).encode()).hexdigest()


def stop_token(row: Subscription) -> str:
    """Return the token of the link that ends a subscription. It does only that and never expires."""
    return f"{row.pk}-{_sign(str(row.pk), _STOP, settings.SECRET_KEY)}"


def confirm_token(row: Subscription) -> str:
    """Return the token of the link that confirms an address, valid while the address is unchanged."""
    return f"{row.pk}-{_sign(row.digest, _CONFIRM, settings.SECRET_KEY)}"


def subscription_by_stop_token(token: str) -> Subscription | None:
    return _subscription_by_token(token, _STOP, lambda row: str(row.pk))


def subscription_by_confirm_token(token: str) -> Subscription | None:
    return _subscription_by_token(token, _CONFIRM, lambda row: row.digest)


def _subscription_by_token(token: str, salt: str, text: Callable[[Subscription], str]) -> Subscription | None:
    key, _, signed = token.partition("-")
    if not key.isdecimal() or len(key) > 18:
        return None
    rows = Subscription.objects.filter(pk=key).select_related("event", "section", "player", "person")
    subscription = rows.first()
    if subscription is None:
        return None
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    is_valid = any(hmac.compare_digest(signed, _sign(text(subscription), salt, secret_key)) for secret_key in keys)
    return subscription if is_valid else None


def _sign(text: str, salt: str, key: str) -> str:
    return salted_hmac(salt, text, secret=key, algorithm="sha256").hexdigest()[:_LETTERS]


def end(rows: Q, because: str, now: datetime) -> int:
    """End these subscriptions, and drop their queued messages; return their number."""
    subscriptions = list(Subscription.objects.filter(rows, ended_at=None).values_list("pk", flat=True))
    Subscription.objects.filter(pk__in=subscriptions).update(ended_at=now, ended_because=because[:200])
    drop(Q(subscription__in=subscriptions), "unwanted")
    return len(subscriptions)


def end_address(row: Subscription, because: str, now: datetime) -> None:
    """End all subscriptions of the row's address."""
    end(Q(channel=row.channel, address=row.address), because, now)
