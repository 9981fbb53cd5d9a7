"""The reckoning of clocks (pure): what is left at any instant, computed from the instants of what happened."""

from clocks.reckoning.readings import Readings, SideReading
from clocks.reckoning.side import SideClock
from clocks.reckoning.state import ClockState

__all__ = ["ClockState", "Readings", "SideClock", "SideReading"]
