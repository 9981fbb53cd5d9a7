"""How the PGN of a round is read from where a program at the venue publishes it: by TLS, and never inside a network."""

from __future__ import annotations

import http.client
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

from notifications.services.webhooks.transport import INTERNET, AddressRefused, Outside
from tavleya.version import VERSION

#: Bytes of a file: a round of three hundred games with clocks is a third of it.
LARGEST = 4 * 1024**2


@dataclass(frozen=True, slots=True)
class Page:
    """`status` None: nobody answered, and `problem` says why.  304: what was read last is still so.

    `tag` and `changed`: what the server calls this version of the file (`ETag`, `Last-Modified`); `wait`: for how many
    seconds it asks not to be asked again.
    """

    status: int | None
    body: bytes = b""
    tag: str = ""
    changed: str = ""
    wait: int = 0
    problem: str = ""


class Source(Protocol):
    """Where files are read: the internet, or in tests a server of theirs."""

    def read(self, address: str, tag: str, changed: str) -> Page:
        """Never raises for what the other side does."""
        ...


@dataclass(frozen=True, slots=True)
class Internet:
    """By HTTPS; the connection goes to the very address that was checked, and nothing is followed."""

    outside: Outside = field(default=INTERNET)

    def read(self, address: str, tag: str, changed: str) -> Page:
        try:
            answer = self.outside.get(address, _headers(tag, changed), LARGEST + 1)
        except (AddressRefused, OSError, ValueError, http.client.HTTPException) as problem:
            return Page(None, problem=str(problem)[:200] or type(problem).__name__)
        if len(answer.body) > LARGEST:
            return Page(answer.status, problem=f"more than {LARGEST // 1024**2} MB")
        wait = answer.headers.get("retry-after", "")
        return Page(
            answer.status,
            answer.body,
            answer.headers.get("etag", "")[:200],
            answer.headers.get("last-modified", "")[:60],
            int(wait) if wait.isdecimal() and len(wait) < 6 else 0,
        )


SOURCE = Internet()


def _headers(tag: str, changed: str) -> Mapping[str, str]:
    asked = {"User-Agent": f"Tavleya/{VERSION}", "Accept": "application/x-chess-pgn, text/plain, */*"}
    if tag:
        asked["If-None-Match"] = tag
    if changed:
        asked["If-Modified-Since"] = changed
    return asked


def host_of(address: str) -> str:
    """The host of an https address in small letters; empty for any other text."""
    try:
        parts = urlsplit(address)
        return (parts.hostname or "") if parts.scheme == "https" and not parts.username else ""
    except ValueError:
        return ""
