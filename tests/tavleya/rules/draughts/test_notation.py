"""Positions and moves of draughts as they are written and read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.rules.contract import AmbiguousMove, BadPosition, IllegalMove, StatusKind, Style, UnreadableMove
from tavleya.rules.draughts import read_position
from tavleya.rules.draughts.notation import read_written
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.rules.draughts.samples import RULES, START, at, line_of, texts

WRITTEN_START = "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"


def warnings(text):
    return [warning.code for warning in read_position(text).warnings]


def test_a_position_is_written_from_the_highest_row_down_with_its_kings_last():
    assert at("start").text() == WRITTEN_START
    assert at("B:Wa3,Kd4,c3:BKh8,b8").text() == "B:Wa3,c3,Kd4:Bb8,Kh8"


@pytest.mark.parametrize("text", [
    "W:W21-32:B1-12", "W:W29,30,31,32,25,26,27,28,21,22,23,24:B9,10,11,12,5,6,7,8,1,2,3,4.", "  W:B1-12:W21-32.  ",
    "w:w21-32:b1-12:H0:F1", WRITTEN_START + ".", WRITTEN_START + ":H0:F1", WRITTEN_START.replace(",", ", "),
])  # fmt: skip
def test_other_ways_of_writing_the_start_are_read(text):
    assert at(text) == START
    assert warnings(text) == []


@pytest.mark.parametrize(("text", "canonical", "corner"), [
    ("W:WK1,21:B12", "W:Wa3,Kb8:Bh6", "b8"),
    ("W:W1,2,9:B32,31,24", "W:Wa3,a1,c1:Bf8,h8,h6", "a1"),  # else a man would stand on its crowning row
])  # fmt: skip
def test_numbers_count_from_a_corner_and_are_reported_as_doubtful(text, canonical, corner):
    reading = read_position(text)
    assert reading.position.text() == canonical
    assert [(warning.code, warning.params["corner"]) for warning in reading.warnings] == [("numbered_squares", corner)]


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
LONG_TAKE = "B:Wd6,d4,a3,e3,g3,b2,d2,h2,a1,c1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,h6"
TWO_WAYS = "B:Wc7,b4,d4,f2:BKb8,a7,g7"


@pytest.mark.article("draughts:notation")
def test_the_sample_game_is_read_to_its_end():
    line = line_of(START, *SAMPLE)
    assert line.position.text() == "W:Wa3,e3,b2,h2,a1,c1,g1:Bb8,d8,f8,h8,a7,e7,g7,b6,h6,Kh4"
    assert [ply.text for ply in line.plies][-4:] == ["b4:d6", "h4:f2", "e1:g3", "c7:h4"]


@pytest.mark.article("draughts:notation")
@pytest.mark.parametrize(("fen", "move", "texts"), [
    ("start", "c3-d4", (
        "c3-d4", "c3d4", "C3-D4", "c3 - d4", "c3–d4", "c3—d4", "c3−d4", "с3-d4", " c3-d4 ", "22-18", "cd4", "c-d4",
        "c3-d4!", "c3-d4 ?!", "c3-d4(!)", "c3-d4=", "c3-d4x", "c3-d4х", "c3-d4*",
    )),
    ("W:Wb4:Bc5,h8", "b4:d6", (
        "b4:d6", "b4xd6", "b4хd6", "b4×d6", "b4d6", "b4-d6", "b4:d6!?", "b4:d6x", "b:d6", "bd6", "bxd6", "17:10",
        "17x10",
    )),
    # A long take has all, some or none of its squares; one that goes round has either direction.
    (LONG_TAKE, "c7:h4", ("c7:h4", "c7:e5:c3:e1:h4", "c7xe5xc3xe1xh4", "c7:e1:h4", "c7e5c3e1h4")),
    ("W:Wc3:Bb6,d6,b4,d4", "c3:c3", ("c3:c3", "c3:e5:c7:a5:c3", "c3:a5:c7:e5:c3")),
    (TWO_WAYS, "b8:e5:c3:a5", ("b8:c3:a5",)),
    ("W:Wc3,Kc5:Bh8", "c5-b6", ("cb6",)),
])  # fmt: skip
def test_a_move_is_read_in_every_usual_way(fen, move, texts):
    for text in texts:
        assert RULES.read(at(fen), text).text == move, text


def test_squares_in_another_order_are_no_move():
    with pytest.raises(IllegalMove):
        RULES.read(at(LONG_TAKE), "c7:c3:e5:h4")


@pytest.mark.parametrize(("fen", "text", "candidates"), [
    (TWO_WAYS, "b8:a5", ("b8:e5:c3:a5", "b8:g3:e1:a5")), ("W:Wc3,Kc5:Bh8", "cd4", ("c3-d4", "c5-d4")),
])  # fmt: skip
def test_a_text_that_fits_two_moves_is_refused_with_both(fen, text, candidates):
    with pytest.raises(AmbiguousMove) as excinfo:
        RULES.read(at(fen), text)
    assert excinfo.value.candidates == candidates


@pytest.mark.parametrize(
    "text", ["", "x", "=", "c3", "c9-d4", "0-0", "e2-e4-", "33-28", "c3--d4", "Kd4", "1-0", "c3+d4", "c3-d4" * 40]
)
def test_an_invalid_move_is_unreadable(text):
    with refused(UnreadableMove, "unreadable_move"):
        RULES.read(START, text)


@pytest.mark.parametrize(
    ("style", "written"), [(Style(), "c3:g7"), (Style(form="short"), "c3:g7"), (Style(form="long"), "c3:e5:g7")]
)
def test_moves_are_written_canonically_or_with_every_square(style, written):
    position = at("W:Wc3:Bd4,f6,h8")
    assert RULES.write(position, RULES.read(position, "c3:g7"), style) == written


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


@pytest.mark.parametrize(("text", "marks"), [("c7:h4х", "x"), ("c3-d4 !?", "!?")])
def test_the_marks_of_a_move_are_kept_apart(text, marks):
    assert read_written(text).marks == marks
