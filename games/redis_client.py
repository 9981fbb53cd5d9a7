"""Redis client for requests, with short timeouts and a circuit breaker."""

import time
from typing import Any

from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Disconnected
from redis.retry import Retry

#: Seconds before this process retries Redis after a failure.
PAUSE_SECONDS = 2.0


def options() -> dict[str, Any]:
    """Return connection options: 0.3 s timeouts and one retry if a pooled connection has been closed."""
    return {
        "socket_timeout": 0.3,
        "socket_connect_timeout": 0.3,
        "retry": Retry(NoBackoff(), 1, supported_errors=(Disconnected,)),
    }


class Breaker:
    """Open for `pause` seconds after each failure.  Threads share it; the worst of a race is one more attempt."""

    def __init__(self, pause: float = PAUSE_SECONDS) -> None:
        self._pause = pause
        self._open_until = 0.0

    @property
    def is_open(self) -> bool:
        """Whether Redis must not be contacted at this moment."""
        return time.monotonic() < self._open_until

    def failed(self) -> None:
        self._open_until = time.monotonic() + self._pause

    def reset(self) -> None:
        self._open_until = 0.0


breaker = Breaker()
