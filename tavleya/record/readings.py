"""What both clocks show after an entry, which the entry itself tells."""

from __future__ import annotations

from tavleya.clocks.timekeeping import ClockState
from tavleya.record.clock_entries import pressed
from tavleya.record.entries import Entry, EntryKind
from tavleya.record.fold import apply
from tavleya.record.state import State


def clock_after(state: State, entry: Entry) -> ClockState | None:
    """The clock after one more entry; where it is known without applying the entry, that is not done."""
    if entry.kind is EntryKind.MOVE and "sealed" not in entry.data:
        return state.clock  # it is the press that a clock answers to
    if entry.kind is EntryKind.PRESS and state.clock is not None:
        return pressed(state.clock, entry)
    return apply(state, entry).clock
