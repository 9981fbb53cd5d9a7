"""Dates and times entered on a page, by the event's clock, whose time zone is active during the request."""

from datetime import datetime

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware, make_aware

from arbiter.messages import say
from tavleya.errors import BadInput


def read_instant(text: str) -> datetime | None:
    """Parse an instant, None for an empty field. Raises: BadInput ("bad_instant")."""
    if not text:
        return None
    try:
        read = parse_datetime(text)
    except ValueError:
        read = None
    if read is None:
        raise BadInput(say("bad_instant"))
    return read if is_aware(read) else make_aware(read)
