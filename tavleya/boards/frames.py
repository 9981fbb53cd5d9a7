"""Messages of DGT LiveChess about one board: entries of its list `eboards` and frames of its feed `eboardevent`.

Both have the same reader.  An absent field has not changed; an unreadable field counts as absent.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tavleya.boards.clock_readings import ClockReading
from tavleya.boards.reports import read_placement
from tavleya.sides import Side

#: Values of `state` with which a board is readable.
_LIVE = frozenset({"ACTIVE", "DELAYED"})
_PERCENT = re.compile(r"^\s*(\d{1,3})\s*%\s*$")
#: The largest plausible reading of a clock (s).
_LONGEST = 360_000


@dataclass(frozen=True, slots=True)
class Frame:
    """A partial update of a board.  None means unchanged, unless a flag says that the field was sent.

    `connected`: whether the board is readable (only in lists).  `has_clock`: False if the clock was unplugged.
    `start`: the FEN from which LiveChess rebuilds the moves `san`, empty if it was not set.  `match`: whether the board
    shows the position after these moves.
    """

    placement: str | None = None
    flipped: bool | None = None
    has_clock: bool | None = None
    clock: ClockReading | None = None
    start: str | None = None
    san: tuple[str, ...] | None = None
    match: bool | None = None
    connected: bool | None = None
    battery: str | None = None


def read_frame(message: Mapping[str, Any], sent: int, at: int) -> Frame:
    """Read a frame or list entry.  `sent` is its time on the clock of LiveChess, `at` the time of arrival (both ms)."""
    clock = message.get("clock")
    return Frame(
        placement=read_placement(message.get("board")),
        flipped=_flag(message.get("flipped")),
        has_clock=(clock is not None) if "clock" in message else None,
        clock=_clock(clock, sent, at),
        start=str(message["start"] or "") if "start" in message else None,
        san=_san(message.get("san")),
        match=_flag(message.get("match")),
        connected=(message.get("source") is not None and message["state"] in _LIVE) if "state" in message else None,
        battery=str(message["battery"]) if message.get("battery") else None,
    )


def percent(battery: str) -> int | None:
    """Return the battery level in percent.  None if it is given in volts, whose meaning differs between boards."""
    match = _PERCENT.match(battery)
    return int(match[1]) if match else None


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _san(value: object) -> tuple[str, ...] | None:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    return None


def _clock(clock: object, sent: int, at: int) -> ClockReading | None:
    if not isinstance(clock, Mapping):
        return None
    white, black, time = (_number(clock.get(name)) for name in ("white", "black", "time"))
    if white is None or black is None or not (0 <= white <= _LONGEST and 0 <= black <= _LONGEST):
        return None
    run = clock.get("run")
    running = None if run is None else Side.WHITE if run else Side.BLACK
    # The age of the reading comes from the clock of LiveChess alone, whatever our clock shows.
    age = max(0, sent - time) if time is not None else 0
    return ClockReading(white * 1000, black * 1000, running, at - age)


def _number(value: object) -> int | None:
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
