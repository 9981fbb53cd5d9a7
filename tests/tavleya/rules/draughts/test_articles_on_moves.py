"""The section on moves and the first move, article by article."""

import pytest

from tavleya.errors import BadInput
from tavleya.rules.contract import Figure, Touch
from tavleya.rules.draughts.displace import displace
from tavleya.rules.draughts.violations import Conduct, diagnose
from tavleya.sides import Side
from tests.tavleya.refusals import refused
from tests.tavleya.rules.draughts.samples import RULES, START, at, code, played, texts

MAN, KING = Figure("M", Side.WHITE), Figure("D", Side.WHITE)


@pytest.mark.article("draughts:first-move")
def test_white_makes_the_first_move():
    assert START.turn is Side.WHITE
    assert code(START, "d6-c5") == "not_your_man"
    assert played(START, "c3-d4").turn is Side.BLACK


@pytest.mark.article("draughts:moves.1", "draughts:moves.2")
def test_men_and_kings_are_different_and_move_differently():
    position = at("W:Wb2,Kg1:Bh8")
    assert position.figures()["b2"] == (MAN,)
    assert position.figures()["g1"] == (KING,)
    assert [text for text in texts(position) if text.startswith("b2")] == ["b2-a3", "b2-c3"]
    assert [text for text in texts(position) if text.startswith("g1")] == [
        "g1-a7", "g1-b6", "g1-c5", "g1-d4", "g1-e3", "g1-f2", "g1-h2",
    ]  # fmt: skip


@pytest.mark.article("draughts:moves.3")
def test_a_move_carries_one_man_from_square_to_square_and_passes_the_turn():
    after = played(START, "c3-d4")
    removed = START.figures().keys() - after.figures().keys()
    new = after.figures().keys() - START.figures().keys()
    assert (removed, new, after.turn) == ({"c3"}, {"d4"}, Side.BLACK)


@pytest.mark.article("draughts:moves.4")
@pytest.mark.parametrize(("text", "reason"), [
    ("d4-c5", "legal"), ("d4-e5", "legal"), ("d4-c3", "men_go_forward"), ("d4-f6", "too_far_for_a_man"),
    ("d4-d5", "light_square"), ("d4-d6", "not_diagonal"), ("a1-b2", "target_occupied"),
])  # fmt: skip
def test_a_man_goes_one_square_forward_on_a_diagonal_to_a_free_square(text, reason):
    assert code(at("W:Wd4,a1,b2:Bh8"), text) == reason


@pytest.mark.article("draughts:moves.4")
def test_a_black_man_goes_the_other_way():
    assert texts(at("B:Wh2:Bd4")) == ["d4-c3", "d4-e3"]


@pytest.mark.article("draughts:moves.5")
def test_a_man_that_reaches_the_last_row_is_a_king():
    assert played(at("W:Wc7:Bh4"), "c7-d8").figures()["d8"] == (KING,)
    assert played(at("B:Wh4:Bc3"), "c3-d2").figures()["d2"] == (Figure("M", Side.BLACK),)
    assert played(at("B:Wh4:Bd2"), "d2-e1").figures()["e1"] == (Figure("D", Side.BLACK),)


@pytest.mark.article("draughts:moves.6")
def test_the_record_crowns_always_and_a_missing_crown_is_a_violation():
    position = at("W:Wc7:Bh4")
    assert displace(position, "c7-d8").figures()["d8"] == (KING,)
    result = diagnose(position, Conduct(Side.WHITE, ("c7", "d8"), uncrowned=True))
    assert [finding.message.code for finding in result] == ["not_crowned"]
    assert diagnose(position, Conduct(Side.WHITE, ("c7", "d8"))) == ()


@pytest.mark.article("draughts:moves.7")
def test_a_king_stays_a_king_wherever_it_goes():
    position = played(at("W:WKd8:Bh8,h6"), "d8-a5", "h6-g5", "a5-e1", "g5-h4", "e1-a5")
    assert position.figures()["a5"] == (KING,)


@pytest.mark.article("draughts:moves.8")
def test_a_new_king_moves_only_after_the_reply():
    position = played(at("W:Wc7:Bh8,a5"), "c7-d8")
    assert position.turn is Side.BLACK
    assert code(position, "d8-e7") == "not_your_man"
    assert "d8-e7" in texts(played(position, "h8-g7"))


@pytest.mark.article("draughts:moves.9")
def test_a_king_goes_any_distance_both_ways_over_free_squares():
    position = at("W:WKd4,f6:Ba7")
    assert texts(position) == [
        "d4-a1", "d4-b2", "d4-b6", "d4-c3", "d4-c5", "d4-e3", "d4-e5", "d4-f2", "d4-g1", "f6-e7", "f6-g7",
    ]  # fmt: skip
    assert code(position, "d4-g7") == "way_barred"
    assert code(position, "d4-h4") == "not_diagonal"


@pytest.mark.article("draughts:moves.10")
def test_a_move_from_which_the_hand_was_taken_counts_as_made():
    conduct = Conduct(Side.WHITE, ("c3", "b4"), taken_back=("c3", "d4"))
    assert [f.article for f in diagnose(START, conduct)] == ["violations.4.4"]


@pytest.mark.article("draughts:moves.11")
def test_a_touched_man_that_can_move_must_move():
    duty = RULES.bound_moves(START, [Touch("e3"), Touch("c3")])
    assert (duty.square, duty.reason.code, duty.free) == ("e3", "touched_man_moves", False)
    assert [move.text for move in duty.moves] == ["e3-d4", "e3-f4"]


@pytest.mark.article("draughts:moves.11")
def test_a_touched_man_that_cannot_move_binds_to_nothing():
    duty = RULES.bound_moves(START, [Touch("a1")])
    assert (duty.moves, duty.reason.code, duty.free) == (START.legal_moves(), "free_choice", True)
    assert RULES.bound_moves(START, [Touch("a1"), Touch("c3")]).square == "c3"
    assert RULES.bound_moves(START, [Touch("c7")]).square == ""


@pytest.mark.article("draughts:moves.11")
def test_a_touched_man_that_cannot_take_does_not_free_from_the_take():
    position = at("W:Wc3,g3:Bd4,h8")
    assert [move.text for move in RULES.bound_moves(position, [Touch("g3")]).moves] == ["c3:e5"]


@pytest.mark.article("draughts:moves.12")
def test_the_touched_man_may_go_to_any_square_it_can_reach():
    duty = RULES.bound_moves(at("W:WKa1,h2:Bh8"), [Touch("a1")])
    assert [move.target for move in duty.moves] == ["b2", "c3", "d4", "e5", "f6", "g7"]


@pytest.mark.article("draughts:moves.13")
def test_an_announced_adjustment_binds_to_nothing():
    assert RULES.bound_moves(START, [Touch("e3", adjusting=True)]).square == ""
    assert RULES.bound_moves(START, [Touch("e3", adjusting=True), Touch("g3")]).square == "g3"


@pytest.mark.article("draughts:moves.14")
def test_touching_out_of_turn_has_no_consequence():
    black_at_whites_turn = [Touch("d6"), Touch("c3", adjusting=True)]
    duty = RULES.bound_moves(START, black_at_whites_turn)
    assert (duty.square, duty.moves) == ("", START.legal_moves())


def test_an_invalid_square_is_refused():
    with refused(BadInput, "no_such_square"):
        RULES.bound_moves(START, [Touch("c3"), Touch("j9")])
