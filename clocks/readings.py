"""Parser for clock readings and changes of time as an arbiter types them."""

import re

from clocks.messages import say
from tavleya.errors import BadInput

_FORM = re.compile(
    r"(?:(?P<days>\d{1,2})d )?(?:(?P<hours>\d{1,2}):(?=\d{1,2}:))?"
    r"(?P<minutes>\d{1,3}):(?P<seconds>[0-5]?\d)(?:[.,](?P<tenths>\d))?",
    re.ASCII,
)


def parse_reading(text: str) -> int:
    """Parse `1:05:09`, `65:09`, `5:09.4`, in correspondence `2d 3:05:09`, to milliseconds.

    Raises: BadInput ("bad_reading").
    """
    match = _FORM.fullmatch(text.strip())
    if match is None or (match["hours"] and int(match["minutes"]) > 59):
        raise BadInput(say("bad_reading", text=text.strip()[:20]))
    hours = int(match["days"] or 0) * 24 + int(match["hours"] or 0)
    seconds = (hours * 60 + int(match["minutes"])) * 60 + int(match["seconds"])
    return seconds * 1000 + int(match["tenths"] or 0) * 100


def parse_change(text: str) -> int:
    """Parse a time to give or, with a minus, to take, to milliseconds: `+2:00`, `-0:30`; empty is 0."""
    text = text.strip()
    if not text:
        return 0
    sign = text[0] if text[0] in "-+−" else ""
    ms = parse_reading(text.removeprefix(sign))
    return ms if sign in ("", "+") else -ms
