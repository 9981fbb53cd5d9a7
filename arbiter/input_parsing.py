"""Clock readings as an arbiter types them."""

from __future__ import annotations

import re

from arbiter.messages import say
from tavleya.errors import BadInput
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

_FORM = re.compile(
    r"(?:(?P<days>\d{1,2})d )?(?:(?P<hours>\d{1,2}):(?=\d{1,2}:))?"
    r"(?P<minutes>\d{1,3}):(?P<seconds>[0-5]?\d)(?:[.,](?P<tenths>\d))?",
    re.ASCII,
)


def parse_reading(text: str) -> int:
    """`1:05:09`, `65:09`, `5:09.4`, by correspondence `2d 3:05:09`, in milliseconds.  Raises BadInput `bad_reading`."""
    found = _FORM.fullmatch(text.strip())
    if found is None or (found["hours"] and int(found["minutes"]) > 59):
        raise BadInput(say("bad_reading", text=text.strip()[:20]))
    hours = int(found["days"] or 0) * 24 + int(found["hours"] or 0)
    seconds = (hours * 60 + int(found["minutes"])) * 60 + int(found["seconds"])
    return seconds * 1000 + int(found["tenths"] or 0) * 100


def parse_change(text: str) -> int:
    """Time to give or, with a minus, to take, in milliseconds: `+2:00`, `-0:30`; empty is none."""
    text = text.strip()
    if not text:
        return 0
    sign = text[0] if text[0] in "-+−" else ""
    ms = parse_reading(text.removeprefix(sign))
    return ms if sign in ("", "+") else -ms


def position_text(game: str, text: str, turn: Side) -> str:
    """The position as the rules read it, where only the board was typed: `turn` is to move, nothing may castle."""
    return spec_of(game).complete_position(text.strip(), turn)


def ply_number(move_number: str, turn: Side) -> int:
    """The number of the half-move from that of the move.  Raises BadInput `bad_move_number`."""
    if not move_number.strip().isdecimal() or not 1 <= int(move_number) <= 999:
        raise BadInput(say("bad_move_number"))
    return 2 * int(move_number) - (turn is Side.WHITE)
