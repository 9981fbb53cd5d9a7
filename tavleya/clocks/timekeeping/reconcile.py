"""Comparison of a physical clock with the computed time of the record."""

from dataclasses import dataclass

from tavleya.clocks.controls import BonusKind
from tavleya.clocks.messages import say
from tavleya.clocks.timekeeping.side import SideClock
from tavleya.clocks.timekeeping.state import ClockState
from tavleya.messages import Message
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class Drift:
    """The difference between a side's physical clock and the computed time (ms; negative: the clock shows less).

    `warning` is set if the clock cannot have reached the reading, so that it was misread or wrongly set.
    """

    side: Side
    computed_ms: int
    read_ms: int
    warning: Message | None = None

    @property
    def ms(self) -> int:
        return self.read_ms - self.computed_ms


def drifts(state: ClockState, read: dict[Side, int], at: int) -> tuple[Drift, ...]:
    """Return the difference for each side that was read at `at`."""
    readings = state.readings(at)
    return tuple(
        Drift(side, shown_ms := readings.side(side).shown_ms, ms, _impossible(state.side(side), shown_ms, ms))
        for side, ms in read.items()
    )


def _impossible(clock: SideClock, row: int, ms: int) -> Message | None:
    # The reading may include a press that is not in the record yet.  If a press adds to the clock, that explains a
    # gain; with a delay or without a bonus, nothing explains it.
    gains = clock.bonus.kind in (BonusKind.FISCHER, BonusKind.BRONSTEIN)
    return say("clock_reading_grew") if not gains and ms > max(clock.ms, row) else None
