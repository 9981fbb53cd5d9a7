"""The ruling on an illegal move: position, clocks, count, and the game at the last step."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law.illegal_moves import dismiss, first_irregular, rule_illegal_move
from tavleya.law.library import regime
from tavleya.law.regimes import REGIMES
from tavleya.law.remedies import Remedy
from tavleya.law.terms import Regime
from tavleya.record import commands
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.sides import Side
from tests.tavleya.record.build import START, Board
from tests.tavleya.refusals import refused

SECOND, MINUTE = 1000, 60_000
ILLEGAL = {"tavreli": "e2-e5", "chess": "e2e5", "draughts": "c3-c4"}
LEGAL = {"tavreli": "e2-e4", "chess": "e2e4", "draughts": "c3-d4"}


def board_of(book: Regime, control: str = "60 d10") -> Board:
    board = Board(game=book.game, control=control)
    board.do(commands.start)
    return board


def apply(board: Board, remedy: Remedy, at: int) -> State:
    return board.do(lambda state: remedy.drafts, at=at)


def offend(board: Board, at: int, move: str) -> None:
    """The side to move makes an illegal move, presses, and the opponent calls the arbiter five seconds later."""
    mover = board.state.turn
    board.do(commands.move, mover, move, irregular=True, at=at)
    board.do(commands.call_arbiter, mover.other, "illegal_move", {}, at=at + 5 * SECOND)


@pytest.mark.article("tavreli:7.4", "tavreli:6.13", "tavreli:10.3")
def test_the_position_comes_back_the_opponent_gets_two_minutes_and_the_offender_moves_again() -> None:
    book = regime("tavreli-1997")
    board = board_of(book)
    before = board.state.position.text()
    offend(board, 40 * SECOND, "e2-e5")
    remedy = rule_illegal_move(board.state, book, START + 90 * SECOND)
    state = apply(board, remedy, 90 * SECOND)
    assert state.position.text() == before
    assert [ply.struck for ply in state.plies] == [True]
    assert (state.phase, state.turn, state.illegal[Side.WHITE]) == (GamePhase.PLAYING, Side.WHITE, 1)
    assert state.clock is not None and state.clock.running is Side.WHITE
    readings = state.clock.readings(START + 90 * SECOND)
    # White thought 40 s, ten of them delay; Black has what they had when their clock began to run, and two minutes.
    assert (readings.white.ms, readings.black.ms) == (60 * MINUTE - 30 * SECOND, 62 * MINUTE)
    assert not state.calls


@pytest.mark.article("tavreli:10.3")
def test_the_third_illegal_move_loses() -> None:
    book = regime("tavreli-1997")
    board = board_of(book)
    for number in (1, 2, 3):
        offend(board, number * 100 * SECOND, "e2-e5")
        at = number * 100 * SECOND + 20 * SECOND
        remedy = rule_illegal_move(board.state, book, START + at)
        assert remedy.count == number
        state = apply(board, remedy, at)
    assert (state.result, state.termination) == (Result.BLACK_WINS, "illegal_move")


@pytest.mark.article("tavreli:V.3")
def test_in_blitz_the_first_one_loses_if_it_is_claimed_before_the_reply() -> None:
    book = regime("tavreli-1997-blitz")
    board = board_of(book, "5")
    offend(board, 10 * SECOND, "e2-e5")
    remedy = rule_illegal_move(board.state, book, START + 20 * SECOND)
    assert remedy.result is Result.BLACK_WINS


@pytest.mark.article("tavreli:V.3")
def test_in_blitz_the_move_stands_once_the_opponent_has_replied() -> None:
    book = regime("tavreli-1997-blitz")
    board = board_of(book, "5")
    board.do(commands.move, Side.WHITE, "e2-e5", irregular=True, at=SECOND)
    board.do(commands.move, Side.BLACK, "g8-f6", at=2 * SECOND)
    with refused(Conflict, "reply_waived"):
        rule_illegal_move(board.state, book, START + 3 * SECOND)


@pytest.mark.article("draughts:violations.7", "draughts:violations.8")
def test_in_draughts_it_is_taken_back_whole_without_a_penalty_and_a_reply_waives_it() -> None:
    book = regime("draughts64")
    board = board_of(book, "45")
    before = board.state.position.text()
    offend(board, 10 * SECOND, "c3-c4")
    remedy = rule_illegal_move(board.state, book, START + 20 * SECOND)
    assert remedy.clock is not None and remedy.clock.after[Side.BLACK] == 45 * MINUTE
    assert apply(board, remedy, 20 * SECOND).position.text() == before
    board.do(commands.move, None, "c3-c4", irregular=True, at=30 * SECOND)
    board.do(commands.move, None, "b6-a5", at=31 * SECOND)
    with pytest.raises(Conflict):
        rule_illegal_move(board.state, book, START + 40 * SECOND)


def test_the_bonus_that_the_illegal_move_s_press_earned_is_taken_back() -> None:
    book = regime("fide-2023")
    board = board_of(book, "90+30")
    offend(board, 20 * SECOND, "e2e5")
    last = board.state.last_standing()
    assert last is not None and last.white_ms is not None and last.white_ms > 90 * MINUTE
    remedy = rule_illegal_move(board.state, book, START + 60 * SECOND)
    assert remedy.clock is not None
    gained = last.white_ms - remedy.clock.after[Side.WHITE]
    assert gained == 30 * SECOND


def test_the_second_illegal_move_loses_under_fide_unless_the_opponent_cannot_mate() -> None:
    book = regime("fide-2023")
    board = Board(game="chess", control="90+30", start="4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    board.do(commands.start)
    for number in (1, 2):
        offend(board, number * 100 * SECOND, "a2a5")
        at = number * 100 * SECOND + 20 * SECOND
        remedy = rule_illegal_move(board.state, book, START + at)
        apply(board, remedy, at)
    assert remedy.result is Result.DRAW


@pytest.mark.article("tavreli:7.4")
def test_plies_after_the_illegal_one_are_struck_out_and_stay_in_the_record() -> None:
    book = regime("tavreli-1997")
    board = board_of(book)
    board.do(commands.move, None, "e2-e4", at=SECOND)
    board.do(commands.move, None, "e7-e4", irregular=True, at=2 * SECOND)
    board.do(commands.move, None, "g1-f3", at=3 * SECOND)
    board.do(commands.move, None, "g8-f6", at=4 * SECOND)
    remedy = rule_illegal_move(board.state, book, START + 9 * SECOND)
    state = apply(board, remedy, 9 * SECOND)
    assert [(ply.text, ply.struck) for ply in state.plies] == [
        ("e2-e4", False), ("e7-e4", True), ("g1-f3", True), ("g8-f6", True),
    ]  # fmt: skip
    assert (state.ply, state.turn) == (1, Side.BLACK)
    assert board.do(commands.move, Side.BLACK, "e7-e5", at=20 * SECOND).ply == 2


def test_the_arbiter_may_set_the_clocks_but_not_below_nothing() -> None:
    book = regime("tavreli-1997")
    board = board_of(book)
    offend(board, 40 * SECOND, "e2-e5")
    own = {Side.WHITE: 30 * MINUTE, Side.BLACK: 31 * MINUTE}
    remedy = rule_illegal_move(board.state, book, START + 60 * SECOND, clocks=own)
    state = apply(board, remedy, 60 * SECOND)
    assert state.clock is not None
    readings = state.clock.readings(START + 60 * SECOND)
    assert (readings.white.ms, readings.black.ms) == (30 * MINUTE, 31 * MINUTE)
    with refused(BadInput, "negative_time"):
        rule_illegal_move(Board.state.fget(offended()), book, START, clocks={Side.WHITE: -1, Side.BLACK: 0})  # type: ignore[attr-defined]


def offended() -> Board:
    board = board_of(regime("tavreli-1997"))
    offend(board, 40 * SECOND, "e2-e5")
    return board


@pytest.mark.parametrize("key", [one.key for one in REGIMES])
def test_there_is_nothing_to_rule_where_every_move_is_legal(key: str) -> None:
    book = regime(key)
    board = board_of(book, "5")
    board.do(commands.move, None, LEGAL[book.game], at=SECOND)
    assert first_irregular(board.state, book) is None
    with refused(Conflict, "no_irregular_move"):
        rule_illegal_move(board.state, book, START + SECOND)


@pytest.mark.parametrize("key", [one.key for one in REGIMES])
def test_every_regime_rules_with_its_own_articles_and_gives_its_grounds(key: str) -> None:
    book = regime(key)
    board = board_of(book, "5")
    board.do(commands.move, None, ILLEGAL[book.game], irregular=True, at=SECOND)
    remedy = rule_illegal_move(board.state, book, START + 2 * SECOND, claimed_by=Side.BLACK)
    assert (remedy.article, remedy.penalty_article) == (
        book.article("illegal_move"),
        book.article("illegal_move_penalty"),
    )
    assert all(str(ground) for ground in remedy.grounds)
    assert len(remedy.grounds) >= 3


def test_a_finished_game_is_not_ruled_on() -> None:
    book = regime("tavreli-1997")
    board = offended()
    board.do(commands.resign, Side.BLACK)
    with refused(Conflict, "game_over"):
        rule_illegal_move(board.state, book, START + 60 * SECOND)


def test_a_call_that_is_not_upheld_starts_the_clock_of_the_side_to_move() -> None:
    board = board_of(regime("tavreli-1997"))
    board.do(commands.move, None, "e2-e4", at=SECOND)
    board.do(commands.call_arbiter, Side.BLACK, "illegal_move", {}, at=2 * SECOND)
    assert board.state.phase is GamePhase.PAUSED
    state = board.do(lambda state: dismiss(state), at=60 * SECOND)
    assert (state.phase, state.turn, state.calls) == (GamePhase.PLAYING, Side.BLACK, ())


@pytest.mark.article("tavreli:6.13", "tavreli:13.5")
def test_time_that_the_arbiter_gave_since_the_illegal_move_is_kept() -> None:
    book = regime("tavreli-1997")
    board = board_of(book)
    board.do(commands.move, Side.WHITE, "e2-e5", irregular=True, at=10 * SECOND)
    entry_draft = EntryDraft(EntryKind.ADJUSTMENT, data={"add": {"white": 5 * MINUTE, "black": 5 * MINUTE}})
    board.do(lambda state: (entry_draft,), at=20 * SECOND)
    remedy = rule_illegal_move(board.state, book, START + 30 * SECOND)
    assert remedy.clock is not None
    assert remedy.clock.after == {Side.WHITE: 65 * MINUTE, Side.BLACK: 67 * MINUTE}
