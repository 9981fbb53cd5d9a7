"""Readings of both clocks after an entry, as stored in the entry."""

from tavleya.clocks.timekeeping import ClockState
from tavleya.record.clock_entries import pressed
from tavleya.record.entries import Entry, EntryKind
from tavleya.record.fold import apply
from tavleya.record.state import State


def clock_after(state: State, entry: Entry) -> ClockState | None:
    """Return the clock after one more entry, without applying the entry if that is not necessary."""
    if entry.kind is EntryKind.MOVE and "sealed" not in entry.data and state.unpressed is not entry.side:
        return state.clock  # the clock reacts to the press
    if entry.kind is EntryKind.PRESS and state.clock is not None:
        return pressed(state.clock, entry)
    return apply(state, entry).clock
