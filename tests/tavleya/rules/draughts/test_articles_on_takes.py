"""The section on takes, article by article."""

import pytest

from tavleya.rules.contract import Figure
from tavleya.rules.draughts.violations import Conduct, diagnose
from tavleya.sides import Side
from tests.tavleya.rules.draughts.samples import RULES, at, code, played, texts


def articles(position, path, **more):
    conduct = Conduct(position.turn, tuple(path.split()), **more)
    return [finding.article.removeprefix("violations.") for finding in diagnose(position, conduct)]


@pytest.mark.article("draughts:takes.1")
def test_a_take_is_compulsory_forwards_and_backwards_and_is_one_move():
    forwards, backwards = at("W:Wc3,a1:Bd4"), at("W:Wc5,a1:Bd4")
    assert texts(forwards) == ["c3:e5"]
    assert texts(backwards) == ["c5:e3"]
    assert RULES.explain(forwards, "a1-b2").render() == "Capturing is compulsory: c3:e5."
    assert played(forwards, "c3:e5").turn is Side.BLACK


@pytest.mark.article("draughts:takes.1", "draughts:takes.7")
def test_own_men_cannot_be_taken_or_jumped():
    assert code(at("W:Wc3,d4:Bh8"), "c3:e5") == "own_man_in_the_way"
    assert code(at("W:WKa1,c3,g5:Bd4,h6"), "a1:e5") == "own_man_in_the_way"
    assert "c1:g5" not in texts(at("W:WKc1,e3:Bf4"))


@pytest.mark.article("draughts:takes.2")
@pytest.mark.parametrize(
    ("text", "takes"), [("W:Wc3:Bd4", True), ("W:Wc3:Bd4,e5", False), ("W:Wc3:Be5", False)]
)
def test_a_man_takes_its_neighbour_if_the_square_behind_is_free(text, takes):
    assert ("c3:e5" in texts(at(text))) is takes
    if takes:
        assert "d4" not in played(at(text), "c3:e5").figures()


@pytest.mark.article("draughts:takes.3")
def test_a_king_takes_from_a_distance_and_lands_on_any_free_square_behind():
    assert texts(at("W:WKa1:Bd4")) == ["a1:e5", "a1:f6", "a1:g7", "a1:h8"]
    assert texts(at("W:WKa1:Bd4,g7")) == ["a1:h8"]
    assert texts(at("W:WKa1:Bd4,f6,g7")) == ["a1:e5"]
    assert not [text for text in texts(at("W:WKa1:Bd4,e5")) if ":" in text]


@pytest.mark.article("draughts:takes.4")
def test_the_man_taken_is_off_the_board_when_the_take_is_over():
    position = at("W:Wc3:Bd4,h8")
    assert set(played(position, "c3:e5").figures()) == {"e5", "h8"}
    assert articles(position, "c3 e5", removed=frozenset()) == ["4.11"]


@pytest.mark.article("draughts:takes.5")
def test_a_man_goes_on_taking_while_it_can():
    position = at("W:Wc1:Bd2,f4,f6,d6")
    assert texts(position) == ["c1:c5"]
    assert RULES.read(position, "c1:c5").squares == ("c1", "e3", "g5", "e7", "c5")
    for unfinished in ("c1:e3", "c1:e3:g5", "c1:g5", "c1:e7"):
        assert code(position, unfinished) == "take_not_finished"


@pytest.mark.article("draughts:takes.6")
def test_a_king_must_land_where_it_can_go_on():
    position = at("W:WKa1:Bg5,d4")
    assert texts(position) == ["a1:h4"]
    assert RULES.read(position, "a1:f6:h4").captured == ("d4", "g5")
    assert code(position, "a1:e5") == "king_must_go_on"
    assert RULES.explain(position, "a1:h8").render().endswith("(f6).")
    assert played(position, "a1:h4").figures().keys() == {"h4"}


@pytest.mark.article("draughts:takes.6")
def test_a_king_ends_on_any_free_square_behind_the_last_man():
    position = at("W:WKa1:Bc3,f4,h8")
    assert texts(position) == ["a1:g3", "a1:h2"]
    assert {move.squares[1] for move in position.legal_moves()} == {"e5"}


@pytest.mark.article("draughts:takes.6")
def test_a_king_that_goes_straight_on_may_be_written_with_any_landing_between():
    position = at("W:WKa1:Bc3,g7")
    assert texts(position) == ["a1:h8"]
    for landing in ("d4", "e5", "f6"):
        assert RULES.read(position, f"a1:{landing}:h8").captured == ("c3", "g7")
    assert code(position, "a1:b2:h8") == "take_compulsory"


@pytest.mark.article("draughts:takes.8")
def test_a_square_may_be_passed_twice_and_a_man_only_once():
    round_trip = at("W:Wc3:Bb6,d6,b4,d4")
    assert texts(round_trip) == ["c3:c3"]
    assert set(RULES.read(round_trip, "c3:e5:c7:a5:c3").captured) == {"b4", "b6", "d4", "d6"}
    turkish = at("W:WKg7:Bb6,f6,f2")
    assert texts(turkish) == ["g7:a7", "g7:g1"]
    assert code(turkish, "g7:d4:a7:g1") == "jumped_twice"


@pytest.mark.article("draughts:takes.9")
def test_the_take_is_shown_man_by_man():
    move = RULES.read(at("B:Wd6,d4,a3,e3,g3,b2,d2,h2,a1,c1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,h6"), "c7:h4")
    assert move.squares == ("c7", "e5", "c3", "e1", "h4")


@pytest.mark.article("draughts:takes.10")
def test_a_take_ends_where_the_hand_leaves_the_man():
    assert articles(at("W:Wc3:Bd4,f6"), "c3 e5") == ["4.8", "4.9"]
    assert articles(at("W:Wc3:Bd4,f6"), "c3 e5 g7") == []


@pytest.mark.article("draughts:takes.11")
def test_men_come_off_only_when_the_whole_take_is_over():
    position = at("W:WKg7:Bb6,f6,f2")
    # With f6 or b6 lifted at once the king could continue from a7 to g1.
    assert code(position, "g7:d4:a7:g1") == "jumped_twice"
    assert articles(position, "g7 d4 a7", lifted_early=frozenset({"f6"})) == ["4.10"]


@pytest.mark.article("draughts:takes.12")
def test_removal_ends_when_the_player_stops_removing():
    position = at("W:WKg7:Bb6,f6,f2")
    assert articles(position, "g7 d4 a7", removed=frozenset({"b6", "f6"})) == []
    assert articles(position, "g7 d4 a7", removed=frozenset({"f6"}), stopped_removing=True) == ["4.13"]


@pytest.mark.article("draughts:takes.13")
def test_any_take_may_be_chosen_whether_of_more_men_or_fewer_by_man_or_king():
    position = at("W:Wc3,h2,Ka7:Bd4,f6,g3")
    assert {(move.text, len(move.captured)) for move in position.legal_moves()} == {
        ("a7:d8", 3),  # the king, over d4, g3 and f6
        ("a7:e7", 3),
        ("c3:g7", 2),
        ("h2:f4", 1),
    }


@pytest.mark.article("draughts:takes.14")
def test_a_man_crowned_on_the_way_goes_on_as_a_king():
    position = at("W:Wb6:Bc7,g5")
    assert texts(position) == ["b6:h4"]
    assert code(position, "b6:d8") == "take_not_finished"
    assert played(position, "b6:h4").figures() == {"h4": (Figure("D", Side.WHITE),)}


@pytest.mark.article("draughts:takes.14")
def test_a_man_crowned_at_the_end_of_a_take_stays_there_as_a_king():
    assert played(at("W:Wb6:Bc7,h8"), "b6:d8").figures()["d8"] == (Figure("D", Side.WHITE),)
