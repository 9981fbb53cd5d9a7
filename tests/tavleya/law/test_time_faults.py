"""Time not explained by a move: defective clocks, interruptions, deductions, controls that cannot be proved."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.record import commands
from tavleya.record.entries import EntryKind
from tavleya.record.phase import GamePhase
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, Table
from tests.tavleya.refusals import refused


@pytest.mark.article("tavreli:6.10")
def test_a_defective_clock_is_replaced_and_its_old_readings_stay_in_the_record() -> None:
    table = Table(control="60").started()
    new = {"white": 50 * MINUTE, "black": 55 * MINUTE}
    context = {"white": 10 * MINUTE, "black": 61 * MINUTE}
    table.rule("defective_clock", 5 * MINUTE, clocks=new, shown=context, reason="it jumped")
    assert table.times(5 * MINUTE) == (50 * MINUTE, 55 * MINUTE)
    reading = next(entry for entry in table.board.entries if entry.kind is EntryKind.READING)
    assert (reading.data["white_ms"], reading.data["black_ms"]) == (10 * MINUTE, 61 * MINUTE)
    with refused(BadInput, "fact_missing"):
        table.decide("defective_clock", 5 * MINUTE, clocks=new)
    with refused(BadInput, "negative_time"):
        table.decide("defective_clock", clocks={"white": -1, "black": 0}, reason="x")


@pytest.mark.article("tavreli:6.12", "tavreli:13.5")
def test_an_interrupted_game_stands_still_until_the_arbiter_lets_it_go_on_with_time_for_both() -> None:
    table = Table(control="60").started()
    table.board.do(commands.pause, "alarm", at=MINUTE)
    table.rule("disturbance", 30 * MINUTE, white_ms=2 * MINUTE, black_ms=MINUTE, reason="fire alarm")
    assert table.times(30 * MINUTE) == (61 * MINUTE, 61 * MINUTE)
    assert (table.running, table.state.phase) == (Side.WHITE, GamePhase.PLAYING)


@pytest.mark.article("tavreli:6.12")
def test_the_arbiter_decides_when_play_goes_on() -> None:
    table = Table(control="60").started()
    table.board.do(commands.call_arbiter, Side.WHITE, "disturbance", {}, at=MINUTE)
    table.rule("disturbance", 2 * MINUTE, reason="noise", resume=False)
    assert (table.state.phase, table.state.calls) == (GamePhase.PAUSED, ())
    table.board.do(commands.resume, at=9 * MINUTE)
    assert table.times(9 * MINUTE)[0] == 59 * MINUTE


@pytest.mark.article("tavreli:8.1")
def test_time_is_deducted_before_play_from_a_player_who_cannot_write() -> None:
    table = Table(control="60")
    table.rule("deduction", offender="black", ms=10 * MINUTE, reason="a broken hand")
    table.started()
    assert table.times(0) == (60 * MINUTE, 50 * MINUTE)
    with refused(Conflict, "already_started"):
        table.decide("deduction", offender="black", ms=MINUTE, reason="again")
    with refused(BadInput, "negative_time"):
        Table(control="5").decide("deduction", offender="white", ms=6 * MINUTE, reason="x")


@pytest.mark.article("tavreli:8.6")
def test_where_the_control_cannot_be_proved_the_next_move_is_the_first_of_the_next_control() -> None:
    table = Table(control="40/90, 30").started().play("e2-e4", "e7-e5", every=MINUTE)
    table.rule("control_unproven", 3 * MINUTE, reason="both sheets break off at move 31")
    clock = table.state.clock
    assert clock is not None
    assert [clock.side(side).period for side in Side] == [1, 1]
    assert table.times(3 * MINUTE) == (89 * MINUTE + 30 * MINUTE - MINUTE, 89 * MINUTE + 30 * MINUTE)
    table.play("g1-f3", at=4 * MINUTE)
    after = table.state.clock
    assert after is not None and after.white.period_moves == 1
    with refused(Conflict, "clock_last_period"):
        table.decide("control_unproven", 5 * MINUTE, reason="again")


def test_time_is_given_taken_or_set_and_for_a_reason() -> None:
    table = Table(control="60").started()
    table.rule("time", white_ms=-MINUTE, black_ms=MINUTE, article="tavreli-1997:6.10", reason="late press")
    assert table.times(0) == (59 * MINUTE, 61 * MINUTE)
    for facts in ({}, {"white_ms": 1, "clocks": {"white": 1, "black": 1}}):
        with refused(BadInput, "no_time_given"):
            table.decide("time", **facts, article="tavreli-1997:6.10", reason="x")
    with refused(BadInput, "negative_time"):
        table.decide("time", white_ms=-90 * MINUTE, article="tavreli-1997:6.10", reason="x")


@pytest.mark.article("tavreli:6.4")
def test_the_arbiter_says_where_the_clock_stands_and_play_is_not_touched_by_it() -> None:
    table = Table(control="60")
    remedy = table.rule("clock_place", stands="right")
    assert (table.state.clock_stands, remedy.article) == ("right", "tavreli-1997:6.4")
    table.started()
    table.rule("clock_place", MINUTE, stands="left")
    assert (table.state.clock_stands, table.running, table.state.phase) == (
        "left",
        Side.WHITE,
        GamePhase.PLAYING,
    )
    assert table.times(MINUTE) == (59 * MINUTE, 60 * MINUTE)
    with pytest.raises(BadInput):
        table.decide("clock_place", stands="under")
