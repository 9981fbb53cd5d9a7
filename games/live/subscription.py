"""Messages of all processes, received through Redis."""

import asyncio
from collections.abc import AsyncIterator, Callable

import redis.asyncio
import structlog

from games.live.publishing import redis_channel

log = structlog.get_logger(__name__)
_PAUSE_SECONDS = 1.0


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
            await asyncio.sleep(_PAUSE_SECONDS)
