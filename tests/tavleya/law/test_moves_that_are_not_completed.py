"""Illegal moves as in an arbiter's examination: not pressed, not promoted, and the move played instead."""

import pytest

from tavleya.errors import Conflict
from tavleya.law.illegal_moves import first_irregular, rule_illegal_move
from tavleya.law.library import regime
from tavleya.law.remedies import Remedy
from tavleya.record import commands
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.sides import Side
from tests.tavleya.law.cases import Table
from tests.tavleya.record.build import START, Board
from tests.tavleya.refusals import refused

SECOND, MINUTE = 1000, 60_000
PAWN_ON_SEVENTH = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"


def started(key: str, control: str, start: str = "start") -> Board:
    board = Board(game=regime(key).game, control=control, start=start)
    board.do(commands.start)
    return board


def ruled(board: Board, key: str, at: int) -> tuple[Remedy, State]:
    remedy = rule_illegal_move(board.state, regime(key), START + at)
    return remedy, board.do(lambda state: remedy.drafts, at=at)


@pytest.mark.article("chess:7.5.1")
@pytest.mark.parametrize("key", ["fide-2023", "fide-2023-rapid", "fide-2023-blitz"])
def test_a_move_whose_clock_was_not_pressed_is_put_back_without_count_or_penalty(key: str) -> None:
    board = started(key, "10+5")
    before = board.state.position.text()
    board.do(commands.move, Side.WHITE, "e2e5", irregular=True, press=False, at=20 * SECOND)
    board.do(commands.call_arbiter, Side.BLACK, "illegal_move", {}, at=25 * SECOND)
    remedy, state = ruled(board, key, 40 * SECOND)
    assert (remedy.result, remedy.count, remedy.penalty_article) == (None, 0, "")
    assert "not_completed" in [ground.code for ground in remedy.grounds]
    assert state.position.text() == before
    assert (state.illegal[Side.WHITE], state.turn, state.phase) == (0, Side.WHITE, GamePhase.PLAYING)
    assert state.clock is not None
    # White's clock ran for 25 s until the call stopped it; no player gets extra time or a bonus.
    readings = state.clock.readings(START + 40 * SECOND)
    bonus = 5 * SECOND
    assert (readings.white.ms, readings.black.ms) == (10 * MINUTE + bonus - 25 * SECOND, 10 * MINUTE + bonus)
    assert state.bound == ("e2e3", "e2e4")


@pytest.mark.article("tavreli:V.3", "tavreli:6.7", "tavreli:7.4")
def test_in_tavreli_blitz_an_illegal_move_loses_only_once_the_clock_is_pressed() -> None:
    board = started("tavreli-1997-blitz", "5")
    board.do(commands.move, Side.WHITE, "e2-e5", irregular=True, press=False, at=10 * SECOND)
    remedy, state = ruled(board, "tavreli-1997-blitz", 15 * SECOND)
    assert (remedy.result, state.illegal[Side.WHITE]) == (None, 0)
    board.do(commands.move, Side.WHITE, "e2-e5", irregular=True, at=20 * SECOND)
    board.do(commands.call_arbiter, Side.BLACK, "illegal_move", {}, at=25 * SECOND)
    remedy, state = ruled(board, "tavreli-1997-blitz", 30 * SECOND)
    assert (remedy.result, state.illegal[Side.WHITE]) == (Result.BLACK_WINS, 1)


@pytest.mark.article("chess:7.5.1", "chess:4.3.1")
def test_the_move_played_instead_is_made_with_the_piece_that_was_touched() -> None:
    board = started("fide-2023", "90+30")
    board.do(commands.move, None, "e2e4", at=10 * SECOND)
    board.do(commands.move, None, "e7e4", irregular=True, at=20 * SECOND)
    remedy, state = ruled(board, "fide-2023", 40 * SECOND)
    assert state.bound == ("e7e5", "e7e6")
    assert "bound_to" in [ground.code for ground in remedy.grounds]
    with refused(Conflict, "bound_move"):
        board.do(commands.move, Side.BLACK, "g8f6", at=50 * SECOND)
    assert board.do(commands.move, Side.BLACK, "e7e5", at=60 * SECOND).bound == ()


@pytest.mark.article("chess:7.5.1", "chess:4.3.3")
def test_a_piece_taken_illegally_is_taken_by_the_same_piece_where_that_is_legal() -> None:
    start = "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1"
    board = started("fide-2023", "90+30", start)
    board.do(commands.move, None, "e1d5", irregular=True, at=10 * SECOND)
    _, state = ruled(board, "fide-2023", 20 * SECOND)
    # The king cannot take on d5; it was touched first, so it moves.
    assert {move[:2] for move in state.bound} == {"e1"}


@pytest.mark.article("chess:7.5.1", "chess:4.5")
def test_a_touched_piece_without_a_legal_move_binds_to_nothing_and_the_ruling_says_so() -> None:
    board = started("fide-2023", "90+30")
    board.do(commands.move, None, "a1a3", irregular=True, at=10 * SECOND)
    remedy, state = ruled(board, "fide-2023", 20 * SECOND)
    assert state.bound == ()
    assert [ground.code for ground in remedy.grounds][-2:] == ["none_can_move", "any_move"]
    assert board.do(commands.move, Side.WHITE, "e2e4", at=30 * SECOND).ply == 1


@pytest.mark.article("tavreli:4.3", "tavreli:7.4")
def test_in_tavreli_too_the_tower_that_was_lifted_moves() -> None:
    board = started("tavreli-1997", "60")
    board.do(commands.move, None, "e2-e5", irregular=True, at=10 * SECOND)
    _, state = ruled(board, "tavreli-1997", 20 * SECOND)
    assert state.bound == ("e2-e3", "e2-e4")


@pytest.mark.article("chess:7.5.1")
def test_a_second_illegal_move_can_be_recorded_while_the_first_one_binds() -> None:
    board = started("fide-2023", "90+30")
    board.do(commands.move, None, "e2e5", irregular=True, at=10 * SECOND)
    ruled(board, "fide-2023", 20 * SECOND)
    board.do(commands.move, None, "g1g3", irregular=True, at=30 * SECOND)
    remedy, _ = ruled(board, "fide-2023", 40 * SECOND)
    assert (remedy.count, remedy.result) == (2, Result.BLACK_WINS)


@pytest.mark.article("chess:7.5.2")
def test_a_pawn_left_on_the_last_rank_becomes_a_queen_and_the_opponent_gets_two_minutes() -> None:
    board = started("fide-2023", "90+30", PAWN_ON_SEVENTH)
    board.do(commands.move, None, "a7a8", irregular=True, at=20 * SECOND)
    board.do(commands.call_arbiter, Side.BLACK, "illegal_move", {}, at=30 * SECOND)
    remedy, state = ruled(board, "fide-2023", 60 * SECOND)
    assert (remedy.article, remedy.penalty_article) == ("fide-2023:7.5.2", "fide-2023:7.5.5")
    assert state.position.text().startswith("Q3k3/")
    assert (state.illegal[Side.WHITE], state.turn, state.phase) == (1, Side.BLACK, GamePhase.PLAYING)
    assert remedy.clock is not None
    # 90 min and 30 s each; Black used 10 s before the call, and gets two minutes.
    assert remedy.clock.after[Side.BLACK] == 90 * MINUTE + 30 * SECOND - 10 * SECOND + 2 * MINUTE
    assert state.clock is not None
    assert state.clock.readings(START + 60 * SECOND).black.ms == remedy.clock.after[Side.BLACK]


@pytest.mark.article("chess:7.5.2")
def test_a_pawn_that_was_ruled_on_is_not_ruled_on_again() -> None:
    board = started("fide-2023", "90+30", PAWN_ON_SEVENTH)
    board.do(commands.move, None, "a7a8", irregular=True, at=20 * SECOND)
    _, state = ruled(board, "fide-2023", 60 * SECOND)
    assert first_irregular(state, regime("fide-2023")) is None
    with refused(Conflict, "no_irregular_move"):
        rule_illegal_move(state, regime("fide-2023"), START + 70 * SECOND)


@pytest.mark.article("chess:7.5.2")
def test_the_ruling_for_an_act_settles_the_pawn_in_the_record_too() -> None:
    table = Table("fide-2023", "90+30", PAWN_ON_SEVENTH).started()
    table.board.do(commands.move, None, "a7a8", irregular=True, at=20 * SECOND)
    table.rule("illegal_act", 60 * SECOND, offender="white", what="not_promoted")
    assert first_irregular(table.state, table.regime) is None
    assert table.state.illegal[Side.WHITE] == 1


@pytest.mark.article("chess:7.5.2", "chess:7.5.5")
def test_the_second_pawn_left_unpromoted_loses_unless_the_opponent_cannot_mate() -> None:
    with_rook = started("fide-2023", "90+30", "4k2r/PP6/8/8/8/8/8/4K3 w - - 0 1")
    alone = started("fide-2023", "90+30", "4k3/PP6/8/8/8/8/8/4K3 w - - 0 1")
    for board, expected in ((with_rook, Result.BLACK_WINS), (alone, Result.DRAW)):
        board.do(commands.move, None, "a7a8", irregular=True, at=20 * SECOND)
        ruled(board, "fide-2023", 30 * SECOND)
        board.do(commands.move, None, "e8e7", at=40 * SECOND)
        board.do(commands.move, None, "b7b8", irregular=True, at=50 * SECOND)
        remedy, _ = ruled(board, "fide-2023", 60 * SECOND)
        assert (remedy.count, remedy.result) == (2, expected)
