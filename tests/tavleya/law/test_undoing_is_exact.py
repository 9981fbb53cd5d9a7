"""Undoing a ruling gives the state before it, whatever it did and whatever had happened before."""

from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.errors import DomainError
from tavleya.record import commands
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.state import State
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table

# Changes by the undoing entry itself: its place in the record, and the clocks, which it stops.
_ITS_OWN = {"seq", "at", "digest", "clock", "phase", "rules"}
CLOCKS = {"white": 9 * MINUTE, "black": 8 * MINUTE}
RULINGS = [
    ("penalty", {"offender": "white", "measure": "warning"}),
    ("penalty", {"offender": "black", "measure": "time_off", "ms": MINUTE}),
    ("penalty", {"offender": "black", "measure": "loss"}), ("illegal_move", {}),
    ("touch_move", {"offender": "white", "touches": [["e2", False]], "claimed_by": "black"}),
    ("touch_move", {"offender": "black", "touches": [["g8", False]], "claimed_by": "white"}),
    ("beginning", {"what": "pieces"}), ("beginning", {"what": "clock", "clocks": CLOCKS}),
    ("displaced", {"offender": "white"}), ("displaced", {"offender": "black"}),
    ("restored", {"ply": 1, "reason": "x"}), ("defective_clock", {"clocks": CLOCKS, "reason": "x"}),
    ("disturbance", {"white_ms": MINUTE, "reason": "x", "resume": False}),
    ("refusal", {"refuses": "both", "reason": "x"}),
    ("score", {"result": "1-0", "article": "tavreli-1997:12.7", "reason": "x"}),
    ("incident", {"what": "x", "reason": "x"}),
    ("draw_claim", {"claimant": "white", "claim": "repetition", "intended": "e2-e4"}),
    ("draw_claim", {"claimant": "black", "claim": "fifty_moves"}), ("dismissed", {}),
]  # fmt: skip
WHAT_HAPPENED = st.lists(
    st.sampled_from(["move", "unpressed", "irregular", "offer", "call", "pause", "penalty", "warning"]),
    max_size=8,
)


def happen(table: Table, label: str, at: int) -> None:
    state = table.state
    legal = [move.text for move in state.position.legal_moves()]
    act = {
        "move": lambda: table.board.do(commands.move, None, legal[at % len(legal)], at=at),
        "unpressed": lambda: table.board.do(commands.move, None, legal[at % len(legal)], press=False, at=at),
        "irregular": lambda: table.board.do(commands.move, None, "a1-h7", irregular=True, at=at),
        "offer": lambda: table.board.do(commands.offer_draw, Side.BLACK, at=at),
        "call": lambda: table.board.do(commands.call_arbiter, Side.WHITE, "disturbance", {}, at=at),
        "pause": lambda: table.board.do(commands.pause, "x", at=at),
        "penalty": lambda: table.rule("penalty", at, offender="white", measure="time_off", ms=SECOND),
        "warning": lambda: table.rule("penalty", at, offender="black", measure="warning"),
    }[label]
    try:
        act()
    except DomainError:
        return  # not possible now: something else happens


def same(state: State, other: State) -> None:
    for field in fields(State):
        if field.name not in _ITS_OWN:
            assert getattr(state, field.name) == getattr(other, field.name), field.name


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "facts"), RULINGS, ids=[f"{kind}-{n}" for n, (kind, _) in enumerate(RULINGS)]
)
@settings(max_examples=15, deadline=None)
@given(happened=WHAT_HAPPENED)
def test_undoing_gives_the_state_before_the_ruling(kind, facts, happened) -> None:
    table = Table(control="10 d5").started()
    for number, label in enumerate(happened, start=1):
        happen(table, label, number * 7 * SECOND)
    at = len(happened) * 7 * SECOND + 3 * SECOND
    before = table.state
    try:
        remedy = table.decide(kind, at, **facts)
    except DomainError:
        return  # refused: nothing was appended
    first, *others = remedy.drafts
    tagged = EntryDraft(first.kind, first.side, first.ply, first.move, {**first.data, "ruling": 1})
    table.board.do(lambda _: (tagged, *others), at=at)
    table.board.do(lambda _: (EntryDraft(EntryKind.REVERSAL, data={"ruling": 1}),), at=at + MINUTE)
    after = table.state
    same(after, before)
    assert before.clock is not None and after.clock is not None
    assert after.clock.running is None
    readings, then = after.clock.readings(after.at), before.clock.readings(tagged_at(table))
    assert (readings.white.ms, readings.black.ms) == (then.white.ms, then.black.ms)


def tagged_at(table: Table) -> int:
    return next(entry.at for entry in table.board.entries if entry.data.get("ruling") == 1)
