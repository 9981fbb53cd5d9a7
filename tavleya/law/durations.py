"""Text of durations in rulings."""

from tavleya.law.messages import say
from tavleya.messages import Message


def duration(ms: int) -> Message:
    """Return `30 s`, `2 min`, `1 min 30 s`: whole seconds, without rounding of larger units; `ms` from 0."""
    minutes, seconds = divmod(ms // 1000, 60)
    if not minutes:
        return say("seconds", seconds=seconds)
    if not seconds:
        return say("minutes", minutes=minutes)
    return say("minutes_seconds", minutes=minutes, seconds=seconds)
