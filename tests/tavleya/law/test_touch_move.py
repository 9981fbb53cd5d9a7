"""Touch-move rulings: a touch binds the player, and a move with another piece is undone."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.record import commands
from tavleya.record.phase import GamePhase
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.refusals import refused


@pytest.mark.article("tavreli:4.2")
@pytest.mark.parametrize(("key", "touched", "other", "fits"), [
    ("tavreli-1997", "e2", "d2-d4", "e2-e4"), ("fide-2023", "e2", "d2d4", "e2e4"),
    ("draughts64", "c3", "e3-d4", "c3-d4"),
])  # fmt: skip
def test_the_piece_touched_first_must_move_and_no_other(
    key: str, touched: str, other: str, fits: str
) -> None:
    table = Table(key).started()
    table.rule("touch_move", 10 * SECOND, offender="white", touches=[[touched, False]], claimed_by="black")
    with pytest.raises(Conflict) as excinfo:
        table.board.do(commands.move, Side.WHITE, other, at=20 * SECOND)
    assert excinfo.value.code == "bound_move"
    assert fits in excinfo.value.detail["bound"]
    table.board.do(commands.move, Side.WHITE, fits, at=20 * SECOND)
    assert table.state.bound == ()
    table.play("b6-a5" if key == "draughts64" else "g8f6" if key == "fide-2023" else "g8-f6", at=30 * SECOND)


@pytest.mark.article("tavreli:4.1")
def test_adjusting_that_was_announced_binds_to_nothing() -> None:
    table = Table().started()
    remedy = table.rule("touch_move", SECOND, offender="white", touches=[["e2", True]], claimed_by="black")
    assert remedy.outcome == "rejected"
    table.play("d2-d4", at=2 * SECOND)


@pytest.mark.article("tavreli:4.2")
def test_a_move_with_another_piece_is_taken_back_with_its_time_and_does_not_count_as_illegal() -> None:
    table = Table(control="60").started().play("d2-d4", at=0, every=40 * SECOND)
    before = table.state.line.positions[0].text()
    remedy = table.rule(
        "touch_move", 50 * SECOND, offender="white", touches=[["e2", False]], claimed_by="black"
    )
    state = table.state
    assert (state.position.text(), state.turn, state.phase) == (before, Side.WHITE, GamePhase.PLAYING)
    assert table.times(50 * SECOND) == (60 * MINUTE - 40 * SECOND, 60 * MINUTE)
    assert state.illegal[Side.WHITE] == 0
    assert {move[:2] for move in state.bound} == {"e2"}
    assert remedy.article == "tavreli-1997:4.2"


@pytest.mark.article("tavreli:4.3")
def test_the_ratoborets_before_the_volhv_bars_castling() -> None:
    castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - - 0 1"
    table = Table(start=castling).started()
    table.rule(
        "touch_move", SECOND, offender="white", touches=[["h1", False], ["e1", False]], claimed_by="black"
    )
    assert table.state.bound
    assert "0-0" not in table.state.bound
    with pytest.raises(Conflict):
        table.play("0-0", at=2 * SECOND)


@pytest.mark.article("tavreli:4.4")
def test_a_piece_that_cannot_move_binds_to_nothing() -> None:
    table = Table(start="4k3/8/8/4ph3/4PH3/8/8/4K3 w - - - 0 1").started()
    remedy = table.rule("touch_move", SECOND, offender="white", touches=[["e4", False]], claimed_by="black")
    assert (remedy.outcome, remedy.article, table.state.bound) == ("rejected", "tavreli-1997:4.4", ())
    table.play("e1-d1", at=2 * SECOND)


def test_a_touched_piece_without_a_move_leaves_the_player_free_in_chess() -> None:
    table = Table("fide-2023").started()
    remedy = table.rule("touch_move", SECOND, offender="white", touches=[["a1", False]], claimed_by="black")
    assert remedy.outcome == "rejected"
    table.play("d2d4", at=SECOND)


@pytest.mark.article("tavreli:4.5")
def test_a_claimant_who_has_touched_a_piece_or_replied_is_too_late() -> None:
    table = Table().started().play("d2-d4")
    common = {"offender": "white", "touches": [["e2", False]], "claimed_by": "black"}
    with refused(Conflict, "claim_too_late", article="tavreli-1997:4.5"):
        table.decide("touch_move", 2 * SECOND, **common, claimant_touched="yes")
    table.play("d7-d5", at=3 * SECOND)
    with refused(Conflict, "claim_too_late"):
        table.decide("touch_move", 5 * SECOND, **common, moved=True)


def test_where_it_is_unknown_whether_they_touched_a_piece_the_arbiter_decides_and_says_why() -> None:
    table = Table().started().play("d2-d4")
    common = {
        "offender": "white", "touches": [["e2", False]], "claimed_by": "black", "claimant_touched": "unknown",
    }  # fmt: skip
    with refused(BadInput, "arbiter_decides"):
        table.decide("touch_move", 2 * SECOND, **common)
    assert table.decide("touch_move", 2 * SECOND, **common, reason="two witnesses").outcome == "upheld"


@pytest.mark.article("tavreli:B.5")
def test_in_rapid_the_arbiter_acts_on_touch_move_only_when_a_player_claims() -> None:
    table = Table("tavreli-1997-rapid", "15").started()
    with refused(Conflict, "only_on_claim", article="tavreli-1997:B.5"):
        table.decide("touch_move", offender="white", touches=[["e2", False]])
    claimed = table.decide("touch_move", offender="white", touches=[["e2", False]], claimed_by="black")
    assert claimed.outcome == "upheld"


def test_claims_against_the_claimant_or_about_an_invalid_square_are_refused() -> None:
    table = Table().started()
    for facts, code in (
        ({"touches": [["e2", False]], "claimed_by": "white"}, "claims_against_himself"),
        ({"touches": [["z9", False]]}, "no_square"),
        ({"touches": [["e2"]]}, "bad_fact"),
    ):
        with refused(BadInput, code):
            table.decide("touch_move", offender="white", **facts)
    with refused(BadInput, "facts_contradict_record"):
        table.decide("touch_move", offender="black", touches=[["e7", False]], claimed_by="white")
