"""Adjourned games, from the call to seal to the last consequence (tavreli app. A), without a database."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from arbiter.law import adjournment as law
from arbiter.law import lost_envelopes, resumption
from arbiter.law.regimes import regime
from arbiter.law.remedies import Remedy, Replay
from arbiter.law.sealing import Opened, Policy, Sealing, entropy_needed, seal, unseal
from common.errors import BadInput, Conflict
from common.sides import Side
from games.record import acts
from games.record.entries import Draft, Kind
from games.record.fold import fold, snapshot
from games.record.phase import Phase
from games.record.results import Result
from games.record.state import State
from tests.record.build import KEY, START, Board

SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000
BOOK = regime("tavreli-1997")
W, B = Side.WHITE, Side.BLACK
ENDS = 4 * HOUR  # of the session
DUE = 24 * HOUR  # of the resumption
BOTH = (W, B)


def sealed(board: Board, move: str, side: Side = W, language: str = "") -> Sealing:
    ply = board.state.sealing.ply if board.state.sealing else board.state.ply + 1
    entropy = hashlib.shake_256(move.encode()).digest(entropy_needed(Policy.TWO_OF_THREE))
    return seal(move, game=KEY, ply=ply, side=side, entropy=entropy, language=language)


def opened(made: Sealing) -> Opened:
    return unseal(made.stored, list(made.cards.values()))


def playing(control: str = "120", game: str = "tavreli", start: str = "start") -> Board:
    board = Board(game=game, control=control, start=start)
    board.do(acts.start)
    return board


def _do(
    board: Board, at: int, act: Callable[..., tuple[Draft, ...]], *args: object, **options: object
) -> State:
    """Do an act that is told the instant."""
    return board.do(lambda state: act(state, *args, at=START + at, **options), at=at)


def rule(board: Board, when: int, decide: Callable[..., Remedy], *args: object, **options: object) -> Remedy:
    remedy = decide(board.state, BOOK, *args, **options)
    board.do(lambda state: remedy.drafts, at=when)
    return remedy


def stop(board: Board, at: int, due: int | None = DUE) -> State:
    return _do(
        board,
        at,
        law.adjourn,
        BOOK,
        session_ends=START + ENDS,
        due=None if due is None else START + due,
        place="Hall 2",
    )


def adjourned(move: str = "e2-e4", control: str = "120", start: str = "start") -> tuple[Board, Sealing]:
    """White thought 100 minutes of his 120 (Black 5 of them) until the session ended, and sealed `move` in a minute."""
    board = playing(control, start=start)
    if start == "start":
        board.do(acts.move, None, "d2-d4", at=50 * MINUTE)
        board.do(acts.move, None, "d7-d5", at=55 * MINUTE)
    _do(board, 100 * MINUTE, law.call_to_seal, session_ends=None)
    made = sealed(board, move)
    board.do(law.seal_move, W, made.stored, at=101 * MINUTE)
    stop(board, 101 * MINUTE)
    return board, made


def resumed(move: str = "e2-e4", **options: str) -> tuple[Board, Sealing]:
    board, made = adjourned(move, **options)
    _do(board, DUE, resumption.set_up)
    return board, made


def open_(board: Board, made: Sealing, *present: Side, at: int = DUE + SECOND) -> State:
    return _do(board, at, resumption.open_envelope, BOOK, opened(made), present=present or BOTH)


def left(state: State, at: int) -> tuple[int, int]:
    assert state.clock is not None
    shown = state.clock.readings(START + at)
    return shown.white.ms, shown.black.ms


# A.1: sealing


@pytest.mark.article("tavreli:A.1", "tavreli:A.13")
def test_a_move_is_sealed_when_the_announced_session_is_over_and_not_before() -> None:
    board = playing()
    with pytest.raises(Conflict) as early:
        _do(board, HOUR, law.call_to_seal, session_ends=START + 2 * HOUR)
    assert early.value.code == "session_goes_on"
    assert early.value.detail["left_ms"] == HOUR
    state = _do(board, 2 * HOUR, law.call_to_seal, session_ends=START + 2 * HOUR)
    assert state.sealing is not None and (state.sealing.side, state.sealing.ply) == (W, 1)
    # the clock of the player who seals goes on running, and the call does not stop it
    assert state.clock is not None and state.clock.running is W


@pytest.mark.article("tavreli:A.1")
def test_the_sealed_move_can_be_changed_until_the_clocks_are_stopped() -> None:
    board = playing()
    _do(board, HOUR, law.call_to_seal, session_ends=None)
    first, second = sealed(board, "e2-e4"), sealed(board, "d2-d4")
    board.do(law.seal_move, W, first.stored, at=HOUR + MINUTE)
    state = board.do(law.seal_move, W, second.stored, at=HOUR + 2 * MINUTE)
    assert [one.commitment for one in state.sealed] == [second.stored.commitment]
    state = stop(board, HOUR + 3 * MINUTE)
    assert (state.phase, state.clock and state.clock.running) == (Phase.ADJOURNED, None)
    with pytest.raises(Conflict) as late:
        board.do(law.seal_move, W, first.stored, at=HOUR + 4 * MINUTE)
    assert late.value.code == "not_called_to_seal"


@pytest.mark.article("tavreli:A.1")
def test_the_clocks_are_stopped_without_starting_the_opponent_s_and_his_time_stays() -> None:
    board, _ = adjourned()
    assert left(board.state, 20 * HOUR) == (120 * MINUTE - 96 * MINUTE, 115 * MINUTE)
    assert board.state.turn is B  # who replies; what was moved nobody knows


@pytest.mark.article("tavreli:A.1")
def test_a_move_made_on_the_board_after_the_call_is_the_sealed_move() -> None:
    board = playing()
    _do(board, HOUR, law.call_to_seal, session_ends=None)
    state = board.do(acts.move, W, "e2-e4", at=HOUR + MINUTE)
    assert (state.sealed[0].played, state.ply) == ("e2-e4", 0)
    with pytest.raises(Conflict) as another:
        board.do(acts.move, W, "d2-d4", at=HOUR + 2 * MINUTE)
    assert another.value.code == "sealed_on_board"
    with pytest.raises(Conflict):
        board.do(law.seal_move, W, sealed(board, "d2-d4").stored, at=HOUR + 2 * MINUTE)
    stop(board, HOUR + 2 * MINUTE)
    _do(board, DUE, resumption.set_up)
    state = _do(board, DUE, resumption.open_envelope, BOOK, None, present=BOTH)
    assert [ply.text for ply in state.plies] == ["e2-e4"]


@pytest.mark.article("tavreli:A.1")
def test_only_the_player_to_move_seals_and_only_his_own_move() -> None:
    board = playing()
    with pytest.raises(Conflict):
        board.do(law.seal_move, W, sealed(board, "e2-e4").stored)
    _do(board, HOUR, law.call_to_seal, session_ends=None)
    with pytest.raises(Conflict) as not_his:
        board.do(law.seal_move, B, sealed(board, "e7-e5", B).stored, at=HOUR)
    assert not_his.value.code == "out_of_turn"
    other = seal("e2-e4", game=KEY, ply=3, side=W, entropy=bytes(entropy_needed(Policy.TWO_OF_THREE)))
    with pytest.raises(BadInput) as another_ply:
        board.do(law.seal_move, W, other.stored, at=HOUR)
    assert another_ply.value.code == "sealed_for_another"
    with pytest.raises(Conflict) as empty:
        stop(board, HOUR)
    assert empty.value.code == "nothing_sealed"


@pytest.mark.article("tavreli:A.1")
def test_whoever_adjourns_early_takes_the_rest_of_the_session_on_his_clock() -> None:
    board = playing("2/60, 120")
    for number, move in enumerate(("d2-d4", "d7-d5", "e2-e4", "e7-e5"), start=1):
        board.do(acts.move, None, move, at=number * MINUTE)
    _do(board, HOUR, law.call_to_seal, session_ends=START + 2 * HOUR, early=W)
    board.do(law.seal_move, W, sealed(board, "g1-f3").stored, at=HOUR + 5 * MINUTE)
    before = left(board.state, HOUR + 5 * MINUTE)
    state = _do(
        board, HOUR + 5 * MINUTE, law.adjourn, BOOK, session_ends=START + 2 * HOUR, due=START + DUE, place=""
    )
    assert left(state, DUE) == (before[0] - 55 * MINUTE, before[1])
    assert state.adjourned is not None and state.adjourned.white_ms == before[0] - 55 * MINUTE


@pytest.mark.article("tavreli:A.1")
@pytest.mark.parametrize(
    "control, who, ends, code",
    [
        ("40/120, 60", W, 2 * HOUR, "control_not_reached"),
        ("120", B, 2 * HOUR, "not_to_move"),
        ("120", W, HOUR // 2, "no_session_left"),
        ("120", W, 3 * HOUR, "not_enough_time"),
    ],
)
def test_a_game_is_adjourned_early_only_by_the_player_to_move_after_the_control_with_time_enough(
    control: str, who: Side, ends: int, code: str
) -> None:
    board = playing(control)
    with pytest.raises(Conflict) as refused:
        _do(board, HOUR, law.call_to_seal, session_ends=START + ends, early=who)
    assert refused.value.code == code


def test_a_move_that_is_not_completed_is_completed_before_the_call() -> None:
    board = playing()
    board.do(acts.move, W, "e2-e4", press=False, at=MINUTE)
    with pytest.raises(Conflict) as refused:
        _do(board, HOUR, law.call_to_seal, session_ends=None)
    assert refused.value.code == "clock_not_pressed"


# A.2, A.3: the envelope


@pytest.mark.article("tavreli:A.2")
def test_the_envelope_holds_position_times_sealer_number_and_when_and_where_play_goes_on() -> None:
    board, made = adjourned()
    entry = next(entry for entry in board.entries if entry.kind is Kind.ADJOURNED)
    before = fold(board.entries[: entry.seq - 1])
    assert entry.data["position"] == before.position.text()
    assert (entry.side, entry.ply) == (W, 3)
    assert (entry.data["white_ms"], entry.data["black_ms"]) == (24 * MINUTE, 115 * MINUTE)
    assert (entry.data["white_used_ms"], entry.data["black_used_ms"]) == (96 * MINUTE, 5 * MINUTE)
    assert (entry.data["due"], entry.data["place"]) == (START + DUE, "Hall 2")
    shown = snapshot(board.state)
    assert shown["sealed"][0]["commitment"] == made.stored.commitment
    assert shown["adjourned"] == {
        "at": START + 101 * MINUTE,
        "side": "white",
        "due": START + DUE,
        "place": "Hall 2",
    }


@pytest.mark.article("tavreli:A.2")
def test_an_offer_made_before_the_adjournment_stands_on_the_envelope() -> None:
    board = playing()
    _do(board, HOUR, law.call_to_seal, session_ends=None)
    board.do(law.seal_move, W, sealed(board, "e2-e4").stored, offer=True, at=HOUR)
    state = stop(board, HOUR)
    assert state.offer is not None and state.offer.side is W
    state = board.do(acts.answer_draw, B, accept=True, at=3 * HOUR)
    assert state.result is Result.DRAW


@pytest.mark.article("tavreli:A.3")
def test_every_change_of_hands_is_an_entry_until_the_envelope_is_open() -> None:
    board, made = adjourned()
    board.do(law.hand_over, giver="White", holder="Artur", at=2 * HOUR)
    board.do(law.hand_over, giver="Artur", holder="Olga", note="safe of the hotel", at=3 * HOUR)
    chain = [entry.data["holder"] for entry in board.entries if entry.kind is Kind.CUSTODY]
    assert chain == ["Artur", "Olga"]
    _do(board, DUE, resumption.set_up)
    open_(board, made)
    with pytest.raises(Conflict) as refused:
        board.do(law.hand_over, giver="Olga", holder="Artur")
    assert refused.value.code == "no_closed_envelope"


def test_the_resumption_can_be_put_at_another_time_to_come() -> None:
    board, _ = adjourned()
    _do(board, 5 * HOUR, law.reschedule, due=START + 30 * HOUR, place=None, reason="flight")
    assert board.state.adjourned is not None
    assert (board.state.adjourned.due, board.state.adjourned.place) == (START + 30 * HOUR, "Hall 2")
    with pytest.raises(BadInput) as past:
        _do(board, 5 * HOUR, law.reschedule, due=START + HOUR, place="", reason="")
    assert past.value.code == "due_in_the_past"


# A.4, A.6: before the resumption


@pytest.mark.article("tavreli:A.4")
def test_an_offer_made_after_the_sealing_is_in_order_and_outlives_the_opening() -> None:
    board, made = adjourned()
    state = board.do(acts.offer_draw, B, at=3 * HOUR)
    assert not board.entries[-1].data.get("improper")
    _do(board, DUE, resumption.set_up)
    state = open_(board, made)
    assert state.offer is not None and state.offer.side is B
    state = board.do(acts.move, B, "e7-e5", at=DUE + 2 * SECOND)
    assert state.offer is not None  # his own move does not answer it; the opponent's would
    state = board.do(acts.move, W, "g1-f3", at=DUE + 3 * SECOND)
    assert state.offer is None


@pytest.mark.article("tavreli:A.4")
def test_an_offer_made_before_the_sealing_is_answered_by_the_sealed_move_when_it_is_known() -> None:
    board = playing()
    board.do(acts.move, W, "e2-e4", at=MINUTE)
    board.do(acts.move, B, "e7-e5", offer=True, at=2 * MINUTE)
    _do(board, HOUR, law.call_to_seal, session_ends=None)
    made = sealed(board, "g1-f3")
    board.do(law.seal_move, W, made.stored, at=HOUR)
    assert stop(board, HOUR).offer is not None
    _do(board, DUE, resumption.set_up)
    assert open_(board, made).offer is None


@pytest.mark.article("tavreli:A.6")
@pytest.mark.parametrize("how", ["agreement", "resignation"])
def test_agreement_or_resignation_before_the_resumption_ends_the_game_and_the_envelope_stays_closed(
    how: str,
) -> None:
    board, made = adjourned()
    if how == "agreement":
        board.do(acts.offer_draw, B, at=5 * HOUR)
        state = board.do(acts.answer_draw, W, accept=True, at=6 * HOUR)
    else:
        state = board.do(acts.resign, B, at=6 * HOUR)
    assert (state.phase, state.termination) == (Phase.FINISHED, how)
    with pytest.raises(Conflict) as refused:
        open_(board, made)
    assert refused.value.code == "no_closed_envelope"


def test_nothing_is_played_on_an_adjourned_board() -> None:
    board, _ = adjourned()
    for act, options in ((acts.move, ("e2-e4",)), (acts.press, ()), (acts.resume, ())):
        with pytest.raises(Conflict):
            board.do(act, W, *options, at=5 * HOUR)
    with pytest.raises(Conflict):
        board.do(acts.sheet, ("e2-e4",), at=5 * HOUR)


# A.5, A.7, A.9: resumption


@pytest.mark.article("tavreli:A.5")
def test_position_and_times_come_from_the_envelope() -> None:
    board, _ = resumed()
    assert board.state.phase is Phase.PAUSED
    assert left(board.state, DUE) == (24 * MINUTE, 115 * MINUTE)
    assert board.entries[-1].data["position"] == board.state.position.text()


def test_it_is_not_set_up_before_its_time_unless_both_players_have_come() -> None:
    board, made = adjourned()
    with pytest.raises(Conflict) as early:
        _do(board, DUE - HOUR, resumption.set_up)
    assert early.value.code == "too_early" and early.value.detail["left_ms"] == HOUR
    with pytest.raises(Conflict) as closed:
        open_(board, made)
    assert closed.value.code == "not_set_up"
    assert _do(board, DUE - HOUR, resumption.set_up, agreed=True).phase is Phase.PAUSED


@pytest.mark.article("tavreli:A.7", "tavreli:A.9")
def test_with_the_player_to_reply_present_the_move_is_made_and_his_clock_starts() -> None:
    board, made = resumed()
    state = open_(board, made, B)
    assert [ply.text for ply in state.line.plies] == ["d2-d4", "d7-d5", "e2-e4"]
    assert (state.phase, state.turn, state.sealed) == (Phase.PLAYING, B, ())
    assert state.clock is not None and state.clock.running is B
    assert state.clock.white.moves == 2  # the sealed move is a completed one
    assert left(state, DUE + 11 * SECOND) == (24 * MINUTE, 115 * MINUTE - 10 * SECOND)
    assert fold(board.entries).digest == board.entries[-1].digest


@pytest.mark.article("tavreli:A.7")
def test_without_the_player_to_reply_the_envelope_stays_closed() -> None:
    board, made = resumed()
    with pytest.raises(Conflict) as refused:
        open_(board, made, W)
    assert refused.value.code == "reply_player_absent"


@pytest.mark.article("tavreli:A.9")
def test_the_clock_of_the_absent_player_to_reply_runs_with_the_envelope_closed_until_he_comes() -> None:
    board, made = resumed()
    state = board.do(resumption.start_clock_of_absent, at=DUE)
    assert state.clock is not None and state.clock.running is B and state.sealed
    with pytest.raises(Conflict) as closed:
        board.do(acts.move, B, "e7-e5", at=DUE + MINUTE)
    assert closed.value.code == "envelope_closed"
    state = open_(board, made, B, at=DUE + 10 * MINUTE)
    kinds = [entry.kind for entry in board.entries[-4:]]
    assert kinds == [Kind.PAUSE, Kind.OPENING, Kind.MOVE, Kind.RESUMED]
    assert left(state, DUE + 10 * MINUTE) == (24 * MINUTE, 105 * MINUTE)
    assert board.do(acts.move, B, "e7-e5", at=DUE + 11 * MINUTE).turn is W


@pytest.mark.article("tavreli:A.9")
def test_with_the_sealer_absent_the_opponent_seals_his_reply_and_starts_the_absent_one_s_clock() -> None:
    board, made = resumed()
    open_(board, made, B)
    reply = sealed(board, "e7-e5", B)
    state = board.do(resumption.seal_reply, B, reply.stored, at=DUE + 5 * MINUTE)
    assert state.clock is not None and state.clock.running is W
    assert (state.turn, state.ply) == (W, 3)
    black = left(state, DUE + 5 * MINUTE)[1]
    with pytest.raises(Conflict) as closed:
        board.do(acts.move, W, "g1-f3", at=DUE + 6 * MINUTE)
    assert closed.value.code == "envelope_closed"
    with pytest.raises(Conflict) as absent:
        _do(board, DUE + 6 * MINUTE, resumption.open_envelope, BOOK, opened(reply), present=(B,))
    assert absent.value.code == "reply_player_absent"
    # White comes after twenty minutes: the second envelope is opened, and his clock has run and runs on
    state = _do(board, DUE + 25 * MINUTE, resumption.open_envelope, BOOK, opened(reply), present=BOTH)
    assert [ply.text for ply in state.line.plies][-2:] == ["e2-e4", "e7-e5"]
    assert state.clock is not None and state.clock.running is W
    assert left(state, DUE + 25 * MINUTE) == (4 * MINUTE, black)
    assert len(state.turn_clocks) == state.ply + 1
    assert board.do(acts.move, W, "g1-f3", at=DUE + 26 * MINUTE).turn is B


@pytest.mark.article("tavreli:A.9")
def test_a_reply_is_sealed_only_right_after_the_opening() -> None:
    board, made = resumed()
    reply = seal("e7-e5", game=KEY, ply=4, side=B, entropy=bytes(entropy_needed(Policy.TWO_OF_THREE)))
    with pytest.raises(Conflict) as before:
        board.do(resumption.seal_reply, B, reply.stored, at=DUE)
    assert before.value.code == "no_second_envelope"
    open_(board, made)
    board.do(acts.move, B, "e7-e5", at=DUE + MINUTE)
    with pytest.raises(Conflict):
        board.do(resumption.seal_reply, W, sealed(board, "g1-f3").stored, at=DUE + 2 * MINUTE)


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
    _do(board, HOUR, law.call_to_seal, session_ends=None)
    made = sealed(board, text, language=language)
    board.do(law.seal_move, W, made.stored, at=HOUR)
    stop(board, HOUR)
    _do(board, DUE, resumption.set_up)
    state = open_(board, made)
    assert (state.phase, state.result) == (Phase.PAUSED, None)
    assert state.sealed[0].outcome == outcome
    remedy = rule(board, DUE + MINUTE, resumption.rule_sealed_move)
    assert (remedy.article, remedy.offender, remedy.result) == ("tavreli:A.8", W, Result.BLACK_WINS)
    assert text in str(remedy.grounds[0])
    assert board.state.termination == "sealed_move"


@pytest.mark.article("tavreli:A.8")
def test_a_text_that_the_arbiter_can_read_is_played_with_his_reason() -> None:
    board, made = resumed("e2–>e4 !!")
    open_(board, made)
    with pytest.raises(BadInput) as why:
        resumption.rule_sealed_move(board.state, BOOK, reading="e2-e4")
    assert why.value.code == "reason_missing"
    remedy = rule(
        board, DUE + MINUTE, resumption.rule_sealed_move, reading="e2-e4", reason="an arrow is a dash"
    )
    assert remedy.result is None
    assert (board.state.last_standing().text, board.state.turn) == ("e2-e4", B)  # type: ignore[union-attr]
    with pytest.raises(Conflict):
        resumption.rule_sealed_move(board.state, BOOK)


# A.10: late


@pytest.mark.article("tavreli:A.10")
@pytest.mark.parametrize("sides, result", [((B,), "1-0"), ((W,), "0-1"), ((W, B), "0-0")])
def test_more_than_an_hour_late_loses(sides: tuple[Side, ...], result: str) -> None:
    board, made = resumed()
    if B in sides:
        board.do(resumption.start_clock_of_absent, at=DUE)
        with pytest.raises(Conflict) as first:
            resumption.rule_late(board.state, BOOK, sides, at=START + DUE + HOUR + 1)
        assert first.value.code == "open_first"
    else:
        open_(board, made, B)
    with pytest.raises(Conflict) as not_yet:
        resumption.rule_late(board.state, BOOK, sides, at=START + DUE + HOUR)
    assert not_yet.value.code == "not_late_yet"
    if B in sides:
        here = tuple(side for side in BOTH if side not in sides)
        state = _do(board, DUE + HOUR + 1, resumption.open_envelope, BOOK, opened(made), present=here)
        assert state.phase is Phase.PAUSED  # nobody is there whose clock could be started
    remedy = rule(board, DUE + HOUR + 2, resumption.rule_late, sides, at=START + DUE + HOUR + 2)
    assert (remedy.article, board.state.result) == ("tavreli:A.10", Result(result))


@pytest.mark.article("tavreli:A.10")
def test_a_sealed_mate_wins_even_if_its_author_or_his_opponent_is_late() -> None:
    book = regime("fide-2023")
    board = playing(game="chess", start="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    _do(board, HOUR, law.call_to_seal, session_ends=None)
    made = sealed(board, "Ra8#")
    board.do(law.seal_move, W, made.stored, at=HOUR)
    stop(board, HOUR)
    _do(board, DUE, resumption.set_up)
    state = _do(board, DUE + 61 * MINUTE, resumption.open_envelope, book, opened(made), present=())
    assert (state.result, state.termination) == (Result.WHITE_WINS, "checkmate")
    with pytest.raises(Conflict):
        resumption.rule_late(state, book, (W,), at=START + DUE + 62 * MINUTE)


@pytest.mark.article("tavreli:A.10")
def test_what_cannot_be_opened_is_ruled_on_with_the_reason() -> None:
    board, _ = resumed()
    remedy = rule(
        board,
        DUE + HOUR + 2,
        resumption.rule_late,
        (W, B),
        at=START + DUE + HOUR + 2,
        without_opening="both cards of the players are with them",
    )
    assert remedy.result is Result.BOTH_LOSE


# A.11: lost


@pytest.mark.article("tavreli:A.11")
def test_without_the_envelope_play_goes_on_from_the_record_and_the_sealed_move_is_made() -> None:
    board, _ = adjourned()
    with pytest.raises(Conflict) as not_lost:
        lost_envelopes.restore_lost(board.state, BOOK, "e2-e4", at=START + DUE)
    assert not_lost.value.code == "envelope_not_lost"
    board.do(law.declare_lost, note="the bag was stolen", at=5 * HOUR)
    rule(board, DUE, lost_envelopes.restore_lost, "e2-e4", at=START + DUE, proved=True)
    state = board.state
    assert (state.phase, state.turn, state.last_standing().text) == (Phase.PLAYING, B, "e2-e4")  # type: ignore[union-attr]
    assert left(state, DUE) == (24 * MINUTE, 115 * MINUTE)
    opening = next(entry for entry in board.entries if entry.kind is Kind.OPENING)
    assert (opening.data["outcome"], opening.data["proved"]) == ("lost", True)


@pytest.mark.article("tavreli:A.11")
def test_times_that_are_not_known_are_set_by_the_arbiter() -> None:
    board, made = adjourned()
    board.do(law.declare_lost, note="", at=5 * HOUR)
    clocks = {W: 20 * MINUTE, B: 100 * MINUTE}
    remedy = rule(board, DUE, lost_envelopes.restore_lost, "e2-e4", at=START + DUE, clocks=clocks)
    assert remedy.clock is not None and remedy.clock.after == clocks
    assert left(board.state, DUE) == (20 * MINUTE, 100 * MINUTE)
    with pytest.raises(Conflict):
        open_(board, made)


@pytest.mark.article("tavreli:A.11")
def test_a_second_envelope_can_be_lost_too_and_the_clocks_stay_as_they_are() -> None:
    board, made = resumed()
    open_(board, made, B)
    board.do(resumption.seal_reply, B, sealed(board, "e7-e5", B).stored, at=DUE + 5 * MINUTE)
    board.do(law.declare_lost, note="", at=DUE + 6 * MINUTE)
    before = left(board.state, DUE + 15 * MINUTE)
    rule(board, DUE + 15 * MINUTE, lost_envelopes.restore_lost, "e7-e5", at=START + DUE + 15 * MINUTE)
    assert left(board.state, DUE + 15 * MINUTE) == before
    assert (board.state.turn, board.state.ply) == (W, 4)


@pytest.mark.article("tavreli:A.11")
def test_where_the_position_is_beyond_recovery_the_game_is_annulled_and_played_anew() -> None:
    board, _ = adjourned()
    board.do(law.declare_lost, note="", at=5 * HOUR)
    with pytest.raises(BadInput):
        lost_envelopes.annul_lost(board.state, BOOK, " ")
    remedy = rule(board, DUE, lost_envelopes.annul_lost, "no score sheet is left either")
    assert remedy.effects == (Replay(),)
    assert board.state.phase is Phase.ANNULLED


# A.12: wrong time


@pytest.mark.article("tavreli:A.12", "tavreli:A.5")
def test_a_wrong_time_is_put_right_for_a_player_who_has_not_moved_yet() -> None:
    board, made = adjourned()
    _do(board, DUE, resumption.set_up, clocks={W: 14 * MINUTE, B: 115 * MINUTE})
    open_(board, made)
    board.do(acts.move, B, "e7-e5", at=DUE + MINUTE)
    right = {W: 24 * MINUTE}
    # Black has moved; White has not, and his sealed move is not counted
    with pytest.raises(Conflict) as too_late:
        resumption.correct_time(board.state, BOOK, right, at=START + DUE + 2 * MINUTE, noticed_by=B)
    assert too_late.value.code == "first_move_made"
    rule(board, DUE + 2 * MINUTE, resumption.correct_time, right, at=START + DUE + 2 * MINUTE, noticed_by=W)
    assert left(board.state, DUE + 2 * MINUTE)[0] == 24 * MINUTE


@pytest.mark.article("tavreli:A.12")
def test_later_the_time_is_changed_only_if_the_arbiter_finds_it_too_serious() -> None:
    board, made = adjourned()
    _do(board, DUE, resumption.set_up, clocks={W: 4 * MINUTE, B: 115 * MINUTE})
    open_(board, made)
    for number, move in enumerate(("e7-e5", "g1-f3", "g8-f6"), start=1):
        board.do(acts.move, None, move, at=DUE + number * MINUTE)
    options = {"at": START + DUE + 5 * MINUTE, "noticed_by": None}
    for side in (None, W):
        with pytest.raises(Conflict):
            resumption.correct_time(board.state, BOOK, {W: 20 * MINUTE}, **(options | {"noticed_by": side}))
    with pytest.raises(BadInput):
        resumption.correct_time(board.state, BOOK, {W: 20 * MINUTE}, serious=True, **options)
    remedy = rule(
        board,
        DUE + 5 * MINUTE,
        resumption.correct_time,
        {W: 20 * MINUTE},
        serious=True,
        reason="twenty minutes were missing",
        **options,
    )
    assert remedy.clock is not None and remedy.clock.after[W] == 20 * MINUTE
    with pytest.raises(BadInput):
        resumption.correct_time(board.state, BOOK, {W: -1}, serious=True, reason="x", **options)


# Boards whose moves are not followed


@pytest.mark.article("tavreli:A.2")
def test_a_board_without_moves_in_the_record_is_adjourned_with_the_position_that_the_arbiter_gives() -> None:
    board = Board()
    text = playing().state.position.text()
    off = law.OffRecord(text, 61)
    state = _do(board, HOUR, law.call_to_seal, session_ends=None, off_record=off)
    assert state.sealing is not None and (state.sealing.side, state.sealing.ply) == (W, 61)
    made = sealed(board, "e2-e4")
    board.do(law.seal_move, W, made.stored, at=HOUR)
    assert stop(board, HOUR).phase is Phase.ADJOURNED
    _do(board, DUE, resumption.set_up)
    state = open_(board, made)
    assert (state.phase, state.ply, state.sealed) == (Phase.PENDING, 0, ())
    assert board.entries[-1].data["text"] == "e2-e4"


@pytest.mark.parametrize("key", ["fide-2023", "draughts64", "tavreli-1997"])
def test_every_regime_has_its_articles_on_adjournment(key: str) -> None:
    book = regime(key)
    rules = law.rules_of(book)
    assert rules.article("bad_move").startswith(book.game.split("-")[0])
    assert (rules.late_ms is None) == (book.default_time_ms is None and book.game != "tavreli")
