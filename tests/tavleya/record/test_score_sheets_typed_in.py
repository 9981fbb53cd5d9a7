"""Moves typed in from a score sheet, with the result on it."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.record import commands
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.fold import snapshot
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tests.tavleya.record.build import Board
from tests.tavleya.refusals import refused

FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def test_a_last_move_that_mates_brings_its_result() -> None:
    state = Board(game="chess").do(commands.sheet, FOOLS_MATE)
    assert (state.result, state.termination, state.ply) == (Result.BLACK_WINS, "checkmate", 4)


def test_a_result_on_the_sheet_that_says_the_same_keeps_the_reason_of_the_board() -> None:
    state = Board(game="chess").do(commands.sheet, FOOLS_MATE, Result.BLACK_WINS, "score_sheet")
    assert (state.result, state.termination) == (Result.BLACK_WINS, "checkmate")


def test_a_different_result_on_the_sheet_stands() -> None:
    state = Board(game="chess").do(commands.sheet, FOOLS_MATE, Result.DRAW, "agreement")
    assert (state.result, state.termination) == (Result.DRAW, "agreement")


def test_a_sheet_without_a_result_leaves_the_game_open() -> None:
    state = Board(game="chess").do(commands.sheet, FOOLS_MATE[:2])
    assert (state.phase, state.result, state.ply) == (GamePhase.PENDING, None, 2)


def test_a_result_in_the_record_is_not_touched_by_the_sheet() -> None:
    board = Board(game="chess")
    board.do(commands.enter_result, Result.WHITE_WINS, termination="reported", article="", reason="")
    state = board.do(commands.sheet, FOOLS_MATE, Result.BLACK_WINS, "score_sheet")
    assert (state.result, state.ply) == (Result.WHITE_WINS, 4)


def test_the_first_bad_move_is_named_and_nothing_is_entered() -> None:
    board = Board(game="tavreli")
    with refused(BadInput, "bad_ply", ply=3):
        board.do(commands.sheet, ("e2-e4", "e7-e5", "e4-e6", "g8-f6"))
    assert len(board.entries) == 1


def test_an_annulled_game_takes_no_sheet() -> None:
    board = Board(game="chess")
    board.do(lambda state: (EntryDraft(EntryKind.ANNULMENT, data={"reason": "wrong set-up"}),))
    with pytest.raises(Conflict):
        board.do(commands.sheet, FOOLS_MATE)


FIVEFOLD = ("g1f3", "g8f6", "f3g1", "f6g8") * 4  # after 16 half-moves the first position for the fifth time


@pytest.mark.article("chess:9.6.1")
def test_a_sheet_that_goes_on_after_the_end_marks_the_move_that_ended_the_game_and_changes_nothing() -> None:
    state = Board(game="chess").do(commands.sheet, (*FIVEFOLD, "e2e4", "e7e5"))
    assert (state.ply, state.result, state.phase) == (18, None, GamePhase.PENDING)
    assert [(ply.number, ply.ends) for ply in state.plies if ply.ends] == [(16, "fivefold")]
    assert snapshot(state)["past_end"] is True


def test_an_end_typed_in_against_the_result_in_the_record_is_marked_too() -> None:
    board = Board(game="chess")
    board.do(commands.enter_result, Result.WHITE_WINS, termination="reported", article="", reason="")
    state = board.do(commands.sheet, FOOLS_MATE)
    assert [(ply.number, ply.ends) for ply in state.plies if ply.ends] == [(4, "checkmate")]


@pytest.mark.parametrize("value", [None, Result.BLACK_WINS])
def test_an_end_with_its_own_result_is_not_marked(value: Result | None) -> None:
    state = Board(game="chess").do(commands.sheet, FOOLS_MATE, value, "score_sheet")
    assert snapshot(state)["past_end"] is False


def test_moves_struck_out_mark_nothing() -> None:
    board = Board(game="chess")
    board.do(commands.sheet, (*FIVEFOLD, "e2e4"))
    state = board.do(lambda _: (EntryDraft(EntryKind.RESTORATION, data={"ply": 4, "set": {}}),))
    assert snapshot(state)["past_end"] is False


def test_draughts_ends_with_the_third_appearance_and_tavreli_goes_on() -> None:
    kings = ("a1-b2", "b8-a7", "b2-a1", "a7-b8")
    draughts = Board(game="draughts", start="W:WKa1:BKb8").do(commands.sheet, (*kings, *kings, "a1-b2"))
    assert [(ply.number, ply.ends) for ply in draughts.plies if ply.ends] == [(8, "repetition")]
    knights = ("g1-f3", "g8-f6", "f3-g1", "f6-g8")
    tavreli = Board(game="tavreli").do(commands.sheet, (*knights * 5, "e2-e4"))
    assert snapshot(tavreli)["past_end"] is False
