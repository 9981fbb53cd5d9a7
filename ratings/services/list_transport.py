"""How a rating list is fetched from where its federation publishes it: by TLS only, and only if it is another."""

from __future__ import annotations

import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage
from typing import IO, Protocol
from urllib.error import HTTPError
from urllib.request import (
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    Request,
)

from tavleya.version import VERSION

PATIENCE_SECONDS = 30
#: For a whole list.
LONGEST_SECONDS = 10 * 60
#: Bytes of a list: FIDE's has some forty million in its zip.
LARGEST = 256 * 1024**2
_CHUNK = 1024**2


class ListUnreachable(Exception):
    """Nothing was fetched; the text says why."""


class ListTransport(Protocol):
    """Where lists come from: the internet, or in tests a table."""

    def fetch(self, address: str, tag: str, into: IO[bytes]) -> str | None:
        """Write the list at an address into a file; returns what the server calls this version of it.

        None, and nothing is written, where it is still the version `tag`.  Raises ListUnreachable.
        """
        ...


class _ToTlsOnly(HTTPRedirectHandler):
    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        if not newurl.startswith("https://"):
            raise ListUnreachable(f"led to {newurl[:100]}, which is not an https address")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


@dataclass(frozen=True, slots=True)
class Internet:
    """By HTTPS; addresses are the operator's own settings."""

    def fetch(self, address: str, tag: str, into: IO[bytes]) -> str | None:
        if not address.startswith("https://"):
            raise ListUnreachable("not an https address")
        opener = OpenerDirector()
        for handler in (HTTPSHandler(context=ssl.create_default_context()), _ToTlsOnly(), *_answers()):
            opener.add_handler(handler)
        try:
            with opener.open(Request(address, headers=_headers(tag)), timeout=PATIENCE_SECONDS) as answer:  # noqa: S310
                _copy(answer, into)
                return str(answer.headers.get("ETag") or answer.headers.get("Last-Modified") or "")[:200]
        except HTTPError as refused:
            if refused.code == 304:
                return None
            raise ListUnreachable(f"HTTP {refused.code}") from None
        except (OSError, HTTPException, ValueError) as problem:
            raise ListUnreachable(str(problem)[:200] or type(problem).__name__) from None


INTERNET = Internet()


def _answers() -> tuple[HTTPDefaultErrorHandler, HTTPErrorProcessor]:
    return HTTPDefaultErrorHandler(), HTTPErrorProcessor()


def _headers(tag: str) -> Mapping[str, str]:
    asked = {"User-Agent": f"Tavleya/{VERSION}"}
    if tag:
        name = "If-None-Match" if tag.startswith(('"', "W/")) else "If-Modified-Since"
        asked[name] = tag
    return asked


def _copy(answer: IO[bytes], into: IO[bytes]) -> None:
    ends, size = time.monotonic() + LONGEST_SECONDS, 0
    while chunk := answer.read(_CHUNK):
        size += len(chunk)
        if size > LARGEST:
            raise ListUnreachable(f"more than {LARGEST // 1024**2} MB")
        if time.monotonic() > ends:
            raise ListUnreachable("not fetched in time")
        into.write(chunk)
