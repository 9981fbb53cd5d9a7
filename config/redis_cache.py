"""The Redis cache: an error is a miss, values are JSON, and a hanging Redis is skipped for a moment."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

import redis
import structlog
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from games.redis_client import breaker

log = structlog.get_logger(__name__)
Answer = TypeVar("Answer")


class JsonSerializer:
    """Serializer for data only, so that access to Redis cannot run code here. Tuples come back as lists."""

    def dumps(self, value: object) -> bytes:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

    def loads(self, stored: bytes) -> Any:
        return json.loads(stored)


class ForgivingClient(RedisCacheClient):
    """Answers as an empty cache would while Redis is away."""

    def get(self, key: Any, default: Any = None) -> Any:
        return _attempt(lambda: super(ForgivingClient, self).get(key, default), default)

    def get_many(self, keys: Any) -> dict[Any, Any]:
        return _attempt(lambda: super(ForgivingClient, self).get_many(keys), {})

    def has_key(self, key: Any) -> bool:
        return _attempt(lambda: super(ForgivingClient, self).has_key(key), False)

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        return _attempt(lambda: super(ForgivingClient, self).add(key, value, timeout), True)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        _attempt(lambda: super(ForgivingClient, self).set(key, value, timeout), None)

    def set_many(self, data: Any, timeout: Any) -> None:
        _attempt(lambda: super(ForgivingClient, self).set_many(data, timeout), None)

    def touch(self, key: Any, timeout: Any) -> bool:
        return _attempt(lambda: super(ForgivingClient, self).touch(key, timeout), False)

    def delete(self, key: Any) -> bool:
        return _attempt(lambda: super(ForgivingClient, self).delete(key), False)

    def delete_many(self, keys: Any) -> None:
        _attempt(lambda: super(ForgivingClient, self).delete_many(keys), None)

    def incr(self, key: Any, delta: Any = 1) -> int:
        return int(_attempt(lambda: super(ForgivingClient, self).incr(key, delta), delta))

    def clear(self) -> bool:
        return _attempt(super().clear, False)


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, for a service that works without it."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient


def _attempt(ask: Callable[[], Answer], otherwise: Answer) -> Answer:
    if breaker.is_open:
        return otherwise
    try:
        return ask()
    except (redis.RedisError, OSError) as problem:
        breaker.failed()
        log.warning("cache_unavailable", problem=type(problem).__name__)
        return otherwise
