"""Passes messages of shared channels to the nginx of one node, which writes them to its listeners.

Only the newest frame of each channel is stored; it is sent again as a heartbeat, and all of them after nginx has lost
its own.
"""

from __future__ import annotations

import asyncio
import random
import shlex
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping

import structlog
from django.db import DatabaseError

from games.live.events import is_older, is_shared

log = structlog.get_logger(__name__)

#: The number of channels with a stored frame; the least recently updated are dropped first.
MOST_CHANNELS = 20_000
#: The number of simultaneous publications: one with many listeners does not block the others.
_LANES = 4
#: The reconnection delay of browsers in milliseconds, different for each channel.
_RETRY_MS = (2000, 8000)
_CHECK_EACH = 2.0
_CHECK_SECONDS = 2.0
_CHECKS_FAILED = 3
_RESTART_SECONDS = 30.0
#: A marker stored in nginx: if it is missing, the frames are lost too.
_MARK = "relay/1"


class NginxAway(Exception):
    """nginx has stopped answering, and there is no command to restart it."""


class Relay:
    """The relay of one nginx.

    `public` returns whether a channel is public; `refreshed` returns newer frames from the record than the known ones,
    and channels that are no longer shared.
    """

    def __init__(
        self,
        nchan: Nchan,
        *,
        public: Callable[[str], Awaitable[bool]],
        refreshed: Callable[[Mapping[str, bytes]], Awaitable[tuple[dict[str, bytes], set[str]]]],
        pause: float,
        restart: str = "",
    ) -> None:
        self._nchan, self._public, self._refreshed = nchan, public, refreshed
        self._pause, self._restart = pause, restart
        self._frames: OrderedDict[str, bytes] = OrderedDict()
        self._known_public: set[str] = set()
        self._lanes = [_Lane() for _ in range(_LANES)]
        self._lost = True  # nothing has been given to nginx yet
        self._gap = asyncio.Event()

    def tell(self, channel: str, frame: bytes) -> None:
        """Take a published frame; an empty one ends the channel."""
        if not is_shared(channel) or is_older(frame, self._frames.get(channel)):
            return
        if frame:
            self._frames[channel] = frame
            self._frames.move_to_end(channel)
            if len(self._frames) > MOST_CHANNELS:
                self._forget(next(iter(self._frames)))
        else:
            self._forget(channel)
        self._put(channel)

    def listen_again(self) -> None:
        """Note that earlier messages may have been missed."""
        self._gap.set()

    async def run(self) -> None:
        """Run forever.  Raises: NginxAway."""
        async with asyncio.TaskGroup() as tasks:
            for lane in self._lanes:
                tasks.create_task(self._serve(lane))
            tasks.create_task(self._send_heartbeats())
            tasks.create_task(self._close_gaps())
            tasks.create_task(self._watch_nginx())

    # To nginx

    def _put(self, channel: str) -> None:
        self._lanes[hash(channel) % _LANES].put(channel)

    async def _serve(self, lane: _Lane) -> None:
        while True:
            channel = await lane.take()
            try:
                await self._give(channel)
            except NchanError as problem:
                if not self._lost:
                    log.warning("live_relay_not_given", channel=channel, problem=str(problem))
                self._lost = True
            except DatabaseError as problem:
                # A channel of unknown publicity gets no frame; the next heartbeat checks again.
                log.warning("live_relay_not_asked", channel=channel, problem=str(problem))

    async def _give(self, channel: str) -> None:
        frame = self._frames.get(channel)
        if frame is not None and await self._may_give(channel):
            retry = random.randint(*_RETRY_MS)  # noqa: S311  (spreads load)
            await self._nchan.publish(channel, b"retry: %d\n%b" % (retry, frame))
        else:
            await self._nchan.delete(channel)

    async def _may_give(self, channel: str) -> bool:
        """Return whether a channel may be published, checked at its first frame; writers check games each time."""
        if channel.startswith("games/") or channel in self._known_public:
            return True
        public = await self._public(channel)
        if public:
            self._known_public.add(channel)
        else:
            self._forget(channel)
        return public

    def _forget(self, channel: str) -> None:
        self._frames.pop(channel, None)
        self._known_public.discard(channel)

    # From the record

    async def _send_heartbeats(self) -> None:
        """Send every stored frame once per `pause`, spread over that time, after a look at the record."""
        while True:
            await self._look()
            names = list(self._frames)
            for name in names:
                self._put(name)
                await asyncio.sleep(self._pause / len(names))
            if not names:
                await asyncio.sleep(self._pause)

    async def _close_gaps(self) -> None:
        while True:
            await self._gap.wait()
            self._gap.clear()
            await self._look()

    async def _look(self) -> None:
        """Take frames from the record that were not announced."""
        try:
            newer, ended = await self._refreshed(dict(self._frames))
        except DatabaseError as problem:
            log.warning("live_relay_not_read", problem=str(problem))
            return
        for channel, frame in newer.items():
            self.tell(channel, frame)
        for channel in ended:
            self.tell(channel, b"")

    # The health of nginx

    async def _watch_nginx(self) -> None:
        """Send all frames again once nginx has lost them; restart it if it does not respond any more."""
        failed, answered = 0, False
        while True:
            try:
                forgotten = not await self._nchan.holds(_MARK, _CHECK_SECONDS)
                if forgotten or self._lost:
                    await self._give_all()
                failed, answered = 0, True
            except NchanError as problem:
                failed += 1
                log.warning("live_relay_nginx_away", checks=failed, problem=str(problem))
                if answered and failed >= _CHECKS_FAILED:
                    await self._start_nginx_again()
                    failed = 0
            await asyncio.sleep(_CHECK_EACH)

    async def _give_all(self) -> None:
        self._lost = False
        await self._nchan.publish(_MARK, b"here")
        for channel in list(self._frames):
            self._put(channel)

    async def _start_nginx_again(self) -> None:
        if not self._restart:
            raise NginxAway("nginx does not answer")
        log.error("live_relay_restarts_nginx", command=self._restart)
        self._nchan.close()
        process = await asyncio.create_subprocess_exec(*shlex.split(self._restart))
        try:
            async with asyncio.timeout(_RESTART_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()


class _Lane:
    """Channels waiting to be sent, each once, in the order of arrival."""

    def __init__(self) -> None:
        self._waiting: dict[str, None] = {}
        self._woken = asyncio.Event()

    def put(self, channel: str) -> None:
        self._waiting[channel] = None
        self._woken.set()

    async def take(self) -> str:
        while not self._waiting:
            self._woken.clear()
            await self._woken.wait()
        channel = next(iter(self._waiting))
        del self._waiting[channel]
        return channel


# The publisher's side of one nginx with nchan (`deploy/nginx-live`), with pooled connections.

_Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]
#: A publication is answered once all listeners of this nginx have been written to.
ANSWER_SECONDS = 10.0


class NchanError(OSError):
    """nginx is away, does not answer, or does not take what it was given."""


class Nchan:
    """`place` is `host:port` or `unix:/path/of/socket` of the inner listener."""

    def __init__(self, place: str) -> None:
        self._place = place
        self._idle: list[_Connection] = []

    async def publish(self, channel: str, frame: bytes) -> None:
        """Send a frame to all local listeners of the channel, and store it for new ones."""
        await self._expect("POST", channel, (201, 202), frame)

    async def delete(self, channel: str) -> None:
        """End the streams of a channel, and forget its frame."""
        await self._expect("DELETE", channel, (200, 202, 404))

    async def holds(self, channel: str, seconds: float) -> bool:
        """Return whether nginx stores a frame of the channel; a new connection asks an arbitrary worker."""
        try:
            async with asyncio.timeout(seconds):
                connection = await self._open()
                try:
                    status = await _exchange(connection, _request("GET", channel, b""))
                finally:
                    connection[1].close()
        except (OSError, EOFError, TimeoutError) as problem:
            raise NchanError(str(problem) or "no answer") from problem
        return status == 200

    def close(self) -> None:
        while self._idle:
            self._idle.pop()[1].close()

    async def _expect(self, method: str, channel: str, good: tuple[int, ...], body: bytes = b"") -> None:
        request = _request(method, channel, body)
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                status = await self._send(request)
        except (OSError, EOFError, TimeoutError) as problem:
            raise NchanError(str(problem) or "no answer") from problem
        if status not in good:
            raise NchanError(f"{method} {channel} was answered with {status}")

    async def _send(self, request: bytes) -> int:
        """Send on a pooled connection, or on a new one if nginx has closed it.  Publishing twice does no harm."""
        while self._idle:
            try:
                return await self._on(self._idle.pop(), request)
            except (OSError, EOFError):
                continue
        return await self._on(await self._open(), request)

    async def _on(self, connection: _Connection, request: bytes) -> int:
        try:
            status = await _exchange(connection, request)
        except BaseException:
            connection[1].close()
            raise
        self._idle.append(connection)
        return status

    async def _open(self) -> _Connection:
        if self._place.startswith("unix:"):
            return await asyncio.open_unix_connection(self._place.removeprefix("unix:"))
        host, _, port = self._place.rpartition(":")
        return await asyncio.open_connection(host, int(port))


def _request(method: str, channel: str, body: bytes) -> bytes:
    head = f"{method} /publish/{channel} HTTP/1.1\r\nHost: nchan\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def _exchange(connection: _Connection, request: bytes) -> int:
    """Return the status of the response; its body is read and dropped."""
    reader, writer = connection
    writer.write(request)
    await writer.drain()
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = head.partition(b"content-length:")[2].partition(b"\r\n")[0].strip()
    if length.isdigit():
        await reader.readexactly(int(length))
    return int(head.split(b" ", 2)[1])
