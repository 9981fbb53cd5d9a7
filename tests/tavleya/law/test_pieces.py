"""Displaced pieces, and positions restored without a player's fault."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.record import commands
from tavleya.record.phase import GamePhase
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.refusals import refused


@pytest.mark.article("tavreli:7.3")
def test_a_player_replaces_displaced_pieces_in_their_own_time() -> None:
    table = Table(control="60").started().play("e2-e4", every=10 * SECOND)
    table.rule("displaced", 20 * SECOND, offender="white")
    assert table.running is Side.WHITE
    with refused(Conflict, "restoring_position"):
        table.board.do(commands.move, Side.BLACK, "e7-e5", at=25 * SECOND)
    table.rule("displaced", 50 * SECOND, offender="white", stage="restored")
    assert (table.running, table.state.ply) == (Side.BLACK, 1)
    assert table.times(50 * SECOND) == (60 * MINUTE - 40 * SECOND, 60 * MINUTE - 10 * SECOND)
    table.play("e7-e5", at=60 * SECOND)


@pytest.mark.article("tavreli:7.3")
def test_time_for_it_can_be_taken_off_where_the_clock_did_not_run() -> None:
    table = Table(control="60").started().play("e2-e4")
    table.rule("displaced", 2 * SECOND, offender="white", ms=30 * SECOND)
    assert table.times(2 * SECOND)[0] == 60 * MINUTE - 31 * SECOND
    with refused(Conflict, "own_time_already"):
        table.decide("displaced", 2 * SECOND, offender="black")
    with refused(Conflict, "nothing_to_restore"):
        table.decide("displaced", 2 * SECOND, offender="white", stage="restored")


@pytest.mark.article("tavreli:7.4", "tavreli:6.13")
def test_the_last_certain_position_is_restored_with_its_clocks_and_no_counts() -> None:
    table = Table(control="60").started().play("e2-e4", "e7-e5", "g1-f3", "g8-f6", every=10 * SECOND)
    third = table.state.line.positions[2].text()
    table.rule("restored", 2 * MINUTE, ply=2, cause="players", reason="pieces were misplaced")
    state = table.state
    assert (state.position.text(), state.turn, state.phase) == (third, Side.WHITE, GamePhase.PLAYING)
    assert [ply.struck for ply in state.plies] == [False, False, True, True]
    # Both thought ten seconds before it; White's next ten are White's own and stay used.
    assert table.times(2 * MINUTE) == (60 * MINUTE - 20 * SECOND, 60 * MINUTE - 10 * SECOND)
    assert dict(state.illegal) == {Side.WHITE: 0, Side.BLACK: 0}


def test_the_arbiter_may_set_the_clocks_of_a_restored_position() -> None:
    table = Table(control="60").started().play("e2-e4", "e7-e5")
    clocks = {"white": 50 * MINUTE, "black": 51 * MINUTE}
    table.rule("restored", MINUTE, ply=1, reason="the wind", clocks=clocks)
    assert table.times(MINUTE) == (50 * MINUTE, 51 * MINUTE)
    assert table.running is Side.BLACK


def test_a_position_that_the_record_does_not_have_cannot_be_restored() -> None:
    table = Table().started().play("e2-e4")
    with refused(BadInput, "facts_contradict_record"):
        table.decide("restored", ply=5, reason="?")


@pytest.mark.article("draughts:violations.5", "draughts:moves.14")
def test_outside_interference_is_not_a_violation_of_the_players() -> None:
    table = Table("draughts64", "45").started().play("c3-d4", "b6-a5")
    remedy = table.rule("restored", MINUTE, ply=2, cause="outside", reason="a spectator brushed the board")
    assert (remedy.article, remedy.offender) == ("draughts64:violations.5", None)
    assert (table.state.ply, table.state.phase, sum(table.state.illegal.values())) == (
        2,
        GamePhase.PLAYING,
        0,
    )
