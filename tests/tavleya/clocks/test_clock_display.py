"""The format of times, the clock data of a page, and the drift of a physical clock."""

import json

import pytest

from tavleya.clocks.controls import MINUTE, SECOND, parse_control
from tavleya.clocks.timekeeping import ClockState, browser_state, clock_text, drifts, pgn_time
from tavleya.sides import Side


@pytest.mark.parametrize(("ms", "text"), [
    (5_400_000, "1:30:00"), (3_600_000, "1:00:00"), (3_599_999, "59:59"), (61_000, "1:01"), (20_000, "0:20"),
    (19_999, "0:19.9"), (950, "0:00.9"), (0, "0:00"),
])  # fmt: skip
def test_a_clock_is_read_in_seconds_and_in_tenths_near_the_end(ms: int, text: str) -> None:
    assert clock_text(ms) == text


@pytest.mark.parametrize(("ms", "text"), [
    (5_400_000, "1:30:00"), (61_500, "0:01:01.5"), (7, "0:00:00.007"), (36_000_000, "10:00:00"),
    (0, "0:00:00"),
])  # fmt: skip
def test_a_game_file_has_the_time_to_the_millisecond(ms: int, text: str) -> None:
    assert pgn_time(ms) == text


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
    assert drift.warning is not None
    assert drift.warning.code == "clock_reading_grew"
    # With an increment a press that is not in the record yet explains it.
    fischer = ClockState.new(parse_control("30+10")).start(Side.WHITE, 0).press(5 * MINUTE)
    (drift,) = drifts(fischer, {Side.WHITE: fischer.white.ms + 10 * SECOND}, 5 * MINUTE)
    assert drift.warning is None
