"""A tournament day in three regimes, scripted: every ruling through the services, every expectation checked."""

from arbiter.rehearsal.day import Day
from arbiter.rehearsal.run import rehearse

__all__ = ["Day", "rehearse"]
