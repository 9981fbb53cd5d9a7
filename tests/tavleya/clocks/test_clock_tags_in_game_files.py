"""Time controls in PGN and TRF: seconds, and never a delay in the clothes of an increment."""

import pytest
from hypothesis import given

from tavleya.clocks.controls import (
    BonusKind,
    TimeControl,
    from_pgn_tags,
    from_seconds_text,
    parse_control,
    pgn_tags,
    seconds_text,
    sides_from_seconds_text,
    sides_seconds_text,
)
from tavleya.errors import BadInput
from tests.tavleya.clocks.strategies import time_controls


@pytest.mark.parametrize(("text", "tags"), [
    ("90", {"TimeControl": "5400"}), ("90+30", {"TimeControl": "5400+30"}),
    ("40/90:30", {"TimeControl": "40/5400:1800"}),
    ("90 d10", {"TimeControl": "5400", "ClockMode": "delay", "ClockBonus": "10"}),
    ("90 b10", {"TimeControl": "5400", "ClockMode": "bronstein", "ClockBonus": "10"}),
    ("40/90:30 d10", {"TimeControl": "40/5400:1800", "ClockMode": "none:delay", "ClockBonus": "0:10"}),
])  # fmt: skip
def test_the_tags_of_a_control(text: str, tags: dict[str, str]) -> None:
    assert pgn_tags(parse_control(text)) == tags


@given(time_controls())
def test_a_control_comes_back_from_its_tags(control: TimeControl) -> None:
    read = from_pgn_tags(pgn_tags(control))
    assert read is not None
    assert read.periods == control.periods


@given(time_controls(kinds=[BonusKind.DELAY, BonusKind.BRONSTEIN]))
def test_a_delay_is_never_written_as_an_increment(control: TimeControl) -> None:
    assert "+" not in pgn_tags(control)["TimeControl"]
    assert "+" not in seconds_text(control)


def test_a_game_without_a_clock_or_without_a_word_about_it_has_no_control() -> None:
    assert pgn_tags(None) == {"TimeControl": "-"}
    for tags in ({"TimeControl": "-"}, {"TimeControl": "?"}, {}):
        assert from_pgn_tags(tags) is None


def test_the_seconds_of_a_tournament_report_are_read() -> None:
    assert from_seconds_text("40/6000+30:900+30") == parse_control("40/100+30:15+30")
    # Small numbers too are seconds here, and not minutes.
    assert from_seconds_text("180+2") == parse_control("3+2")


def test_unequal_sides_are_read_and_written() -> None:
    assert sides_from_seconds_text("W300-B240") == (parse_control("5"), parse_control("4"))
    assert sides_from_seconds_text("300+3") == (parse_control("5+3"), parse_control("5+3"))
    assert sides_seconds_text(parse_control("5+3"), parse_control("4+3")) == "W300+3-B240+3"
    assert sides_seconds_text(parse_control("5"), parse_control("5")) == "300"


@pytest.mark.parametrize("tags", [
    {"TimeControl": "*180"}, {"TimeControl": "5400 plus 30"}, {"TimeControl": "5400:"},
    {"TimeControl": "1:" * 200}, {"TimeControl": "40/5400"},
    {"TimeControl": "5400", "ClockMode": "hourglass", "ClockBonus": "10"},
    {"TimeControl": "5400", "ClockMode": "delay"},
    {"TimeControl": "5400", "ClockMode": "delay:delay", "ClockBonus": "10"},
])  # fmt: skip
def test_tags_that_say_no_control_are_refused(tags: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        from_pgn_tags(tags)


@pytest.mark.timeout(20)
@pytest.mark.parametrize("text", ["W" + " " * 100_000 + "1", "W1 -" + " " * 100_000, "W" * 100_000 + "-B"])
def test_long_sides_are_refused_in_linear_time(text: str) -> None:
    with pytest.raises(BadInput):
        sides_from_seconds_text(text)


@pytest.mark.parametrize(
    "text", ["W300", "W300-", "W-B", "W300-240", "300-B240", "W300-B240-B240", "-W300-B240", "B300-W240"]
)
def test_sides_that_are_incomplete_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        sides_from_seconds_text(text)


def test_sides_are_read_with_blanks_and_in_small_letters() -> None:
    assert sides_from_seconds_text(" w 300 - b 240 ") == (parse_control("5"), parse_control("4"))
