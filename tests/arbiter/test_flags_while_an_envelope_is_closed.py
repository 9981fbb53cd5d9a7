"""A flag that falls while a move lies sealed: the envelope is opened first, and its move goes before the flag."""

import pytest

from tavleya.errors import Conflict
from tavleya.law import adjournment as law
from tavleya.law import resumption
from tavleya.law.flags import call_flag
from tavleya.law.library import regime
from tavleya.record import commands
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tests.tavleya.law.adjourning import (
    BOOK,
    DUE,
    HOUR,
    MINUTE,
    SECOND,
    B,
    W,
    do,
    playing,
    resumed,
    sealed,
    stop,
    unseal_all,
)
from tests.tavleya.record.build import START

# Black has 115 of 120 minutes left when the game is resumed.
FALLEN = DUE + 116 * MINUTE


@pytest.mark.article("tavreli:A.7", "tavreli:A.9", "tavreli:6.9")
def test_the_flag_of_who_must_reply_is_ruled_on_once_the_envelope_is_open() -> None:
    board, sealing = resumed()
    board.do(resumption.start_clock_of_absent, at=DUE)
    with pytest.raises(Conflict) as excinfo:
        call_flag(board.state, BOOK, B, START + DUE + MINUTE, caller=None)
    assert excinfo.value.code == "flag_up"
    for caller in (None, W):
        with pytest.raises(Conflict) as exc_info:
            call_flag(board.state, BOOK, B, START + FALLEN, caller=caller)
        assert exc_info.value.code == "envelope_closed"
    state = do(board, FALLEN, resumption.open_envelope, BOOK, unseal_all(sealing), present=(W,))
    assert state.result is None
    remedy = call_flag(state, BOOK, B, START + FALLEN + SECOND, caller=None)
    assert (remedy.result, remedy.article) == (Result.WHITE_WINS, "tavreli-1997:6.9")


@pytest.mark.article("tavreli:A.8")
def test_an_illegal_sealed_move_loses_though_the_opponent_s_flag_is_down() -> None:
    board, sealing = resumed("e1-e5")
    board.do(resumption.start_clock_of_absent, at=DUE)
    do(board, FALLEN, resumption.open_envelope, BOOK, unseal_all(sealing), present=(W,))
    assert board.state.sealed[0].outcome == "illegal"
    with pytest.raises(Conflict) as excinfo:
        call_flag(board.state, BOOK, B, START + FALLEN + SECOND, caller=None)
    assert excinfo.value.code == "envelope_closed", "the sealed move is ruled on first"
    remedy = resumption.rule_sealed_move(board.state, BOOK)
    assert (remedy.result, remedy.article) == (Result.BLACK_WINS, "tavreli-1997:A.8")


@pytest.mark.article("chess:I.8", "chess:I.10", "chess:6.9")
def test_a_sealed_mate_has_ended_the_game_before_the_flag_fell() -> None:
    book = regime("fide-2023")
    board = playing(game="chess", start="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    do(board, HOUR, law.call_to_seal, session_ends=None)
    sealing = sealed(board, "Ra8#")
    board.do(law.seal_move, W, sealing.stored, at=HOUR)
    stop(board, HOUR)
    do(board, DUE, resumption.set_up)
    board.do(resumption.start_clock_of_absent, at=DUE)
    late = DUE + 121 * MINUTE
    with pytest.raises(Conflict) as excinfo:
        call_flag(board.state, book, B, START + late, caller=None)
    assert excinfo.value.code == "envelope_closed"
    state = do(board, late, resumption.open_envelope, book, unseal_all(sealing), present=(W,))
    assert (state.result, state.termination) == (Result.WHITE_WINS, "checkmate")


@pytest.mark.article("tavreli:B.7")
def test_a_flag_is_called_with_the_clocks_stopped_for_the_claim() -> None:
    rapid = regime("tavreli-1997-rapid")
    board = playing("15")
    board.do(commands.pause, "flag", at=16 * MINUTE)
    assert board.state.phase is GamePhase.PAUSED
    assert call_flag(board.state, rapid, W, START + 17 * MINUTE, caller=B).result is Result.BLACK_WINS
    early = playing("15")
    early.do(commands.pause, "flag", at=14 * MINUTE)
    with pytest.raises(Conflict) as excinfo:
        call_flag(early.state, rapid, W, START + 17 * MINUTE, caller=B)
    assert excinfo.value.code == "flag_up", "a clock that stands does not fall"
