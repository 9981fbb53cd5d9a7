"""Resuming an adjourned game: setting up, opening, who is absent, and bad sealed moves (tavreli app. A)."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law import adjournment as law
from tavleya.law import reply_envelope, resumption
from tavleya.law.claims import decide_claim
from tavleya.law.sealing import Policy, entropy_needed, seal
from tavleya.record import commands
from tavleya.record.entries import EntryKind
from tavleya.record.fold import fold
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.rules.contract import ClaimKind
from tests.tavleya.law.adjourning import (
    BOOK,
    BOTH,
    DUE,
    HOUR,
    MINUTE,
    SECOND,
    B,
    W,
    adjourned,
    do,
    left,
    open_,
    playing,
    resumed,
    rule,
    sealed,
    stop,
    unseal_all,
)
from tests.tavleya.record.build import KEY, START
from tests.tavleya.refusals import refused

# A.5, A.7, A.9: resumption


@pytest.mark.article("tavreli:A.5")
def test_position_and_times_come_from_the_envelope() -> None:
    board, _ = resumed()
    assert board.state.phase is GamePhase.PAUSED
    assert left(board.state, DUE) == (24 * MINUTE, 115 * MINUTE)
    assert board.entries[-1].data["position"] == board.state.position.text()


def test_it_is_not_set_up_before_its_time_unless_both_players_have_come() -> None:
    board, sealing = adjourned()
    with pytest.raises(Conflict) as excinfo:
        do(board, DUE - HOUR, resumption.set_up)
    assert excinfo.value.code == "too_early" and excinfo.value.detail["left_ms"] == HOUR
    with refused(Conflict, "not_set_up"):
        open_(board, sealing)
    assert do(board, DUE - HOUR, resumption.set_up, agreed=True).phase is GamePhase.PAUSED


@pytest.mark.article("tavreli:A.7", "tavreli:A.9")
def test_with_the_player_to_reply_present_the_move_is_made_and_their_clock_starts() -> None:
    board, sealing = resumed()
    state = open_(board, sealing, B)
    assert [ply.text for ply in state.line.plies] == ["d2-d4", "d7-d5", "e2-e4"]
    assert (state.phase, state.turn, state.sealed) == (GamePhase.PLAYING, B, ())
    assert state.clock is not None and state.clock.running is B
    assert state.clock.white.moves == 2  # the sealed move is a completed one
    assert left(state, DUE + 11 * SECOND) == (24 * MINUTE, 115 * MINUTE - 10 * SECOND)
    assert fold(board.entries).digest == board.entries[-1].digest


@pytest.mark.article("tavreli:A.7")
def test_without_the_player_to_reply_the_envelope_stays_closed() -> None:
    board, sealing = resumed()
    with refused(Conflict, "reply_player_absent"):
        open_(board, sealing, W)


@pytest.mark.article("tavreli:A.9")
def test_the_clock_of_the_absent_player_to_reply_runs_with_the_envelope_closed_until_they_come() -> None:
    board, sealing = resumed()
    state = board.do(resumption.start_clock_of_absent, at=DUE)
    assert state.clock is not None and state.clock.running is B and state.sealed
    with refused(Conflict, "envelope_closed"):
        board.do(commands.move, B, "e7-e5", at=DUE + MINUTE)
    state = open_(board, sealing, B, at=DUE + 10 * MINUTE)
    kinds = [entry.kind for entry in board.entries[-4:]]
    assert kinds == [EntryKind.PAUSE, EntryKind.OPENING, EntryKind.MOVE, EntryKind.RESUMED]
    assert left(state, DUE + 10 * MINUTE) == (24 * MINUTE, 105 * MINUTE)
    assert board.do(commands.move, B, "e7-e5", at=DUE + 11 * MINUTE).turn is W


@pytest.mark.article("tavreli:A.9")
def test_with_the_sealer_absent_the_opponent_seals_their_reply_and_starts_the_absent_one_s_clock() -> None:
    board, sealing = resumed()
    open_(board, sealing, B)
    reply = sealed(board, "e7-e5", B)
    state = board.do(reply_envelope.seal_reply, B, reply.stored, at=DUE + 5 * MINUTE)
    assert state.clock is not None and state.clock.running is W
    assert (state.turn, state.ply) == (W, 3)
    black = left(state, DUE + 5 * MINUTE)[1]
    with refused(Conflict, "envelope_closed"):
        board.do(commands.move, W, "g1-f3", at=DUE + 6 * MINUTE)
    with refused(Conflict, "reply_player_absent"):
        do(board, DUE + 6 * MINUTE, resumption.open_envelope, BOOK, unseal_all(reply), present=(B,))
    # White comes after twenty minutes: the second envelope is opened, and their clock has run and runs on
    state = do(board, DUE + 25 * MINUTE, resumption.open_envelope, BOOK, unseal_all(reply), present=BOTH)
    assert [ply.text for ply in state.line.plies][-2:] == ["e2-e4", "e7-e5"]
    assert state.clock is not None and state.clock.running is W
    assert left(state, DUE + 25 * MINUTE) == (4 * MINUTE, black)
    assert len(state.turn_clocks) == state.ply + 1
    assert board.do(commands.move, W, "g1-f3", at=DUE + 26 * MINUTE).turn is B


@pytest.mark.article("tavreli:A.9")
def test_a_reply_is_sealed_only_right_after_the_opening() -> None:
    board, sealing = resumed()
    reply = seal("e7-e5", game=KEY, ply=4, side=B, entropy=bytes(entropy_needed(Policy.TWO_OF_THREE)))
    with refused(Conflict, "no_second_envelope"):
        board.do(reply_envelope.seal_reply, B, reply.stored, at=DUE)
    open_(board, sealing)
    board.do(commands.move, B, "e7-e5", at=DUE + MINUTE)
    with pytest.raises(Conflict):
        board.do(reply_envelope.seal_reply, W, sealed(board, "g1-f3").stored, at=DUE + 2 * MINUTE)


# A.8: a bad sealed move


@pytest.mark.article("tavreli:A.8")
@pytest.mark.parametrize(
    "text, language, outcome",
    [
        ("e2-e5", "", "illegal"),
        ("конём куда надо", "ru", "unreadable"),
        ("е2-е4", "", "ambiguous"),  # Cyrillic letters in no stated alphabet: two files
    ],
)
def test_an_ambiguous_unreadable_or_illegal_sealed_move_loses(text: str, language: str, outcome: str) -> None:
    board = playing()
    do(board, HOUR, law.call_to_seal, session_ends=None)
    sealing = sealed(board, text, language=language)
    board.do(law.seal_move, W, sealing.stored, at=HOUR)
    stop(board, HOUR)
    do(board, DUE, resumption.set_up)
    state = open_(board, sealing)
    assert (state.phase, state.result) == (GamePhase.PAUSED, None)
    assert state.sealed[0].outcome == outcome
    remedy = rule(board, DUE + MINUTE, resumption.rule_sealed_move)
    assert (remedy.article, remedy.offender, remedy.result) == ("tavreli-1997:A.8", W, Result.BLACK_WINS)
    assert text in str(remedy.grounds[0])
    assert board.state.termination == "sealed_move"


@pytest.mark.article("tavreli:A.8")
def test_a_text_that_the_arbiter_can_read_is_played_with_their_reason() -> None:
    board, sealing = resumed("e2–>e4 !!")
    open_(board, sealing)
    with refused(BadInput, "reason_missing"):
        resumption.rule_sealed_move(board.state, BOOK, reading="e2-e4")
    remedy = rule(
        board, DUE + MINUTE, resumption.rule_sealed_move, reading="e2-e4", reason="an arrow is a dash"
    )
    assert remedy.result is None
    assert (board.state.last_standing().text, board.state.turn) == ("e2-e4", B)  # type: ignore[union-attr]
    with pytest.raises(Conflict):
        resumption.rule_sealed_move(board.state, BOOK)


# Claims


@pytest.mark.article("tavreli:A.7")
def test_a_draw_cannot_be_claimed_while_a_move_lies_sealed() -> None:
    board, sealing = resumed()
    board.do(resumption.start_clock_of_absent, at=DUE)
    for side in (W, B):
        with refused(Conflict, "envelope_closed"):
            decide_claim(board.state, BOOK, side, ClaimKind.REPETITION, None, START + DUE + SECOND)
    open_(board, sealing, at=DUE + MINUTE)
    _, verdict = decide_claim(board.state, BOOK, B, ClaimKind.REPETITION, None, START + DUE + 2 * MINUTE)
    assert not verdict.upheld


@pytest.mark.article("tavreli:A.7", "tavreli:A.9")
def test_neither_a_claim_nor_a_move_is_made_over_a_second_envelope() -> None:
    board, sealing = resumed()
    open_(board, sealing)
    board.do(reply_envelope.seal_reply, B, sealed(board, "e7-e5", B).stored, at=DUE + MINUTE)
    with refused(Conflict, "envelope_closed"):
        decide_claim(board.state, BOOK, W, ClaimKind.FIFTY_MOVES, None, START + DUE + 2 * MINUTE)
    with refused(Conflict, "envelope_closed"):
        board.do(commands.move, W, "g1-f3", at=DUE + 2 * MINUTE)
