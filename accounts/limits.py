"""Rate limits by address: counted without a lock, so that a club behind one address never waits."""

import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.client_ip import client_network

_SECONDS = 60


def too_often(request: HttpRequest, action: str) -> HttpResponse | None:
    """Return the page 429 for a client above the limit in `settings.PER_MINUTE`; None for all others.

    The last minute slides: the count of the previous minute is weighted by its share of the last 60 seconds.  Refused
    requests count too.  Without a cache nothing is refused.
    """
    minute, second = divmod(time.time(), _SECONDS)
    text = f"limit:{action}:{client_network(request)}"
    before = cache.get(f"{text}:{int(minute) - 1}", 0) * (1 - second / _SECONDS)
    if before + _counted(f"{text}:{int(minute)}") <= settings.PER_MINUTE[action]:
        return None
    answer = render(request, "429.html", {"soon": True}, status=429)
    answer["Retry-After"] = str(_SECONDS)
    return answer


def _counted(key: str) -> int:
    """Increment the counter and return it.  It is created first, because only an existing one counts without a lock."""
    cache.add(key, 0, 2 * _SECONDS)
    try:
        return cache.incr(key)
    except ValueError:  # emptied in between
        return 1
