"""Play by correspondence: so many days for each move, none of them kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.clocks.controls import (
    DAY,
    FIDE_RATES,
    HOUR,
    MINUTE,
    SECOND,
    TAVRELI_RATES,
    Bonus,
    BonusKind,
    Carry,
    Period,
    RateOfPlay,
    TimeControl,
    from_pgn_tags,
    parse_control,
    pgn_tags,
    rate_of,
)
from tavleya.clocks.timekeeping import ClockState, clock_text
from tavleya.errors import BadInput
from tavleya.sides import Side
from tests.tavleya.refusals import refused


@pytest.mark.parametrize(
    "text",
    ["3 days/move", "3 days per move", "3 Days a move", "3d/move", "3 дня на ход", "3 дні на хід", "3 дн. на ход",
     "3 days for each move"],
)  # fmt: skip
def test_days_for_each_move_are_read_in_three_languages(text: str) -> None:
    control = parse_control(text)
    assert (control.days, control.per_move, control.periods[0].ms) == (3, True, 3 * 86_400_000)
    assert control.text() == "3 days/move"
    assert parse_control(control.text()) == control
    assert TimeControl.from_json(control.to_json()) == control


@pytest.mark.parametrize("text", ["0 days/move", "61 days/move", "3 days", "days/move"])
def test_an_invalid_number_of_days_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_control(text)


def test_days_stand_alone() -> None:
    for periods in (
        (Period(40, DAY), Period(None, DAY)),
        (Period(None, DAY, Bonus(BonusKind.FISCHER, 30 * SECOND)),),
        (Period(None, DAY + HOUR),),
    ):
        with refused(BadInput, "control_per_move_is_days"):
            TimeControl(periods, per_move=True)


def test_a_period_of_a_hall_is_a_day_at_most() -> None:
    with refused(BadInput, "period_time_out_of_range"):
        TimeControl((Period(None, 2 * DAY),))


def test_a_control_that_is_stored_without_the_word_is_none_by_correspondence() -> None:
    assert "per_move" not in parse_control("90+30").to_json()
    assert TimeControl.from_json(parse_control("90+30").to_json()).per_move is False


@given(st.lists(st.integers(1, 3 * DAY - 1), min_size=1, max_size=20))
def test_every_move_has_the_same_days_whatever_the_others_took(thoughts: list[int]) -> None:
    clocks = ClockState.new(parse_control("3 days/move")).start(Side.WHITE, 0)
    now = 0
    for thought in thoughts:
        side = clocks.running
        assert side is not None
        assert clocks.readings(now).side(side).ms == 3 * DAY
        assert clocks.flag_at(side) == now + 3 * DAY
        now += thought
        clocks = clocks.press(now)
        assert clocks.side(side).ms == 3 * DAY


def test_the_flag_falls_at_the_very_instant() -> None:
    clocks = ClockState.new(parse_control("2 days/move")).start(Side.WHITE, 1_000)
    assert not clocks.fallen(Side.WHITE, 1_000 + 2 * DAY - 1)
    assert clocks.fallen(Side.WHITE, 1_000 + 2 * DAY)


def test_an_illegal_move_is_taken_back_with_its_time() -> None:
    """White thought for a day, pressed, Black looked at it for an hour: White has 2 days less an hour of 3 left."""
    clocks = ClockState.new(parse_control("3 days/move")).start(Side.WHITE, 0).press(DAY)
    assert clocks.white.ms == 3 * DAY
    assert clocks.white.without_gain().ms == 2 * DAY


@pytest.mark.parametrize(("ms", "text"), [
    (3 * DAY, "3d 0:00:00"), (2 * DAY + 5 * HOUR + 7 * MINUTE + 9 * SECOND, "2d 5:07:09"),
    (DAY, "1d 0:00:00"), (DAY - SECOND, "23:59:59"),
])  # fmt: skip
def test_clocks_show_days_and_hours(ms: int, text: str) -> None:
    assert clock_text(ms) == text


def test_a_game_file_says_one_move_in_so_many_seconds() -> None:
    tags = pgn_tags(parse_control("3 days/move"))
    assert tags == {"TimeControl": "1/259200"}
    assert from_pgn_tags(tags) == parse_control("3 days/move")


def test_the_options_of_a_control_stand_after_the_days() -> None:
    control = parse_control("3 days/move [carry=unless_bonus]")
    assert (control.days, control.carry) == (3, Carry.UNLESS_BONUS)
    assert parse_control(control.text()) == control


def test_it_is_neither_rapid_nor_blitz() -> None:
    for limits in (FIDE_RATES, TAVRELI_RATES):
        assert rate_of(parse_control("1 day/move"), limits) is RateOfPlay.CLASSICAL
