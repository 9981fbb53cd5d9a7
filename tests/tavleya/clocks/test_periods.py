"""Several periods: what goes over to the next one, when it begins, and how many moves are still to be made."""

import pytest

from tavleya.clocks.controls import MINUTE, SECOND, Carry, NewTime, TimeControl, parse_control
from tavleya.clocks.timekeeping import ClockState
from tavleya.errors import Conflict
from tavleya.sides import Side


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
def test_moves_are_counted_for_each_side_and_the_period_changes_with_the_last_of_them() -> None:
    state = white_thinks(parse_control("2/90:30"), 10)
    assert (state.white.moves_to_go, state.white.period, state.white.moves) == (1, 0, 1)
    state = white_thinks(parse_control("2/90:30"), 10, 20)
    assert (state.white.moves_to_go, state.white.period, state.white.moves) == (None, 1, 2)
    assert (state.black.moves_to_go, state.black.period) == (None, 1)


@pytest.mark.article("tavreli:6.2")
@pytest.mark.parametrize(("text", "carry", "left"), [
    ("2/90:30", Carry.UNLESS_BONUS, 60 + 30), ("2/90 d30:30 d30", Carry.UNLESS_BONUS, 30),
    ("2/90 d30:30", Carry.UNLESS_BONUS, 30), ("2/90:30 d30", Carry.UNLESS_BONUS, 60 + 30),
    ("2/90:30", Carry.ALWAYS, 60 + 30), ("2/90:30", Carry.NEVER, 30),
])  # fmt: skip
def test_unused_time_goes_over_unless_there_was_a_fixed_time_for_each_move(
    text: str, carry: Carry, left: int
) -> None:
    # 30 minutes of main time are used in two moves; a delay of half a minute is used on top of each.
    delay = parse_control(text).periods[0].bonus.ms
    state, now = ClockState.new(with_carry(text, carry)).start(Side.WHITE, 0), 0
    for _ in range(2):
        now += 15 * MINUTE + delay
        state = state.press(now).press(now)
    assert state.white.ms == left * MINUTE


def test_an_increment_from_the_first_move_belongs_to_the_move_that_follows_the_press() -> None:
    control = parse_control("2/90+30:30+60")
    assert ClockState.new(control).white.ms == 90 * MINUTE + 30 * SECOND
    assert white_thinks(control, 0).white.ms == 90 * MINUTE + 60 * SECOND
    # The third move is the first of the next period and has that period's minute.
    assert white_thinks(control, 0, 0).white.ms == 120 * MINUTE + 60 * SECOND + 60 * SECOND


@pytest.mark.article("tavreli:6.3")
def test_a_flag_that_falls_before_the_last_move_of_the_control_stays_down() -> None:
    state = white_thinks(parse_control("2/90:30"), 60)
    now = 60 * MINUTE
    assert state.flag_at(Side.WHITE) == 90 * MINUTE
    reading = state.readings(now + 31 * MINUTE).white
    assert (reading.fallen, reading.ms, reading.overdrawn_ms, reading.moves_to_go) == (True, 0, MINUTE, 1)


def test_a_move_made_too_late_unnoticed_takes_what_was_overdrawn_from_the_next_period() -> None:
    state = white_thinks(parse_control("2/90:30"), 60, 32)
    assert (state.white.fallen, state.white.ms) == (False, 28 * MINUTE)
    # Overdrawn by more than the whole next period: the flag is still down.
    state = white_thinks(parse_control("2/90:30"), 60, 62)
    assert (state.white.fallen, state.white.overdrawn_ms) == (True, 2 * MINUTE)


def test_a_clock_that_adds_the_next_period_at_zero_shows_it_only_then() -> None:
    control = TimeControl(parse_control("2/90:30").periods, new_time=NewTime.AT_ZERO)
    state = white_thinks(control, 10, 20)
    assert (state.white.ms, state.white.shown_ms) == (90 * MINUTE, 60 * MINUTE)
    rows = [
        state.readings(now * MINUTE).white.shown_ms // MINUTE for now in (30 + 59, 30 + 60, 30 + 61, 30 + 90)
    ]
    assert rows == [1, 30, 29, 0]
    # With the moves not made, the flag is down and the clock continues into the next period.
    late = white_thinks(control, 60).readings(95 * MINUTE).white
    assert (late.fallen, late.ms, late.shown_ms) == (True, 0, 25 * MINUTE)


@pytest.mark.article("tavreli:6.11")
def test_when_both_flags_are_down_the_first_is_known_and_play_can_go_on_in_the_next_period() -> None:
    state = ClockState.new(parse_control("40/30m:15")).start(Side.WHITE, 0)
    state = state.press(31 * MINUTE)  # White's flag fell, without a claim
    now = 62 * MINUTE
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


def test_neither_flag_is_the_first_where_none_is_down() -> None:
    state = ClockState.new(parse_control("30")).start(Side.WHITE, 0)
    assert state.first_fallen(MINUTE) is None
    assert state.flag_at(Side.BLACK) is None


def test_the_next_period_begun_in_mid_move_gives_that_move_its_bonus_once() -> None:
    state = ClockState.new(parse_control("40/30m+10:15+10")).start(Side.WHITE, 0).stop(5 * SECOND)
    assert state.next_period(Side.WHITE).white.ms == 45 * MINUTE + 5 * SECOND
    delayed = ClockState.new(parse_control("40/30m d10:15 d20")).start(Side.WHITE, 0).stop(5 * SECOND)
    assert delayed.next_period(Side.WHITE).white.delay_ms == 15 * SECOND
