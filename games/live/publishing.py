"""Telling the live streams, after commit, what has changed: complete frames, made once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import redis
import structlog
from django.conf import settings

from games import redis_client
from games.live.hub import memory_hub
from games.redis_client import breaker

log = structlog.get_logger(__name__)


def redis_channel() -> str:
    """The one Redis channel of this installation's streams; a message is the name of a channel, a line end, a frame."""
    return f"{settings.LIVE_CHANNEL_PREFIX}:live"


@lru_cache(maxsize=4)
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, **redis_client.options())


def announce(channel: str, frame: bytes) -> None:
    """Pass a frame to whoever listens to the channel (`games.live.channels`); to be called once it is committed.

    Never fails: a stream that missed this is put right by its next sign of life.
    """
    announce_all([(channel, frame)])


def end(channels: Iterable[str]) -> None:
    """End the streams of channels that are no longer for those who listen: a game or an event that is public no more.

    To be called after commit.  Never fails: each is also asked about at its next sign of life.
    """
    announce_all([(channel, b"") for channel in channels])


def announce_all(told: Sequence[tuple[str, bytes]]) -> None:
    """`announce` for many frames at once, in their order."""
    if settings.LIVE_HUB == "memory":
        for channel, frame in told:
            memory_hub.tell(channel, frame)
        return
    if breaker.is_open or not told:
        return
    messages = [channel.encode() + b"\n" + frame for channel, frame in told]
    try:
        client, name = _redis(settings.LIVE_HUB), redis_channel()
        if len(messages) == 1:
            client.publish(name, messages[0])
            return
        with client.pipeline(transaction=False) as pipe:
            for message in messages:
                pipe.publish(name, message)
            pipe.execute()
    except redis.RedisError as problem:
        breaker.failed()
        log.warning("live_publish_failed", channel=told[0][0], frames=len(told), problem=str(problem))
