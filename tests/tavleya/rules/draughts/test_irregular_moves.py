"""Irregular moves are executed on the position, so that the record can continue from there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.rules.contract import UnreadableMove
from tavleya.sides import Side
from tests.tavleya.refusals import refused
from tests.tavleya.rules.draughts.samples import RULES, START, at, played


@pytest.mark.parametrize(("position", "deed", "after"), [
    ("W:Wc3,a1:Bd4", "a1-b2", "B:Wc3,b2:Bd4"), ("W:Wc3:Bd4,h8", "c3-e5", "B:We5:Bh8,d4"),
    ("W:Wc3:Bd4,h8", "c3:e5", "B:We5:Bh8"), ("W:Wc3:Bd4,f6", "c3:e5", "B:We5:Bf6"),
    ("W:Wc3:Bd4,h8", "c3:e5 -0", "B:We5:Bh8,d4"), ("W:Wc3,h2:Bd4,h8", "c3-b4 -d4", "B:Wb4,h2:Bh8"),
    ("W:Wc3,h2:Bd4,h8", "c3:e5 -d4 -h2", "B:We5:Bh8"), ("W:Wc3,h2:Bd4,h8", "-d4", "B:Wc3,h2:Bh8"),
    ("W:Wc3:Bd4,h8", "d4-e5", "B:Wc3:Bh8,e5"), ("W:Wc3:Bd4,h8", "d4:b2", "B:W:Bh8,b2"),
    ("W:Wc7:Bh4", "c7-d8", "B:WKd8:Bh4"), ("W:Wc3,h2:Bd4,h8", "с3–с4", "B:Wh2:Bh8,d4"),
])  # fmt: skip
def test_an_executed_move_gives_the_expected_position(position, deed, after):
    result = RULES.displace(at(position), deed)
    assert result.turn is Side.BLACK
    assert result.text() == after


def test_taking_off_the_last_man_leaves_the_other_side_without_any():
    result = RULES.displace(at("W:Wc3:Bd4,f6"), "c3xe5xg7")
    assert result.text() == "B:Wg7:B"
    assert result.status().winner is Side.WHITE
    assert RULES.displace(at("W:WKg7:Bb6,f6,f2"), "g7:d4:a7:g1").text() == "B:WKg1:B"


def test_play_goes_on_from_an_irregular_move():
    accepted = RULES.displace(START, "c3-e5")
    assert RULES.read(accepted, "d6:f4").captured == ("e5",)


@pytest.mark.article("draughts:violations.4.1")
def test_a_second_move_in_succession_passes_the_turn_to_the_other_player():
    after_one = played(START, "c3-d4")
    after_two = RULES.displace(after_one, "e3-f4", by=Side.WHITE)
    assert after_two.turn is Side.BLACK
    assert {"d4", "f4"} <= after_two.figures().keys()


@pytest.mark.parametrize(("deed", "code"), [
    ("".join(f" -{square}" for square in START.figures()), "nothing_left"), ("", "unreadable_deed"),
    ("c3", "unreadable_deed"), ("hello", "unreadable_deed"), ("c3-d4" * 60, "unreadable_deed"),
    ("d4-e5", "nothing_to_move"), ("c3-d4 -e5", "nothing_to_remove"), ("-e5", "nothing_to_remove"),
    ("c3-b2", "square_held"), ("c3-d4 -c3", "moved_and_removed"),
])  # fmt: skip
def test_an_impossible_move_is_refused(deed, code):
    with refused(UnreadableMove, code):
        RULES.displace(START, deed)


def test_a_man_may_be_put_where_another_was_taken_off():
    assert RULES.displace(at("W:Wc3:Bd4,h8"), "c3-d4 -d4").text() == "B:Wd4:Bh8"


@given(st.text(max_size=30) | st.text(alphabet="abcdefgh12345678-: x0", max_size=20))
def test_any_text_is_done_or_refused(text):
    try:
        position = RULES.displace(START, text)
    except UnreadableMove as problem:
        sentence = str(problem)
    else:
        sentence = "done"
        assert position.turn is Side.BLACK
        assert len(position.figures()) <= 24
    assert sentence
