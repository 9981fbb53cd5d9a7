"""Late arrival at a resumption, lost envelopes, and clocks set wrongly (tavreli app. A)."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law import adjournment as law
from tavleya.law import lost_envelopes, reply_envelope, resumption
from tavleya.law.library import regime
from tavleya.law.remedies import ReplayGame
from tavleya.record import commands
from tavleya.record.entries import EntryKind
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.tavleya.law.adjourning import (
    BOOK,
    BOTH,
    DUE,
    HOUR,
    MINUTE,
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
from tests.tavleya.record.build import START
from tests.tavleya.refusals import refused

# A.10: late


@pytest.mark.article("tavreli:A.10")
@pytest.mark.parametrize("sides, result", [((B,), "1-0"), ((W,), "0-1"), ((W, B), "0-0")])
def test_more_than_an_hour_late_loses(sides: tuple[Side, ...], result: str) -> None:
    board, sealing = resumed()
    if B in sides:
        board.do(resumption.start_clock_of_absent, at=DUE)
        with refused(Conflict, "open_first"):
            resumption.rule_late(board.state, BOOK, sides, at=START + DUE + HOUR + 1)
    else:
        open_(board, sealing, B)
    with refused(Conflict, "not_late_yet"):
        resumption.rule_late(board.state, BOOK, sides, at=START + DUE + HOUR)
    if B in sides:
        arguments = tuple(side for side in BOTH if side not in sides)
        state = do(
            board, DUE + HOUR + 1, resumption.open_envelope, BOOK, unseal_all(sealing), present=arguments
        )
        assert state.phase is GamePhase.PAUSED  # no player is present whose clock could be started
    remedy = rule(board, DUE + HOUR + 2, resumption.rule_late, sides, at=START + DUE + HOUR + 2)
    assert (remedy.article, board.state.result) == ("tavreli-1997:A.10", Result(result))


@pytest.mark.article("tavreli:A.10")
def test_a_sealed_mate_wins_even_if_its_author_or_their_opponent_is_late() -> None:
    book = regime("fide-2023")
    board = playing(game="chess", start="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    do(board, HOUR, law.call_to_seal, session_ends=None)
    sealing = sealed(board, "Ra8#")
    board.do(law.seal_move, W, sealing.stored, at=HOUR)
    stop(board, HOUR)
    do(board, DUE, resumption.set_up)
    state = do(board, DUE + 61 * MINUTE, resumption.open_envelope, book, unseal_all(sealing), present=())
    assert (state.result, state.termination) == (Result.WHITE_WINS, "checkmate")
    with pytest.raises(Conflict):
        resumption.rule_late(state, book, (W,), at=START + DUE + 62 * MINUTE)


@pytest.mark.article("tavreli:A.10")
def test_a_ruling_without_opening_the_envelope_needs_a_reason() -> None:
    board, _ = resumed()
    remedy = rule(
        board, DUE + HOUR + 2, resumption.rule_late, (W, B), at=START + DUE + HOUR + 2,
        without_opening="both cards of the players are with them",
    )  # fmt: skip
    assert remedy.result is Result.BOTH_LOSE


# A.11: lost


def test_a_player_who_has_moved_since_the_resumption_is_not_late() -> None:
    board, sealing = resumed()
    open_(board, sealing)
    board.do(commands.move, B, "e7-e5", at=DUE + MINUTE)
    with refused(Conflict, "has_moved"):
        resumption.rule_late(board.state, BOOK, (B,), at=START + DUE + 2 * HOUR)
    rule(board, DUE + 2 * HOUR, resumption.rule_late, (W,), at=START + DUE + 2 * HOUR)


def test_where_the_rules_set_no_time_the_arbiter_decides_with_their_reason() -> None:
    book = regime("draughts64")
    board = playing(game="draughts")
    do(board, HOUR, law.call_to_seal, session_ends=None)
    sealing = sealed(board, "c3-d4")
    board.do(law.seal_move, W, sealing.stored, at=HOUR)
    stop(board, HOUR)
    do(board, DUE, resumption.set_up)
    do(board, DUE, resumption.open_envelope, book, unseal_all(sealing), present=BOTH)
    late = START + DUE + 20 * MINUTE
    with refused(BadInput, "arbiter_decides"):
        resumption.rule_late(board.state, book, (W,), at=late)
    remedy = resumption.rule_late(board.state, book, (W,), at=late, reason="announced: a quarter of an hour")
    assert remedy.result is Result.BLACK_WINS


@pytest.mark.article("tavreli:A.11")
def test_without_the_envelope_play_goes_on_from_the_record_and_the_sealed_move_is_made() -> None:
    board, _ = adjourned()
    with refused(Conflict, "envelope_not_lost"):
        lost_envelopes.restore_lost(board.state, BOOK, "e2-e4", at=START + DUE)
    board.do(law.declare_lost, note="the bag was stolen", at=5 * HOUR)
    rule(board, DUE, lost_envelopes.restore_lost, "e2-e4", at=START + DUE, proved=True)
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
    remedy = rule(board, DUE, lost_envelopes.restore_lost, "e2-e4", at=START + DUE, clocks=clocks)
    assert remedy.clock is not None and remedy.clock.after == clocks
    assert left(board.state, DUE) == (20 * MINUTE, 100 * MINUTE)
    with pytest.raises(Conflict):
        open_(board, sealing)


@pytest.mark.article("tavreli:A.11")
def test_a_second_envelope_can_be_lost_too_and_the_clocks_stay_as_they_are() -> None:
    board, sealing = resumed()
    open_(board, sealing, B)
    board.do(reply_envelope.seal_reply, B, sealed(board, "e7-e5", B).stored, at=DUE + 5 * MINUTE)
    board.do(law.declare_lost, note="", at=DUE + 6 * MINUTE)
    before = left(board.state, DUE + 15 * MINUTE)
    rule(board, DUE + 15 * MINUTE, lost_envelopes.restore_lost, "e7-e5", at=START + DUE + 15 * MINUTE)
    assert left(board.state, DUE + 15 * MINUTE) == before
    assert (board.state.turn, board.state.ply) == (W, 4)


@pytest.mark.article("tavreli:A.11")
def test_a_game_with_an_unrecoverable_position_is_annulled_and_replayed() -> None:
    board, _ = adjourned()
    board.do(law.declare_lost, note="", at=5 * HOUR)
    with pytest.raises(BadInput):
        lost_envelopes.annul_lost(board.state, BOOK, " ")
    remedy = rule(board, DUE, lost_envelopes.annul_lost, "no score sheet is left either")
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
    assert remedy.clock is not None and remedy.clock.after[W] == 20 * MINUTE
    with pytest.raises(BadInput):
        resumption.correct_time(board.state, BOOK, {W: -1}, serious=True, reason="x", **options)
