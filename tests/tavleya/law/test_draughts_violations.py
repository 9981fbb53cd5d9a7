"""Violations at the draughts board: the opponent decides, a reply waives, and correction is whole."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law.illegal_moves import first_irregular
from tavleya.record import commands
from tavleya.record.phase import GamePhase
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.refusals import refused

TAKE = "W:Wc3,g1:Bd4,h8"  # White must take d4


def started(start: str = "start") -> Table:
    return Table("draughts64", "45", start).started()


@pytest.mark.article("draughts:violations.4.6", "draughts:violations.8")
def test_a_missed_take_is_corrected_at_the_opponents_wish_and_must_be_made() -> None:
    table = started(TAKE).irregular("c3-b4", at=10 * SECOND)
    before = table.state.line.start.text()
    remedy = table.rule("draughts_violation", 20 * SECOND, offender="white", wish="correct")
    state = table.state
    assert (state.position.text(), state.turn, state.phase) == (before, Side.WHITE, GamePhase.PLAYING)
    assert remedy.article == "draughts64:violations.4.6"
    assert table.times(20 * SECOND) == (45 * MINUTE - 10 * SECOND, 45 * MINUTE)
    with pytest.raises(BadInput):
        table.board.do(commands.move, Side.WHITE, "g1-f2", at=30 * SECOND)
    table.play("c3:e5", at=30 * SECOND)


@pytest.mark.article("draughts:violations.4.6")
def test_a_missed_take_that_the_opponent_accepts_stands_and_play_goes_on_from_it() -> None:
    table = started(TAKE).irregular("c3-b4", at=10 * SECOND)
    after = table.state.position.text()
    table.rule("draughts_violation", 20 * SECOND, offender="white", wish="accept")
    assert (table.state.position.text(), table.state.turn) == (after, Side.BLACK)
    assert first_irregular(table.state, table.regime) is None, "what was accepted is no longer in question"
    table.play("d4-e3", at=30 * SECOND)


@pytest.mark.article("draughts:violations.7")
def test_a_reply_accepts_it_for_good() -> None:
    table = started(TAKE).irregular("c3-b4", at=10 * SECOND).play("d4-e3", at=20 * SECOND)
    with refused(Conflict, "reply_waived", article="draughts64:violations.7"):
        table.decide("draughts_violation", 30 * SECOND, offender="white", wish="correct")


@pytest.mark.article("draughts:violations.8")
def test_partial_correction_is_refused() -> None:
    table = started(TAKE).irregular("c3-b4", at=SECOND)
    with refused(BadInput, "whole_correction", article="draughts64:violations.8"):
        table.decide("draughts_violation", offender="white", wish="correct", partial=True)


@pytest.mark.article("draughts:violations.4.3")
def test_the_touched_man_must_move_after_the_correction() -> None:
    table = started().play("e3-d4", at=SECOND)
    facts = {"offender": "white", "touches": [["c3", False]]}
    table.rule("draughts_violation", 5 * SECOND, **facts, wish="correct")
    assert set(table.state.bound) == {"c3-b4", "c3-d4"}
    with pytest.raises(Conflict):
        table.play("e3-d4", at=10 * SECOND)
    table.play("c3-b4", at=10 * SECOND)


@pytest.mark.article("draughts:violations.4.11", "draughts:violations.4.7")
def test_a_man_left_on_the_board_stays_there_if_the_opponent_accepts() -> None:
    table = started(TAKE).play("c3:e5", at=SECOND)
    assert "d4" not in table.state.position.figures()
    facts = {"offender": "white", "path": ["c3", "e5"], "removed": []}
    remedy = table.rule("draughts_violation", 5 * SECOND, **facts, wish="accept")
    assert remedy.article == "draughts64:violations.4.11"
    assert set(table.state.position.figures()) == {"d4", "e5", "g1", "h8"}
    assert table.state.turn is Side.BLACK
    quiet = started().play("c3-d4", at=SECOND)
    quiet.rule("draughts_violation", 5 * SECOND, offender="white", removed=["b6"], wish="accept")
    assert "b6" not in quiet.state.position.figures()


@pytest.mark.article("draughts:violations.4.1")
def test_a_second_move_running_enters_the_record_only_if_the_opponent_accepts_it() -> None:
    table = started().play("c3-d4", at=SECOND)
    facts = {"offender": "white", "path": ["g3", "h4"], "second": True}
    table.rule("draughts_violation", 5 * SECOND, **facts, wish="correct")
    assert (table.state.ply, table.state.turn) == (1, Side.BLACK)
    table.rule("draughts_violation", 6 * SECOND, **facts, wish="accept")
    assert (table.state.ply, table.state.position.turn) == (2, Side.BLACK)
    assert "h4" in table.state.position.figures()


def test_a_turn_played_by_the_rules_is_no_violation_and_facts_must_fit_the_record() -> None:
    table = started().play("c3-d4", at=SECOND)
    remedy = table.decide("draughts_violation", offender="white", wish="correct")
    assert (remedy.outcome, remedy.offender) == ("rejected", None)
    with refused(BadInput, "facts_contradict_record"):
        table.decide("draughts_violation", offender="white", path=["e3", "f4"], wish="correct")
    with refused(Conflict, "not_of_this_game"):
        Table().started().decide("draughts_violation", offender="white", wish="correct")
