"""Time controls and times in words and figures, the form field, and clock readings that arbiters type."""

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from clocks.labels import control_label, time_left
from clocks.readings import TimeControlField, parse_change, parse_reading
from tavleya.clocks.controls import (
    DAY,
    HOUR,
    MINUTE,
    SECOND,
)
from tavleya.clocks.timekeeping import clock_text
from tavleya.errors import BadInput
from tests.refusals import raises_error


@pytest.mark.parametrize(
    ("control", "text"),
    [
        ("", ""), ("10", "10 min"), ("90+30", "90 min; 30 s added per move"),
        ("60 d10", "60 min; a delay of 10 s before each move"),
        ("40/90:30", "90 min for 40 moves, then 30 min"),
        ("40/90+30:30+30", "90 min for 40 moves, then 30 min; 30 s added per move"),
        ("40/90:30+30", "90 min for 40 moves, then 30 min + 30 s added per move"), ("2m30s", "2 min 30 s"),
    ],
)  # fmt: skip
def test_a_time_control_is_printed_as_in_a_programme(control: str, text: str) -> None:
    with translation.override("en"):
        assert control_label(control) == text


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (None, ""), (0, "0:00.0"), (9_450, "0:09.4"), (10_000, "0:10"), (245_000, "4:05"),
        (7_147_000, "1:59:07"), (-5, "0:00.0"),
    ],
)  # fmt: skip
def test_time_left_is_shown_as_on_a_clock(ms: int | None, text: str) -> None:
    assert time_left(ms) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [(" 90 + 30 ", "90+30"), ("15 min", "15"), ("40/90+30:30+30", "40/90+30:30+30"), (" ", "")],
)
def test_the_value_is_the_canonical_spelling(text: str, value: str) -> None:
    assert TimeControlField(required=False).clean(text) == value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("quick", "time_control_unreadable"),
        ("1" * 121, "max_length"),
        ("60 [carry=no]", "time_control_option_unknown"),
    ],
)
def test_an_error_has_the_code_of_the_parser_and_its_sentence(text: str, code: str) -> None:
    with pytest.raises(ValidationError) as excinfo:
        TimeControlField(required=False).clean(text)
    (error,) = excinfo.value.error_list
    assert error.code == code
    assert error.messages[0].endswith(".")


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("0:00", 0), ("5:09", 309_000), ("65:09", 3_909_000), ("1:05:09", 3_909_000), ("120:00", 7_200_000),
        ("0:09.4", 9_400), ("0:09,4", 9_400), (" 1:00:00 ", 3_600_000), ("3d 0:00:00", 3 * DAY),
        ("2d 5:07:09", 2 * DAY + 5 * HOUR + 7 * MINUTE + 9 * SECOND), ("1d 0:00:00", DAY),
        ("23:59:59", DAY - SECOND),
    ],
)  # fmt: skip
def test_hours_minutes_and_seconds(text: str, ms: int) -> None:
    assert parse_reading(text) == ms


@pytest.mark.parametrize("text", ["", "5", "5:60", "1:60:00", "-5:00", "5:0:0:0", "five", "1:2.34", "٣:00 "])
def test_an_invalid_reading_is_refused(text: str) -> None:
    with raises_error(BadInput, "bad_reading"):
        parse_reading(text)


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
