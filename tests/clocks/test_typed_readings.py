"""Clock readings as an arbiter types them."""

import pytest

from clocks.readings import parse_change, parse_reading
from tavleya.clocks.controls import DAY, HOUR, MINUTE, SECOND
from tavleya.clocks.timekeeping import clock_text
from tavleya.errors import BadInput


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("0:00", 0),
        ("5:09", 309_000),
        ("65:09", 3_909_000),
        ("1:05:09", 3_909_000),
        ("120:00", 7_200_000),
        ("0:09.4", 9_400),
        ("0:09,4", 9_400),
        (" 1:00:00 ", 3_600_000),
        ("3d 0:00:00", 3 * DAY),
        ("2d 5:07:09", 2 * DAY + 5 * HOUR + 7 * MINUTE + 9 * SECOND),
        ("1d 0:00:00", DAY),
        ("23:59:59", DAY - SECOND),
    ],
)
def test_hours_minutes_and_seconds(text: str, ms: int) -> None:
    assert parse_reading(text) == ms


@pytest.mark.parametrize("text", ["", "5", "5:60", "1:60:00", "-5:00", "5:0:0:0", "five", "1:2.34", "٣:00 "])
def test_an_invalid_reading_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as excinfo:
        parse_reading(text)
    assert excinfo.value.code == "bad_reading"


@pytest.mark.parametrize("ms", [0, 100, 9_400, 19_900, 20_000, 59_000, 3_599_000, 3_600_000, 36_000_000])
def test_a_displayed_clock_time_is_read_unchanged(ms: int) -> None:
    assert parse_reading(clock_text(ms)) == ms


@pytest.mark.parametrize(
    ("text", "ms"),
    [("", 0), (" ", 0), ("2:00", 120_000), ("+0:30", 30_000), ("-0:30", -30_000), ("− 1:00:00", -3_600_000)],
)
def test_time_is_given_or_taken(text: str, ms: int) -> None:
    assert parse_change(text) == ms


@pytest.mark.parametrize("text", ["+1:00\n2", "-", "- -1:00"])
def test_a_change_that_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        parse_change(text)
