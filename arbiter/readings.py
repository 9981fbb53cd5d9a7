"""Clock readings as an arbiter types them."""

from __future__ import annotations

import re

from common.errors import BadInput
from common.messages import N_, Message

_FORM = re.compile(
    r"(?:(?P<hours>\d{1,2}):(?=\d{1,2}:))?(?P<minutes>\d{1,3}):(?P<seconds>[0-5]?\d)(?:[.,](?P<tenths>\d))?",
    re.ASCII,
)
_CHANGE = re.compile(r"(?P<sign>[-+−]?)\s*(?P<time>.+)")


def parse_reading(text: str) -> int:
    """`1:05:09`, `65:09`, `5:09.4` in milliseconds.  Raises BadInput `bad_reading`."""
    found = _FORM.fullmatch(text.strip())
    if found is None or (found["hours"] and int(found["minutes"]) > 59):
        raise BadInput(
            Message(
                "bad_reading",
                N_("“%(text)s” is not the reading of a clock; write one like 1:05:09 or 5:09."),
                {"text": text.strip()[:20]},
            )
        )
    seconds = (int(found["hours"] or 0) * 60 + int(found["minutes"])) * 60 + int(found["seconds"])
    return seconds * 1000 + int(found["tenths"] or 0) * 100


def parse_change(text: str) -> int:
    """Time to give or, with a minus, to take, in milliseconds: `+2:00`, `-0:30`; empty is none."""
    if not text.strip():
        return 0
    found = _CHANGE.fullmatch(text.strip())
    assert found is not None  # any text that is not empty fits
    ms = parse_reading(found["time"])
    return ms if found["sign"] in ("", "+") else -ms
