"""Listeners of the channels in this process: one room for each channel, which passes on each frame unchanged."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections

from games.live.events import is_older, says_more

#: Frames that may wait for a slow connection; beyond it only the newest waits, and the client requests missed entries.
MOST_WAITING = 8
#: The heartbeat before the first frame.
COMMENT = b":\n\n"


class ChannelClosed(Exception):
    """The channel may no longer be listened to."""


#: The newest frame of a channel from the record; None if there is no frame.  Raises: ChannelClosed.
Read = Callable[[str], Awaitable[bytes | None]]


class Listener:
    """One open stream."""

    def __init__(self) -> None:
        self._waiting: list[bytes] = []
        self._woken = asyncio.Event()
        self._ended = False

    def offer(self, frame: bytes) -> None:
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
        self._waiting.append(frame)
        self._woken.set()

    def end(self) -> None:
        self._ended = True
        self._woken.set()

    async def frames(self) -> list[bytes]:
        """Return the next frames, as soon as there are any; empty once the stream is over."""
        if not self._waiting and not self._ended:
            self._woken.clear()
            await self._woken.wait()
        ready, self._waiting = self._waiting, []
        return [] if self._ended else ready


class Room:
    """The listeners of one channel, on one event loop.  Every `pause` seconds they get a heartbeat."""

    def __init__(self, channel: str, read: Read, pause: float) -> None:
        self.channel = channel
        self.listeners: set[Listener] = set()
        self.newest: bytes | None = None
        self._read, self._pause = read, pause
        self._looking = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._keeping = self._loop.create_task(self._keep())

    def tell(self, frame: bytes) -> None:
        """Pass on a frame; an empty one ends the channel.  May be called from any thread."""
        with suppress(RuntimeError):  # the loop has closed between the look-up and the call
            self._loop.call_soon_threadsafe(self._hear, frame)

    def look(self) -> None:
        """Read the newest frame now: one may have been lost.  Called on the room's own loop."""
        self._looking.set()

    def close(self) -> None:
        self._keeping.cancel()

    def _hear(self, frame: bytes) -> None:
        if not frame:
            self._end()
        elif not is_older(frame, self.newest):
            self.newest = frame
            self._offer(frame)

    def _offer(self, frame: bytes) -> None:
        for listener in self.listeners:
            listener.offer(frame)

    def _end(self) -> None:
        for listener in self.listeners:
            listener.end()

    async def _keep(self) -> None:
        """Read the newest frame for the listeners; each heartbeat repeats it, so that losses are repaired."""
        due = True
        while True:
            self._looking.clear()
            try:
                frame = await self._read(self.channel)
            except ChannelClosed:
                self._end()
                return
            newer = frame is not None and says_more(frame, self.newest)
            if newer:
                self.newest = frame
            if newer or due:
                self._offer(self.newest or COMMENT)
            due = not await self._asked_to_look()

    async def _asked_to_look(self) -> bool:
        """Wait for a request to look; return whether it came before the next heartbeat is due."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._pause):
                return await self._looking.wait()
        return False


class Hub:
    """The rooms of this process."""

    def __init__(self) -> None:
        self._rooms: dict[str, list[Room]] = {}
        self._lock = threading.Lock()  # writers are request threads, readers the event loop

    def join(self, channel: str, listener: Listener, read: Read, pause: float) -> Room:
        """Return the room of the channel on this event loop; the first listener creates it."""
        loop = asyncio.get_running_loop()
        with self._lock:
            rooms = self._rooms.setdefault(channel, [])
            room = next((room for room in rooms if room._loop is loop), None)
            if room is None:
                room = Room(channel, read, pause)
                rooms.append(room)
            room.listeners.add(listener)
        if room.newest is not None:
            listener.offer(room.newest)
        return room

    def leave(self, room: Room, listener: Listener) -> None:
        with self._lock:
            room.listeners.discard(listener)
            if room.listeners:
                return
            rooms = self._rooms[room.channel]
            rooms.remove(room)
            if not rooms:
                del self._rooms[room.channel]
        room.close()

    def tell(self, channel: str, frame: bytes) -> None:
        """Pass a frame on to the local listeners of the channel; an empty one ends their streams."""
        with self._lock:
            rooms = list(self._rooms.get(channel, ()))
        for room in rooms:
            room.tell(frame)

    def look(self) -> None:
        """Make the rooms on this event loop read their newest frames."""
        loop = asyncio.get_running_loop()
        with self._lock:
            rooms = [room for rooms in self._rooms.values() for room in rooms if room._loop is loop]
        for room in rooms:
            room.look()

    def listens(self, channel: str) -> bool:
        """Return whether the channel has local listeners."""
        with self._lock:
            return channel in self._rooms

    def __len__(self) -> int:
        with self._lock:
            return sum(len(room.listeners) for rooms in self._rooms.values() for room in rooms)


memory_hub = Hub()


# The database from an event loop.


def in_thread(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """Return an async version of a function that uses the database: it runs in a thread without stale connections."""

    def run(*args: Any) -> Any:
        close_old_connections()
        try:
            return function(*args)
        finally:
            close_old_connections()

    return sync_to_async(run, thread_sensitive=False)
