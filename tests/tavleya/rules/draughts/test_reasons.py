"""Reasons why a move is illegal: one reason, one code, one sentence."""

import pytest

from tests.tavleya.rules.draughts.samples import RULES, START, at, code


@pytest.mark.parametrize(("position", "move", "expected"), [
    ("start", "d4-e5", "no_man_there"), ("start", "d6-c5", "not_your_man"),
    ("start", "c3-c4", "light_square"), ("start", "a3-a5", "not_diagonal"),
    ("start", "b2-c3", "target_occupied"), ("start", "c3-e5", "too_far_for_a_man"),
    ("start", "b2-d4", "own_man_in_the_way"), ("start", "a3-b4-c5", "nothing_to_take"),
    ("start", "cf4", "no_such_short_move"), ("start", "zz", "unreadable_move"),
    ("W:Wd4,h2:Bh8", "d4-c3", "men_go_forward"), ("W:WKa1,c3:Bh8", "a1-e5", "way_barred"),
    ("W:WKa1,h2:Bd4,e5,c7", "a1-g7", "way_barred"), ("W:Wc3,a1:Bd4", "a1-b2", "take_compulsory"),
    ("W:Wc3,a1:Bd4", "c3-b4", "take_compulsory"), ("W:Wc3,f2:Bd4,f6", "c3:e5", "take_not_finished"),
    ("W:Wc3,f2:Bd4,f6", "c3:e5:g7:h8", "takes_nothing"), ("W:Wc3,f2:Bd4,f6", "c3:e5:d5", "light_square"),
    ("W:Wc3,f2:Bd4,f6", "c3:e5:e7", "not_diagonal"), ("W:Wc3,g7,h2:Bd4,f6,f4", "c3:e5:g7", "target_occupied"),
    ("W:Wc3,f6,h2:Bd4,f4", "c3:e5:g7", "own_man_in_the_way"),
    ("W:WKa1,h2:Bc3,d4,g3", "a1:e5", "two_men_at_once"), ("W:WKg7:Bb6,f6,f2", "g7:d4:a7:g1", "jumped_twice"),
    ("W:WKg7:Bb6,f6,f2", "g7:d4", "take_not_finished"), ("W:WKg7:Bb6,f6,f2", "g7:e5", "king_must_go_on"),
    ("W:WKa1:Bg5,d4", "a1:h8", "king_must_go_on"), ("W:Wa1,d2:Be3,c3", "a1:g7", "too_far_for_a_man"),
    ("W:Wc1,b2:Bd4,c3", "c1:f4", "too_far_for_a_man"), ("W:Wa3:Bc5,b4", "a3:c5", "game_over"),
])  # fmt: skip
def test_each_reason_has_its_code(position, move, expected):
    assert code(at(position), move) == expected


def test_the_sentence_names_the_takes_that_are_due():
    message = RULES.explain(at("W:Wc3,g3:Bd4,f4,h8"), "c3-b4")
    assert message.render() == "Capturing is compulsory: c3:e5, g3:e5."


def test_the_sentence_of_an_unfinished_take_names_how_it_goes_on():
    message = RULES.explain(at("W:Wc3,f2:Bd4,f6"), "c3:e5")
    assert message.render() == "The capture cannot end on e5: it must continue (c3:e5:g7)."


def test_a_legal_move_has_no_reason_against_it():
    assert RULES.explain(START, "c3-d4") is None
