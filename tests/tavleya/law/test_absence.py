"""Not at the board: the default time, both absent, and what the arbiter excuses."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.record.phase import GamePhase
from tavleya.record.results import FACTS, Result
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.record.build import START
from tests.tavleya.refusals import refused

HOUR = 60 * MINUTE


@pytest.mark.article("tavreli:6.6", "tavreli:6.5")
def test_a_player_more_than_an_hour_late_loses_by_forfeit() -> None:
    table = Table(control="90").started()
    with refused(Conflict, "not_late_enough", left_ms=0):
        table.decide("absence", HOUR, absent="white")
    table.rule("absence", HOUR + 1, absent="white")
    assert table.state.result is Result.BLACK_FORFEIT_WIN
    assert not FACTS[table.state.result].played


@pytest.mark.article("tavreli:6.6")
def test_both_absent_both_lose() -> None:
    remedy = Table().decide("absence", HOUR + SECOND, absent="both", scheduled_at=START)
    assert remedy.result is Result.BOTH_FORFEIT


@pytest.mark.article("tavreli:6.6")
def test_the_arbiter_may_rule_otherwise_and_says_why() -> None:
    table = Table(control="90").started()
    with refused(BadInput, "arbiter_decides"):
        table.decide("absence", 2 * HOUR, absent="white", decision="excuse")
    table.rule("absence", 2 * HOUR, absent="white", decision="excuse", reason="the train stood still")
    assert (table.state.result, table.state.phase) == (None, GamePhase.PLAYING)


def test_the_default_time_is_the_regulations() -> None:
    late = 16 * MINUTE
    assert Table(default_time_minutes=15).decide("absence", late, absent="black", scheduled_at=START).result
    with pytest.raises(Conflict):
        Table(default_time_minutes=30).decide("absence", late, absent="black", scheduled_at=START)
    assert Table("fide-2023").decide("absence", 1, absent="black", scheduled_at=START).result


def test_a_side_that_has_moved_was_at_the_board() -> None:
    table = Table(control="90").started().play("e2-e4")
    with refused(BadInput, "facts_contradict_record"):
        table.decide("absence", 2 * HOUR, absent="white")
    assert table.decide("absence", 2 * HOUR, absent="black").result is Result.WHITE_FORFEIT_WIN


def test_no_player_is_late_without_a_known_start() -> None:
    with refused(BadInput, "no_start_known"):
        Table().decide("absence", HOUR, absent="white")


@pytest.mark.parametrize(("late", "message"), [
    (30 * SECOND, "30 s after the start: not at the board within the default time."),
    (90 * SECOND, "1 min 30 s after the start: not at the board within the default time."),
    (1, "Not at the board when play began."),
])  # fmt: skip
def test_the_ruling_states_the_delay_exactly(late: int, message: str) -> None:
    remedy = Table("fide-2023").decide("absence", late, absent="white", scheduled_at=START)
    assert str(remedy.grounds[0]) == message
