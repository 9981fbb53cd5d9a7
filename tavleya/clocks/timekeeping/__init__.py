"""Clock arithmetic (pure): the time left at any instant, computed from the instants of events."""

from tavleya.clocks.timekeeping.side import SideClock
from tavleya.clocks.timekeeping.state import ClockState, Drift, Readings, SideReading, browser_state, clock_text, drifts

__all__ = ["ClockState", "Drift", "Readings", "SideClock", "SideReading", "browser_state", "clock_text", "drifts"]
