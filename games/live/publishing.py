"""Publishing of changes to the live streams, after commit: complete frames, made once; and their reception."""

import asyncio
import atexit
import os
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from functools import lru_cache

import redis
import redis.asyncio
import structlog
from django.conf import settings
from django.db import DatabaseError

from games import hooks, redis_client
from games.live.events import Step, channel, news, step_frame
from games.live.hub import memory_hub
from games.redis_client import breaker


def redis_channel() -> str:
    """Return the Redis channel of this installation's streams; a message is a channel name, a line end, a frame."""
    return f"{settings.LIVE_CHANNEL_PREFIX}:live"


def end(channels: Iterable[str]) -> None:
    """End the streams of channels that are no longer open to their listeners, as of an unpublished game or event.

    Call it after commit.  Never fails: each channel is also checked at its next heartbeat.
    """
    announce_all([(channel, b"") for channel in channels])


def announce_all(messages: Sequence[tuple[str, bytes]]) -> None:
    """Pass frames to the listeners of their channels (`games.live.events`), in this order; call it after commit.

    Never fails: a stream that misses a frame is corrected at its next heartbeat.
    """
    if settings.LIVE_HUB == "memory":
        for channel, frame in messages:
            memory_hub.tell(channel, frame)
        return
    publisher = outbox(settings.LIVE_HUB)
    for channel, frame in messages:
        publisher.publish(redis_channel(), channel.encode() + b"\n" + frame)


# Choice of the stream for a game's events: the public one, or that of viewers with access.

_WALLS: dict[int, str] = {}
_MOST_WALLS = 50_000
log = structlog.get_logger(__name__)


def tell(steps: Sequence[Step], *, public: bool = False) -> None:
    """Publish entries appended to games; call it after commit.

    A game that is not public, or is broadcast with a delay, is published only on the private channel; the public sees a
    delayed game with the heartbeats (`games.live.access`).  `public`: all of them are known to be public; else one
    look-up for all.  Never fails: heartbeats repair lost messages.
    """
    try:
        if settings.LIVE_HUB == "memory":
            steps = [step for step in steps if any(memory_hub.listens(name) for name in _heard_on(step.game_id))]
        keys = {step.game_id for step in steps}
        keys -= {step.game_id for step in steps if step.delayed}
        shared = keys if public else hooks.public_games(keys)
        walls = {key: _wall_of(key) for key in shared}
    except DatabaseError as problem:
        log.warning("live_not_told", games=len(steps), problem=str(problem))
        return
    frames = []
    for step in steps:
        shared_channel, private_channel = _channels(step.game_id)
        frames.append((shared_channel if step.game_id in shared else private_channel, step_frame(step)))
        if wall := walls.get(step.game_id):
            frames.append((wall, news(f"{step.game_id}.{step.seq}", ["moves"])))
    announce_all(frames)


def _heard_on(game_id: int) -> tuple[str, ...]:
    return tuple(filter(None, (*_channels(game_id), _wall_of(game_id))))


def _wall_of(game_id: int) -> str:
    """Return the channel of the game's wall of boards, or an empty text.  Cached: a game stays in its round."""
    if game_id not in _WALLS:
        if len(_WALLS) >= _MOST_WALLS:
            _WALLS.clear()
        wall = hooks.wall_of([game_id]).get(game_id)
        _WALLS[game_id] = channel("walls", wall) if wall is not None else ""
    return _WALLS[game_id]


def _channels(game_id: int) -> tuple[str, str]:
    return channel("games", game_id), channel("unpublished", game_id)


# Background publisher for Redis: one thread, in order, in batches.

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
        """Send the waiting messages, for at most `_LAST_SECONDS`, and end."""
        self._waiting.put(None)
        self._thread.join(_LAST_SECONDS)

    def _send_all(self) -> None:
        running = True
        while running:
            messages = [self._waiting.get()]
            while len(messages) < _AT_ONCE and not self._waiting.empty():
                messages.append(self._waiting.get())
            running = None not in messages
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


# Threads do not survive a fork.
os.register_at_fork(after_in_child=outbox.cache_clear)


# Messages of all processes, received through Redis.

_SUBSCRIPTION_PAUSE_SECONDS = 1.0


async def read_announcements(
    url: str, subscribed: Callable[[], None] = lambda: None
) -> AsyncIterator[tuple[str, bytes]]:
    """Yield channels and frames as they are published, forever; an empty frame ends its channel.

    Messages published while Redis is away are lost: `subscribed` is called after each (re)connection.
    """
    while True:
        try:
            # With a socket time-out the client sends through `asyncio.wait_for`, which before Python 3.12
            # can lose the cancellation of this task; a subscription waits as long as it must anyway.
            client = redis.asyncio.from_url(url, socket_timeout=None, socket_keepalive=True)
            async with client.pubsub() as subscription:
                await subscription.subscribe(redis_channel())
                async for message in subscription.listen():
                    if message["type"] == "subscribe":
                        subscribed()
                    elif message["type"] == "message":
                        channel, _, frame = message["data"].partition(b"\n")
                        yield channel.decode(), frame
        except (redis.RedisError, OSError) as problem:
            # Until Redis is back, streams get updates only from their heartbeats.
            log.warning("live_subscription_lost", problem=str(problem))
            await asyncio.sleep(_SUBSCRIPTION_PAUSE_SECONDS)
