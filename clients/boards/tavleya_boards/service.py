"""The call of the server that takes reports of boards."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import httpx2

#: The server is busy or down: retried with the same key.
_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
_LONGEST_WAIT = 60.0


class Away(Exception):
    """No response for now; `wait` is the number of seconds to wait, None if the server did not say."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.wait = wait


class Refused(Exception):
    """The server does not take the call as it is."""


@dataclass(frozen=True, slots=True)
class Round:
    event: str
    section: str
    number: int

    @property
    def path(self) -> str:
        return f"/api/v1/events/{self.event}/sections/{self.section}/rounds/{self.number}/boards/"


class Service:
    """A round at a server.  `ahead`: by how many milliseconds the server's clock is ahead of this one."""

    def __init__(self, url: str, key: str, round_: Round, source: str) -> None:
        headers = {"Authorization": f"Bearer {key}", "Accept-Language": "en"}
        self._http = httpx2.AsyncClient(base_url=url.rstrip("/"), headers=headers, timeout=20.0)
        self._round, self._source = round_, source
        self.ahead = 0

    async def close(self) -> None:
        await self._http.aclose()

    async def report(self, reports: Sequence[Mapping[str, Any]], key: str) -> list[dict[str, Any]]:
        """Return the outcome of each report. Raises: Away; Refused."""
        body = {"source": self._source, "reports": list(reports)}
        try:
            response = await self._http.post(self._round.path, json=body, headers={"Idempotency-Key": key})
        except httpx2.TransportError as problem:
            raise Away(f"no connection to the server ({type(problem).__name__})") from problem
        self._compare_clocks(response)
        if response.status_code in _AGAIN:
            raise Away(f"the server answers {response.status_code}", _seconds(response.headers.get("Retry-After")))
        if response.status_code != 200:
            raise Refused(f"the server answers {response.status_code}: {_detail(response)}")
        boards = response.json().get("boards", [])
        return [dict(item) for item in boards]

    def _compare_clocks(self, response: httpx2.Response) -> None:
        try:
            timestamp = parsedate_to_datetime(response.headers["Date"]).timestamp()
        except (KeyError, ValueError):
            return
        ahead = int((timestamp - time.time()) * 1000)
        # The header has whole seconds, so a smaller difference is ignored.
        self.ahead = ahead if abs(ahead) > 3_000 else 0


def _seconds(text: str | None) -> float | None:
    return min(float(text), _LONGEST_WAIT) if text and text.isdigit() else None


def _detail(response: httpx2.Response) -> str:
    try:
        body = response.json()
    except ValueError:
        return response.text[:200]
    return str(body.get("detail") or body) if isinstance(body, dict) else str(body)[:200]
