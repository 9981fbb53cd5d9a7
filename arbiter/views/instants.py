"""Dates and times typed on a page, by the clock of the event, whose zone is active while it is answered."""

from __future__ import annotations

from datetime import datetime

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware, make_aware

from common.errors import BadInput
from common.messages import N_, Message


def read_instant(text: str) -> datetime | None:
    """None for an empty field.  BadInput `bad_instant`."""
    if not text:
        return None
    try:
        read = parse_datetime(text)
    except ValueError:
        read = None
    if read is None:
        raise BadInput(Message("bad_instant", N_("This is no date and time.")))
    return read if is_aware(read) else make_aware(read)
