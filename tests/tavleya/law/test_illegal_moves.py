"""The ruling on an illegal move: position, clocks, count, and the move played instead."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law.facts import Facts
from tavleya.law.illegal_moves import first_irregular, rule_illegal_move
from tavleya.law.kinds import decide
from tavleya.law.library import regime
from tavleya.law.regimes import REGIMES
from tavleya.law.remedies import Remedy
from tavleya.law.terms import Regime
from tavleya.record import commands
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.record.build import START, Board

ILLEGAL = {"tavreli": "e2-e5", "chess": "e2e5", "draughts": "c3-c4"}


def board_of(laws: Regime, control: str = "60 d10") -> Board:
    board = Board(game=laws.game, control=control)
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
    laws = regime("tavreli-1997")
    board = board_of(laws)
    before = board.state.position.text()
    offend(board, 40 * SECOND, "e2-e5")
    remedy = rule_illegal_move(board.state, laws, START + 90 * SECOND)
    state = apply(board, remedy, 90 * SECOND)
    assert state.position.text() == before
    assert [ply.struck for ply in state.plies] == [True]
    assert (state.phase, state.turn, state.illegal[Side.WHITE]) == (GamePhase.PLAYING, Side.WHITE, 1)
    assert state.clock.running is Side.WHITE
    readings = state.clock.readings(START + 90 * SECOND)
    # White thought 40 s, ten of them delay; Black has what they had when their clock began to run, and two minutes.
    assert (readings.white.ms, readings.black.ms) == (60 * MINUTE - 30 * SECOND, 62 * MINUTE)
    assert not state.calls


@pytest.mark.article("draughts:violations.7", "draughts:violations.8")
def test_in_draughts_it_is_taken_back_whole_without_a_penalty_and_a_reply_waives_it() -> None:
    laws = regime("draughts64")
    board = board_of(laws, "45")
    before = board.state.position.text()
    offend(board, 10 * SECOND, "c3-c4")
    remedy = rule_illegal_move(board.state, laws, START + 20 * SECOND)
    assert remedy.clock.after[Side.BLACK] == 45 * MINUTE
    assert apply(board, remedy, 20 * SECOND).position.text() == before
    board.do(commands.move, None, "c3-c4", irregular=True, at=30 * SECOND)
    board.do(commands.move, None, "b6-a5", at=31 * SECOND)
    with pytest.raises(Conflict):
        rule_illegal_move(board.state, laws, START + 40 * SECOND)


@pytest.mark.article("tavreli:7.4")
def test_plies_after_the_illegal_one_are_struck_out_and_stay_in_the_record() -> None:
    laws = regime("tavreli-1997")
    board = board_of(laws)
    board.do(commands.move, None, "e2-e4", at=SECOND)
    board.do(commands.move, None, "e7-e4", irregular=True, at=2 * SECOND)
    board.do(commands.move, None, "g1-f3", at=3 * SECOND)
    board.do(commands.move, None, "g8-f6", at=4 * SECOND)
    remedy = rule_illegal_move(board.state, laws, START + 9 * SECOND)
    state = apply(board, remedy, 9 * SECOND)
    assert [(ply.text, ply.struck) for ply in state.plies] == [
        ("e2-e4", False), ("e7-e4", True), ("g1-f3", True), ("g8-f6", True),
    ]  # fmt: skip
    assert (state.ply, state.turn) == (1, Side.BLACK)
    assert board.do(commands.move, Side.BLACK, "e7-e5", at=20 * SECOND).ply == 2


def test_the_arbiter_may_set_the_clocks_but_not_below_nothing() -> None:
    laws = regime("tavreli-1997")
    board = board_of(laws)
    offend(board, 40 * SECOND, "e2-e5")
    clocks = {Side.WHITE: 30 * MINUTE, Side.BLACK: 31 * MINUTE}
    remedy = rule_illegal_move(board.state, laws, START + 60 * SECOND, clocks=clocks)
    readings = apply(board, remedy, 60 * SECOND).clock.readings(START + 60 * SECOND)
    assert (readings.white.ms, readings.black.ms) == (30 * MINUTE, 31 * MINUTE)
    with refused(BadInput, "negative_time"):
        rule_illegal_move(offended().state, laws, START, clocks={Side.WHITE: -1, Side.BLACK: 0})


def offended() -> Board:
    board = board_of(regime("tavreli-1997"))
    offend(board, 40 * SECOND, "e2-e5")
    return board


@pytest.mark.parametrize("key", [laws.key for laws in REGIMES])
def test_every_regime_rules_with_its_own_articles_and_gives_its_grounds(key: str) -> None:
    laws = regime(key)
    board = board_of(laws, "5")
    board.do(commands.move, None, ILLEGAL[laws.game], irregular=True, at=SECOND)
    remedy = rule_illegal_move(board.state, laws, START + 2 * SECOND, claimed_by=Side.BLACK)
    assert (remedy.article, remedy.penalty_article) == (
        laws.article("illegal_move"),
        laws.article("illegal_move_penalty"),
    )
    assert all(str(ground) for ground in remedy.grounds)
    assert len(remedy.grounds) >= 3


@pytest.mark.article("tavreli:6.13", "tavreli:13.5")
def test_time_that_the_arbiter_gave_since_the_illegal_move_is_kept() -> None:
    laws = regime("tavreli-1997")
    board = board_of(laws)
    board.do(commands.move, Side.WHITE, "e2-e5", irregular=True, at=10 * SECOND)
    draft = EntryDraft(EntryKind.ADJUSTMENT, data={"add": {"white": 5 * MINUTE, "black": 5 * MINUTE}})
    board.do(lambda state: (draft,), at=20 * SECOND)
    remedy = rule_illegal_move(board.state, laws, START + 30 * SECOND)
    assert remedy.clock.after == {Side.WHITE: 65 * MINUTE, Side.BLACK: 67 * MINUTE}


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
    # White's clock ran for 25 s until the call stopped it; no player gets extra time or a bonus.
    readings = state.clock.readings(START + 40 * SECOND)
    bonus = 5 * SECOND
    assert (readings.white.ms, readings.black.ms) == (10 * MINUTE + bonus - 25 * SECOND, 10 * MINUTE + bonus)
    assert state.bound == ("e2e3", "e2e4")


@pytest.mark.article("chess:6.2.1.2", "chess:7.5.1")
def test_an_answered_illegal_move_counts_once_it_is_completed() -> None:
    board = started("fide-2023", "10+5")
    board.do(commands.move, None, "e2e5", irregular=True, press=False, at=20 * SECOND)
    board.do(commands.move, None, "g8f6", at=30 * SECOND)
    remedy = rule_illegal_move(board.state, regime("fide-2023"), START + 40 * SECOND)
    assert (remedy.count, dict(remedy.clock.after)) == (0, {Side.WHITE: 575 * SECOND, Side.BLACK: 605 * SECOND})
    board.do(commands.move, None, "g1f3", press=False, at=50 * SECOND)
    remedy, state = ruled(board, "fide-2023", 60 * SECOND)
    # White's time when the reply was made, without a bonus; Black gets two minutes.
    assert (remedy.count, dict(remedy.clock.after)) == (1, {Side.WHITE: 575 * SECOND, Side.BLACK: 725 * SECOND})
    assert (state.ply, state.unpressed, state.turn) == (0, None, Side.WHITE)


@pytest.mark.article("chess:7.5.1", "chess:4.3.3")
def test_a_piece_taken_illegally_is_taken_by_the_same_piece_where_that_is_legal() -> None:
    start = "4k3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1"
    board = started("fide-2023", "90+30", start)
    board.do(commands.move, None, "e1d5", irregular=True, at=10 * SECOND)
    _, state = ruled(board, "fide-2023", 20 * SECOND)
    # The king cannot take on d5; it was touched first, so it moves.
    assert {move[:2] for move in state.bound} == {"e1"}


@pytest.mark.article("chess:7.5.1")
def test_a_second_illegal_move_can_be_recorded_while_the_first_one_binds() -> None:
    board = started("fide-2023", "90+30")
    board.do(commands.move, None, "e2e5", irregular=True, at=10 * SECOND)
    ruled(board, "fide-2023", 20 * SECOND)
    board.do(commands.move, None, "g1g3", irregular=True, at=30 * SECOND)
    remedy, _ = ruled(board, "fide-2023", 40 * SECOND)
    assert (remedy.count, remedy.result) == (2, Result.BLACK_WINS)


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


def test_with_a_bare_king_against_them_the_offender_does_not_lose() -> None:
    table = Table("fide-2023", "5", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1").started()
    for at in (SECOND, 2 * SECOND):
        table.rule("illegal_act", at, offender="white", what="press_without_move")
    assert table.state.result is Result.DRAW


@pytest.mark.parametrize(("key", "kind", "act", "code"), [
    # A move that the record has is ruled on there.
    ("fide-2023", "illegal_act", "move", "bad_fact"),
    ("tavreli-1997", "illegal_act", "two_hands", "not_of_this_game"),
    ("draughts64", "illegal_move", "", "not_of_this_game"),
])  # fmt: skip
def test_acts_that_the_game_does_not_count_are_no_ruling_there(key, kind, act, code) -> None:
    facts = {"offender": "white", "what": act} if act else {}
    table = Table(key).started()
    if code == "not_of_this_game":
        with refused(Conflict, code):
            decide(kind, table.state, table.regime, START, Facts(facts))
    else:
        with refused(BadInput, code):
            table.decide(kind, **facts)
