"""A board that the record does not follow: position, clocks and envelope are on the table."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law import adjournment as law
from tavleya.law import lost_envelopes, reply_envelope, resumption
from tavleya.law.sealing import UnsealedMove
from tavleya.record.entries import EntryKind
from tavleya.record.fold import fold
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.sides import Side
from tests.tavleya.law.adjourning import (
    BOOK,
    BOTH,
    DUE,
    ENDS,
    HOUR,
    MINUTE,
    SECOND,
    B,
    W,
    do,
    playing,
    rule,
    sealed,
    stop,
    unseal_all,
)
from tests.tavleya.record.build import START, Board
from tests.tavleya.refusals import refused

TABLE = {W: law.Times(20 * MINUTE, 100 * MINUTE), B: law.Times(50 * MINUTE, 70 * MINUTE)}


def called(early: Side | None = None, at: int = ENDS) -> Board:
    """White must seal move 31 in the starting position, on a table with its own clock."""
    board = Board(control="120")
    off = law.OffRecord(playing().state.position.text(), 61)
    do(board, at, law.call_to_seal, session_ends=START + ENDS, early=early, off_record=off)
    return board


def adjourned() -> Board:
    board = called()
    board.do(law.seal_on_paper, at=ENDS)
    stop(board, ENDS, times=TABLE)
    return board


def resumed() -> Board:
    board = adjourned()
    do(board, DUE, resumption.set_up)
    return board


def read(board: Board, text: str, *present: Side, at: int = DUE + SECOND) -> State:
    return do(board, at, resumption.open_envelope, BOOK, UnsealedMove(text, "", b""), present=present or BOTH)


@pytest.mark.article("tavreli:A.2")
def test_the_arbiter_s_readings_stand_on_the_envelope_and_are_set_up_again() -> None:
    board = adjourned()
    data = board.entries[-1].data
    assert (data["white_ms"], data["white_used_ms"]) == (20 * MINUTE, 100 * MINUTE)
    assert (data["black_ms"], data["black_used_ms"]) == (50 * MINUTE, 70 * MINUTE)
    assert board.state.sealed[0].paper and not board.state.sealed[0].commitment
    do(board, DUE, resumption.set_up)
    assert board.entries[-1].data["set"] == {"white": 20 * MINUTE, "black": 50 * MINUTE}


@pytest.mark.article("tavreli:A.2")
@pytest.mark.parametrize("times", [None, {}, {W: law.Times(MINUTE)}])
def test_without_both_readings_the_game_is_not_adjourned(times: dict[Side, law.Times] | None) -> None:
    board = called()
    board.do(law.seal_on_paper, at=ENDS)
    with refused(BadInput, "times_missing"):
        stop(board, ENDS, times=times)


def test_readings_are_not_typed_in_where_the_clocks_run_here() -> None:
    board = playing()
    do(board, HOUR, law.call_to_seal, session_ends=None)
    board.do(law.seal_on_paper, at=HOUR)
    with refused(BadInput, "times_by_hand"):
        stop(board, HOUR, times=TABLE)
    assert stop(board, HOUR).phase is GamePhase.ADJOURNED


@pytest.mark.article("tavreli:A.1")
def test_early_adjournment_takes_the_rest_of_the_session_off_the_reading() -> None:
    board = called(early=W, at=ENDS - 15 * MINUTE)
    board.do(law.seal_on_paper, at=ENDS - 10 * MINUTE)
    stop(board, ENDS - 10 * MINUTE, times=TABLE)
    data = board.entries[-1].data
    assert (data["white_ms"], data["white_used_ms"], data["black_ms"]) == (
        10 * MINUTE,
        110 * MINUTE,
        50 * MINUTE,
    )


@pytest.mark.article("tavreli:A.1")
def test_early_adjournment_needs_the_time_of_the_rest_of_the_session() -> None:
    board = called(early=W, at=ENDS - 30 * MINUTE)
    board.do(law.seal_on_paper, at=ENDS - 21 * MINUTE)
    with refused(Conflict, "not_enough_time"):
        stop(board, ENDS - 21 * MINUTE, times=TABLE)


@pytest.mark.article("tavreli:A.3")
def test_the_paper_has_its_chain_of_keepers() -> None:
    board = adjourned()
    board.do(law.hand_over, giver="Artur", holder="Olga", at=ENDS + HOUR)
    assert board.entries[-1].data["holder"] == "Olga"


@pytest.mark.article("tavreli:A.7", "tavreli:A.9")
def test_the_paper_is_opened_before_the_player_who_must_reply_and_the_board_goes_on_as_before() -> None:
    board = resumed()
    with refused(Conflict, "reply_player_absent"):
        read(board, "e2-e4", W)
    state = read(board, "e2-e4", B)
    assert (state.phase, state.sealed, state.ply) == (GamePhase.PENDING, (), 0)
    assert "nonce" not in board.entries[-1].data
    assert fold(board.entries).adjourned == state.adjourned


@pytest.mark.article("tavreli:A.8")
@pytest.mark.parametrize(("text", "outcome"), [("e2-e5", "illegal"), ("horse somewhere", "unreadable")])
def test_a_paper_that_says_no_legal_move_waits_for_a_ruling_and_loses(text: str, outcome: str) -> None:
    board = resumed()
    assert read(board, text).sealed[0].outcome == outcome
    assert rule(board, DUE + MINUTE, resumption.rule_sealed_move).result is Result.BLACK_WINS


@pytest.mark.article("tavreli:A.9")
def test_the_absent_player_s_clock_is_started_and_the_paper_opened_when_they_come() -> None:
    board = resumed()
    state = do_(board, resumption.start_clock_of_absent, DUE)
    assert state.phase is GamePhase.PLAYING
    state = read(board, "e2-e4", B, at=DUE + 10 * MINUTE)
    assert (state.phase, state.sealed) == (GamePhase.PENDING, ())


def do_(board: Board, act, at: int) -> State:  # type: ignore[no-untyped-def]
    return board.do(act, at=at)


@pytest.mark.article("tavreli:A.9")
def test_the_reply_to_an_absent_author_lies_in_a_second_envelope_and_is_read_in_the_position_after_their_move() -> (
    None
):
    board = resumed()
    read(board, "e2-e4", B)
    state = do_(board, reply_envelope.seal_reply_on_paper, DUE + 5 * MINUTE)
    assert (state.sealed[0].side, state.sealed[0].ply, state.sealed[0].reply) == (B, 62, True)
    with refused(Conflict, "reply_player_absent"):
        read(board, "e7-e5", B, at=DUE + 6 * MINUTE)
    state = read(board, "e7-e5", W, at=DUE + 9 * MINUTE)
    assert (state.phase, state.sealed) == (GamePhase.PENDING, ())
    before, after = (
        str(entry.data["position"]) for entry in board.entries if entry.kind is EntryKind.OPENING
    )
    assert (before.split()[1], after.split()[1]) == ("b", "w")


def test_a_reply_is_sealed_only_after_the_first_envelope_is_open() -> None:
    for board in (adjourned(), resumed(), Board(), playing()):
        with refused(Conflict, "no_second_envelope"):
            do_(board, reply_envelope.seal_reply_on_paper, DUE)


@pytest.mark.article("tavreli:A.11")
def test_a_lost_paper_is_made_good_by_the_move_on_the_board() -> None:
    board = adjourned()
    board.do(law.declare_lost, note="left in the train", at=ENDS + HOUR)
    remedy = rule(board, DUE, lost_envelopes.restore_lost, "e2-e4", at=START + DUE)
    assert remedy.article == "tavreli-1997:A.11"
    assert (board.state.phase, board.state.sealed) == (GamePhase.PENDING, ())


def test_a_move_sealed_here_can_still_be_exchanged_for_one_on_paper_until_the_clocks_are_stopped() -> None:
    board = playing()
    do(board, HOUR, law.call_to_seal, session_ends=None)
    sealing = sealed(board, "e2-e4")
    board.do(law.seal_move, W, sealing.stored, at=HOUR)
    state = board.do(law.seal_on_paper, at=HOUR + SECOND)
    assert len(state.sealed) == 1 and state.sealed[0].paper
    assert (
        unseal_all(sealing).move == "e2-e4"
    )  # the old cards open the old envelope still, which counts no more
