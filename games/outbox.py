"""Background publisher for Redis: one thread, in order, in batches."""

import atexit
import os
import queue
import threading
import time
from functools import lru_cache

import redis
import structlog

from games import redis_client
from games.redis_client import breaker

log = structlog.get_logger(__name__)

_AT_ONCE = 200  # messages of one round trip
_PAUSE_SECONDS = 0.01  # after each; viewers do not notice such a delay of a move
_MOST_WAITING = 10_000  # while Redis is slower than its producers
_LAST_SECONDS = 1.0  # for what waits when the process ends


class Outbox:
    """Publishes messages to the Redis at `url` in the background.  Failed messages are lost, and logged."""

    def __init__(self, url: str) -> None:
        self._redis = redis.Redis.from_url(url, **redis_client.options())
        self._waiting: queue.SimpleQueue[tuple[str, bytes] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._send_all, name="outbox", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def publish(self, channel: str, message: bytes) -> None:
        """Queue a message; never waits and never fails."""
        if not breaker.is_open and self._waiting.qsize() < _MOST_WAITING:
            self._waiting.put((channel, message))

    def close(self) -> None:
        """Send what waits, for a moment, and end."""
        self._waiting.put(None)
        self._thread.join(_LAST_SECONDS)

    def _send_all(self) -> None:
        going_on = True
        while going_on:
            messages = [self._waiting.get()]
            while len(messages) < _AT_ONCE and not self._waiting.empty():
                messages.append(self._waiting.get())
            going_on = None not in messages
            self._send([message for message in messages if message is not None])

    def _send(self, messages: list[tuple[str, bytes]]) -> None:
        if not messages or breaker.is_open:
            return
        try:
            with self._redis.pipeline(transaction=False) as pipe:
                for channel, message in messages:
                    pipe.publish(channel, message)
                pipe.execute()
        except redis.RedisError as problem:
            breaker.failed()
            log.warning("live_publish_failed", messages=len(messages), problem=str(problem))
        time.sleep(_PAUSE_SECONDS)


@lru_cache(maxsize=4)
def outbox(url: str) -> Outbox:
    """Return this process's outbox for the Redis at `url`."""
    return Outbox(url)


# A thread does not live on in a process that is forked off.
os.register_at_fork(after_in_child=outbox.cache_clear)
