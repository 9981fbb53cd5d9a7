"""Wrong beginnings, displaced pieces, touched pieces, faults of time, and the duty to record."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law.remedies import ReplayGame
from tavleya.record import commands
from tavleya.record.entries import EntryKind, GamePhase
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.law.examining import duty_to_record

TAVRELI = ("e2-e4", "e7-e5", "g1-f3", "g8-f6", "f1-c4", "f8-c5")


@pytest.mark.article("tavreli:7.1", "tavreli:7.2")
@pytest.mark.parametrize(("subject", "code"), [("board", "rules_decide"), ("colours", "arbiter_decides")])
def test_a_new_game_is_not_the_arbiters_wish_for_a_turned_board_and_needs_a_reason_for_colours(subject, code) -> None:
    with refused(BadInput, code):
        Table().started().play(*TAVRELI).decide("beginning", MINUTE, what=subject, decision="new_game")


@pytest.mark.article("tavreli:B.4")
def test_in_rapid_nothing_of_this_can_be_claimed_after_three_moves_by_each() -> None:
    table = Table("tavreli-1997-rapid", "15").started().play(*TAVRELI[:5])
    assert table.decide("beginning", MINUTE, what="pieces").effects == (ReplayGame(),)
    table.play(TAVRELI[5], at=10 * SECOND)
    for subject in ("pieces", "board", "clock"):
        with refused(Conflict, "claim_too_late", article="tavreli-1997:B.4"):
            table.decide("beginning", MINUTE, what=subject)
    remedy = table.decide("beginning", MINUTE, what="colours")
    assert (remedy.article, remedy.effects) == ("tavreli-1997:7.2", ())
    assert Table().started().play(*TAVRELI).decide("beginning", what="pieces").effects, "classical has no such limit"


@pytest.mark.article("tavreli:B.4")
def test_moves_that_the_record_does_not_have_count_by_the_arbiter_s_word() -> None:
    table = Table("tavreli-1997-blitz", "5").started()
    with pytest.raises(Conflict):
        table.decide("beginning", what="pieces", moves_made=3)


@pytest.mark.article("draughts:violations.1")
def test_a_draughts_board_that_lies_wrongly_annuls_the_game() -> None:
    table = Table("draughts64", "45").started().play("c3-d4", "b6-a5")
    assert table.rule("beginning", MINUTE, what="board").effects == (ReplayGame(),)
    assert table.state.phase is GamePhase.ANNULLED


@pytest.mark.article("draughts:violations.2", "draughts:violations.7")
def test_the_opponent_accepts_or_corrects_wrongly_set_draughtsmen_until_both_have_moved() -> None:
    table = Table("draughts64", "45").started().play("c3-d4")
    with refused(BadInput, "opponent_decides"):
        table.decide("beginning", what="pieces")
    accepted = table.decide("beginning", MINUTE, what="pieces", wish="accept")
    assert accepted.outcome == "rejected" and not accepted.effects
    table.rule("beginning", MINUTE, what="pieces", wish="correct")
    assert (table.state.ply, table.state.turn, table.state.phase) == (0, Side.WHITE, GamePhase.PLAYING)
    assert [ply.struck for ply in table.state.plies] == [True]
    table.play("c3-d4", "b6-a5", at=2 * MINUTE)
    late = table.rule("beginning", 3 * MINUTE, what="pieces", wish="correct")
    assert (late.article, late.penalty_article) == ("draughts64:violations.2", "draughts64:violations.7")
    assert (late.outcome, table.state.ply, table.state.phase) == ("rejected", 2, GamePhase.PLAYING)


@pytest.mark.article("chess:6.10.2")
@pytest.mark.parametrize(("key", "article"), [("fide-2023", "fide-2023:6.10.2"), ("tavreli-1997", "tavreli-1997:6.10")])
def test_a_wrong_clock_setting_has_its_own_article_where_the_book_has_one(key: str, article: str) -> None:
    right = {"white": 89 * MINUTE, "black": 90 * MINUTE}
    assert Table(key).started().decide("beginning", MINUTE, what="clock", clocks=right).article == article


def test_on_paper_the_time_added_to_a_wrong_setting_is_enough() -> None:
    table = Table("fide-2023", "90+30")
    table.live = False
    added = {"what": "clock", "white_ms": 10 * MINUTE, "black_ms": 10 * MINUTE}
    remedy = table.decide("beginning", **added)
    assert remedy.article == "fide-2023:6.10.2"
    assert [draft.data["at_the_board"] for draft in remedy.drafts if draft.kind is EntryKind.ADJUSTMENT] == [
        {"add": {"white": 10 * MINUTE, "black": 10 * MINUTE}}
    ]
    for both_or_none in ({"what": "clock"}, {**added, "clocks": {"white": MINUTE, "black": MINUTE}}):
        with refused(BadInput, "no_time_given"):
            table.decide("beginning", **both_or_none)


@pytest.mark.parametrize("subject", ["pieces", "board", "colours", "clock"])
def test_a_game_that_has_not_started_has_no_starting_error(subject: str) -> None:
    table = Table()
    with refused(Conflict, "not_started"):
        table.decide("beginning", what=subject, clocks={"white": MINUTE, "black": MINUTE})


@pytest.mark.article("tavreli:7.3")
def test_a_player_replaces_displaced_pieces_in_their_own_time() -> None:
    table = Table(control="60").started().play("e2-e4", every=10 * SECOND)
    table.rule("displaced", 20 * SECOND, offender="white")
    assert table.running is Side.WHITE
    with refused(Conflict, "restoring_position"):
        table.board.do(commands.move, Side.BLACK, "e7-e5", at=25 * SECOND)
    table.rule("displaced", 50 * SECOND, offender="white", stage="restored")
    assert (table.running, table.state.ply) == (Side.BLACK, 1)
    assert table.times(50 * SECOND) == (60 * MINUTE - 40 * SECOND, 60 * MINUTE - 10 * SECOND)
    table.play("e7-e5", at=60 * SECOND)


@pytest.mark.article("tavreli:7.3")
def test_time_for_it_can_be_taken_off_where_the_clock_did_not_run() -> None:
    table = Table(control="60").started().play("e2-e4")
    table.rule("displaced", 2 * SECOND, offender="white", ms=30 * SECOND)
    assert table.times(2 * SECOND)[0] == 60 * MINUTE - 31 * SECOND
    with refused(Conflict, "own_time_already"):
        table.decide("displaced", 2 * SECOND, offender="black")
    with refused(Conflict, "nothing_to_restore"):
        table.decide("displaced", 2 * SECOND, offender="white", stage="restored")


@pytest.mark.article("tavreli:7.4", "tavreli:6.13")
def test_the_last_certain_position_is_restored_with_its_clocks_and_no_counts() -> None:
    table = Table(control="60").started().play("e2-e4", "e7-e5", "g1-f3", "g8-f6", every=10 * SECOND)
    third = table.state.line.positions[2].text()
    table.rule("restored", 2 * MINUTE, ply=2, cause="players", reason="pieces were misplaced")
    state = table.state
    assert (state.position.text(), state.turn, state.phase) == (third, Side.WHITE, GamePhase.PLAYING)
    assert [ply.struck for ply in state.plies] == [False, False, True, True]
    # Both thought ten seconds before it; White's next ten are White's own and stay used.
    assert table.times(2 * MINUTE) == (60 * MINUTE - 20 * SECOND, 60 * MINUTE - 10 * SECOND)
    assert dict(state.illegal) == {Side.WHITE: 0, Side.BLACK: 0}


def test_the_arbiter_may_set_the_clocks_of_a_restored_position() -> None:
    table = Table(control="60").started().play("e2-e4", "e7-e5")
    clocks = {"white": 50 * MINUTE, "black": 51 * MINUTE}
    table.rule("restored", MINUTE, ply=1, reason="the wind", clocks=clocks)
    assert table.times(MINUTE) == (50 * MINUTE, 51 * MINUTE)
    assert table.running is Side.BLACK


@pytest.mark.article("draughts:violations.5", "draughts:moves.14")
def test_outside_interference_is_not_a_violation_of_the_players() -> None:
    table = Table("draughts64", "45").started().play("c3-d4", "b6-a5")
    remedy = table.rule("restored", MINUTE, ply=2, cause="outside", reason="a spectator brushed the board")
    assert (remedy.article, remedy.offender) == ("draughts64:violations.5", None)
    assert (table.state.ply, table.state.phase, sum(table.state.illegal.values())) == (2, GamePhase.PLAYING, 0)


@pytest.mark.article("tavreli:4.2")
@pytest.mark.parametrize(("key", "touched", "other", "fits"), [
    ("tavreli-1997", "e2", "d2-d4", "e2-e4"), ("fide-2023", "e2", "d2d4", "e2e4"),
    ("draughts64", "c3", "e3-d4", "c3-d4"),
])  # fmt: skip
def test_the_piece_touched_first_must_move_and_no_other(key, touched, other, fits) -> None:
    table = Table(key).started()
    table.rule("touch_move", 10 * SECOND, offender="white", touches=[[touched, False]], claimed_by="black")
    with refused(Conflict, "bound_move") as excinfo:
        table.board.do(commands.move, Side.WHITE, other, at=20 * SECOND)
    assert fits in excinfo.value.detail["bound"]
    table.board.do(commands.move, Side.WHITE, fits, at=20 * SECOND)
    assert table.state.bound == ()
    table.play("b6-a5" if key == "draughts64" else "g8f6" if key == "fide-2023" else "g8-f6", at=30 * SECOND)


@pytest.mark.article("tavreli:4.4")
def test_a_piece_that_cannot_move_binds_to_nothing() -> None:
    table = Table(start="4k3/8/8/4ph3/4PH3/8/8/4K3 w - - - 0 1").started()
    remedy = table.rule("touch_move", SECOND, offender="white", touches=[["e4", False]], claimed_by="black")
    assert (remedy.outcome, remedy.article, table.state.bound) == ("rejected", "tavreli-1997:4.4", ())
    table.play("e1-d1", at=2 * SECOND)


@pytest.mark.article("tavreli:4.5")
def test_a_claimant_who_has_replied_is_too_late() -> None:
    table = Table().started().play("d2-d4")
    common = {"offender": "white", "touches": [["e2", False]], "claimed_by": "black"}
    table.play("d7-d5", at=3 * SECOND)
    with refused(Conflict, "claim_too_late"):
        table.decide("touch_move", 5 * SECOND, **common, moved=True)


def test_where_it_is_unknown_whether_they_touched_a_piece_the_arbiter_decides_and_says_why() -> None:
    table = Table().started().play("d2-d4")
    common = {"offender": "white", "touches": [["e2", False]], "claimed_by": "black", "claimant_touched": "unknown"}
    with refused(BadInput, "arbiter_decides"):
        table.decide("touch_move", 2 * SECOND, **common)
    assert table.decide("touch_move", 2 * SECOND, **common, reason="two witnesses").outcome == "upheld"


def test_claims_against_the_claimant_or_about_an_invalid_square_are_refused() -> None:
    table = Table().started()
    for facts, code in (
        ({"touches": [["e2", False]], "claimed_by": "white"}, "claims_against_himself"),
        ({"touches": [["z9", False]], "claimed_by": "black"}, "no_square"),
        ({"touches": [["e2"]], "claimed_by": "black"}, "bad_fact"),
    ):
        with refused(BadInput, code):
            table.decide("touch_move", offender="white", **facts)
    with refused(BadInput, "facts_contradict_record"):
        table.decide("touch_move", offender="black", touches=[["e7", False]], claimed_by="white")


@pytest.mark.article("tavreli:6.10")
def test_a_defective_clock_is_replaced_and_its_old_readings_stay_in_the_record() -> None:
    table = Table(control="60").started()
    new = {"white": 50 * MINUTE, "black": 55 * MINUTE}
    old = {"white": 10 * MINUTE, "black": 61 * MINUTE}
    table.rule("defective_clock", 5 * MINUTE, clocks=new, shown=old, reason="it jumped")
    assert table.times(5 * MINUTE) == (50 * MINUTE, 55 * MINUTE)
    reading = next(entry for entry in table.board.entries if entry.kind is EntryKind.READING)
    assert (reading.data["white_ms"], reading.data["black_ms"]) == (10 * MINUTE, 61 * MINUTE)


@pytest.mark.article("tavreli:6.12", "tavreli:13.5")
def test_an_interrupted_game_stands_still_until_the_arbiter_lets_it_go_on_with_time_for_both() -> None:
    table = Table(control="60").started()
    table.board.do(commands.pause, "alarm", at=MINUTE)
    table.rule("disturbance", 30 * MINUTE, white_ms=2 * MINUTE, black_ms=MINUTE, reason="fire alarm")
    assert table.times(30 * MINUTE) == (61 * MINUTE, 61 * MINUTE)
    assert (table.running, table.state.phase) == (Side.WHITE, GamePhase.PLAYING)


@pytest.mark.article("tavreli:6.12")
def test_the_arbiter_decides_when_play_goes_on() -> None:
    table = Table(control="60").started()
    table.board.do(commands.call_arbiter, Side.WHITE, "disturbance", {}, at=MINUTE)
    table.rule("disturbance", 2 * MINUTE, reason="noise", resume=False)
    assert (table.state.phase, table.state.calls) == (GamePhase.PAUSED, ())
    table.board.do(commands.resume, at=9 * MINUTE)
    assert table.times(9 * MINUTE)[0] == 59 * MINUTE


@pytest.mark.article("tavreli:8.1")
def test_time_is_deducted_before_play_from_a_player_who_cannot_write() -> None:
    table = Table(control="60")
    table.rule("deduction", offender="black", ms=10 * MINUTE, reason="a broken hand")
    table.started()
    assert table.times(0) == (60 * MINUTE, 50 * MINUTE)
    with refused(Conflict, "already_started"):
        table.decide("deduction", offender="black", ms=MINUTE, reason="again")


@pytest.mark.article("tavreli:8.6")
def test_where_the_control_cannot_be_proved_the_next_move_is_the_first_of_the_next_control() -> None:
    table = Table(control="40/90, 30").started().play("e2-e4", "e7-e5", every=MINUTE)
    table.rule("control_unproven", 3 * MINUTE, reason="both sheets break off at move 31")
    clock = table.state.clock
    assert clock is not None
    assert [clock.side(side).period for side in Side] == [1, 1]
    assert table.times(3 * MINUTE) == (89 * MINUTE + 30 * MINUTE - MINUTE, 89 * MINUTE + 30 * MINUTE)
    table.play("g1-f3", at=4 * MINUTE)
    assert table.state.clock.white.period_moves == 1
    with refused(Conflict, "clock_last_period"):
        table.decide("control_unproven", 5 * MINUTE, reason="again")


def test_time_is_given_taken_or_set_and_for_a_reason() -> None:
    table = Table(control="60").started()
    table.rule("time", white_ms=-MINUTE, black_ms=MINUTE, article="tavreli-1997:6.10", reason="late press")
    assert table.times(0) == (59 * MINUTE, 61 * MINUTE)
    for facts in ({}, {"white_ms": 1, "clocks": {"white": 1, "black": 1}}):
        with refused(BadInput, "no_time_given"):
            table.decide("time", **facts, article="tavreli-1997:6.10", reason="x")


@pytest.mark.article("tavreli:6.4")
def test_the_arbiter_says_where_the_clock_stands_and_play_is_not_touched_by_it() -> None:
    table = Table(control="60")
    remedy = table.rule("clock_place", stands="right")
    assert (table.state.clock_stands, remedy.article) == ("right", "tavreli-1997:6.4")
    table.started()
    table.rule("clock_place", MINUTE, stands="left")
    assert (table.state.clock_stands, table.running, table.state.phase) == ("left", Side.WHITE, GamePhase.PLAYING)
    assert table.times(MINUTE) == (59 * MINUTE, 60 * MINUTE)
    with pytest.raises(BadInput):
        table.decide("clock_place", stands="under")


def duty(table: Table, at: int) -> str:
    return duty_to_record(table.state, table.regime, Side.WHITE, at)


@pytest.mark.article("tavreli:8.4")
@pytest.mark.parametrize(("control", "text"), [("60+30", "must write"), ("60+29", "no duty"), ("60 d30", "must write")])
def test_a_bonus_of_thirty_seconds_keeps_the_duty(control: str, text: str) -> None:
    assert duty(Table(control=control).started(), 57 * MINUTE) == text


@pytest.mark.article("tavreli:B.3")
def test_in_rapid_and_blitz_nothing_need_be_written() -> None:
    for key in ("tavreli-1997-rapid", "tavreli-1997-blitz", "fide-2023-rapid", "draughts64"):
        table = Table(key, "10").started()
        assert duty(table, 0) == "no duty"
        assert duty(table, 10 * MINUTE) == "no duty"


def test_the_minutes_are_the_event_s() -> None:
    assert duty(Table(control="60", record_below_minutes=10).started(), 51 * MINUTE) == "no duty"
