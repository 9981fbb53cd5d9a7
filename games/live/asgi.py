"""`/live/games/<id>`: the server-sent events of one game, as a bare ASGI application in front of Django.

A reconnecting browser sends `Last-Event-ID`, and gets from the record whatever it missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import redis.asyncio
import structlog
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections
from django.http import parse_cookie

from accounts.sessions import user_of
from common.actors import ANONYMOUS, Actor
from games import hooks
from games.live.events import event_after, frame, heartbeat
from games.live.hub import Room, Watcher, memory_hub
from games.live.publishing import channel
from games.models import Game

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

log = structlog.get_logger(__name__)
_PATH = re.compile(r"^/live/games/(\d{1,18})$")
MOST_STREAMS = 5000  # of one process; beyond it a browser falls back to polling
#: How long it is taken as known which games everybody may watch, and what has been asked.
_KNOWN_SECONDS = 1.0
_PUBLIC: dict[int, tuple[float, asyncio.Future[Any]]] = {}
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application."""
    match = _PATH.match(scope["path"])
    if scope["method"] != "GET" or not match:
        await _refuse(send, 404, "not_found")
        return
    game_id = int(match[1])
    if len(memory_hub) >= MOST_STREAMS:
        await _refuse(send, 503, "too_many_streams")
        return
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    if not await _visible(game_id, headers.get("cookie", "")):
        await _refuse(send, 404, "not_found")
        return
    await _stream(game_id, _last_seen(headers, scope), receive, send)


async def _stream(game_id: int, seen: int, receive: Receive, send: Send) -> None:
    _relay_from_redis()
    watcher = Watcher(seen)
    room = memory_hub.join(game_id, watcher, _read, heartbeat)
    try:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        feeding = asyncio.ensure_future(_feed(watcher, room, send))
        leaving = asyncio.ensure_future(_gone(receive))
        done, pending = await asyncio.wait({feeding, leaving}, return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for task in done:
            task.result()
    except OSError:
        # The browser has gone while something was being sent to it.
        return
    finally:
        memory_hub.leave(room, watcher)


async def _feed(watcher: Watcher, room: Room, send: Send) -> None:
    while True:
        for ready in await watcher.frames(room):
            await send({"type": "http.response.body", "more_body": True, "body": ready})


async def _read(game_id: int, seq: int) -> tuple[int, bytes | None]:
    """What happened in the game after entry `seq`, written down once for all who have seen that one."""
    newest, event = await _in_thread(event_after)(game_id, seq)
    return newest, None if event is None else frame(event)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _last_seen(headers: dict[str, str], scope: Scope) -> int:
    asked = headers.get("last-event-id") or scope.get("query_string", b"").decode("latin-1").removeprefix(
        "after="
    )
    return int(asked) if asked.isdecimal() and len(asked) < 10 else 0


async def _visible(game_id: int, cookie: str) -> bool:
    """Whether the sender of the cookies may watch; asked once a moment for all visitors without a session."""
    if settings.SESSION_COOKIE_NAME in cookie:
        return bool(await _in_thread(_may_watch)(game_id, cookie))
    now = time.monotonic()
    found = _PUBLIC.get(game_id)
    if found is None or now >= found[0] or found[1].get_loop() is not asyncio.get_running_loop():
        if len(_PUBLIC) >= MOST_STREAMS:
            _PUBLIC.clear()
        asked = asyncio.ensure_future(_in_thread(_may_watch)(game_id, ""))
        found = _PUBLIC[game_id] = (now + _KNOWN_SECONDS, asked)
    return bool(await asyncio.shield(found[1]))


def _may_watch(game_id: int, cookie: str) -> bool:
    game = Game.objects.filter(pk=game_id).first()
    return game is not None and hooks.visible_to(_actor(cookie), game)


def _actor(cookie: str) -> Actor:
    """Who is behind the session cookie; nobody once the session is over."""
    user = user_of(parse_cookie(cookie).get(settings.SESSION_COOKIE_NAME), datetime.now(UTC))
    return Actor(user.pk, user.shown_name) if user.is_authenticated else ANONYMOUS


def _in_thread(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """Run a function that uses the database in a worker thread, and give its connection back after."""

    def run(*args: Any) -> Any:
        close_old_connections()
        try:
            return function(*args)
        finally:
            close_old_connections()

    return sync_to_async(run, thread_sensitive=False)


async def _refuse(send: Send, status: int, code: str) -> None:
    body = json.dumps({"status": status, "code": code}).encode()
    headers = [(b"content-type", b"application/problem+json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _relay_from_redis() -> None:
    """Start this process's one subscription, unless everything happens in this very process."""
    if settings.LIVE_HUB != "memory":
        _relay(settings.LIVE_HUB, asyncio.get_running_loop())


@lru_cache(maxsize=2)
def _relay(url: str, loop: asyncio.AbstractEventLoop) -> asyncio.Task[None]:
    return loop.create_task(_subscribe(url))


async def _subscribe(url: str) -> None:
    while True:
        try:
            # With a socket time-out the client sends through `asyncio.wait_for`, which before Python 3.12
            # can lose the cancellation of this task; a subscription waits as long as it must anyway.
            client = redis.asyncio.from_url(url, socket_timeout=None, socket_keepalive=True)
            async with client.pubsub() as subscription:
                await subscription.subscribe(channel())
                async for message in subscription.listen():
                    if message["type"] == "message":
                        game_id, seq = json.loads(message["data"])
                        memory_hub.wake(game_id, seq)
        except (redis.RedisError, OSError) as problem:
            # Streams go on with what their heartbeats find until Redis is back.
            log.warning("live_subscription_lost", problem=str(problem))
            await asyncio.sleep(1)
