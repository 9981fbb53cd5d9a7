"""Shared parts of all calls: the connection, retries, keys, tags, pages, errors, the stream of an event."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Any, Final, Self

import httpx2

NDJSON: Final = "application/x-ndjson"
#: The server is busy or down, and has done nothing or will recognise the key.
_AGAIN: Final = frozenset({429, 502, 503, 504})


class Unset:
    """The default of an argument that is then not sent."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset()


class Problem(Exception):
    """A refusal: dispatch on `code`, show `detail`; `body` is the whole problem document (RFC 9457)."""

    def __init__(self, status: int, body: Mapping[str, Any]) -> None:
        self.status, self.body = status, body
        self.code = str(body.get("code", ""))
        self.detail = str(body.get("detail", ""))
        super().__init__(f"{status} {self.code}: {self.detail or body.get('errors', '')}")


class Core:
    """A connection to one server. `token` is a key (`tvl_…`); without one, only published events can be read.

    A failed connection is retried up to `tries` times, a write with the same `Idempotency-Key`, so that it is done
    once. `sleep` waits that many seconds between.
    """

    def __init__(
        self,
        url: str,
        token: str = "",
        *,
        language: str = "en",
        tries: int = 5,
        timeout: float = 30.0,
        transport: httpx2.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        headers = {"Accept-Language": language}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self._http = httpx2.Client(
            base_url=url.rstrip("/") + "/api/v1/", headers=headers, timeout=timeout, transport=transport
        )
        self._tries, self._sleep = tries, sleep
        self._tags: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def call(self, method: str, path: str, body: Mapping[str, Any] | None = None, *, key: str | None = None) -> Any:
        """The answer's JSON, or None.  Raises Problem for a refusal, httpx2.TransportError where nothing answers."""
        headers = {}
        if method in ("PATCH", "PUT") and path in self._tags:
            headers["If-Match"] = self._tags[path]
        if method != "GET":
            headers["Idempotency-Key"] = key or str(uuid.uuid4())
        sent = None if body is None else {name: value for name, value in body.items() if value is not UNSET}
        answer = self._send(method, path, sent, headers)
        if tag := answer.headers.get("ETag"):
            self._tags[path] = tag
        else:
            self._tags.pop(path, None)
        return answer.json() if answer.content else None

    def edit(self, method: str, path: str, body: Mapping[str, Any] | None = None, *, key: str | None = None) -> Any:
        """Call with `If-Match`, for data that may only be changed as they were read; read them first if necessary."""
        if path not in self._tags:
            self.call("GET", path)
        try:
            return self.call(method, path, body, key=key)
        except Problem as error:
            if error.status == 412:
                self._tags.pop(path, None)  # the next attempt reads it again
            raise

    def read(self, address: str) -> bytes:
        """Return the bytes at a path of the API or at a full URL, such as that of a document."""
        return self._send("GET", address, None, {"Accept": "*/*"}).content

    def pages(self, path: str, **query: Any) -> Iterator[Any]:
        """Yield the rows of a list, fetching page after page as needed."""
        address, requests = path, {name: value for name, value in query.items() if value is not UNSET}
        while address:
            page = self._send("GET", address, None, {}, requests or None).json()
            yield from page["results"]
            address, requests = page["next"] or "", {}

    def follow(self, slug: str, since: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield the acts of an event, forever, with `id`, `at`, `kind` and place.

        Begins after the act `since`, with those of the ten seconds before it once more, else now. A broken connection
        is resumed; no act is repeated.
        """
        set_: set[int] = set()
        failures = 0
        while failures < self._tries:
            try:
                for row in self._happenings(slug, since):
                    failures = 0
                    since = max(since or 0, int(row["id"]))
                    if row["kind"] != "begin" and row["id"] not in set_:
                        set_.add(row["id"])
                        yield row
            except (httpx2.TransportError, Problem) as problem:
                if isinstance(problem, Problem) and problem.status not in _AGAIN:
                    raise
                failures += 1
            self._sleep(_pause(failures))

    def _happenings(self, slug: str, since: int | None) -> Iterator[dict[str, Any]]:
        query = {} if since is None else {"since": since}
        path, waiting = f"events/{slug}/stream/", httpx2.Timeout(60.0)
        with self._http.stream("GET", path, params=query, headers={"Accept": NDJSON}, timeout=waiting) as answer:
            if answer.status_code != 200:
                answer.read()
                raise _problem(answer)
            for line in answer.iter_lines():
                if line.strip():
                    yield json.loads(line)

    def _send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        headers: Mapping[str, str],
        query: Mapping[str, Any] | None = None,
    ) -> httpx2.Response:
        for failures in range(1, self._tries + 1):
            try:
                answer = self._http.request(
                    method, path, json=body, headers=dict(headers), params=dict(query) if query else None
                )
            except httpx2.TransportError:
                # An edit by its tag may have been done: done again it would be refused as old.
                if failures == self._tries or method == "PATCH":
                    raise
                self._sleep(_pause(failures))
                continue
            if answer.status_code not in _AGAIN or failures == self._tries:
                break
            wait = answer.headers.get("Retry-After", "")
            self._sleep(float(wait) if wait.isdecimal() else _pause(failures))
        if answer.is_error:
            raise _problem(answer)
        return answer


def _problem(answer: httpx2.Response) -> Problem:
    try:
        body = answer.json()
    except ValueError:
        body = {"detail": answer.text[:200]}
    return Problem(answer.status_code, body if isinstance(body, dict) else {"detail": str(body)[:200]})


def _pause(failures: int) -> float:
    """Return the seconds to wait: longer each time, with jitter."""
    return min(30.0, 0.25 * 2.0**failures) * random.uniform(0.5, 1.0)  # noqa: S311
