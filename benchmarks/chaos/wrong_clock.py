"""The service with a clock that is wrong by the number of seconds in the file CHAOS_CLOCK, and right without one.

It is imported before `config.wsgi`: later imports of `timezone.now` or `time.time` get the wrong clock.
"""

import os
import time
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

_FILE = Path(os.environ["CHAOS_CLOCK"])
_now, _time = timezone.now, time.time


def _wrong_by() -> float:
    try:
        return float(_FILE.read_text() or 0)
    except FileNotFoundError:
        return 0.0


def _wrong_now() -> datetime:
    return _now() + timedelta(seconds=_wrong_by())


class _WrongTime:
    """An object, because a function would become a method in a class with the attribute `time.time`."""

    def __call__(self) -> float:
        return _time() + _wrong_by()


timezone.now = _wrong_now
time.time = _WrongTime()

from config.wsgi import application  # noqa: E402

__all__ = ["application"]
