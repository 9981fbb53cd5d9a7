"""Who watches which game in this process."""

from __future__ import annotations

import asyncio
import threading


class Watcher:
    """One open stream: wakes when its game has gone on.  Holds only the newest number, so it cannot fill up."""

    def __init__(self, game_id: int) -> None:
        self.game_id = game_id
        self.loop = asyncio.get_running_loop()
        self.woken = asyncio.Event()

    def wake(self) -> None:
        """May be called from any thread."""
        try:
            self.loop.call_soon_threadsafe(self.woken.set)
        except RuntimeError:
            # The loop has closed between the look-up and the call: nobody is there to wake.
            return


class Hub:
    def __init__(self) -> None:
        self._watchers: dict[int, set[Watcher]] = {}
        self._lock = threading.Lock()  # writers are request threads, readers the event loop

    def add(self, watcher: Watcher) -> None:
        with self._lock:
            self._watchers.setdefault(watcher.game_id, set()).add(watcher)

    def remove(self, watcher: Watcher) -> None:
        with self._lock:
            watchers = self._watchers.get(watcher.game_id)
            if watchers:
                watchers.discard(watcher)
                if not watchers:
                    del self._watchers[watcher.game_id]

    def wake(self, game_id: int, seq: int) -> None:
        with self._lock:
            watchers = list(self._watchers.get(game_id, ()))
        for watcher in watchers:
            watcher.wake()

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._watchers.values()))


memory_hub = Hub()
