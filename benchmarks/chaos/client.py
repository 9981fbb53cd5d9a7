"""One visitor behind nginx: a kept connection, a separate address, and a log of every response."""

import json
import ssl
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import urlencode

_PATIENCE_SECONDS = 40
FORM = "application/x-www-form-urlencoded"
TOKEN = "a" * 32  # of the forms, and of the cookie beside them


@dataclass(frozen=True, slots=True)
class Site:
    """The address of the service."""

    port: int
    host: str
    tls: bool


@dataclass(frozen=True, slots=True)
class TimedResponse:
    """The start of a request by the clock of this machine, its duration, and the status (0: no response)."""

    at: float
    seconds: float
    status: int
    wrote: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """`status` 0: the connection was lost.  Names of headers in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")

    @property
    def is_outage(self) -> bool:
        """Whether it is an error of an outage, or no response."""
        return self.status in (0, 500, 502, 503, 504)

    @property
    def denies(self) -> bool:
        """Whether it says that nothing was saved."""
        return self.status == 503 and b"Nothing was saved" in self.body


_LOST = Answer(0, {}, b"")


class Client:
    def __init__(self, site: Site, number: int, answered: list[TimedResponse]) -> None:
        self._site, self._answered = site, answered
        # A proxy counts its visitors by address.
        self._source = (f"127.0.2.{number % 250 + 1}", 0) if sys.platform == "linux" else None
        self._connection: HTTPConnection | None = None

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Send a request and return the answer; names of headers have `_` for `-`."""
        began = time.monotonic()
        try:
            answer = read(self.send(method, path, body, **headers))
        except (OSError, HTTPException):
            self.close()
            answer = _LOST
        if answer.headers.get("connection") == "close":
            self.close()
        self.note(began, method, answer)
        return answer

    def send(self, method: str, path: str, body: bytes | None = None, **headers: str) -> HTTPConnection:
        """Send a request; return the connection on which its answer comes."""
        if self._connection is None:
            self._connection = self._connect()
        common = {name.replace("_", "-"): value for name, value in headers.items()}
        self._connection.request(method, path, body, {"Host": self._site.host, **common})
        return self._connection

    def note(self, began: float, method: str, answer: Answer) -> None:
        seconds = time.monotonic() - began
        self._answered.append(TimedResponse(began, seconds, answer.status, method != "GET"))

    def form(self, path: str, fields: Mapping[str, str], session: str = "") -> Answer:
        """Send a form as a browser that has opened its page."""
        body = urlencode({**fields, "csrfmiddlewaretoken": TOKEN}).encode()
        return self.post(path, body, FORM, session)

    def post(self, path: str, body: bytes, kind: str, session: str = "") -> Answer:
        """Send an encoded form with the cookies of a browser."""
        cookie = f"csrftoken={TOKEN}" + (f"; sessionid={session}" if session else "")
        referer = f"https://{self._site.host}{path}"
        return self.ask("POST", path, body, Content_Type=kind, Cookie=cookie, Referer=referer)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connect(self) -> HTTPConnection:
        common: dict[str, Any] = {"timeout": _PATIENCE_SECONDS, "source_address": self._source}
        if not self._site.tls:
            return HTTPConnection("127.0.0.1", self._site.port, **common)
        trusting = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        return HTTPSConnection("127.0.0.1", self._site.port, context=trusting, **common)


def read(connection: HTTPConnection) -> Answer:
    """Return the response to the request on a connection.  Raises: OSError; HTTPException."""
    response: HTTPResponse = connection.getresponse()
    headers = {name.lower(): ", ".join(response.headers.get_all(name, [])) for name in response.headers}
    return Answer(response.status, headers, response.read())
