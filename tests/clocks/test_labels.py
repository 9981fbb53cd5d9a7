"""Time controls and times in words and figures, as pages write them."""

import pytest
from django.utils import translation

from clocks.labels import control_label, time_left


@pytest.mark.parametrize(
    ("control", "text"),
    [
        ("", ""),
        ("10", "10 min"),
        ("90+30", "90 min; 30 s added per move"),
        ("60 d10", "60 min; a delay of 10 s before each move"),
        ("40/90:30", "90 min for 40 moves, then 30 min"),
        ("40/90+30:30+30", "90 min for 40 moves, then 30 min; 30 s added per move"),
        ("40/90:30+30", "90 min for 40 moves, then 30 min + 30 s added per move"),
        ("2m30s", "2 min 30 s"),
    ],
)
def test_a_time_control_is_printed_as_in_a_programme(control: str, text: str) -> None:
    with translation.override("en"):
        assert control_label(control) == text


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (None, ""),
        (0, "0:00.0"),
        (9_450, "0:09.4"),
        (10_000, "0:10"),
        (245_000, "4:05"),
        (7_147_000, "1:59:07"),
        (-5, "0:00.0"),
    ],
)
def test_time_left_is_shown_as_on_a_clock(ms: int | None, text: str) -> None:
    assert time_left(ms) == text
