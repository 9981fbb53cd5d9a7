"""Telling the live streams, after commit, that a game has gone on."""

from __future__ import annotations

import json
from functools import lru_cache

import redis
import structlog
from django.conf import settings

from games import redis_client
from games.live.hub import memory_hub
from games.redis_client import breaker

log = structlog.get_logger(__name__)


def channel() -> str:
    """The one Redis channel of this installation's live boards."""
    return f"{settings.LIVE_CHANNEL_PREFIX}:live"


@lru_cache(maxsize=4)
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, **redis_client.options())


def publish(game_id: int, seq: int) -> None:
    """Wake whoever watches the game.  Never fails: a stream that missed this is put right by its next heartbeat."""
    if settings.LIVE_HUB == "memory":
        memory_hub.wake(game_id, seq)
        return
    if breaker.is_open:
        return
    try:
        _redis(settings.LIVE_HUB).publish(channel(), json.dumps([game_id, seq]))
    except redis.RedisError as problem:
        breaker.failed()
        log.warning("live_publish_failed", game=game_id, seq=seq, problem=str(problem))
