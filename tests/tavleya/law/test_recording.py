"""Until when the moves must be recorded."""

import pytest

from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, Table
from tests.tavleya.law.examining import duty_to_record


def duty(table: Table, at: int) -> str:
    return duty_to_record(table.state, table.regime, Side.WHITE, at)


@pytest.mark.article("tavreli:8.4", "tavreli:8.1")
def test_the_duty_ends_in_the_last_five_minutes_and_comes_back_when_the_flag_falls() -> None:
    table = Table(control="40/60, 30").started()
    assert duty(table, 55 * MINUTE) == "must write"
    assert duty(table, 55 * MINUTE + 1) == "no duty"
    assert duty(table, 60 * MINUTE) == "completes it now"


@pytest.mark.article("tavreli:8.4")
@pytest.mark.parametrize(
    ("control", "words"), [("60+30", "must write"), ("60+29", "no duty"), ("60 d30", "must write")]
)
def test_a_bonus_of_thirty_seconds_keeps_the_duty(control: str, words: str) -> None:
    table = Table(control=control).started()
    assert duty(table, 57 * MINUTE) == words


@pytest.mark.article("tavreli:B.3")
def test_in_rapid_and_blitz_nothing_need_be_written() -> None:
    for key in ("tavreli-1997-rapid", "tavreli-1997-blitz", "fide-2023-rapid", "draughts64"):
        table = Table(key, "10").started()
        assert duty(table, 0) == "no duty"
        assert duty(table, 10 * MINUTE) == "no duty"


def test_the_minutes_are_the_event_s() -> None:
    table = Table(control="60", record_below_minutes=10).started()
    assert duty(table, 51 * MINUTE) == "no duty"
