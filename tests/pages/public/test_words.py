"""Codes and figures as pages write them."""

from datetime import date

import pytest
from django.utils import translation

from games.templatetags.tavleya import ended, result, until
from tavleya.record.results import Result
from tournaments.models.round import RoundStatus
from tournaments.names import format_name, status_name
from tournaments.systems.registry import SYSTEMS
from tournaments.views.labels import tiebreak_name


@pytest.mark.parametrize(
    ("first", "last", "printed"),
    [
        (date(2022, 1, 15), date(2022, 1, 30), "15–30 January 2022"),
        (date(2021, 12, 28), date(2022, 1, 3), "28 December 2021 – 3 January 2022"),
        (date(2022, 1, 15), date(2022, 1, 15), "15 January 2022"),
        (date(2022, 1, 15), None, "15 January 2022"),
        (None, None, ""),
    ],
)
def test_dates_say_nothing_twice(first: date | None, last: date | None, printed: str) -> None:
    with translation.override("en"):
        assert until(first, last) == printed


def test_every_result_can_be_printed() -> None:
    assert result("") == ""
    printed = {item: result(item.value) for item in Result}
    assert printed[Result.DRAW] == "½ – ½"
    assert printed[Result.BLACK_FORFEIT_WIN] == "− – +"
    assert len(set(printed.values())) == len(Result)


def test_every_format_and_status_has_a_name() -> None:
    assert all(format_name(system) != system for system in SYSTEMS)
    assert all(status_name(system) for system in RoundStatus)


def test_tie_breaks_say_what_they_leave_out() -> None:
    with translation.override("en"):
        assert tiebreak_name("BH/C1") == "Buchholz, cut lowest"
        assert tiebreak_name("BH/C2") == "Buchholz, cut 2 lowest"
        assert tiebreak_name("SB") == "Sonneborn-Berger"


def test_an_unknown_reason_adds_nothing() -> None:
    assert ended("score_sheet") == ""
    assert ended("agreement") == "by agreement"
