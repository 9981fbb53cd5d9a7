"""A push service on this machine, and browsers that subscribe with it: for the tests of notifications."""

import base64
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingMixIn
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import override_settings

from notifications.models import Subscription
from notifications.services.due_lines import spread_lines
from notifications.services.kinds import chosen_for
from notifications.services.subscriptions import Choice, Subject, subscribe
from tavleya.actors import ANONYMOUS, Actor
from tests.tournaments.receivers import Receiver

#: Any key will do: it is made for the tests alone.
KEY = base64.urlsafe_b64encode(bytes(range(1, 33))).rstrip(b"=").decode()
push_is_set_up = override_settings(PUSH_KEY=KEY, PUSH_HOSTS=["receiver.test"], PUSH_CONTACT="mailto:a@example.org")


@pytest.fixture(autouse=True)
def _push() -> Iterator[None]:
    """Configure push messages in each module that imports this fixture."""
    with push_is_set_up:
        yield


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Browser:
    """A device with its own address at the service."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def keys(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": _text(point), "auth": _text(self.auth)}

    def read(self, body: bytes) -> dict[str, str]:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        data: dict[str, str] = json.loads(plain)
        return data


class PushService(ThreadingMixIn, Receiver):
    """Answers each device by `answers` (its path to a status), else 201."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__()
        self.RequestHandlerClass = _Handler
        self.answers: dict[str, int] = {}
        self.retry_after = ""
        self.connections: set[Any] = set()

    def browser(self) -> Browser:
        return Browser(f"https://receiver.test:{self.server_port}/send/{secrets.token_hex(8)}")

    def to(self, browser: Browser) -> list[dict[str, str]]:
        """Return the notifications that the browser showed, oldest first."""
        path = browser.endpoint.partition(f":{self.server_port}")[2]
        return [browser.read(body) for headers, body in self.got if headers["path"] == path]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: PushService

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.connections.add(self.client_address)
        status = self.server.answers.get(self.path, 201)
        self.server.got.append(({"path": self.path, **dict(self.headers)}, body))
        self.send_response(status)
        if self.server.retry_after:
            self.send_header("Retry-After", self.server.retry_after)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args: object) -> None:
        pass


def path_of(browser: Browser) -> str:
    return "/" + browser.endpoint.split("/", 3)[3]


def follow(
    subject: Subject,
    browser: Browser,
    now: datetime,
    *kinds: str,
    actor: Actor = ANONYMOUS,
    language: str = "en",
    **choice: Any,
) -> Subscription:
    """Subscribe a browser to the subject, for these kinds or for a choice.

    Earlier messages are sent first: the test would receive them otherwise.
    """
    spread_lines(now)
    chosen = Choice(kinds or chosen_for(subject.reader), language, **choice)
    values = {"address": browser.endpoint, "keys": browser.keys, "choice": chosen}
    return subscribe(actor=actor, now=now, subject=subject, channel="push", **values)
