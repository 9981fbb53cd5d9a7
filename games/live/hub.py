"""Who watches which game in this process: one room a game, in which each change is read and written down once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress

HEARTBEAT_SECONDS = 20
#: Frames that wait for a slow line; beyond it the line is brought up to date in one.
MOST_WAITING = 8

#: The number of a game's newest entry, and the frame that leads to it from another; None if there is nothing newer.
News = tuple[int, bytes | None]
Read = Callable[[int, int], Awaitable[News]]
Heartbeat = Callable[[int], bytes]


class Watcher:
    """One open stream: `seen` is the entry up to which it has been told."""

    def __init__(self, seen: int) -> None:
        self.seen = seen
        self.woken = asyncio.Event()
        self._waiting: list[bytes] = []
        self._behind = True

    def offer(self, after: int, seq: int, frame: bytes) -> None:
        """Take the frame that leads from `after` to `seq`, if it goes on from what this stream has."""
        if seq <= self.seen:
            return
        if self._behind or after != self.seen or len(self._waiting) >= MOST_WAITING:
            self._behind = True
            self._waiting.clear()
        else:
            self._waiting.append(frame)
            self.seen = seq
        self.woken.set()

    def remind(self, frame: bytes) -> None:
        if not self._behind and not self._waiting:
            self._waiting.append(frame)
            self.woken.set()

    async def frames(self, room: Room) -> list[bytes]:
        """What is to be sent next: at once what has been missed, else what comes."""
        while True:
            if self._behind:
                self._behind = False
                newest, frame = await room.after(self.seen)
                if frame is not None:
                    self.seen = newest
                    return [frame]
            self.woken.clear()
            if self._waiting:
                ready, self._waiting = self._waiting, []
                return ready
            await self.woken.wait()


class Room:
    """Those who watch one game, on one event loop."""

    def __init__(self, game_id: int, read: Read, heartbeat: Heartbeat) -> None:
        self.game_id = game_id
        self.watchers: set[Watcher] = set()
        self._read, self._heartbeat = read, heartbeat
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._newest = -1  # nothing has been read yet
        self._asked: dict[int, asyncio.Task[News]] = {}
        self._telling = self._loop.create_task(self._tell())

    def wake(self) -> None:
        """The game has gone on.  May be called from any thread."""
        with suppress(RuntimeError):  # the loop has closed between the look-up and the call
            self._loop.call_soon_threadsafe(self._woken.set)

    def close(self) -> None:
        self._telling.cancel()

    async def after(self, seq: int) -> News:
        """The frame that leads from `seq` to the newest entry; those who ask for the same at once share it.

        Who has what the room has been told last is told together with the others.
        """
        if seq == self._newest:
            return seq, None
        return await asyncio.shield(self._asked.get(seq) or self._ask(seq))

    def _ask(self, seq: int) -> asyncio.Task[News]:
        """Read anew: one that is being read may have been begun before the newest entry was there."""
        task = self._asked[seq] = self._loop.create_task(self._learn(seq))
        task.add_done_callback(lambda done: self._forget(seq, done))
        return task

    async def _learn(self, seq: int) -> News:
        found = await self._read(self.game_id, seq)
        self._newest = max(self._newest, found[0])
        return found

    def _forget(self, seq: int, done: asyncio.Task[News]) -> None:
        if self._asked.get(seq) is done:
            del self._asked[seq]

    async def _tell(self) -> None:
        """Each heartbeat looks at the record as well, so nothing stays missed."""
        while True:
            silent = False
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    await self._woken.wait()
            except TimeoutError:
                silent = True
            self._woken.clear()
            before = max(self._newest, 0)
            newest, frame = await self._ask(before)
            if frame is not None:
                for watcher in tuple(self.watchers):
                    watcher.offer(before, newest, frame)
            elif silent:
                sign = self._heartbeat(before)
                for watcher in tuple(self.watchers):
                    watcher.remind(sign)


class Hub:
    """The rooms of this process."""

    def __init__(self) -> None:
        self._rooms: dict[int, list[Room]] = {}
        self._lock = threading.Lock()  # writers are request threads, readers the event loop

    def join(self, game_id: int, watcher: Watcher, read: Read, heartbeat: Heartbeat) -> Room:
        """The room of the game on this event loop; made for the first who comes."""
        loop = asyncio.get_running_loop()
        with self._lock:
            rooms = self._rooms.setdefault(game_id, [])
            room = next((one for one in rooms if one._loop is loop), None)
            if room is None:
                room = Room(game_id, read, heartbeat)
                rooms.append(room)
            room.watchers.add(watcher)
        return room

    def leave(self, room: Room, watcher: Watcher) -> None:
        with self._lock:
            room.watchers.discard(watcher)
            if room.watchers:
                return
            rooms = self._rooms[room.game_id]
            rooms.remove(room)
            if not rooms:
                del self._rooms[room.game_id]
        room.close()

    def wake(self, game_id: int, seq: int) -> None:
        """The game has an entry `seq`: tell whoever watches it here."""
        with self._lock:
            rooms = list(self._rooms.get(game_id, ()))
        for room in rooms:
            room.wake()

    def __len__(self) -> int:
        with self._lock:
            return sum(len(room.watchers) for rooms in self._rooms.values() for room in rooms)


memory_hub = Hub()
