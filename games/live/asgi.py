"""`/live/<kind>/<key>`: the server-sent events of one channel, as a bare ASGI application in front of Django.

Without nchan it serves all channels, with nchan only the private ones.  A client that has missed entries of a game
requests `/live/games/<id>/entries?after=<the entry it has>` once.
"""

import asyncio
import contextlib
import json
import random
import re
import time
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError

from games.live.access import Refused, entries_for, heard_at, newest_frame
from games.live.events import HELD, is_shared, split
from games.live.hub import Listener, in_thread, memory_hub
from games.live.publishing import read_announcements

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

log = structlog.get_logger(__name__)
_ENTRIES = re.compile(r"^/live/games/([0-9]{1,18})/entries$")
MOST_STREAMS = 5000  # of one process; beyond it a browser falls back to polling
#: Milliseconds until a browser reconnects after the end of its stream: not all of them at once.
RETRY_MS = (2000, 8000)
#: The interval after which the listener to a private channel is authenticated again.
PRIVATE_SECONDS = 15 * 60
#: How long results of permission checks for visitors are cached, and the cached checks.
_KNOWN_SECONDS = 1.0
_PUBLIC: dict[str, tuple[float, asyncio.Future[Any]]] = {}
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
_SHARED_ENTRIES = b"public, max-age=0, s-maxage=1"


async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a stream (the ASGI application)."""
    name, cookie = scope["path"].removeprefix("/live/"), _cookie(scope)
    entries = _ENTRIES.match(scope["path"])
    try:
        if scope["method"] != "GET":
            raise Refused
        if entries:
            await _tell_entries(int(entries[1]), _after(scope), cookie, send)
            return
        if split(name) is None or name.startswith("unpublished/"):
            raise Refused
        if len(memory_hub) >= MOST_STREAMS:
            await refuse(send, 503, "too_many_streams")
            return
        channel = await _heard_at(name, cookie)
    except Refused:
        await refuse(send, 404, "not_found")
        return
    await _stream(channel, receive, send)


async def _stream(channel: str, receive: Receive, send: Send) -> None:
    listen_to_redis()
    listener = Listener()
    room = memory_hub.join(channel, listener, read_newest, settings.LIVE_SIGN_SECONDS)
    try:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        feeding = asyncio.ensure_future(_feed(listener, send))
        leaving = asyncio.ensure_future(wait_for_disconnect(receive))
        timeout = None if is_shared(channel) else PRIVATE_SECONDS
        done, pending = await asyncio.wait({feeding, leaving}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for task in done:
            task.result()
        if leaving not in done:
            await send({"type": "http.response.body", "body": b""})
    except OSError:
        # The browser has disconnected during a send.
        return
    finally:
        memory_hub.leave(room, listener)


async def _feed(listener: Listener, send: Send) -> None:
    start = b"retry: %d\n\n" % random.randint(*RETRY_MS)  # noqa: S311  (spreads load)
    while ready := await listener.frames():
        for frame in ready:
            await send({"type": "http.response.body", "more_body": True, "body": start + frame})
            start = b""


async def wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def read_newest(channel: str) -> bytes | None:
    try:
        frame: bytes | None = await in_thread(newest_frame)(channel)
    except DatabaseError as problem:
        log.warning("live_not_read", channel=channel, problem=str(problem))
        return None
    return frame


async def _tell_entries(game_id: int, after: int, cookie: str, send: Send) -> None:
    body, public = await in_thread(entries_for)(game_id, after, cookie)
    headers = [
        (b"content-type", b"application/json"),
        (b"cache-control", _SHARED_ENTRIES if public else b"private, no-store"),
        (b"content-length", str(len(body)).encode()),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _after(scope: Scope) -> int:
    """Return the number of the last entry that the client has; 0 if it names none."""
    text = scope.get("query_string", b"").decode("latin-1").removeprefix("after=")
    return int(text) if text.isdecimal() and len(text) < 10 else 0


def _cookie(scope: Scope) -> str:
    return "; ".join(value.decode("latin-1") for name, value in scope["headers"] if name.lower() == b"cookie")


async def _heard_at(name: str, cookie: str) -> str:
    """Return the channel that serves the sender of the cookies; visitors without a session share a cached look-up."""
    if settings.SESSION_COOKIE_NAME in cookie or (HELD in cookie and name.startswith("games/")):
        return str(await in_thread(heard_at)(name, cookie))
    now = time.monotonic()
    cached = _PUBLIC.get(name)
    if cached is None or now >= cached[0] or cached[1].get_loop() is not asyncio.get_running_loop():
        if len(_PUBLIC) >= MOST_STREAMS:
            _PUBLIC.clear()
        task = asyncio.ensure_future(in_thread(heard_at)(name, ""))
        cached = _PUBLIC[name] = (now + _KNOWN_SECONDS, task)
    return str(await asyncio.shield(cached[1]))


async def refuse(send: Send, status: int, code: str) -> None:
    body = json.dumps({"status": status, "code": code}).encode()
    headers = [(b"content-type", b"application/problem+json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def listen_to_redis() -> None:
    """Start this process's only subscription to Redis, unless the hub is in memory."""
    if settings.LIVE_HUB != "memory":
        _subscription(settings.LIVE_HUB, asyncio.get_running_loop())


@lru_cache(maxsize=2)
def _subscription(url: str, loop: asyncio.AbstractEventLoop) -> asyncio.Task[None]:
    return loop.create_task(_pass_on(url))


async def _pass_on(url: str) -> None:
    async for channel, frame in read_announcements(url, memory_hub.look):
        memory_hub.tell(channel, frame)
