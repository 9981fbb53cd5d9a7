"""Time controls as people write them, and the one canonical spelling of each."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.clocks.controls import (
    MINUTE,
    SECOND,
    Bonus,
    BonusKind,
    Carry,
    NewTime,
    Period,
    TimeControl,
    parse_control,
)
from tavleya.errors import BadInput
from tests.tavleya.clocks.strategies import time_controls
from tests.tavleya.refusals import refused


def fischer(seconds: int) -> Bonus:
    return Bonus(BonusKind.FISCHER, seconds * SECOND)


@pytest.mark.parametrize(("text", "minutes", "bonus"), [
    ("90+30", 90, fischer(30)), ("3+2", 3, fischer(2)), ("15", 15, Bonus()), ("15+0", 15, Bonus()),
    ("15 min", 15, Bonus()), ("15 мин.", 15, Bonus()), ("90'+30\"", 90, fischer(30)),
    ("90′ + 30″", 90, fischer(30)), ("90'+30''", 90, fischer(30)),
    ("15 мин + 10 сек на ход", 15, fischer(10)), ("5 хв + 3 с", 5, fischer(3)), ("1h30+30", 90, fischer(30)),
    ("1 ч 30 мин + 30 сек с первого хода", 90, fischer(30)), ("2 hours", 120, Bonus()),
    ("5400+30", 90, fischer(30)), ("300+3", 5, fischer(3)),
    ("60 d10", 60, Bonus(BonusKind.DELAY, 10 * SECOND)),
    ("60+10 delay", 60, Bonus(BonusKind.DELAY, 10 * SECOND)),
    ("60 мин, задержка 10 сек", 60, Bonus(BonusKind.DELAY, 10 * SECOND)),
    ("G/60;d5", 60, Bonus(BonusKind.DELAY, 5 * SECOND)),
    ("60 b10", 60, Bonus(BonusKind.BRONSTEIN, 10 * SECOND)),
    ("60 Bronstein 10", 60, Bonus(BonusKind.BRONSTEIN, 10 * SECOND)),
])  # fmt: skip
def test_one_period_is_read(text: str, minutes: int, bonus: Bonus) -> None:
    assert parse_control(text) == TimeControl((Period(None, minutes * MINUTE, bonus),))


@pytest.mark.parametrize(("text", "canonical"), [
    ("40/90+30:30+30", "40/90+30:30+30"), ("40/90+30 : 30+30", "40/90+30:30+30"),
    ("40/90 + 20/60 + 15+30", "40/90:20/60:15+30"), ("40/120+20/60+30", "40/120:20/60:30"),
    ("40/90+30", "40/90:30"), ("40/6000+30:900+30", "40/100+30:15+30"),
    ("90'/40 + 30' + 30\" from move 1", "40/90+30:30+30"),
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
    ("90++30", "time_control_unreadable"), ("+30", "time_control_unreadable"),
    ("d5", "time_control_unreadable"), (":", "time_control_unreadable"), ("90-30", "time_control_unreadable"),
    ("40/20/90", "time_control_unreadable"), ("30s30m", "time_control_unreadable"),
    ("1" * 121, "time_control_too_long"), ("0", "period_time_out_of_range"),
    ("90+4000", "bonus_out_of_range"), ("900/90m, 30", "period_moves_out_of_range"),
    ("40/90", "control_last_period_counts_moves"), ("40/90+30s", "control_last_period_counts_moves"),
    ("90:30", "control_period_without_moves"), ("1/1:1/1:1/1:1/1:1/1:1/1:1/1:1/1:1", "control_period_count"),
    ("60 d10 [carry=sometimes]", "time_control_option_unknown"),
    ("60 d10 [colour=red]", "time_control_option_unknown"),
])  # fmt: skip
def test_a_refusal_says_why(text: str, code: str) -> None:
    with refused(BadInput, code):
        parse_control(text)


def test_options_other_than_the_usual_are_part_of_the_text() -> None:
    control = TimeControl(
        parse_control("60 d10").periods,
        carry=Carry.UNLESS_BONUS,
        delay_resets_on_stop=True,
        bonus_ahead=False,
    )
    assert control.text() == "60 d10 [carry=unless_bonus bonus_ahead=no delay_resets_on_stop=yes]"
    assert control.times() == "60 d10"
    assert parse_control("40/90:30 [new_time=at_zero]").new_time is NewTime.AT_ZERO


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


@pytest.mark.parametrize("stored", [
    None, [], {}, {"periods": [{"moves": None, "ms": True}]}, {"periods": [{"moves": None, "ms": "60000"}]},
    {"periods": [{"moves": None, "ms": 60000}], "carry": "sometimes"},
    {"periods": [{"moves": None, "ms": 60000, "bonus": {"kind": "hourglass", "ms": 1000}}]},
])  # fmt: skip
def test_values_that_are_no_control_are_refused(stored: object) -> None:
    with pytest.raises(BadInput):
        TimeControl.from_json(stored)
