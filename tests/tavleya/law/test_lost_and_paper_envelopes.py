"""Late arrival, lost envelopes, wrong clocks, and envelopes on paper (tavreli app. A)."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law import adjournment as law
from tavleya.law import resumption
from tavleya.law.library import regime
from tavleya.law.remedies import ReplayGame
from tavleya.law.sealing import UnsealedMove
from tavleya.record import commands
from tavleya.record.entries import EntryKind, GamePhase
from tavleya.record.fold import fold
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.sides import Side
from tests.refusals import refused
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
from tests.tavleya.record.build import START, Board

# A.10: late


@pytest.mark.article("tavreli:A.10")
@pytest.mark.parametrize("sides, result", [((B,), "1-0"), ((W,), "0-1"), ((W, B), "0-0")])
def test_more_than_an_hour_late_loses(sides: tuple[Side, ...], result: str) -> None:
    board, sealing = resumed()
    if B in sides:
        board.do(resumption.start_clock_of_absent, at=DUE)
        for late, key in ((sides, "open_first.replier_late"), ((W,), "open_first")):
            with pytest.raises(Conflict) as excinfo:
                resumption.rule_late(board.state, BOOK, late, at=START + DUE + HOUR + 1)
            assert excinfo.value.message.key == key
    else:
        open_(board, sealing, B)
    with refused(Conflict, "not_late_yet"):
        resumption.rule_late(board.state, BOOK, sides, at=START + DUE + HOUR)
    if B in sides:
        present = tuple(side for side in BOTH if side not in sides)
        state = do(board, DUE + HOUR + 1, resumption.open_envelope, BOOK, unseal_all(sealing), present=present)
        assert state.phase is GamePhase.PAUSED  # no player is present whose clock could be started
    remedy = rule(board, DUE + HOUR + 2, resumption.rule_late, sides, at=START + DUE + HOUR + 2)
    assert (remedy.article, board.state.result) == ("tavreli-1997:A.10", Result(result))


@pytest.mark.article("tavreli:A.10")
def test_a_ruling_without_opening_the_envelope_needs_a_reason() -> None:
    board, _ = resumed()
    remedy = rule(
        board, DUE + HOUR + 2, resumption.rule_late, (W, B), at=START + DUE + HOUR + 2,
        without_opening="both cards of the players are with them",
    )  # fmt: skip
    assert remedy.result is Result.BOTH_LOSE


def test_a_player_who_has_moved_since_the_resumption_is_not_late() -> None:
    board, sealing = resumed()
    open_(board, sealing)
    board.do(commands.move, B, "e7-e5", at=DUE + MINUTE)
    with refused(Conflict, "has_moved"):
        resumption.rule_late(board.state, BOOK, (B,), at=START + DUE + 2 * HOUR)
    rule(board, DUE + 2 * HOUR, resumption.rule_late, (W,), at=START + DUE + 2 * HOUR)


def test_where_the_rules_set_no_time_the_arbiter_decides_with_their_reason() -> None:
    laws = regime("draughts64")
    board = playing(game="draughts")
    do(board, HOUR, law.call_to_seal, session_ends=None)
    sealing = sealed(board, "c3-d4")
    board.do(law.seal_move, W, sealing.stored, at=HOUR)
    stop(board, HOUR)
    do(board, DUE, resumption.set_up)
    do(board, DUE, resumption.open_envelope, laws, unseal_all(sealing), present=BOTH)
    late = START + DUE + 20 * MINUTE
    with refused(BadInput, "arbiter_decides"):
        resumption.rule_late(board.state, laws, (W,), at=late)
    remedy = resumption.rule_late(board.state, laws, (W,), at=late, reason="announced: a quarter of an hour")
    assert remedy.result is Result.BLACK_WINS


# A.11: lost


@pytest.mark.article("tavreli:A.11")
def test_without_the_envelope_play_goes_on_from_the_record_and_the_sealed_move_is_made() -> None:
    board, _ = adjourned()
    with refused(Conflict, "envelope_not_lost"):
        resumption.restore_lost(board.state, BOOK, "e2-e4", at=START + DUE)
    board.do(law.declare_lost, note="the bag was stolen", at=5 * HOUR)
    rule(board, DUE, resumption.restore_lost, "e2-e4", at=START + DUE, proved=True)
    state = board.state
    assert (state.phase, state.turn, state.last_standing().text) == (GamePhase.PLAYING, B, "e2-e4")  # type: ignore[union-attr]
    assert left(state, DUE) == (24 * MINUTE, 115 * MINUTE)
    opening = next(entry for entry in board.entries if entry.kind is EntryKind.OPENING)
    assert (opening.data["outcome"], opening.data["proved"]) == ("lost", True)


@pytest.mark.article("tavreli:A.11")
def test_times_that_are_not_known_are_set_by_the_arbiter() -> None:
    board, sealing = adjourned()
    board.do(law.declare_lost, note="", at=5 * HOUR)
    clocks = {W: 20 * MINUTE, B: 100 * MINUTE}
    remedy = rule(board, DUE, resumption.restore_lost, "e2-e4", at=START + DUE, clocks=clocks)
    assert remedy.clock.after == clocks
    assert left(board.state, DUE) == (20 * MINUTE, 100 * MINUTE)
    with pytest.raises(Conflict):
        open_(board, sealing)


@pytest.mark.article("tavreli:A.11")
def test_a_second_envelope_can_be_lost_too_and_the_clocks_stay_as_they_are() -> None:
    board, sealing = resumed()
    open_(board, sealing, B)
    board.do(resumption.seal_reply, B, sealed(board, "e7-e5", B).stored, at=DUE + 5 * MINUTE)
    board.do(law.declare_lost, note="", at=DUE + 6 * MINUTE)
    before = left(board.state, DUE + 15 * MINUTE)
    rule(board, DUE + 15 * MINUTE, resumption.restore_lost, "e7-e5", at=START + DUE + 15 * MINUTE)
    assert left(board.state, DUE + 15 * MINUTE) == before
    assert (board.state.turn, board.state.ply) == (W, 4)


@pytest.mark.article("tavreli:A.11")
def test_a_game_with_an_unrecoverable_position_is_annulled_and_replayed() -> None:
    board, _ = adjourned()
    board.do(law.declare_lost, note="", at=5 * HOUR)
    with pytest.raises(BadInput):
        resumption.annul_lost(board.state, BOOK, " ")
    remedy = rule(board, DUE, resumption.annul_lost, "no score sheet is left either")
    assert remedy.effects == (ReplayGame(),)
    assert board.state.phase is GamePhase.ANNULLED


# A.12: wrong time


@pytest.mark.article("tavreli:A.12", "tavreli:A.5")
def test_a_wrong_time_is_corrected_for_a_player_who_has_not_moved_yet() -> None:
    board, sealing = adjourned()
    do(board, DUE, resumption.set_up, clocks={W: 14 * MINUTE, B: 115 * MINUTE})
    open_(board, sealing)
    board.do(commands.move, B, "e7-e5", at=DUE + MINUTE)
    right = {W: 24 * MINUTE}
    # Black has moved; White has not, and their sealed move is not counted
    with refused(Conflict, "first_move_made"):
        resumption.correct_time(board.state, BOOK, right, at=START + DUE + 2 * MINUTE, noticed_by=B)
    rule(board, DUE + 2 * MINUTE, resumption.correct_time, right, at=START + DUE + 2 * MINUTE, noticed_by=W)
    assert left(board.state, DUE + 2 * MINUTE)[0] == 24 * MINUTE


@pytest.mark.article("tavreli:A.12")
def test_later_the_time_is_changed_only_if_the_arbiter_finds_it_too_serious() -> None:
    board, sealing = adjourned()
    do(board, DUE, resumption.set_up, clocks={W: 4 * MINUTE, B: 115 * MINUTE})
    open_(board, sealing)
    for number, move in enumerate(("e7-e5", "g1-f3", "g8-f6"), start=1):
        board.do(commands.move, None, move, at=DUE + number * MINUTE)
    options = {"at": START + DUE + 5 * MINUTE, "noticed_by": None}
    for side in (None, W):
        with pytest.raises(Conflict):
            resumption.correct_time(board.state, BOOK, {W: 20 * MINUTE}, **(options | {"noticed_by": side}))
    with pytest.raises(BadInput):
        resumption.correct_time(board.state, BOOK, {W: 20 * MINUTE}, serious=True, **options)
    remedy = rule(
        board, DUE + 5 * MINUTE, resumption.correct_time, {W: 20 * MINUTE}, serious=True,
        reason="twenty minutes were missing", **options,
    )  # fmt: skip
    assert remedy.clock.after[W] == 20 * MINUTE
    with pytest.raises(BadInput):
        resumption.correct_time(board.state, BOOK, {W: -1}, serious=True, reason="x", **options)


TABLE = {W: law.Times(20 * MINUTE, 100 * MINUTE), B: law.Times(50 * MINUTE, 70 * MINUTE)}


def called(early: Side | None = None, at: int = ENDS) -> Board:
    """White must seal move 31 in the starting position, on a table with its own clock."""
    board = Board(control="120")
    off_record = law.OffRecord(playing().state.position.text(), 61)
    do(board, at, law.call_to_seal, session_ends=START + ENDS, early=early, off_record=off_record)
    return board


def adjourned_on_paper() -> Board:
    board = called()
    board.do(law.seal_on_paper, at=ENDS)
    stop(board, ENDS, times=TABLE)
    return board


def resumed_on_paper() -> Board:
    board = adjourned_on_paper()
    do(board, DUE, resumption.set_up)
    return board


def read(board: Board, text: str, *present: Side, at: int = DUE + SECOND) -> State:
    return do(board, at, resumption.open_envelope, BOOK, UnsealedMove(text, "", b""), present=present or BOTH)


@pytest.mark.article("tavreli:A.2")
def test_the_arbiter_s_readings_stand_on_the_envelope_and_are_set_up_again() -> None:
    board = adjourned_on_paper()
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
    assert (data["white_ms"], data["white_used_ms"], data["black_ms"]) == (10 * MINUTE, 110 * MINUTE, 50 * MINUTE)


@pytest.mark.article("tavreli:A.1")
def test_early_adjournment_needs_the_time_of_the_rest_of_the_session() -> None:
    board = called(early=W, at=ENDS - 30 * MINUTE)
    board.do(law.seal_on_paper, at=ENDS - 21 * MINUTE)
    with refused(Conflict, "not_enough_time"):
        stop(board, ENDS - 21 * MINUTE, times=TABLE)


@pytest.mark.article("tavreli:A.7", "tavreli:A.9")
def test_the_paper_is_opened_before_the_player_who_must_reply_and_the_board_goes_on_as_before() -> None:
    board = resumed_on_paper()
    with refused(Conflict, "reply_player_absent"):
        read(board, "e2-e4", W)
    state = read(board, "e2-e4", B)
    assert (state.phase, state.sealed, state.ply) == (GamePhase.PENDING, (), 0)
    assert "nonce" not in board.entries[-1].data
    assert fold(board.entries).adjourned == state.adjourned


@pytest.mark.article("tavreli:A.8")
@pytest.mark.parametrize(("text", "outcome"), [("e2-e5", "illegal"), ("horse somewhere", "unreadable")])
def test_a_paper_that_says_no_legal_move_waits_for_a_ruling_and_loses(text: str, outcome: str) -> None:
    board = resumed_on_paper()
    assert read(board, text).sealed[0].outcome == outcome
    assert rule(board, DUE + MINUTE, resumption.rule_sealed_move).result is Result.BLACK_WINS


@pytest.mark.article("tavreli:A.9")
def test_the_absent_player_s_clock_is_started_and_the_paper_opened_when_they_come() -> None:
    board = resumed_on_paper()
    state = board.do(resumption.start_clock_of_absent, at=DUE)
    assert state.phase is GamePhase.PLAYING
    state = read(board, "e2-e4", B, at=DUE + 10 * MINUTE)
    assert (state.phase, state.sealed) == (GamePhase.PENDING, ())


@pytest.mark.article("tavreli:A.9")
def test_the_reply_to_an_absent_author_lies_in_a_second_envelope_and_is_read_in_the_position_after_their_move() -> None:
    board = resumed_on_paper()
    read(board, "e2-e4", B)
    state = board.do(resumption.seal_reply_on_paper, at=DUE + 5 * MINUTE)
    assert (state.sealed[0].side, state.sealed[0].ply, state.sealed[0].reply) == (B, 62, True)
    with refused(Conflict, "reply_player_absent"):
        read(board, "e7-e5", B, at=DUE + 6 * MINUTE)
    state = read(board, "e7-e5", W, at=DUE + 9 * MINUTE)
    assert (state.phase, state.sealed) == (GamePhase.PENDING, ())
    before, after = (str(entry.data["position"]) for entry in board.entries if entry.kind is EntryKind.OPENING)
    assert (before.split()[1], after.split()[1]) == ("b", "w")


def test_a_reply_is_sealed_only_after_the_first_envelope_is_open() -> None:
    for board in (adjourned_on_paper(), resumed_on_paper(), Board(), playing()):
        with refused(Conflict, "no_second_envelope"):
            board.do(resumption.seal_reply_on_paper, at=DUE)


@pytest.mark.article("tavreli:A.11")
def test_a_lost_paper_is_made_good_by_the_move_on_the_board() -> None:
    board = adjourned_on_paper()
    board.do(law.declare_lost, note="left in the train", at=ENDS + HOUR)
    remedy = rule(board, DUE, resumption.restore_lost, "e2-e4", at=START + DUE)
    assert remedy.article == "tavreli-1997:A.11"
    assert (board.state.phase, board.state.sealed) == (GamePhase.PENDING, ())


def test_a_move_sealed_here_can_still_be_exchanged_for_one_on_paper_until_the_clocks_are_stopped() -> None:
    board = playing()
    do(board, HOUR, law.call_to_seal, session_ends=None)
    sealing = sealed(board, "e2-e4")
    board.do(law.seal_move, W, sealing.stored, at=HOUR)
    state = board.do(law.seal_on_paper, at=HOUR + SECOND)
    assert len(state.sealed) == 1 and state.sealed[0].paper
    assert unseal_all(sealing).move == "e2-e4"  # the old cards open the old envelope still, which counts no more
