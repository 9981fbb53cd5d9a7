"""Time controls: how people write them, their canonical text, their tags in files, and their rate of play."""

import contextlib
from collections.abc import Callable
from dataclasses import replace

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
    NewTime,
    Period,
    RateOfPlay,
    TimeControl,
    from_seconds_text,
    parse_control,
    pgn_tags,
    rate_of,
    seconds_text,
    sides_from_seconds_text,
)
from tavleya.clocks.controls.control import NO_BONUS
from tavleya.clocks.timekeeping import ClockState
from tavleya.errors import BadInput
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.clocks.strategies import time_controls


def fischer(seconds: int) -> Bonus:
    return Bonus(BonusKind.FISCHER, seconds * SECOND)


@pytest.mark.parametrize(("text", "minutes", "bonus"), [
    ("90+30", 90, fischer(30)), ("3+2", 3, fischer(2)), ("15", 15, Bonus()), ("15+0", 15, Bonus()),
    ("15 min", 15, Bonus()), ("15 мин.", 15, Bonus()), ("90'+30\"", 90, fischer(30)), ("90′ + 30″", 90, fischer(30)),
    ("90'+30''", 90, fischer(30)), ("15 мин + 10 сек на ход", 15, fischer(10)), ("5 хв + 3 с", 5, fischer(3)),
    ("1h30+30", 90, fischer(30)), ("1 ч 30 мин + 30 сек с первого хода", 90, fischer(30)), ("2 hours", 120, Bonus()),
    ("5400+30", 90, fischer(30)), ("300+3", 5, fischer(3)), ("60 d10", 60, Bonus(BonusKind.DELAY, 10 * SECOND)),
    ("60+10 delay", 60, Bonus(BonusKind.DELAY, 10 * SECOND)),
    ("60 мин, задержка 10 сек", 60, Bonus(BonusKind.DELAY, 10 * SECOND)),
    ("G/60;d5", 60, Bonus(BonusKind.DELAY, 5 * SECOND)), ("60 b10", 60, Bonus(BonusKind.BRONSTEIN, 10 * SECOND)),
    ("60 Bronstein 10", 60, Bonus(BonusKind.BRONSTEIN, 10 * SECOND)),
])  # fmt: skip
def test_one_period_is_read(text: str, minutes: int, bonus: Bonus) -> None:
    assert parse_control(text) == TimeControl((Period(None, minutes * MINUTE, bonus),))


@pytest.mark.parametrize(("text", "canonical"), [
    ("40/90+30:30+30", "40/90+30:30+30"), ("40/90+30 : 30+30", "40/90+30:30+30"),
    ("40/90 + 20/60 + 15+30", "40/90:20/60:15+30"), ("40/120+20/60+30", "40/120:20/60:30"), ("40/90+30", "40/90:30"),
    ("40/6000+30:900+30", "40/100+30:15+30"), ("90'/40 + 30' + 30\" from move 1", "40/90+30:30+30"),
    ("40 moves in 90 min, then 30 min; +30", "40/90+30:30+30"),
    ("40 ходов за 90 мин, затем 30 мин до конца партии + 30 сек на каждый ход", "40/90:30+30"),
    ("40 ходів за 90 хв, потім 30 хв", "40/90:30"), ("40/120, SD/60; d5", "40/120 d5:60 d5"),
    ("60 moves/30 min, 15", "60/30m:15"),
])  # fmt: skip
def test_several_periods_are_read(text: str, canonical: str) -> None:
    assert parse_control(text).text() == canonical


@pytest.mark.parametrize(("text", "candidates"), [
    ("40/90+30+30", {"40/90:30+30", "40/90+30:30", "40/90+30:30+30"}),
    ("90'/40+30'+30\"", {"40/90:30+30", "40/90+30:30+30"}), ("90/40", {"40/90", "90/40m"}),
])  # fmt: skip
def test_an_ambiguous_time_control_is_refused_with_candidates(text: str, candidates: set[str]) -> None:
    with pytest.raises(BadInput) as excinfo:
        parse_control(text)
    assert excinfo.value.code == "time_control_ambiguous"
    assert set(excinfo.value.detail["candidates"]) == candidates  # type: ignore[call-overload]


@pytest.mark.parametrize(("text", "code"), [
    ("", "time_control_empty"), ("   ", "time_control_empty"), ("quick", "time_control_unreadable"),
    ("90++30", "time_control_unreadable"), ("+30", "time_control_unreadable"), ("d5", "time_control_unreadable"),
    (":", "time_control_unreadable"), ("90-30", "time_control_unreadable"), ("40/20/90", "time_control_unreadable"),
    ("30s30m", "time_control_unreadable"), ("1" * 121, "time_control_too_long"), ("0", "period_time_out_of_range"),
    ("90+4000", "bonus_out_of_range"), ("900/90m, 30", "period_moves_out_of_range"),
    ("40/90", "control_last_period_counts_moves"), ("40/90+30s", "control_last_period_counts_moves"),
    ("90:30", "control_period_without_moves"), ("1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1", "control_period_count"),
    ("60 d10 [carry=sometimes]", "time_control_option_unknown"), ("60 d10 [colour=red]", "time_control_option_unknown"),
])  # fmt: skip
def test_a_refusal_says_why(text: str, code: str) -> None:
    with refused(BadInput, code):
        parse_control(text)


def test_options_other_than_the_usual_are_part_of_the_text() -> None:
    control = TimeControl(
        parse_control("60 d10").periods, carry=Carry.UNLESS_BONUS, delay_resets_on_stop=True, bonus_ahead=False
    )
    assert control.text() == "60 d10 [carry=unless_bonus bonus_ahead=no delay_resets_on_stop=yes]"
    assert control.times() == "60 d10"
    assert parse_control("40/90:30 [new_time=at_zero]").new_time is NewTime.AT_ZERO
    by_post = parse_control("3 days/move [carry=unless_bonus]")
    assert (by_post.days, by_post.carry) == (3, Carry.UNLESS_BONUS)
    assert parse_control(by_post.text()) == by_post


@given(time_controls())
def test_the_canonical_text_is_read_back_exactly(control: TimeControl) -> None:
    assert parse_control(control.text()) == control


@given(time_controls(), st.text(max_size=10))
def test_stored_values_are_read_back_exactly(control: TimeControl, name: str) -> None:
    assert TimeControl.from_json(control.named(name).to_json()) == control.named(name)


@given(st.text(alphabet="0123456789/+:;, dbmhsGx'\"мин[]=", max_size=30))
def test_any_text_is_refused_or_read_with_a_canonical_text_of_the_same_meaning(text: str) -> None:
    with contextlib.suppress(BadInput):
        assert parse_control(parse_control(text).text()) == parse_control(text)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(("parse", "value"), [
    *((TimeControl.from_json, stored) for stored in (
        None, [], {}, {"periods": [{"moves": None, "ms": True}]}, {"periods": [{"moves": None, "ms": "60000"}]},
        {"periods": [{"moves": None, "ms": 60000}], "carry": "sometimes"},
        {"periods": [{"moves": None, "ms": 60000, "bonus": {"kind": "hourglass", "ms": 1000}}]},
    )),
    *((from_seconds_text, text) for text in ("*180", "5400 plus 30", "5400:", "1:" * 200, "40/5400")),
    *((sides_from_seconds_text, text) for text in (
        "W300", "W300-", "W-B", "W300-240", "300-B240", "W300-B240-B240", "-W300-B240", "B300-W240",
        "W" + " " * 100_000 + "1", "W1 -" + " " * 100_000, "W" * 100_000 + "-B",  # in linear time
    )),
    *((parse_control, text) for text in ("0 days/move", "61 days/move", "3 days", "days/move")),
], ids=lambda value: str(getattr(value, "__name__", value))[:40])  # fmt: skip
def test_what_says_no_control_is_refused(parse: Callable[[object], object], value: object) -> None:
    with pytest.raises(BadInput):
        parse(value)


@pytest.mark.article("tavreli:B.1", "tavreli:V.1")
@pytest.mark.parametrize(("text", "rate"), [
    ("14m59s", RateOfPlay.BLITZ), ("15", RateOfPlay.RAPID), ("60", RateOfPlay.RAPID), ("60m1s", RateOfPlay.CLASSICAL),
    ("10 d10", RateOfPlay.BLITZ), ("90", RateOfPlay.CLASSICAL), ("1 day/move", RateOfPlay.CLASSICAL),
    # “All moves in a fixed time”: two periods are neither rapid nor blitz, however short.
    ("20/10m:5", RateOfPlay.CLASSICAL),
])  # fmt: skip
def test_tavreli_is_rapid_from_15_to_60_minutes_and_blitz_below(text: str, rate: RateOfPlay) -> None:
    assert rate_of(parse_control(text), TAVRELI_RATES) is rate


@pytest.mark.parametrize(("text", "rate"), [
    ("10", RateOfPlay.BLITZ), ("10m1s", RateOfPlay.RAPID), ("3+2", RateOfPlay.BLITZ), ("5+5", RateOfPlay.BLITZ),
    ("5+6", RateOfPlay.RAPID), ("15+10", RateOfPlay.RAPID), ("59+1", RateOfPlay.CLASSICAL),
    ("30+30", RateOfPlay.CLASSICAL), ("29+30", RateOfPlay.RAPID), ("40/90+30:30+30", RateOfPlay.CLASSICAL),
    ("40/20m:20", RateOfPlay.RAPID), ("1 day/move", RateOfPlay.CLASSICAL),
])  # fmt: skip
def test_fide_counts_the_bonus_sixty_times(text: str, rate: RateOfPlay) -> None:
    assert rate_of(parse_control(text), FIDE_RATES) is rate


def test_the_time_for_a_game_counts_the_periods_that_it_reaches() -> None:
    control = parse_control("40/90+30:30+60")
    assert control.allotted(10) == 95 * MINUTE
    assert control.allotted(40) == 110 * MINUTE
    assert control.allotted(60) == 160 * MINUTE


@pytest.mark.parametrize(("text", "tags"), [
    ("", {"TimeControl": "-"}), ("90", {"TimeControl": "5400"}), ("90+30", {"TimeControl": "5400+30"}),
    ("40/90:30", {"TimeControl": "40/5400:1800"}), ("3 days/move", {"TimeControl": "1/259200"}),
    ("90 d10", {"TimeControl": "5400", "ClockMode": "delay", "ClockBonus": "10"}),
    ("90 b10", {"TimeControl": "5400", "ClockMode": "bronstein", "ClockBonus": "10"}),
    ("40/90:30 d10", {"TimeControl": "40/5400:1800", "ClockMode": "none:delay", "ClockBonus": "0:10"}),
])  # fmt: skip
def test_the_tags_of_a_control(text: str, tags: dict[str, str]) -> None:
    assert pgn_tags(parse_control(text) if text else None) == tags


@pytest.mark.parametrize(("text", "control"), [
    ("40/6000+30:900+30", "40/100+30:15+30"), ("1/259200", "3 days/move"),
    ("180+2", "3+2"),  # small numbers too are seconds here, and not minutes
])  # fmt: skip
def test_the_seconds_of_a_tournament_report_are_read(text: str, control: str) -> None:
    assert from_seconds_text(text) == parse_control(control)


@given(time_controls())
def test_a_control_comes_back_from_its_tags(control: TimeControl) -> None:
    tags = pgn_tags(control)
    periods = from_seconds_text(tags["TimeControl"]).periods
    kinds, amounts = (tags.get(name, "").split(":") for name in ("ClockMode", "ClockBonus"))
    if kinds != [""]:
        count = len(periods)
        kinds, amounts = (values * count if len(values) == 1 else values for values in (kinds, amounts))
        bonuses = [
            NO_BONUS if kind == "none" else Bonus(BonusKind(kind), int(seconds) * SECOND)
            for kind, seconds in zip(kinds, amounts, strict=True)
        ]
        pairs = zip(periods, bonuses, strict=True)
        periods = TimeControl(tuple(replace(period, bonus=bonus) for period, bonus in pairs)).periods
    assert periods == control.periods


@given(time_controls(kinds=[BonusKind.DELAY, BonusKind.BRONSTEIN]))
def test_a_delay_is_never_written_as_an_increment(control: TimeControl) -> None:
    assert "+" not in pgn_tags(control)["TimeControl"]
    assert "+" not in seconds_text(control)


@pytest.mark.parametrize(("text", "white", "black"), [
    ("W300-B240", "5", "4"), ("300+3", "5+3", "5+3"), (" w 300 - b 240 ", "5", "4"),
])  # fmt: skip
def test_unequal_sides_are_read(text: str, white: str, black: str) -> None:
    assert sides_from_seconds_text(text) == (parse_control(white), parse_control(black))


@pytest.mark.parametrize("text", [
    "3 days/move", "3 days per move", "3 Days a move", "3d/move", "3 дня на ход", "3 дні на хід", "3 дн. на ход",
    "3 days for each move",
])  # fmt: skip
def test_days_for_each_move_are_read_in_three_languages(text: str) -> None:
    control = parse_control(text)
    assert (control.days, control.per_move, control.periods[0].ms) == (3, True, 3 * 86_400_000)
    assert control.text() == "3 days/move"
    assert parse_control(control.text()) == control
    assert TimeControl.from_json(control.to_json()) == control


def test_days_stand_alone() -> None:
    for periods in (
        (Period(40, DAY), Period(None, DAY)), (Period(None, DAY, Bonus(BonusKind.FISCHER, 30 * SECOND)),),
        (Period(None, DAY + HOUR),),
    ):  # fmt: skip
        with refused(BadInput, "control_per_move_is_days"):
            TimeControl(periods, per_move=True)
    with refused(BadInput, "period_time_out_of_range"):
        TimeControl((Period(None, 2 * DAY),))
    assert "per_move" not in parse_control("90+30").to_json()


@given(st.lists(st.integers(1, 3 * DAY - 1), min_size=1, max_size=20))
def test_every_move_has_the_same_days_whatever_the_others_took(thoughts: list[int]) -> None:
    clocks = ClockState.new(parse_control("3 days/move")).start(Side.WHITE, 0)
    now = 0
    for thought in thoughts:
        side = clocks.running
        assert side is not None
        assert clocks.readings(now).side(side).ms == 3 * DAY
        assert clocks.flag_at(side) == now + 3 * DAY
        assert clocks.fallen(side, now + 3 * DAY) and not clocks.fallen(side, now + 3 * DAY - 1)
        now += thought
        clocks = clocks.press(now)
        assert clocks.side(side).ms == 3 * DAY


def test_an_illegal_move_is_taken_back_with_its_time() -> None:
    """White thought for a day, pressed, Black looked at it for an hour: White has 2 days less an hour of 3 left."""
    clocks = ClockState.new(parse_control("3 days/move")).start(Side.WHITE, 0).press(DAY)
    assert clocks.white.ms == 3 * DAY
    assert clocks.white.without_gain().ms == 2 * DAY
