"""Moves typed in from a score sheet, with the result on it."""

from __future__ import annotations

import pytest

from common.errors import BadInput, Conflict
from core.record import commands
from core.record.phase import GamePhase
from core.record.results import Result
from tests.core.record.build import Board

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
    with pytest.raises(BadInput) as refused:
        board.do(commands.sheet, ("e2-e4", "e7-e5", "e4-e6", "g8-f6"))
    assert (refused.value.code, refused.value.detail["ply"]) == ("bad_ply", 3)
    assert len(board.entries) == 1


def test_an_annulled_game_takes_no_sheet() -> None:
    from core.record.entries import EntryDraft, EntryKind

    board = Board(game="chess")
    board.do(lambda state: (EntryDraft(EntryKind.ANNULMENT, data={"reason": "wrong set-up"}),))
    with pytest.raises(Conflict):
        board.do(commands.sheet, FOOLS_MATE)
