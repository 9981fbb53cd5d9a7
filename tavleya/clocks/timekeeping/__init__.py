"""Clock arithmetic (pure): the time left at any instant, computed from the instants of events."""

from tavleya.clocks.timekeeping.display import browser_state, clock_text
from tavleya.clocks.timekeeping.readings import Readings, SideReading
from tavleya.clocks.timekeeping.reconcile import Drift, drifts
from tavleya.clocks.timekeeping.side import SideClock
from tavleya.clocks.timekeeping.state import ClockState

__all__ = [
    "ClockState",
    "Drift",
    "Readings",
    "SideClock",
    "SideReading",
    "browser_state",
    "clock_text",
    "drifts",
]
