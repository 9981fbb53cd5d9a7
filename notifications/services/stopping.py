"""End of subscriptions: by the link in each message, by the reader's page, or because an address is dead."""

import hashlib
import hmac
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.db.models import Q
from django.utils.crypto import salted_hmac

from notifications.models import Subscription
from notifications.services.outbox import drop

_STOP, _CONFIRM = "tournaments.notifications.stop", "tournaments.notifications.confirm"
_LETTERS = 40  # of the digest in hex: 160 bits


def digest_of(row: Subscription) -> str:
    """Return the digest of an address and a subject."""
    of = [row.channel, row.address, row.event_id, row.section_id, row.player_id]
    of += [row.user_id, row.own, *([] if row.person_id is None else [row.person_id])]
    return hashlib.sha256(repr(of).encode()).hexdigest()


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
    row = rows.first()
    if row is None:
        return None
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    good = any(hmac.compare_digest(signed, _sign(text(row), salt, name)) for name in keys)
    return row if good else None


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
