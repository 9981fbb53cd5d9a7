"""The reckoning of clocks (pure): what is left at any instant, computed from the instants of what happened."""

from clocks.timekeeping.display import browser_state, clock_text, pgn_time
from clocks.timekeeping.readings import Readings, SideReading
from clocks.timekeeping.reconcile import Drift, drifts
from clocks.timekeeping.side import SideClock
from clocks.timekeeping.state import ClockState

__all__ = [
    "ClockState",
    "Drift",
    "Readings",
    "SideClock",
    "SideReading",
    "browser_state",
    "clock_text",
    "drifts",
    "pgn_time",
]
