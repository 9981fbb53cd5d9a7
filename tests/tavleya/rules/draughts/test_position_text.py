"""Position texts: reading, writing and refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.rules.contract import BadPosition, StatusKind
from tavleya.rules.draughts import read_position
from tavleya.sides import Side
from tests.tavleya.rules.draughts.samples import RULES, START, at, reference, texts

WRITTEN_START = "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"


def warnings(text):
    return [warning.code for warning in read_position(text).warnings]


def test_the_start_has_a_keyword_and_is_written_from_the_highest_row_down():
    assert at("start") == START
    assert START.text() == WRITTEN_START


def test_kings_are_marked_and_stand_last():
    assert at("B:Wa3,Kd4,c3:BKh8,b8").text() == "B:Wa3,c3,Kd4:Bb8,Kh8"


@pytest.mark.parametrize("case", reference()["cases"], ids=lambda case: case["id"])
def test_a_text_read_and_written_and_read_again_is_the_same_position(case):
    position = at(case["fen"])
    assert at(position.text()) == position


@pytest.mark.parametrize("text", [
    "W:W21-32:B1-12", "W:W29,30,31,32,25,26,27,28,21,22,23,24:B9,10,11,12,5,6,7,8,1,2,3,4.",
    "  W:B1-12:W21-32.  ", "w:w21-32:b1-12:H0:F1", WRITTEN_START + ".", WRITTEN_START + ":H0:F1",
    WRITTEN_START.replace(",", ", "),
])  # fmt: skip
def test_other_ways_of_writing_the_start_are_read(text):
    assert at(text) == START
    assert warnings(text) == []


def test_numbers_count_from_b8_and_are_reported_as_doubtful():
    assert at("W:WK1,21:B12").text() == "W:Wa3,Kb8:Bh6"
    assert warnings("W:WK1,21:B12") == ["numbered_squares"]


def test_numbers_that_would_put_a_man_on_its_crowning_row_count_from_a1():
    position = read_position("W:W1,2,9:B32,31,24")
    assert position.position.text() == "W:Wa3,a1,c1:Bf8,h8,h6"
    assert position.warnings[0].params["corner"] == "a1"


@pytest.mark.parametrize(("text", "code"), [
    ("", "position_shape"), ("W", "position_shape"), ("W:Wa1", "position_shape"),
    ("X:Wa1:Bb8", "position_shape"), ("W:Wa1:Wb8", "position_shape"), ("W:Wa1:Bb8:Bd8", "position_shape"),
    ("W:Wa1:Bb8" + " " * 500 + "x", "position_shape"), ("W:Wa2:Bb8", "light_square"),
    ("W:Wi9:Bb8", "no_such_square"), ("W:Wa1,Kz:Bb8", "no_such_square"), ("W:W0:B33", "no_such_square"),
    ("W:Wa1,a1:Bb8", "square_twice"), ("W:Wa1:Ba1", "square_twice"), ("W:Wb8:Bh6", "man_on_crowning_row"),
    ("W:Wa3:Bc1", "man_on_crowning_row"), ("W:W1:B32,5,K29,1", "square_twice"),
    ("W:W1,32:B5", "man_on_crowning_row"), ("W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3,b4:Bb8", "too_many_men"),
    ("W:W21,a1:Bb8", "mixed_squares"), ("W:W:B", "no_men_at_all"),
])  # fmt: skip
def test_an_impossible_position_is_refused_with_its_own_reason(text, code):
    with pytest.raises(BadPosition) as excinfo:
        at(text)
    assert excinfo.value.code == code
    assert str(excinfo.value)


def test_one_side_without_men_is_a_position_and_lost():
    status = at("W:W:Bc5").status()
    assert (status.kind, status.winner) == (StatusKind.NO_PIECES, Side.BLACK)


@pytest.mark.article("draughts:ways.7")
def test_a_handicap_game_starts_without_some_men():
    position = at(WRITTEN_START.replace("b2,", ""))
    assert START.figures().keys() - position.figures().keys() == {"b2"}
    assert texts(position) == sorted([*texts(START), "a1-b2", "c1-b2"])


@given(st.text(max_size=60) | st.text(alphabet="WBK:,.-abcdefgh0123456789 ", max_size=60))
def test_any_text_is_a_position_or_a_refusal(text):
    try:
        position = RULES.position(text)
    except BadPosition as problem:
        sentence = str(problem)
    else:
        sentence = "read"
        assert RULES.position(position.text()) == position
    assert sentence
