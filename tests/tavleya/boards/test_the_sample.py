"""A recording of LiveChess, written by hand from its documentation: two boards, ten moves of each player."""

import json

from tavleya.boards.codes import FaultCode
from tavleya.boards.frames import read_frame
from tavleya.boards.machine import feed, tick
from tavleya.boards.reports import report_of
from tavleya.boards.state import BoardState
from tests.paths import DATA

ONE = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 d7d6 c2c3 e8g8 f1e1 a7a6 a2a4 c5a7 h2h3 h7h6 b1d2 f8e8"
TWO = "d2d4 g8f6 c2c4 e7e6 g1f3 d7d5 b1c3 f8e7 c1g5 e8g8 e2e3 h7h6 g5h4 b7b6 c4d5 f6d5 h4e7 d8e7 c3d5 e6d5"


def _replayed() -> tuple[dict[str, BoardState], list[tuple[str, FaultCode]], int]:
    states: dict[str, BoardState] = {}
    faults: list[tuple[str, FaultCode]] = []
    at = 0
    for line in (DATA / "livechess" / "websocket.ndjson").read_text("utf-8").splitlines():
        row = json.loads(line)
        at = row["at"]
        if row["dir"] != "in" or row["msg"]["response"] == "error":
            continue
        param = row["msg"]["param"]
        lines = param if isinstance(param, list) else [param] if param else []
        for serial, state in states.items():
            states[serial] = tick(state, at)
        for item in lines:
            serial = item["serialnr"]
            state = states.get(serial) or BoardState(serial)
            states[serial] = feed(state, read_frame(item, row["msg"]["time"], at), at)
        for serial, state in states.items():
            faults += [(serial, fault.code) for fault in report_of(state, at).faults]
    return states, faults, at


def test_both_games_come_out_whole_with_the_clocks_and_the_result_that_the_kings_say() -> None:
    states, _, at = _replayed()
    report, two = (report_of(tick(states[serial], at + 6_000), at + 6_000) for serial in ("31415", "27182"))
    assert " ".join(report.moves) == ONE
    assert " ".join(two.moves) == TWO
    assert (report.result, two.result) == ("1-0", None)
    assert report.clocks[:2] == (5_425_000, 5_418_000)
    assert None not in report.clocks
    # Three moves were made while the cable was out: the clock times after them are unknown.
    assert two.clocks[11:16] == (5_416_000, None, None, None, 5_357_000)


def test_the_only_fault_is_the_cable_that_was_out() -> None:
    assert set(_replayed()[1]) == {("27182", FaultCode.OFFLINE)}
