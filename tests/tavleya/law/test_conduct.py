"""Refusal, scores set by the arbiter, and incidents from which nothing follows."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.record import commands
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.tavleya.law.cases import SECOND, Table
from tests.tavleya.refusals import refused


@pytest.mark.article("tavreli:12.7")
def test_a_player_who_refuses_to_comply_loses_and_the_arbiter_sets_the_opponent_s_score() -> None:
    for score, result in (
        ("win", Result.WHITE_WINS),
        ("draw", Result.WHITE_HALF),
        ("loss", Result.BOTH_LOSE),
    ):
        table = Table().started()
        remedy = table.rule("refusal", refuses="black", opponent_score=score, reason="left the table")
        assert (table.state.result, remedy.article) == (result, "tavreli-1997:12.7")


@pytest.mark.article("tavreli:12.8")
def test_both_guilty_both_lose() -> None:
    table = Table().started()
    remedy = table.rule("refusal", refuses="both", reason="would not play")
    assert (table.state.result, remedy.article) == (Result.BOTH_LOSE, "tavreli-1997:12.8")


@pytest.mark.article("draughts:violations.6", "draughts:result.2")
def test_in_draughts_a_refusal_costs_the_game_if_the_opponent_insists() -> None:
    table = Table("draughts64").started()
    with refused(Conflict, "not_insisted", article="draughts64:violations.6"):
        table.decide("refusal", refuses="white", reason="does not crown")
    table.rule("refusal", refuses="white", insisted=True, reason="does not crown")
    assert table.state.result is Result.BLACK_WINS


@pytest.mark.article("draughts:result.3", "draughts:result.1")
def test_the_arbiter_draws_a_game_that_neither_can_win() -> None:
    table = Table("draughts64").started()
    table.rule("score", result="1/2-1/2", article="draughts64:result.3", reason="neither can win")
    assert (table.state.result, table.state.termination) == (Result.DRAW, "arbiter")
    with refused(Conflict, "same_result"):
        table.decide("score", result="1/2-1/2", article="draughts64:result.3", reason="again")


def test_a_result_that_stands_is_replaced_by_a_correction_and_kept_in_the_record() -> None:
    table = Table().started()
    table.board.do(commands.resign, Side.WHITE)
    table.rule("score", result="0-0", article="tavreli-1997:12.8", reason="arranged")
    assert table.state.result is Result.BOTH_LOSE
    assert table.board.entries[-1].data["was"] == "0-1"


@pytest.mark.article("tavreli:13.7", "tavreli:13.1")
def test_an_incident_is_written_down_and_play_goes_on() -> None:
    table = Table().started()
    table.board.do(commands.call_arbiter, Side.WHITE, "disturbance", {}, at=SECOND)
    table.rule(
        "incident", 5 * SECOND, what="spectators", article="tavreli-1997:13.7", reason="two were sent out"
    )
    assert (table.state.phase, table.state.calls, table.state.result) == (GamePhase.PLAYING, (), None)
    assert table.board.entries[-2].data["what"] == "spectators"
    assert table.times(5 * SECOND)[0] == 60 * 60 * SECOND - SECOND
    table.board.do(commands.resign, Side.BLACK, at=9 * SECOND)
    table.rule("incident", 10 * SECOND, what="analysis", reason="after the game")
    assert table.state.result is Result.WHITE_WINS


def test_an_incident_needs_its_story() -> None:
    with pytest.raises(BadInput):
        Table().started().decide("incident", what="phone")


def test_a_call_that_is_not_upheld_leaves_everything_as_it_is() -> None:
    table = Table().started().play("e2-e4")
    table.board.do(commands.call_arbiter, Side.BLACK, "touch", {}, at=2 * SECOND)
    remedy = table.rule("dismissed", 3 * SECOND)
    assert (remedy.outcome, table.running, table.state.ply) == ("dismissed", Side.BLACK, 1)
