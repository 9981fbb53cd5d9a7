"""Sending what waits: signed, tried again with growing pauses, and never into a private network."""

from __future__ import annotations

import hashlib
import hmac
import http.client
import ipaddress
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from threading import Timer
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.db import transaction
from django.db.models import F

from tournaments.models import WebhookDelivery

#: Pauses before each further try; after the last one a message is given up.
PAUSES = tuple(timedelta(seconds=pause) for pause in (30, 120, 600, 3_600, 6 * 3_600, 12 * 3_600))
PATIENCE_SECONDS = 5
#: For a whole delivery: who answers a letter at a time must not keep the messages of others waiting.
LONGEST_SECONDS = 10
AT_ONCE = 25
#: Between being taken and being tried: a sender that dies leaves the message to the next one.
_TAKEN = timedelta(minutes=2)

_ASSIGNED = ipaddress.IPv6Network("2000::/3")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Allowed = Callable[[Address], bool]


class AddressRefused(Exception):
    """The message was not sent at all; the text says why."""


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """HMAC-SHA-256 over `<timestamp>.<body>`, in hex: the receiver computes the same and compares."""
    return hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()


def is_public(address: Address) -> bool:
    """Whether an address is one of the open internet: not this machine's, a private network's, or a link's own."""
    mapped = getattr(address, "ipv4_mapped", None)
    if mapped is not None:
        return is_public(mapped)
    six_to_four = getattr(address, "sixtofour", None)
    if six_to_four is not None:
        return is_public(six_to_four)
    # Of IPv6 only what is assigned for the internet: addresses outside it lead through translators to any IPv4 address.
    assigned = address.version == 4 or address in _ASSIGNED
    return assigned and address.is_global and not address.is_multicast


def send_due(now: datetime, allowed: Allowed = is_public) -> int:
    """Send the messages that are due, the oldest first; returns how many arrived.

    Each is taken by moving its next time on, so that two senders never send the same one at once.  A receiver may
    still get a message twice (its answer was lost): the header `Webhook-Id` tells.
    """
    due = WebhookDelivery.objects.filter(next_at__lte=now).order_by("pk").values_list("pk", "next_at")
    arrived = 0
    for key, was in list(due[:AT_ONCE]):
        taken = WebhookDelivery.objects.filter(pk=key, next_at=was)
        if taken.update(next_at=now + _TAKEN, attempts=F("attempts") + 1):
            row = WebhookDelivery.objects.select_related("webhook").get(pk=key)
            arrived += _try(row, now, allowed)
    return arrived


def _try(row: WebhookDelivery, now: datetime, allowed: Allowed) -> bool:
    status, problem = None, ""
    try:
        status = _post(row, now, allowed)
    except AddressRefused as refused:
        problem = str(refused)
    except (OSError, ValueError, http.client.HTTPException) as failed:
        problem = type(failed).__name__
    done = status is not None and 200 <= status < 300
    again = None if done or row.attempts > len(PAUSES) else now + PAUSES[row.attempts - 1]
    with transaction.atomic():
        # Revoked meanwhile: then nothing is tried again.
        revoked = WebhookDelivery.objects.filter(pk=row.pk, webhook__revoked_at__isnull=False).exists()
        WebhookDelivery.objects.filter(pk=row.pk).update(
            status=status,
            problem=problem[:200] or ("" if done else f"answered {status}"),
            delivered_at=now if done else None,
            next_at=None if revoked else again,
        )
    return done


def _post(row: WebhookDelivery, now: datetime, allowed: Allowed) -> int:
    """The status of the answer.  The connection goes to the very address that was checked; nothing is followed."""
    parts = urlsplit(row.webhook.url)
    address, port = _address(parts, allowed)
    body, stamp = row.body.encode(), int(now.timestamp())
    connection = _connection(parts, address, port)
    over = Timer(LONGEST_SECONDS, _hang_up, [connection])
    over.start()
    try:
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Tavleya",
            "Webhook-Id": str(row.key),
            "Webhook-Kind": row.kind,
            "Webhook-Timestamp": str(stamp),
            "Webhook-Signature": f"v1={signature(row.webhook.secret, stamp, body)}",
        }
        connection.request("POST", target, body, headers)
        return connection.getresponse().status
    finally:
        over.cancel()
        connection.close()


def _hang_up(connection: http.client.HTTPConnection) -> None:
    sock = connection.sock
    if sock is not None:
        with suppress(OSError):  # over already
            sock.shutdown(socket.SHUT_RDWR)


def _address(parts: SplitResult, allowed: Allowed) -> tuple[str, int]:
    """Where to connect.  Raises Refused unless every address of the name may be spoken to."""
    if parts.hostname is None:
        raise AddressRefused("no host")
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found: Sequence[Any] = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    addresses = [str(registration[4][0]).split("%")[0] for registration in found]
    if not addresses or not all(allowed(ipaddress.ip_address(one)) for one in addresses):
        raise AddressRefused("not a public address")
    return addresses[0], port


class _Checked(http.client.HTTPSConnection):
    """TLS to an address that is known, for the name that stands in the certificate."""

    def __init__(self, name: str, address: str, port: int) -> None:
        context = ssl.create_default_context()
        super().__init__(name, port, timeout=PATIENCE_SECONDS, context=context)
        self._address, self._tls = address, context

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), PATIENCE_SECONDS)
        # Known before the handshake, so that it too can be hung up on.
        self.sock = made = self._tls.wrap_socket(
            plain, server_hostname=self.host, do_handshake_on_connect=False
        )
        made.do_handshake()


class _Plain(http.client.HTTPConnection):
    def __init__(self, name: str, address: str, port: int) -> None:
        super().__init__(name, port, timeout=PATIENCE_SECONDS)
        self._address = address

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), PATIENCE_SECONDS)


def _connection(parts: SplitResult, address: str, port: int) -> http.client.HTTPConnection:
    assert parts.hostname is not None
    kind = _Checked if parts.scheme == "https" else _Plain
    return kind(parts.hostname, address, port)
