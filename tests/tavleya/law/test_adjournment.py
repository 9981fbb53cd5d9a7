"""Adjourning and resuming a game: the call, the sealed move, the envelope, and who is absent (tavreli app. A)."""

import pytest

from tavleya.errors import BadInput, Conflict, DomainError
from tavleya.law import adjournment as law
from tavleya.law import resumption
from tavleya.law.claims import decide_claim
from tavleya.law.library import regime
from tavleya.law.remedies import RulingOutcome
from tavleya.law.sealing import Policy, entropy_needed, seal
from tavleya.record import commands
from tavleya.record.entries import EntryKind, GamePhase
from tavleya.record.fold import fold, snapshot
from tavleya.record.results import Result
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tests.refusals import refused
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
from tests.tavleya.record.build import KEY, START, Board

# A.1: sealing


@pytest.mark.article("tavreli:A.1", "tavreli:A.13")
def test_a_move_is_sealed_when_the_announced_session_is_over_and_not_before() -> None:
    board = playing()
    with refused(Conflict, "session_goes_on", left_ms=HOUR):
        do(board, HOUR, law.call_to_seal, session_ends=START + 2 * HOUR)
    state = do(board, 2 * HOUR, law.call_to_seal, session_ends=START + 2 * HOUR)
    assert (state.sealing.side, state.sealing.ply) == (W, 1)
    # the clock of the player who seals keeps running, and the call does not stop it
    assert state.clock.running is W


@pytest.mark.article("tavreli:A.1")
def test_the_sealed_move_can_be_changed_until_the_clocks_are_stopped() -> None:
    board = playing()
    do(board, HOUR, law.call_to_seal, session_ends=None)
    first, second = sealed(board, "e2-e4"), sealed(board, "d2-d4")
    board.do(law.seal_move, W, first.stored, at=HOUR + MINUTE)
    state = board.do(law.seal_move, W, second.stored, at=HOUR + 2 * MINUTE)
    assert [move.commitment for move in state.sealed] == [second.stored.commitment]
    state = stop(board, HOUR + 3 * MINUTE)
    assert (state.phase, state.clock and state.clock.running) == (GamePhase.ADJOURNED, None)
    with refused(Conflict, "not_called_to_seal"):
        board.do(law.seal_move, W, first.stored, at=HOUR + 4 * MINUTE)


@pytest.mark.article("tavreli:A.1")
def test_the_clocks_are_stopped_without_starting_the_opponent_s_and_their_time_stays() -> None:
    board, _ = adjourned()
    assert left(board.state, 20 * HOUR) == (120 * MINUTE - 96 * MINUTE, 115 * MINUTE)
    assert board.state.turn is B  # the player who replies; the sealed move is unknown


@pytest.mark.article("tavreli:A.1")
def test_a_move_made_on_the_board_after_the_call_is_the_sealed_move() -> None:
    board = playing()
    do(board, HOUR, law.call_to_seal, session_ends=None)
    state = board.do(commands.move, W, "e2-e4", at=HOUR + MINUTE)
    assert (state.sealed[0].played, state.ply) == ("e2-e4", 0)
    with refused(Conflict, "sealed_on_board"):
        board.do(commands.move, W, "d2-d4", at=HOUR + 2 * MINUTE)
    with pytest.raises(Conflict):
        board.do(law.seal_move, W, sealed(board, "d2-d4").stored, at=HOUR + 2 * MINUTE)
    stop(board, HOUR + 2 * MINUTE)
    do(board, DUE, resumption.set_up)
    state = do(board, DUE, resumption.open_envelope, BOOK, None, present=BOTH)
    assert [ply.text for ply in state.plies] == ["e2-e4"]


@pytest.mark.article("tavreli:A.1")
def test_only_the_player_to_move_seals_and_only_their_own_move() -> None:
    board = playing()
    with pytest.raises(Conflict):
        board.do(law.seal_move, W, sealed(board, "e2-e4").stored)
    do(board, HOUR, law.call_to_seal, session_ends=None)
    with refused(Conflict, "out_of_turn"):
        board.do(law.seal_move, B, sealed(board, "e7-e5", B).stored, at=HOUR)
    other = seal("e2-e4", game=KEY, ply=3, side=W, entropy=bytes(entropy_needed(Policy.TWO_OF_THREE)))
    with refused(BadInput, "sealed_for_another"):
        board.do(law.seal_move, W, other.stored, at=HOUR)
    with refused(Conflict, "nothing_sealed"):
        stop(board, HOUR)


@pytest.mark.article("tavreli:A.1")
def test_early_adjournment_takes_the_rest_of_the_session_off_the_players_clock() -> None:
    board = playing("2/60, 120")
    for number, move in enumerate(("d2-d4", "d7-d5", "e2-e4", "e7-e5"), start=1):
        board.do(commands.move, None, move, at=number * MINUTE)
    do(board, HOUR, law.call_to_seal, session_ends=START + 2 * HOUR, early=W)
    board.do(law.seal_move, W, sealed(board, "g1-f3").stored, at=HOUR + 5 * MINUTE)
    before = left(board.state, HOUR + 5 * MINUTE)
    state = do(board, HOUR + 5 * MINUTE, law.adjourn, BOOK, session_ends=START + 2 * HOUR, due=START + DUE, place="")
    assert left(state, DUE) == (before[0] - 55 * MINUTE, before[1])
    assert state.adjourned.white_ms == before[0] - 55 * MINUTE


@pytest.mark.article("tavreli:A.1")
@pytest.mark.parametrize("control, early, ends, code", [
    ("40/120, 60", W, 2 * HOUR, "control_not_reached"), ("120", B, 2 * HOUR, "not_to_move"),
    ("120", W, HOUR // 2, "no_session_left"), ("120", W, 3 * HOUR, "not_enough_time"),
])  # fmt: skip
def test_a_game_is_adjourned_early_only_by_the_player_to_move_after_the_control_with_time_enough(
    control: str, early: Side, ends: int, code: str
) -> None:
    board = playing(control)
    with refused(Conflict, code):
        do(board, HOUR, law.call_to_seal, session_ends=START + ends, early=early)


def test_a_move_that_is_not_completed_is_completed_before_the_call() -> None:
    board = playing()
    board.do(commands.move, W, "e2-e4", press=False, at=MINUTE)
    with refused(Conflict, "clock_not_pressed"):
        do(board, HOUR, law.call_to_seal, session_ends=None)


# A.2, A.3: the envelope


@pytest.mark.article("tavreli:A.2")
def test_the_envelope_holds_position_times_sealer_number_and_when_and_where_play_goes_on() -> None:
    board, sealing = adjourned()
    entry = next(entry for entry in board.entries if entry.kind is EntryKind.ADJOURNED)
    assert entry.data["position"] == fold(board.entries[: entry.seq - 1]).position.text()
    assert (entry.side, entry.ply) == (W, 3)
    assert (entry.data["white_ms"], entry.data["black_ms"]) == (24 * MINUTE, 115 * MINUTE)
    assert (entry.data["white_used_ms"], entry.data["black_used_ms"]) == (96 * MINUTE, 5 * MINUTE)
    assert (entry.data["due"], entry.data["place"]) == (START + DUE, "Hall 2")
    values = snapshot(board.state)
    assert values["sealed"][0]["commitment"] == sealing.stored.commitment
    assert values["adjourned"] == {"at": START + 101 * MINUTE, "side": "white", "due": START + DUE, "place": "Hall 2"}


@pytest.mark.article("tavreli:A.2")
def test_an_offer_made_before_the_adjournment_stands_on_the_envelope() -> None:
    board = playing()
    do(board, HOUR, law.call_to_seal, session_ends=None)
    board.do(law.seal_move, W, sealed(board, "e2-e4").stored, offer=True, at=HOUR)
    state = stop(board, HOUR)
    assert state.offer.side is W
    state = board.do(commands.answer_draw, B, accept=True, at=3 * HOUR)
    assert state.result is Result.DRAW


@pytest.mark.article("tavreli:A.3")
def test_every_change_of_hands_is_an_entry_until_the_envelope_is_open() -> None:
    board, sealing = adjourned()
    board.do(law.hand_over, giver="White", holder="Artur", at=2 * HOUR)
    board.do(law.hand_over, giver="Artur", holder="Olga", note="safe of the hotel", at=3 * HOUR)
    chain = [entry.data["holder"] for entry in board.entries if entry.kind is EntryKind.CUSTODY]
    assert chain == ["Artur", "Olga"]
    do(board, DUE, resumption.set_up)
    open_(board, sealing)
    with refused(Conflict, "no_closed_envelope"):
        board.do(law.hand_over, giver="Olga", holder="Artur")


def test_the_resumption_can_be_put_at_another_time_to_come() -> None:
    board, _ = adjourned()
    do(board, 5 * HOUR, law.reschedule, due=START + 30 * HOUR, place=None, reason="flight")
    assert (board.state.adjourned.due, board.state.adjourned.place) == (START + 30 * HOUR, "Hall 2")
    with refused(BadInput, "due_in_the_past"):
        do(board, 5 * HOUR, law.reschedule, due=START + HOUR, place="", reason="")


# A.4, A.6: before the resumption


@pytest.mark.article("tavreli:A.4")
def test_an_offer_made_after_the_sealing_is_in_order_and_outlives_the_opening() -> None:
    board, sealing = adjourned()
    board.do(commands.offer_draw, B, at=3 * HOUR)
    assert not board.entries[-1].data.get("improper")
    do(board, DUE, resumption.set_up)
    state = open_(board, sealing)
    assert state.offer.side is B
    state = board.do(commands.move, B, "e7-e5", at=DUE + 2 * SECOND)
    assert state.offer is not None  # their own move does not answer it; the opponent's would
    state = board.do(commands.move, W, "g1-f3", at=DUE + 3 * SECOND)
    assert state.offer is None


@pytest.mark.article("tavreli:A.4")
def test_an_offer_made_before_the_sealing_is_answered_by_the_sealed_move_when_it_is_known() -> None:
    board = playing()
    board.do(commands.move, W, "e2-e4", at=MINUTE)
    board.do(commands.move, B, "e7-e5", offer=True, at=2 * MINUTE)
    do(board, HOUR, law.call_to_seal, session_ends=None)
    sealing = sealed(board, "g1-f3")
    board.do(law.seal_move, W, sealing.stored, at=HOUR)
    assert stop(board, HOUR).offer is not None
    do(board, DUE, resumption.set_up)
    assert open_(board, sealing).offer is None


@pytest.mark.article("tavreli:A.6")
def test_the_envelope_of_a_game_that_ended_before_the_resumption_stays_closed() -> None:
    board, sealing = adjourned()
    board.do(commands.resign, B, at=6 * HOUR)
    with refused(Conflict, "no_closed_envelope"):
        open_(board, sealing)


def test_nothing_is_played_on_an_adjourned_board() -> None:
    board, _ = adjourned()
    for act, options in ((commands.move, ("e2-e4",)), (commands.press, ()), (commands.resume, ())):
        with pytest.raises(Conflict):
            board.do(act, W, *options, at=5 * HOUR)
    with pytest.raises(Conflict):
        board.do(commands.sheet, ("e2-e4",), at=5 * HOUR)


# Boards whose moves are not followed

TABLE = {W: law.Times(20 * MINUTE, 100 * MINUTE), B: law.Times(50 * MINUTE)}


@pytest.mark.article("tavreli:A.2")
def test_a_board_without_moves_in_the_record_is_adjourned_with_the_position_that_the_arbiter_gives() -> None:
    board = Board()
    off_record = law.OffRecord(playing().state.position.text(), 61)
    state = do(board, HOUR, law.call_to_seal, session_ends=None, off_record=off_record)
    assert (state.sealing.side, state.sealing.ply) == (W, 61)
    sealing = sealed(board, "e2-e4")
    board.do(law.seal_move, W, sealing.stored, at=HOUR)
    assert stop(board, HOUR, times=TABLE).phase is GamePhase.ADJOURNED
    do(board, DUE, resumption.set_up)
    state = open_(board, sealing)
    assert (state.phase, state.ply, state.sealed) == (GamePhase.PENDING, 0, ())
    assert board.entries[-1].data["text"] == "e2-e4"


@pytest.mark.parametrize("key", ["fide-2023", "draughts64", "tavreli-1997"])
def test_every_regime_has_its_articles_on_adjournment(key: str) -> None:
    laws = regime(key)
    articles = {"fide-2023": "I.8", "draughts64": "violations.6", "tavreli-1997": "A.8"}
    assert laws.article("bad_sealed_move") == f"{key}:{articles[key]}"
    assert (laws.late_ms is None) == (key == "draughts64")


# A.5, A.7, A.9: resumption


@pytest.mark.article("tavreli:A.5")
def test_position_and_times_come_from_the_envelope() -> None:
    board, _ = resumed()
    assert board.state.phase is GamePhase.PAUSED
    assert left(board.state, DUE) == (24 * MINUTE, 115 * MINUTE)
    assert board.entries[-1].data["position"] == board.state.position.text()


def test_it_is_not_set_up_before_its_time_unless_both_players_have_come() -> None:
    board, sealing = adjourned()
    with refused(Conflict, "too_early", left_ms=HOUR):
        do(board, DUE - HOUR, resumption.set_up)
    with refused(Conflict, "not_set_up"):
        open_(board, sealing)
    assert do(board, DUE - HOUR, resumption.set_up, agreed=True).phase is GamePhase.PAUSED


@pytest.mark.article("tavreli:A.7", "tavreli:A.9")
def test_with_the_player_to_reply_present_the_move_is_made_and_their_clock_starts() -> None:
    board, sealing = resumed()
    state = open_(board, sealing, B)
    assert [ply.text for ply in state.line.plies] == ["d2-d4", "d7-d5", "e2-e4"]
    assert (state.phase, state.turn, state.sealed) == (GamePhase.PLAYING, B, ())
    assert state.clock.running is B
    assert state.clock.white.moves == 2  # the sealed move is a completed one
    assert left(state, DUE + 11 * SECOND) == (24 * MINUTE, 115 * MINUTE - 10 * SECOND)
    assert fold(board.entries).digest == board.entries[-1].digest


@pytest.mark.article("tavreli:A.9")
def test_the_clock_of_the_absent_player_to_reply_runs_with_the_envelope_closed_until_they_come() -> None:
    board, sealing = resumed()
    state = board.do(resumption.start_clock_of_absent, at=DUE)
    assert state.clock.running is B and state.sealed
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
    state = board.do(resumption.seal_reply, B, reply.stored, at=DUE + 5 * MINUTE)
    assert state.clock.running is W
    assert (state.turn, state.ply) == (W, 3)
    black_ms = left(state, DUE + 5 * MINUTE)[1]
    with refused(Conflict, "envelope_closed"):
        board.do(commands.move, W, "g1-f3", at=DUE + 6 * MINUTE)
    with refused(Conflict, "reply_player_absent"):
        do(board, DUE + 6 * MINUTE, resumption.open_envelope, BOOK, unseal_all(reply), present=(B,))
    # White comes after twenty minutes: the second envelope is opened, and their clock has run and runs on
    state = do(board, DUE + 25 * MINUTE, resumption.open_envelope, BOOK, unseal_all(reply), present=BOTH)
    assert [ply.text for ply in state.line.plies][-2:] == ["e2-e4", "e7-e5"]
    assert state.clock.running is W
    assert left(state, DUE + 25 * MINUTE) == (4 * MINUTE, black_ms)
    assert len(state.turn_clocks) == state.ply + 1
    assert board.do(commands.move, W, "g1-f3", at=DUE + 26 * MINUTE).turn is B


@pytest.mark.article("tavreli:A.9")
def test_a_reply_is_sealed_only_right_after_the_opening() -> None:
    board, sealing = resumed()
    reply = seal("e7-e5", game=KEY, ply=4, side=B, entropy=bytes(entropy_needed(Policy.TWO_OF_THREE)))
    with refused(Conflict, "no_second_envelope"):
        board.do(resumption.seal_reply, B, reply.stored, at=DUE)
    open_(board, sealing)
    board.do(commands.move, B, "e7-e5", at=DUE + MINUTE)
    with pytest.raises(Conflict):
        board.do(resumption.seal_reply, W, sealed(board, "g1-f3").stored, at=DUE + 2 * MINUTE)


# A.8: a bad sealed move


@pytest.mark.article("tavreli:A.8")
@pytest.mark.parametrize("text, language, outcome", [
    ("e2-e5", "", "illegal"),
    ("конём куда надо", "ru", "unreadable"),
    ("е2-е4", "", "ambiguous"),  # Cyrillic letters in no stated alphabet: two files
])  # fmt: skip
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
    with pytest.raises(DomainError):
        resumption.rule_sealed_move(board.state, BOOK, reading="z9-z9", reason="so I read it")
    remedy = rule(board, DUE + MINUTE, resumption.rule_sealed_move, reading="e2-e4", reason="an arrow is a dash")
    assert remedy.result is None
    assert (board.state.last_standing().text, board.state.turn) == ("e2-e4", B)  # type: ignore[union-attr]
    with refused(Conflict, "no_bad_sealed_move"):
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
    remedy = decide_claim(board.state, BOOK, B, ClaimKind.REPETITION, None, START + DUE + 2 * MINUTE)
    assert remedy.outcome is RulingOutcome.REJECTED


@pytest.mark.article("tavreli:A.7", "tavreli:A.9")
def test_neither_a_claim_nor_a_move_is_made_over_a_second_envelope() -> None:
    board, sealing = resumed()
    open_(board, sealing)
    board.do(resumption.seal_reply, B, sealed(board, "e7-e5", B).stored, at=DUE + MINUTE)
    with refused(Conflict, "envelope_closed"):
        decide_claim(board.state, BOOK, W, ClaimKind.FIFTY_MOVES, None, START + DUE + 2 * MINUTE)
    with refused(Conflict, "envelope_closed"):
        board.do(commands.move, W, "g1-f3", at=DUE + 2 * MINUTE)
