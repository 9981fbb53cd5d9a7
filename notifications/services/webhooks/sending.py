"""Send due webhook messages: signed, retried with growing pauses, and per host, so that none delays another."""

import base64
import hmac
import re
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q

from accounts.http_client import INTERNET, HttpClient, Limits, Request, RequestFailed
from notifications.models.webhooks import WebhookDelivery, WebhookHost

#: Pauses before each further try; after the last one a message is given up.
PAUSES = tuple(timedelta(seconds=pause) for pause in (30, 120, 600, 3_600, 6 * 3_600, 12 * 3_600))
#: A message to an unreachable host is dropped then, however rarely it was tried.
OLDEST = sum(PAUSES, timedelta(hours=1))
#: Pause of a host that did not respond, doubled each time, whatever is queued for it.
HOST_PAUSE, LONGEST_HOST_PAUSE = timedelta(seconds=30), timedelta(minutes=30)
HOSTS_AT_ONCE = 8
HOSTS_OF_A_SWEEP = 40
OF_A_HOST = 25
#: No message is begun later than this after the sweep: all is over within the time that a task may take.
SWEEP_SECONDS = 15
_LIMITS = Limits(size=0)
#: While a sweep is at a host no other one is; a sweep that dies leaves it to the next one after this.
_LEASE = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class _Try:
    """One attempt: the status of the response, or why there was none."""

    row: WebhookDelivery
    status: int | None
    problem: str

    @property
    def done(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def host_is_well(self) -> bool:
        """It answered, if only that this message is not wanted."""
        return self.status is not None and self.status < 500 and self.status != 429


def send_due(now: datetime, http: HttpClient = INTERNET) -> int:
    """Send the due messages, the oldest first; return the number that arrived.

    Hosts are served in parallel, those that responded last time first, and one host by one sweep at a time. A receiver
    may get a message twice (its response was lost): the header `webhook-id` identifies it.
    """
    _give_up(now)
    hosts = _take_hosts(now)
    if not hosts:
        return 0
    last_start = time.monotonic() + SWEEP_SECONDS
    arrived = 0
    with ThreadPoolExecutor(min(len(hosts), HOSTS_AT_ONCE)) as threads:
        sending = {threads.submit(_send_in_turn, rows, now, http, last_start): host for host, rows in hosts}
        for sent in as_completed(sending):
            tries = sent.result()
            for attempt in tries:
                _note(attempt, now)
            _release(sending[sent], tries, now)
            arrived += sum(attempt.done for attempt in tries)
    return arrived


def _give_up(now: datetime) -> None:
    WebhookDelivery.objects.filter(next_at__lte=now, made_at__lt=now - OLDEST).update(next_at=None)


def _take_hosts(now: datetime) -> list[tuple[WebhookHost, list[WebhookDelivery]]]:
    """Reserve the free hosts with due messages for this sweep; return them with the messages."""
    free = (Q(paused_until=None) | Q(paused_until__lte=now)) & (Q(busy_until=None) | Q(busy_until__lte=now))
    due = WebhookHost.objects.filter(free, webhooks__deliveries__next_at__lte=now).distinct()
    taken = []
    for host in due.order_by("failures", "pk")[:HOSTS_OF_A_SWEEP]:
        if WebhookHost.objects.filter(free, pk=host.pk).update(busy_until=now + _LEASE):
            waiting = WebhookDelivery.objects.filter(webhook__host=host, next_at__lte=now)
            rows = list(waiting.select_related("webhook").order_by("pk")[:OF_A_HOST])
            taken.append((host, rows))
    return taken


def _send_in_turn(
    rows: Iterable[WebhookDelivery], now: datetime, http: HttpClient, last_start: float
) -> list[_Try]:
    """Send to one host until it fails or time is up; the other messages stay queued. Does not use the database."""
    tries: list[_Try] = []
    for row in rows:
        if time.monotonic() > last_start:
            break
        tries.append(_try(row, now, http))
        if not tries[-1].host_is_well:
            break
    return tries


def _try(row: WebhookDelivery, now: datetime, http: HttpClient) -> _Try:
    body = row.body.encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Tavleya",
        **signed_headers(row.webhook.secret, str(row.key), now, body),
    }
    try:
        status = http.send(Request(url=row.webhook.url, headers=headers, body=body, limits=_LIMITS)).status
    except RequestFailed as error:
        return _Try(row, None, error.kind)
    return _Try(row, status, "" if 200 <= status < 300 else f"answered {status}")


def _note(attempt: _Try, now: datetime) -> None:
    attempts = attempt.row.attempts + 1
    instant = None if attempt.done or attempts > len(PAUSES) else now + PAUSES[attempts - 1]
    with transaction.atomic():
        # If revoked since then, there is no retry.
        revoked = WebhookDelivery.objects.filter(
            pk=attempt.row.pk, webhook__revoked_at__isnull=False
        ).exists()
        WebhookDelivery.objects.filter(pk=attempt.row.pk).update(
            attempts=F("attempts") + 1,
            status=attempt.status,
            problem=attempt.problem[:200],
            delivered_at=now if attempt.done else None,
            next_at=None if revoked else instant,
        )


def _release(host: WebhookHost, tries: Sequence[_Try], now: datetime) -> None:
    """Release the host for other sweeps: at once if it is well, else after a pause."""
    failures, pause = host.failures, None
    if tries and tries[-1].host_is_well:
        failures = 0
    elif tries:
        failures = min(host.failures + 1, 20)
        pause = min(HOST_PAUSE * 2 ** (failures - 1), LONGEST_HOST_PAUSE)
    until = None if pause is None else now + pause
    WebhookHost.objects.filter(pk=host.pk).update(busy_until=None, failures=failures, paused_until=until)


# Signatures of webhooks by Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA-256, version
# `v1`.

#: Accepted difference between the timestamp of a message and the clock, in seconds.
TOLERANCE = 300
_PREFIX = "whsec_"
_KEY_BYTES = 32  # the specification allows 24 to 64


def new_secret() -> str:
    return _PREFIX + base64.b64encode(secrets.token_bytes(_KEY_BYTES)).decode()


def sign(secret: str, message_id: str, timestamp: str, body: bytes) -> str:
    """Return the signature that the header `webhook-signature` contains."""
    key = base64.b64decode(secret.removeprefix(_PREFIX))
    digest = hmac.digest(key, f"{message_id}.{timestamp}.".encode() + body, "sha256")
    return f"v1,{base64.b64encode(digest).decode()}"


def signed_headers(secret: str, message_id: str, now: datetime, body: bytes) -> dict[str, str]:
    """Return the headers of one attempt: a retry has the same id and a new timestamp."""
    timestamp = str(int(now.timestamp()))
    return {
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": sign(secret, message_id, timestamp, body),
    }


def verify(secret: str, headers: Mapping[str, str], body: bytes, now: datetime) -> bool:
    """Return whether a recent message was signed with `secret`; one of several signatures is enough."""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not secret or not message_id or not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    if abs(now.timestamp() - int(timestamp)) > TOLERANCE:
        return False
    expected = sign(secret, message_id, timestamp, body).encode()
    signatures = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(expected, signature.encode()) for signature in signatures)
