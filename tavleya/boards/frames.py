"""What DGT LiveChess says of one board: entries of its list `eboards`, and frames of its feed `eboardevent`.

Both are read alike: a field that is absent has not changed.  What cannot be read is taken as absent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tavleya.boards.clock_readings import ClockReading
from tavleya.boards.placements import read_placement
from tavleya.sides import Side

#: Words of `state` with which a board can be read.
_SEEN = frozenset({"ACTIVE", "DELAYED"})
_PERCENT = re.compile(r"^\s*(\d{1,3})\s*%\s*$")
#: More is no reading of a clock (s).
_LONGEST = 360_000


@dataclass(frozen=True, slots=True)
class Frame:
    """A part of what is known of a board.  None: not said, but where a flag beside says that it was.

    `connected`: whether it can be read (only lists say it).  `has_clock`: False, the clock was pulled out.  `start`:
    the FEN from which LiveChess rebuilds the moves `san`, empty where nobody has set one up; `match`: whether the board
    stands at their end.
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


def read_frame(said: Mapping[str, Any], sent: int, at: int) -> Frame:
    """Read a frame or an entry that LiveChess sent at `sent` by its own clock, and that came at `at` (both ms)."""
    clock = said.get("clock")
    return Frame(
        placement=read_placement(said.get("board")),
        flipped=_flag(said.get("flipped")),
        has_clock=(clock is not None) if "clock" in said else None,
        clock=_clock(clock, sent, at),
        start=str(said["start"] or "") if "start" in said else None,
        san=_san(said.get("san")),
        match=_flag(said.get("match")),
        connected=(said.get("source") is not None and said["state"] in _SEEN) if "state" in said else None,
        battery=str(said["battery"]) if said.get("battery") else None,
    )


def percent(battery: str) -> int | None:
    """How full a battery is; None where it is said in volts, whose meaning differs from board to board."""
    found = _PERCENT.match(battery)
    return int(found[1]) if found else None


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _san(value: object) -> tuple[str, ...] | None:
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return tuple(value)
    return None


def _clock(said: object, sent: int, at: int) -> ClockReading | None:
    if not isinstance(said, Mapping):
        return None
    white, black, time = (_number(said.get(name)) for name in ("white", "black", "time"))
    if white is None or black is None or not (0 <= white <= _LONGEST and 0 <= black <= _LONGEST):
        return None
    run = said.get("run")
    running = None if run is None else Side.WHITE if run else Side.BLACK
    # The reading is as old as LiveChess says by its own clock, whatever ours shows.
    age = max(0, sent - time) if time is not None else 0
    return ClockReading(white * 1000, black * 1000, running, at - age)


def _number(value: object) -> int | None:
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
