"""Web push: messages to browsers through their makers' services (RFC 8030, 8188, 8291, 8292)."""

import base64
import json
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from queue import SimpleQueue
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from accounts.http_client import AddressRefused, Connection, HttpClient, Request, RequestFailed, Response

# Interface of a channel: the message and the outcome of sending it.


@dataclass(frozen=True, slots=True)
class Outgoing:
    """One message for a channel. `number` is its delivery's, `key` the same in every attempt.

    `url` is its page; `stop_url` ends such messages (None for emails that cannot be ended). `ttl`: seconds until it
    expires.
    """

    number: int
    key: str
    address: str
    title: str
    body: str
    url: str = ""
    stop_url: str = ""
    tag: str = ""
    urgent: bool = False
    ttl: int = 0
    language: str = ""
    keys: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome of sending a message; without `again`, `gone` and `problem` it was accepted.

    `again`: time until the next attempt. `gone`: the address no longer accepts messages. `tried` is False if the
    message was not sent because the server is down: that does not count as an attempt.
    """

    problem: str = ""
    again: timedelta | None = None
    gone: bool = False
    tried: bool = True

    @property
    def done(self) -> bool:
        return not self.problem


TAKEN = Outcome()


def not_tried(messages: Iterable[Outgoing], problem: str, pause: timedelta) -> Iterator[tuple[int, Outcome]]:
    for message in messages:
        yield message.number, Outcome(problem, again=pause, tried=False)


#: Connections to one service at once; more gain nothing, since encrypting takes the processor.
_LINES = 6
#: RFC 8292 lets a token live for a day.
_TOKEN_SECONDS = 12 * 60 * 60
#: Services take 4096 bytes of body; encryption adds about a hundred.
_LONGEST = 3000
#: Bytes of the secret that a browser shares (RFC 8291, 3.2).
_SECRET = 16
_SOON = timedelta()


def ready() -> bool:
    return bool(settings.PUSH_KEY)


def public_key() -> str:
    """Return the key with which browsers subscribe (`applicationServerKey`), in base64url."""
    return _public(_private_key(settings.PUSH_KEY))


@lru_cache(maxsize=4)
def _private_key(key: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(_decoded(key)), ec.SECP256R1())


def _public(key: ec.EllipticCurvePrivateKey) -> str:
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "==")  # padding beyond what is needed is ignored


def is_service(endpoint: str) -> bool:
    """Return whether a browser's endpoint belongs to a known push service."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    if parts.scheme != "https" or parts.username or parts.password or (port and port < 1024 and port != 443):
        return False
    return any(
        host.endswith(push_host[1:]) if push_host.startswith("*.") else host == push_host
        for push_host in settings.PUSH_HOSTS
    )


def good_keys(keys: Mapping[str, str]) -> bool:
    """Return whether messages can be encrypted with the keys of a browser."""
    try:
        _encrypted(keys, b"?")
    except (ValueError, TypeError, KeyError):
        return False
    return True


def _encrypted(keys: Mapping[str, str], content: bytes) -> bytes:
    """Encrypt for one browser with a key made for this message (RFC 8291).  Raises: KeyError, TypeError, ValueError."""
    import http_ece

    secret = _decoded(keys["auth"])
    if len(secret) != _SECRET:
        raise ValueError(f"the secret of a browser must be {_SECRET} bytes, got {len(secret)}")
    body: bytes = http_ece.encrypt(
        content, private_key=ec.generate_private_key(ec.SECP256R1()), dh=_decoded(keys["p256dh"]), auth_secret=secret
    )
    return body


def send(
    messages: Sequence[Outgoing], http: HttpClient, now: datetime, last_start: float
) -> Iterator[tuple[int, Outcome]]:
    """Send messages to each service separately, over kept connections, so that a hanging service delays no other."""
    by_host: dict[str, deque[Outgoing]] = {}
    for message in messages:
        by_host.setdefault(urlsplit(message.address).netloc, deque()).append(message)
    outcomes: SimpleQueue[tuple[int, Outcome]] = SimpleQueue()
    queues = [(waiting, _Service()) for waiting in by_host.values()]
    workers = [(waiting, service) for waiting, service in queues for _ in range(min(_LINES, len(waiting)))]
    if not workers:
        return
    with ThreadPoolExecutor(len(workers)) as threads:
        for waiting, service in workers:
            threads.submit(_work, waiting, service, outcomes, http, now, last_start)
        for _ in messages:
            yield outcomes.get()


class _Service:
    """One push service during a sweep: once it is down, no more messages are sent to it."""

    def __init__(self) -> None:
        self.away: Outcome | None = None


def _work(
    waiting: deque[Outgoing],
    service: _Service,
    outcomes: SimpleQueue[tuple[int, Outcome]],
    http: HttpClient,
    now: datetime,
    last_start: float,
) -> None:
    connection: Connection | None = None
    while True:
        try:
            message = waiting.popleft()
        except IndexError:
            break
        outcome = service.away
        if outcome is None and time.monotonic() > last_start:
            outcome = Outcome("no time left", again=_SOON, tried=False)
        if outcome is None:
            try:
                connection = connection or Connection(http)
                outcome = _try(message, connection, now)
            except Exception as error:  # noqa: BLE001  # the waiting caller must get an outcome
                outcome = Outcome(type(error).__name__, again=_SOON)
            if outcome.again is not None:
                service.away = Outcome(outcome.problem, again=outcome.again, tried=False)
        outcomes.put((message.number, outcome))
    if connection is not None:
        connection.close()


def _try(message: Outgoing, connection: Connection, now: datetime) -> Outcome:
    if not is_service(message.address):
        return Outcome("not a push service", gone=True)
    try:
        body = _encrypted(message.keys or {}, payload(message))
    except (ValueError, TypeError, KeyError):
        return Outcome("keys of the browser are wrong", gone=True)
    try:
        response = connection.send(Request(url=message.address, headers=_headers(message, now), body=body))
    except AddressRefused as error:
        return Outcome(str(error))
    except RequestFailed as error:
        return Outcome(error.kind, again=_SOON)
    return judge(response)


def payload(message: Outgoing) -> bytes:
    """Return the JSON for the service worker: title, body, url, tag, lang."""
    content = {
        "title": message.title[:200],
        "body": message.body[:1000],
        "url": message.url,
        "tag": message.tag,
        "lang": message.language,
    }
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    if len(text) > _LONGEST:
        content["body"] = ""
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    return text


def _headers(message: Outgoing, now: datetime) -> dict[str, str]:
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(message.ttl, 0)),
        "Urgency": "high" if message.urgent else "normal",
        "Authorization": _token(message.address, now),
    }
    if message.tag:
        headers["Topic"] = message.tag
    return headers


def _token(endpoint: str, now: datetime) -> str:
    parts = urlsplit(endpoint)
    period = int(now.timestamp()) // (_TOKEN_SECONDS // 2)
    contact = settings.PUSH_CONTACT
    if not contact:
        contact = settings.SITE_URL if settings.SITE_URL.startswith("https:") else "mailto:tavleya@localhost"
    return _sign_token(settings.PUSH_KEY, contact, f"{parts.scheme}://{parts.netloc}", period)


@lru_cache(maxsize=64)
def _sign_token(key: str, contact: str, origin: str, period: int) -> str:
    """Return one token per service and half of its life, because signing costs as much as encrypting a message."""
    import jwt

    claims = {"aud": origin, "exp": period * (_TOKEN_SECONDS // 2) + _TOKEN_SECONDS, "sub": contact}
    private = _private_key(key)
    return f"vapid t={jwt.encode(claims, private, 'ES256')},k={_public(private)}"


def judge(answer: Response) -> Outcome:
    """Return the outcome for the message and the subscription from a push service's response."""
    if 200 <= answer.status < 300:
        return TAKEN
    problem = f"answered {answer.status}"
    if answer.status in (404, 410):
        return Outcome(problem, gone=True)
    if answer.status == 429 or answer.status >= 500:
        return Outcome(problem, again=timedelta(seconds=_retry_after(answer)))
    return Outcome(problem)  # 400, 401, 403: our key or token; 413: too long.  The subscription stays.


def _retry_after(response: Response) -> int:
    """Return the seconds of the header, 0 if unreadable. A date is ignored: the pauses grow anyway."""
    header = response.headers.get("retry-after", "")
    return min(int(header), 24 * 60 * 60) if header.isdecimal() and len(header) < 9 else 0


@dataclass(frozen=True, slots=True)
class Transport:
    """A channel: whether this installation has it, and how messages are sent.

    `send` yields the number of each message with its outcome as they come, starts none after `last_start` (by
    `time.monotonic`), and does not use the database.
    """

    code: str
    name: str
    ready: Callable[[], bool]
    send: Callable[[Sequence[Outgoing], HttpClient, datetime, float], Iterator[tuple[int, Outcome]]]
