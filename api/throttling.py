"""The rate limit of posts to a game: counted in the process, so that counting needs no server and cannot fail."""

import time
from collections import OrderedDict
from threading import Lock

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

Key = tuple[int, int]  # user and game
_MOST_KEYS = 20_000


class Allowance:
    """The number of acts a minute for each key, at once or spread: a bucket that fills evenly.

    The least recently used keys are dropped first, and start again with a full bucket.
    """

    def __init__(self, a_minute: int, most_keys: int = _MOST_KEYS) -> None:
        self._each, self._most_keys = 60 / a_minute, most_keys
        self._used_until: OrderedDict[Key, float] = OrderedDict()
        self._lock = Lock()

    def wait(self, key: Key) -> float:
        """Return the seconds until the key may act again; 0 or less if it may act now."""
        with self._lock:
            return self._used_until.get(key, 0.0) + self._each - 60 - time.monotonic()

    def count(self, key: Key) -> None:
        """Count an act of the key."""
        with self._lock:
            begun = max(self._used_until.pop(key, 0.0), time.monotonic())
            self._used_until[key] = begun + self._each
            if len(self._used_until) > self._most_keys:
                self._used_until.popitem(last=False)


#: In each process separately: it only has to stop programs that run wild.
posts = Allowance(600)


class ByGame(BaseThrottle):
    """The limit of one user's posts to one game: a relay of many boards is not slowed down by their number."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        self.key = (request.user.pk or 0, view.kwargs["game_id"])
        if posts.wait(self.key) > 0:
            return False
        posts.count(self.key)
        return True

    def wait(self) -> float:
        return posts.wait(self.key)
