"""Effects of entries on the clocks: presses, an arbiter's adjustments, and readings from the board."""

from collections.abc import Mapping
from typing import cast

from tavleya.clocks.timekeeping import ClockState
from tavleya.frozen import replace
from tavleya.record.entries import Entry
from tavleya.record.state import Adjustment, State
from tavleya.sides import Side


def pressed(clock: ClockState, entry: Entry) -> ClockState:
    """Return the clock after the press of `entry`."""
    side, row = clock.running, cast("int | None", entry.data.get("shown"))
    after = clock.press(entry.at)
    return after if row is None or side is None else after.read(side, row, entry.at)


def adjusted(state: State, entry: Entry) -> State:
    """Return the state after an arbiter added, deducted or set time, introduced a bonus or began a period."""
    clock = state.clock
    if clock is None:
        return state
    before = clock.readings(entry.at)
    for name in cast(list[str], entry.data.get("next_period") or []):
        clock = clock.next_period(Side(name), entry.at)
    for side, ms in cast(Mapping[str, int], entry.data.get("bonus") or {}).items():
        clock = clock.introduce_bonus(Side(side), ms, entry.at)
    for side, ms in cast(Mapping[str, int], entry.data.get("set") or {}).items():
        clock = clock.set(Side(side), ms, entry.at)
    for side, ms in cast(Mapping[str, int], entry.data.get("add") or {}).items():
        clock = clock.add(Side(side), ms, entry.at)
    after, turns = clock.readings(entry.at), len(state.turn_clocks) - 1
    changes = ((Side.WHITE, after.white.ms - before.white.ms), (Side.BLACK, after.black.ms - before.black.ms))
    adjustments = tuple(Adjustment(turns, side, ms) for side, ms in changes if ms)
    return replace(state, clock=clock, adjustments=(*state.adjustments, *adjustments))


def read(state: State, entry: Entry) -> State:
    """Set the clock to a reading from the board itself; an arbiter's reading leaves the computed time unchanged."""
    clock = state.clock
    if clock is None or not entry.data.get("follows"):
        return state
    for side in Side:
        ms = cast("int | None", entry.data.get(f"{side.value}_ms"))
        clock = clock if ms is None else clock.read(side, ms, entry.at)
    return replace(state, clock=clock)
