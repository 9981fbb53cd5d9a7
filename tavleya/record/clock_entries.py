"""Effects of entries on the clocks: presses, an arbiter's adjustments, and readings from the board."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import cast

from tavleya.clocks.timekeeping import ClockState
from tavleya.errors import BadInput, Conflict
from tavleya.frozen import replace
from tavleya.record.entries import Entry, EntryDraft, EntryKind
from tavleya.record.messages import say
from tavleya.record.state import Adjustment, State
from tavleya.sides import Side


def pressed(clock: ClockState, entry: Entry) -> ClockState:
    """Return the clock after the press of `entry`."""
    side, shown_ms = clock.running, cast("int | None", entry.data.get("shown"))
    after = clock.press(entry.at)
    return after if shown_ms is None or side is None else after.read(side, shown_ms, entry.at)


def adjusted(state: State, entry: Entry) -> State:
    """Return the state after an arbiter added, deducted or set time, introduced a bonus or began a period."""
    clock = state.clock
    if clock is None:
        return state
    before = clock.readings(entry.at)
    for name in cast(list[str], entry.data.get("next_period") or []):
        clock = clock.next_period(Side(name), entry.at)
    at_the_board = cast(Mapping[str, Mapping[str, int]], entry.data.get("at_the_board") or {})
    for side, ms in cast(Mapping[str, int], entry.data.get("bonus") or at_the_board.get("bonus") or {}).items():
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


# Calls of the arbiter to a board: reasons, and the effect on the clocks (tavreli 6.12; FIDE 6.11.2).

LONGEST_TEXT = 300


class CallReason(StrEnum):
    ILLEGAL_MOVE = "illegal_move"
    TOUCH = "touch"  # a disputed touch
    CLOCK = "clock_fault"
    FLAG = "flag"
    CLAIM = "claim"  # help with a draw claim
    DISTURBANCE = "disturbance"
    ABSENT = "absent"  # the opponent is not at the board
    SHEET = "sheet"
    OTHER = "other"


#: Calls that stop no clock: the time of the absent player keeps running.
_CLOCKS_RUN = frozenset({CallReason.ABSENT})


def call(state: State, side: Side | None, reason: str, common: Mapping[str, object]) -> tuple[EntryDraft, ...]:
    """Call the arbiter for `side`; the clocks are stopped, except for an absent opponent.

    `common["text"]` is the caller's text.  Raises: BadInput ("no_such_reason", "call_text_missing": the reason `other`
    needs a text; "call_text_too_long"); Conflict ("already_called": a call of this side for this reason is open).
    """
    if reason not in set(CallReason):
        raise BadInput(say("no_such_reason"), field="reason")
    text = str(common.get("text") or "").strip()
    if reason == CallReason.OTHER and not text:
        raise BadInput(say("call_text_missing"), field="text")
    if len(text) > LONGEST_TEXT:
        raise BadInput(say("call_text_too_long"), field="text")
    if any(open_call.side is side and open_call.reason == reason for open_call in state.calls):
        raise Conflict(say("already_called"))
    data = {**common, "reason": reason}
    data.pop("text", None)
    data |= {"text": text} if text else {}
    data |= {"clocks_run": True} if reason in _CLOCKS_RUN else {}
    return (EntryDraft(EntryKind.CALL, side, data=MappingProxyType(data)),)
