"""Streams through the ASGI application, read event by event."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any

import pytest
import redis
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connections
from django.test import Client

from config.asgi import application
from games.live import asgi
from games.live.hub import memory_hub
from games.live.publishing import redis_channel

PATIENCE = 30  # seconds: other tests may keep this machine busy
Frame = tuple[str, str, dict[str, Any]]  # event, id, data


class Stream:
    """One open stream, read event by event."""

    def __init__(self, communicator: ApplicationCommunicator) -> None:
        self.communicator = communicator

    async def next(self) -> Frame:
        """The next event; OSError at the end of the stream."""
        while True:
            message = await self.communicator.receive_output(PATIENCE)
            if not message.get("more_body"):
                raise OSError("the stream has ended")
            lines = dict(line.split(": ", 1) for line in message["body"].decode().split("\n") if ": " in line)
            if "event" in lines:
                return lines["event"], lines.get("id", ""), json.loads(lines["data"])

    async def until(self, number: str) -> Frame:
        """Return the next event with that id; the event before it may come more than once."""
        while (frame := await self.next())[1] != number:
            pass
        return frame


@dataclass
class Response:
    headers: dict[bytes, bytes]
    data: dict[str, Any]


async def ask(path: str, *, query: str = "") -> Response:
    communicator = ApplicationCommunicator(application, scope(path, query=query))
    await communicator.send_input({"type": "http.request"})
    start, body = await communicator.receive_output(PATIENCE), await communicator.receive_output(PATIENCE)
    assert start["status"] == 200
    await communicator.wait(PATIENCE)
    return Response(dict(start["headers"]), json.loads(body["body"]))


def scope(path: str, *, query: str = "", **headers: str) -> dict[str, Any]:
    fields = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http", "method": "GET", "path": path, "query_string": query.encode(),
        "headers": [(b"host", b"testserver"), *fields],
    }  # fmt: skip


@asynccontextmanager
async def stream(path: str, *, query: str = "", **headers: str) -> AsyncIterator[Stream]:
    communicator = ApplicationCommunicator(application, scope(path, query=query, **headers))
    await communicator.send_input({"type": "http.request"})
    start = await communicator.receive_output(PATIENCE)
    assert start["status"] == 200
    assert (b"content-type", b"text/event-stream; charset=utf-8") in start["headers"]
    try:
        yield Stream(communicator)
    finally:
        await communicator.send_input({"type": "http.disconnect"})
        await communicator.wait(PATIENCE)


async def status(path: str, method: str = "GET", **headers: str) -> int:
    communicator = ApplicationCommunicator(application, scope(path, **headers) | {"method": method})
    await communicator.send_input({"type": "http.request"})
    start = await communicator.receive_output(PATIENCE)
    await communicator.wait(PATIENCE)
    return int(start["status"])


def signed_in(name: str) -> str:
    """Return the cookie of a signed-in browser."""
    browser = Client()
    browser.force_login(get_user_model().objects.get(username=name))
    return f"sessionid={browser.cookies['sessionid'].value}"


def in_thread(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """Run a function in a separate thread like a request, and close its connection afterwards."""

    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        finally:
            connections.close_all()

    return sync_to_async(run, thread_sensitive=False)


def run(test: Awaitable[None]) -> None:
    """Run the test in a new event loop in a new thread: Playwright keeps one running in this thread."""

    async def run_and_check() -> None:
        await test
        assert len(memory_hub) == 0

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run_and_check()).result(60)


def in_a_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Decorator of an asynchronous test."""

    @wraps(test)
    def run_test(**fixtures: Any) -> None:
        run(test(**fixtures))

    return run_test


async def subscribed(hub: str) -> None:
    """Wait until this process has subscribed; without a subscriber Redis drops messages."""
    if hub == "redis":
        await in_thread(_wait_for_subscriber)()


def _wait_for_subscriber() -> None:
    with redis.Redis.from_url(settings.LIVE_HUB) as client:
        while not client.pubsub_numsub(redis_channel())[0][1]:
            time.sleep(0.02)


class Quiet:
    """Waits until no frame is being read: a process that has just subscribed looks once for lost frames, and a frame
    that it reads after a move contains less than the announced frame."""

    def __init__(self, hub: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.read: list[str] = []
        self._hub, self._looked, self._going = hub, threading.Event(), 0
        self._reading, self._look = asgi.read_newest, memory_hub.look
        monkeypatch.setattr(asgi, "read_newest", self._counted)
        monkeypatch.setattr(memory_hub, "look", self._seen)

    async def __call__(self) -> None:
        await subscribed(self._hub)
        while not self.read or self._going or self._may_look():  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    def _may_look(self) -> bool:
        looking = (room._looking.is_set() for rooms in memory_hub._rooms.values() for room in rooms)
        return (self._hub == "redis" and not self._looked.is_set()) or any(looking)

    async def _counted(self, channel: str) -> bytes | None:
        self.read.append(channel)
        self._going += 1
        try:
            return await self._reading(channel)
        finally:
            self._going -= 1

    def _seen(self) -> None:
        self._look()
        self._looked.set()
