"""Calls of the arbiter to a board: reasons, and the effect on the clocks (tavreli 6.12; FIDE 6.11.2)."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from tavleya.errors import BadInput, Conflict
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.messages import say
from tavleya.record.state import State
from tavleya.sides import Side

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


def call(
    state: State, side: Side | None, reason: str, common: Mapping[str, object]
) -> tuple[EntryDraft, ...]:
    """Call the arbiter for `side`; the clocks are stopped, except for an absent opponent.

    `said["text"]` is the caller's text.  Raises: BadInput ("no_such_reason", "call_text_missing": the reason is another
    one without a text; "call_text_too_long"); Conflict ("already_called": a call of this side for this reason is open).
    """
    if reason not in set(CallReason):
        raise BadInput(say("no_such_reason"), field="reason")
    text = str(common.get("text") or "").strip()
    if reason == CallReason.OTHER and not text:
        raise BadInput(say("call_text_missing"), field="text")
    if len(text) > LONGEST_TEXT:
        raise BadInput(say("call_text_too_long"), field="text")
    if any(item.side is side and item.reason == reason for item in state.calls):
        raise Conflict(say("already_called"))
    data = {**common, "reason": reason}
    data.pop("text", None)
    data |= {"text": text} if text else {}
    data |= {"clocks_run": True} if reason in _CLOCKS_RUN else {}
    return (EntryDraft(EntryKind.CALL, side, data=MappingProxyType(data)),)
