"""Positions and moves of draughts as they are written and read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.rules.contract import AmbiguousMove, BadPosition, IllegalMove, StatusKind, Style, UnreadableMove
from tavleya.rules.draughts import read_position
from tavleya.rules.draughts.notation import read_written
from tavleya.sides import Side
from tests.tavleya.refusals import refused
from tests.tavleya.rules.draughts.samples import RULES, START, at, line_of, texts

WRITTEN_START = "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"


def warnings(text):
    return [warning.code for warning in read_position(text).warnings]


def test_the_start_has_a_keyword_and_is_written_from_the_highest_row_down():
    assert at("start") == START
    assert START.text() == WRITTEN_START


def test_kings_are_marked_and_stand_last():
    assert at("B:Wa3,Kd4,c3:BKh8,b8").text() == "B:Wa3,c3,Kd4:Bb8,Kh8"


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


SAMPLE = ["е3-d4", "d6-c5", "f2-e3", "f6-g5", "c3-b4", "g5-h4", "b4:d6", "h4:f2", "e1:g3", "c7:h4x"]
TWO_WAYS = "B:Wc7,b4,d4,f2:BKb8,a7,g7"


@pytest.mark.article("draughts:notation")
def test_the_sample_game_is_read_to_its_end():
    line = line_of(START, *SAMPLE)
    assert line.position.text() == "W:Wa3,e3,b2,h2,a1,c1,g1:Bb8,d8,f8,h8,a7,e7,g7,b6,h6,Kh4"
    assert [ply.text for ply in line.plies][-4:] == ["b4:d6", "h4:f2", "e1:g3", "c7:h4"]


@pytest.mark.article("draughts:notation")
@pytest.mark.parametrize(
    "text",
    [
        "c3-d4", "c3d4", "C3-D4", "c3 - d4", "c3–d4", "c3—d4", "c3−d4", "с3-d4", " c3-d4 ", "22-18", "cd4", "c-d4",
        "c3-d4!", "c3-d4 ?!", "c3-d4(!)", "c3-d4=", "c3-d4x", "c3-d4х", "c3-d4*",
    ],
)  # fmt: skip
def test_a_quiet_move_is_read_in_every_usual_way(text):
    assert RULES.read(START, text).text == "c3-d4"


@pytest.mark.article("draughts:notation")
@pytest.mark.parametrize(
    "text",
    ["b4:d6", "b4xd6", "b4хd6", "b4×d6", "b4d6", "b4-d6", "b4:d6!?", "b4:d6x", "b:d6", "bd6", "bxd6", "17:10", "17x10"],
)
def test_a_take_is_read_in_every_usual_way(text):
    assert RULES.read(at("W:Wb4:Bc5,h8"), text).text == "b4:d6"


def test_a_long_take_is_read_with_all_some_or_none_of_its_squares():
    position = at("B:Wd6,d4,a3,e3,g3,b2,d2,h2,a1,c1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,h6")
    for text in ("c7:h4", "c7:e5:c3:e1:h4", "c7xe5xc3xe1xh4", "c7:e1:h4", "c7e5c3e1h4"):
        assert RULES.read(position, text).text == "c7:h4"
    with pytest.raises(IllegalMove):
        RULES.read(position, "c7:c3:e5:h4")


def test_a_take_that_goes_round_is_read_in_either_direction():
    position = at("W:Wc3:Bb6,d6,b4,d4")
    for text in ("c3:c3", "c3:e5:c7:a5:c3", "c3:a5:c7:e5:c3"):
        assert RULES.read(position, text).text == "c3:c3"


def test_two_takes_between_the_same_squares_need_the_squares_between():
    position = at(TWO_WAYS)
    assert texts(position) == ["b8:a3", "b8:e5:c3:a5", "b8:g3:e1:a5"]
    assert RULES.read(position, "b8:c3:a5").text == "b8:e5:c3:a5"
    with pytest.raises(AmbiguousMove) as excinfo:
        RULES.read(position, "b8:a5")
    assert excinfo.value.candidates == ("b8:e5:c3:a5", "b8:g3:e1:a5")


def test_the_short_form_must_be_unique():
    position = at("W:Wc3,Kc5:Bh8")
    assert RULES.read(position, "cb6").text == "c5-b6"
    with pytest.raises(AmbiguousMove) as excinfo:
        RULES.read(position, "cd4")
    assert excinfo.value.candidates == ("c3-d4", "c5-d4")


@pytest.mark.parametrize(
    "text", ["", "x", "=", "c3", "c9-d4", "0-0", "e2-e4-", "33-28", "c3--d4", "Kd4", "1-0", "c3+d4", "c3-d4" * 40]
)
def test_an_invalid_move_is_unreadable(text):
    with refused(UnreadableMove, "unreadable_move"):
        RULES.read(START, text)


def test_the_marks_of_a_move_are_kept_apart():
    assert read_written("c7:h4х").marks == "x"
    assert read_written("c3-d4 !?").marks == "!?"


def test_moves_are_written_canonically_or_with_every_square():
    position = at("W:Wc3:Bd4,f6,h8")
    move = RULES.read(position, "c3:g7")
    assert RULES.write(position, move, Style()) == "c3:g7"
    assert RULES.write(position, move, Style(form="short")) == "c3:g7"
    assert RULES.write(position, move, Style(form="long")) == "c3:e5:g7"


def test_a_wrong_move_names_legal_ones_close_to_it():
    with pytest.raises(IllegalMove) as excinfo:
        RULES.read(START, "c3-e5")
    assert excinfo.value.nearest == ("c3-b4", "c3-d4")
    assert excinfo.value.detail["nearest"] == ["c3-b4", "c3-d4"]


SQUARES = st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("12345678")).map("".join)


@given(st.lists(SQUARES, min_size=2, max_size=5), st.sampled_from([START, at(TWO_WAYS), at("W:WKg7:Bb6,f6,f2")]))
def test_any_squares_are_a_legal_move_or_have_a_reason(squares, position):
    message = RULES.explain(position, ":".join(squares))
    if message is not None:
        assert message.code not in ("", "unreadable_move")
        assert message.render()
