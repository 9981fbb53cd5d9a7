"""The reckoning of clocks (pure): what is left at any instant, computed from the instants of what happened."""

from clocks.reckoning.display import browser_state, clock_text, pgn_time
from clocks.reckoning.readings import Readings, SideReading
from clocks.reckoning.reconcile import Drift, drifts
from clocks.reckoning.side import SideClock
from clocks.reckoning.state import ClockState

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
