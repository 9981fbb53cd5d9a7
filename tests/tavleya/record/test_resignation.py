"""Resigning loses, or draws where the opponent could not mate by any series of legal moves (FIDE 5.1.2)."""

import pytest

from tavleya.record import commands
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.tavleya.record.build import Board

BARE_KING = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"


@pytest.mark.article("chess:5.1.2")
@pytest.mark.parametrize(
    ("side", "result"), [(Side.WHITE, Result.DRAW), (Side.BLACK, Result.WHITE_WINS)], ids=str
)
def test_resigning_against_a_bare_king_draws(side: Side, result: Result) -> None:
    board = Board(game="chess", control="90+30", start=BARE_KING)
    board.do(commands.start)
    state = board.do(commands.resign, side)
    assert (state.result, state.termination) == (result, "resignation")


@pytest.mark.article("tavreli:5.1")
def test_in_tavreli_resigning_always_loses() -> None:
    board = Board(game="tavreli", control="60")
    board.do(commands.start)
    assert board.do(commands.resign, Side.WHITE).result is Result.BLACK_WINS
