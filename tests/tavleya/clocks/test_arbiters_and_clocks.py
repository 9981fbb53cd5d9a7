"""Arbiters and clocks: stop, resume, set, add, deduct, and remove the time gained by an illegal move."""

from collections.abc import Callable

import pytest

from tavleya.clocks.controls import MINUTE, SECOND, TimeControl, parse_control
from tavleya.clocks.timekeeping import ClockState
from tavleya.errors import BadInput, Conflict, DomainError
from tavleya.sides import Side
from tests.tavleya.refusals import refused

WHITE, BLACK = Side.WHITE, Side.BLACK


def started(text: str = "30 d10") -> ClockState:
    return ClockState.new(parse_control(text)).start(WHITE, 0)


@pytest.mark.article("tavreli:6.5")
def test_before_the_start_no_time_passes_and_then_it_is_whites() -> None:
    clocks = ClockState.new(parse_control("30"))
    assert clocks.readings(5 * MINUTE).white_ms == 30 * MINUTE
    clocks = clocks.start(WHITE, 5 * MINUTE)
    assert clocks.running is WHITE
    assert clocks.readings(6 * MINUTE).white_ms == 29 * MINUTE


@pytest.mark.article("tavreli:6.1", "tavreli:6.7")
def test_a_press_stops_the_players_clock_and_starts_the_other_at_the_same_instant() -> None:
    clocks = started("30").press(2 * MINUTE)
    assert clocks.running is BLACK
    reading = clocks.readings(5 * MINUTE)
    assert (reading.white_ms, reading.black_ms) == (28 * MINUTE, 27 * MINUTE)


@pytest.mark.article("tavreli:6.12")
def test_while_stopped_nothing_passes_and_the_move_goes_on_with_the_delay_it_had_left() -> None:
    clocks = started().stop(4 * SECOND)
    assert clocks.readings(90 * MINUTE).white_ms == 30 * MINUTE
    clocks = clocks.resume(WHITE, 90 * MINUTE)
    assert clocks.readings(90 * MINUTE).white.delay_ms == 6 * SECOND
    assert clocks.readings(90 * MINUTE + 16 * SECOND).white_ms == 30 * MINUTE - 10 * SECOND


def test_a_regime_may_give_an_interrupted_move_its_whole_delay_again() -> None:
    control = TimeControl(parse_control("30 d10").periods, delay_resets_on_stop=True)
    clocks = ClockState.new(control).start(WHITE, 0).stop(4 * SECOND).resume(WHITE, MINUTE)
    assert clocks.readings(MINUTE).white.delay_ms == 10 * SECOND


def test_stopping_twice_is_stopping_once() -> None:
    clocks = started().stop(4 * SECOND)
    assert clocks.stop(9 * SECOND) == clocks


@pytest.mark.article("tavreli:7.3")
def test_an_opponent_restarts_the_clock_of_a_player_who_must_put_the_position_right() -> None:
    clocks = started("30").press(MINUTE).switch(WHITE, MINUTE + 5 * SECOND)
    reading = clocks.readings(MINUTE + 20 * SECOND)
    assert (reading.running, reading.white_ms, reading.black_ms) == (
        WHITE,
        29 * MINUTE - 15 * SECOND,
        30 * MINUTE - 5 * SECOND,
    )
    assert (reading.white.moves, reading.black.moves) == (1, 0)


@pytest.mark.article("tavreli:6.13", "tavreli:6.10")
def test_the_arbiter_sets_both_clocks_and_they_run_on_from_there() -> None:
    clocks = started("30").press(MINUTE).stop(2 * MINUTE)
    clocks = clocks.set(WHITE, 12 * MINUTE).set(BLACK, 11 * MINUTE).resume(BLACK, 10 * MINUTE)
    reading = clocks.readings(11 * MINUTE)
    assert (reading.white_ms, reading.black_ms) == (12 * MINUTE, 10 * MINUTE)
    # A stopped clock can be set back to what it read at an earlier instant.
    assert clocks.stop(11 * MINUTE).set(BLACK, 30 * MINUTE).readings(0).black_ms == 30 * MINUTE


@pytest.mark.article("tavreli:13.4", "tavreli:13.5")
def test_time_is_added_to_or_taken_from_one_clock() -> None:
    clocks = started("30").stop(10 * MINUTE)
    assert clocks.add(BLACK, 2 * MINUTE).black.ms == 32 * MINUTE
    assert clocks.add(WHITE, -5 * MINUTE).white.ms == 15 * MINUTE
    assert clocks.add(WHITE, -20 * MINUTE).white.ms == 0
    with refused(Conflict, "clock_not_enough_time", left_ms=20 * MINUTE):
        clocks.add(WHITE, -20 * MINUTE - 1)


def test_a_running_clock_is_changed_at_an_instant_so_that_a_fall_is_not_missed() -> None:
    clocks = started("30")
    assert clocks.add(WHITE, MINUTE, 20 * MINUTE).readings(20 * MINUTE).white_ms == 11 * MINUTE
    # The flag fell at 30 minutes: time added later counts from zero.
    late = clocks.add(WHITE, 2 * MINUTE, 35 * MINUTE)
    assert late.readings(35 * MINUTE).white_ms == 2 * MINUTE
    assert not late.fallen(WHITE, 35 * MINUTE)
    assert late.flag_at(WHITE) == 37 * MINUTE
    # The other clock stands and needs no instant.
    assert clocks.add(BLACK, MINUTE).black.ms == 31 * MINUTE


def test_time_taken_while_a_delay_runs_leaves_the_delay() -> None:
    clocks = started().add(WHITE, -MINUTE, 4 * SECOND)
    reading = clocks.readings(4 * SECOND)
    assert (reading.white_ms, reading.white.delay_ms) == (29 * MINUTE, 6 * SECOND)


def test_time_given_after_a_fall_does_not_bring_back_a_delay_that_was_used() -> None:
    late = started("1 d10").add(WHITE, MINUTE, 100 * SECOND)
    assert late.flag_at(WHITE) == 160 * SECOND


def test_a_clock_set_below_its_bonus_does_not_fall_below_zero_by_a_quick_press() -> None:
    # With Bronstein's bonus on the clock beforehand, an unused bonus goes off it again.
    clocks = started("30 b10").set(WHITE, 3 * SECOND, 0).press(0)
    assert clocks.white.ms == 10 * SECOND


def test_a_look_at_an_instant_before_the_last_press_shows_the_clocks_at_that_press() -> None:
    clocks = started("30").press(MINUTE)
    early = clocks.readings(30 * SECOND)
    assert (early.white_ms, early.black_ms) == (29 * MINUTE, 30 * MINUTE)


@pytest.mark.parametrize("text", ["30+10", "30 d10", "30 b10", "1/30+10:15", "30"])
def test_an_illegal_move_keeps_nothing_of_what_its_press_gained(text: str) -> None:
    straight = started(text).stop(14 * SECOND)
    # White presses after 6 s; the mistake is seen at once and White's clock running on for 8 s.
    clocks = started(text).press(6 * SECOND).stop(6 * SECOND).revoke_bonus(WHITE)
    clocks = clocks.resume(WHITE, MINUTE).stop(MINUTE + 8 * SECOND)
    assert clocks.white == straight.white


def test_the_gain_of_a_press_is_taken_back_once_and_not_after_the_arbiter_has_set_the_clock() -> None:
    pressed = started("30+10").press(6 * SECOND).stop(6 * SECOND)
    for clocks in (pressed.revoke_bonus(WHITE), pressed.set(WHITE, MINUTE)):
        with refused(Conflict, "clock_nothing_gained"):
            clocks.revoke_bonus(WHITE)


def test_a_press_that_settled_a_fallen_flag_with_new_time_is_left_to_the_arbiter() -> None:
    # The flag fell at one minute, the move came at two, and the next period paid for it.
    settled = started("1/1:15").press(2 * MINUTE).stop(2 * MINUTE)
    assert settled.white.ms == 14 * MINUTE
    with refused(Conflict, "clock_nothing_gained"):
        settled.revoke_bonus(WHITE)


@pytest.mark.article("tavreli:A.1", "tavreli:A.5")
def test_a_sealed_move_stops_both_clocks_and_counts_when_it_is_opened() -> None:
    sealed = started("1/30:15").stop(20 * MINUTE)
    assert (sealed.white.ms, sealed.white.moves) == (10 * MINUTE, 0)
    opened = sealed.complete(WHITE).resume(BLACK, 90 * MINUTE)
    assert (opened.white.ms, opened.white.moves, opened.white.period) == (25 * MINUTE, 1, 1)
    assert opened.readings(91 * MINUTE).black_ms == 29 * MINUTE


@pytest.mark.article("tavreli:8.1")
def test_time_can_be_deducted_before_play() -> None:
    assert ClockState.new(parse_control("90")).add(BLACK, -10 * MINUTE).black.ms == 80 * MINUTE


def test_each_side_may_have_a_different_control() -> None:
    clocks = ClockState.new(parse_control("5"), black=parse_control("4"))
    assert (clocks.white.ms, clocks.black.ms) == (5 * MINUTE, 4 * MINUTE)


def test_a_fallen_clock_earns_no_bonus_and_its_moves_still_count() -> None:
    clocks = started("1+30").press(2 * MINUTE).press(2 * MINUTE)
    assert (clocks.white.ms, clocks.white.overdrawn_ms, clocks.white.moves) == (0, 30 * SECOND, 1)
    assert clocks.flag_at(WHITE) == 90 * SECOND


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
