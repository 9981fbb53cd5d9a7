"""Undoing a ruling gives the state before it, whatever it did and whatever had happened before."""

from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.errors import DomainError
from tavleya.law.remedies import Remedy
from tavleya.record import commands
from tavleya.record.entries import Entry, EntryDraft, EntryKind, outcome_of
from tavleya.record.fold import continued, fold
from tavleya.record.state import State
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table

# Fields that the undoing entry itself changes: its place in the record, and the clocks, which it stops.
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
    st.sampled_from(["move", "unpressed", "press", "irregular", "offer", "call", "pause", "penalty", "warning"]),
    max_size=8,
)


def happen(table: Table, label: str, at: int) -> None:
    state = table.state
    legal = [move.text for move in state.position.legal_moves()]
    act = {
        "move": lambda: table.board.do(commands.move, None, legal[at % len(legal)], at=at),
        "unpressed": lambda: table.board.do(commands.move, None, legal[at % len(legal)], press=False, at=at),
        "press": lambda: table.board.do(commands.press, None, at=at),
        "irregular": lambda: table.board.do(commands.move, None, "a1-h7", irregular=True, at=at),
        "offer": lambda: table.board.do(commands.offer_draw, Side.BLACK, at=at),
        "call": lambda: table.board.do(commands.call_arbiter, Side.WHITE, "disturbance", {}, at=at),
        "pause": lambda: table.board.do(commands.pause, "x", at=at),
        "penalty": lambda: table.rule("penalty", at, offender="white", measure="time_off", ms=SECOND),
        "warning": lambda: table.rule("penalty", at, offender="black", measure="warning"),
        "resume": lambda: table.board.do(commands.resume, None, at=at),
        "note": lambda: ruled(table, at, "incident", what="x", reason="x"),
        "tagged": lambda: ruled(table, at, "penalty", offender="white", measure="warning"),
        "result": lambda: ruled(table, at, "score", result="1-0", article="tavreli-1997:12.7", reason="x"),
        "illegal_move": lambda: ruled(table, at, "illegal_move"),
    }[label]
    try:
        act()
    except DomainError:
        return  # not possible now: the act is skipped


def ruled(table: Table, at: int, kind: str, **facts: object) -> None:
    append_ruling(table, table.decide(kind, at, **facts), at)


def append_ruling(table: Table, remedy: Remedy, at: int) -> int:
    """Append the entries of a ruling with the next number, and return it."""
    number = 1 + sum("ruling" in entry.data for entry in table.board.entries)
    first, *others = remedy.drafts
    tagged = EntryDraft(first.kind, first.side, first.ply, first.move, {**first.data, "ruling": number})
    table.board.do(lambda _: (tagged, *others), at=at)
    return number


def same(state: State, other: State) -> None:
    for field in fields(State):
        if field.name not in _ITS_OWN:
            assert getattr(state, field.name) == getattr(other, field.name), field.name


@pytest.mark.long
@pytest.mark.parametrize(("kind", "facts"), RULINGS, ids=[f"{kind}-{n}" for n, (kind, _) in enumerate(RULINGS)])
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
    append_ruling(table, remedy, at)
    table.board.do(lambda _: (EntryDraft(EntryKind.REVERSAL, data={"ruling": 1}),), at=at + MINUTE)
    after = table.state
    same(after, before)
    assert before.clock is not None and after.clock is not None
    assert after.clock.running is None
    readings, expected = after.clock.readings(after.at), before.clock.readings(tagged_at(table))
    assert (readings.white.ms, readings.black.ms) == (expected.white.ms, expected.black.ms)


def tagged_at(table: Table) -> int:
    return next(entry.at for entry in table.board.entries if entry.data.get("ruling") == 1)


SINCE = st.lists(
    st.sampled_from(["note", "tagged", "call", "offer", "result", "move", "illegal_move", "irregular", "resume"]),
    min_size=1,
    max_size=6,
)


def counts(entries: list[Entry], kind: EntryKind, name: str) -> list[int]:
    """Return how many entries count against each side, by the entries alone."""
    return [
        sum(entry.kind is kind and entry.side is side and bool(entry.data.get(name, name == "")) for entry in entries)
        for side in Side
    ]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "facts"), RULINGS, ids=[f"{kind}-{n}" for n, (kind, _) in enumerate(RULINGS)])
@settings(max_examples=10, deadline=None)
@given(happened=WHAT_HAPPENED, since=SINCE)
def test_undoing_an_earlier_ruling_keeps_every_later_entry(kind, facts, happened, since) -> None:
    table = Table(control="10 d5").started()
    for number, label in enumerate(happened, start=1):
        happen(table, label, number * 7 * SECOND)
    at = len(happened) * 7 * SECOND + 3 * SECOND
    first_seq = table.state.seq + 1
    try:
        ruling = append_ruling(table, table.decide(kind, at, **facts), at)
    except DomainError:
        return  # refused: nothing was appended
    last = table.state.seq
    for number, label in enumerate(since, start=1):
        happen(table, label, at + number * 7 * SECOND)
    latest = table.state
    before = latest.before_ruling(ruling)
    assert before is not None
    played = continued(latest, before, last)
    table.board.do(lambda _: (EntryDraft(EntryKind.REVERSAL, data={"ruling": ruling, "last": last}),), at=at + MINUTE)
    after = table.state
    others = [entry for entry in table.board.entries[:-1] if not first_seq <= entry.seq <= last]
    outcome = outcome_of(others)
    assert (after.result or "", after.termination) == (outcome.result, outcome.termination)
    for values, arguments in (
        (after.illegal, (EntryKind.IRREGULARITY, "counts")),
        (after.penalties, (EntryKind.IRREGULARITY, "penalty")),
        (after.claims, (EntryKind.CLAIM, "")),
    ):
        assert [values[side] for side in Side] == counts(others, *arguments)
    assert [earlier.number for earlier in after.before_rulings] == [
        entry.data["ruling"] for entry in others if "ruling" in entry.data
    ]
    if played:
        same_board = ("line", "plies", "turn_clocks", "adjustments")
        assert all(getattr(after, name) == getattr(latest, name) for name in same_board)
        assert after.clock == latest.clock or (latest.result and not after.result)
    else:
        expected = fold(others)
        for name in ("line", "plies", "offer", "calls", "points", "bound", "must_play", "postponed"):
            assert getattr(after, name) == getattr(expected, name), name
        assert after.clock is None or after.clock.running is None


def test_rulings_are_undone_in_any_order() -> None:
    table = Table(control="10 d5").started()
    ends = []
    for number in range(3):
        ruled(table, number * SECOND, "penalty", offender="white", measure="warning")
        ends.append(table.state.seq)
        table.play("e2-e4" if not number else ("e7-e5", "g1-f3")[number - 1], at=number * SECOND)
    for remaining, ruling in zip((2, 1, 0), (2, 1, 3), strict=True):
        data = {"ruling": ruling, "last": ends[ruling - 1]}
        table.board.do(lambda _, data=data: (EntryDraft(EntryKind.REVERSAL, data=data),), at=9 * SECOND)
        assert (table.state.penalties[Side.WHITE], table.state.ply) == (remaining, 3)
        assert table.state.clock is not None and table.state.clock.running is Side.BLACK
    assert table.state.before_rulings == table.state.later == ()
