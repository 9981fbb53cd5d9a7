"""Moves against the rules that stand are done bodily, and the game continues from them."""

import pytest

from tavleya.rules.contract import UnreadableMove
from tavleya.rules.tavreli import TavreliPosition
from tavleya.sides import Side
from tests.tavleya.refusals import refused
from tests.tavleya.rules.tavreli.helpers import RULES, legal, position, tower


def displaced(text: str, move: str) -> TavreliPosition:
    return RULES.displace(position(text), move)


def test_any_tower_is_carried_anywhere_and_the_turn_passes() -> None:
    after = RULES.displace(RULES.start(), "a1-d5")
    assert tower(after, "d5") == "R"
    assert after.turn is Side.BLACK
    assert after.text().split()[2] == "Kkq"


def test_the_number_named_is_lifted_or_else_the_whole_tower() -> None:
    text = "4k3/8/8/8/8/8/(RNB)7/4K3 w - - - 0 1"
    assert tower(displaced(text, "a2-h7(2)"), "h7") == "R N"
    assert tower(displaced(text, "a2-h7(2)"), "a2") == "B"
    assert tower(displaced(text, "a2-h7"), "h7") == "R N B"


def test_the_opponents_tower_may_be_what_was_moved() -> None:
    after = RULES.displace(RULES.start(), "e7-e5")
    assert tower(after, "e5") == "ph"
    assert "e" not in after.text().split()[3]
    assert after.text().split()[4] == "-"


def test_ratniks_are_promoted_and_turned_back_on_the_way() -> None:
    assert tower(displaced("4k3/8/8/8/8/PR7/8/4K3 w - - - 0 1", "a3-a8"), "a8") == "+R"
    assert tower(displaced("4k3/8/8/8/+R7/8/1N6/4K3 w - - - 0 1", "b2-a4"), "a4") == "N PR"
    assert tower(displaced("7k/8/8/8/8/8/8/K2(Npr)4 w - - - 0 1", "d1-b2(1)"), "d1") == "+r"


def test_a_volhv_that_left_its_square_takes_the_castling_rights_along() -> None:
    assert displaced("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - - 0 1", "e1-e4").text().split()[2] == "kq"


def test_a_volhv_may_be_left_attacked_and_the_position_is_still_read_and_played() -> None:
    after = displaced("4k3/8/8/8/4r3/8/4N3/4K3 w - - - 0 1", "e2-c3")
    tavreli_position = RULES.position(after.text())
    assert tavreli_position == after
    assert "e4-e1" not in legal(tavreli_position)
    assert "e4-e2" in legal(tavreli_position)


def test_a_double_step_without_the_right_can_be_answered_en_passant() -> None:
    after = displaced("4k3/8/8/8/3pq4/8/4PH3/4K3 w - - - 0 1", "e2-e4")
    assert after.text().split()[4] == "e3"
    assert RULES.position(after.text()) == after
    assert "d4-e3" in legal(after)


def test_en_passant_that_leaves_the_volhv_attacked_takes_the_ratnik_along() -> None:
    start = RULES.displace(position("4k3/3pq4/8/K3PH2r/8/8/8/8 b - d - 0 1"), "d7-d5")
    after = RULES.displace(start, "e5-d6")
    assert (tower(after, "d6"), tower(after, "d5")) == ("PH pq", "")


def test_castling_against_the_rules_moves_both_pieces() -> None:
    after = displaced("4k3/8/8/8/5r2/8/8/4K1NR w - - - 7 9", "0-0")
    assert (tower(after, "g1"), tower(after, "f1"), tower(after, "h1")) == ("K N", "R", "")
    assert after.text().split()[5:] == ["0", "9"]


def test_two_squares_of_the_volhv_are_castling_unless_marked_as_a_single_move() -> None:
    text = "4k3/8/8/8/5r2/8/8/4K2R w K - - 0 1"
    assert displaced(text, "e1-g1") == displaced(text, "0-0")
    assert tower(displaced(text, "e1-g1(1)"), "h1") == "R"
    assert tower(displaced("4k3/8/8/8/5r2/8/8/4K3 w - - - 0 1", "e1-g1"), "g1") == "K"


def test_the_counter_goes_on_as_after_any_move() -> None:
    assert displaced("4k3/8/8/8/8/8/4N3/4K3 w - - - 7 9", "e2-e5").text().split()[5] == "8"
    assert displaced("4k3/8/8/8/8/PR7/8/4K3 w - - - 7 9", "a3-c5").text().split()[5] == "0"
    assert displaced("4k3/8/8/8/8/8/4N3/R3K3 b - - - 7 9", "a1-e2").text().split()[5:] == ["0", "10"]


@pytest.mark.parametrize(("code", "move"), [
    ("nothing_there", "e5-e6"), ("lifts_too_many", "a2-a8(3)"), ("lifts_none", "a2-a8(0)"),
    ("goes_nowhere", "a2-a2"), ("onto_volhv", "a2-e8"), ("castling_not_there", "0-0"),
    ("unreadable_move", "a piece fell over"), ("two_alphabets", "е2-е4"),
])  # fmt: skip
def test_an_impossible_move_is_refused(code: str, move: str) -> None:
    with refused(UnreadableMove, code):
        displaced("4k3/8/8/8/8/8/(RN)7/4K3 w - - - 0 1", move)


def test_a_legal_move_done_bodily_gives_the_same_position_as_played() -> None:
    for text in ("start", "r3k2r/prpn4pnpr/8/8/8/8/PRPN4PNPR/R3K2R w KQkq ABGHabgh - 0 1"):
        start = position(text)
        for move in start.legal_moves():
            assert RULES.displace(start, move.text) == start.play(move), move


def test_a_legal_move_of_a_crowded_board_done_bodily_is_the_same_too() -> None:
    crowded = position(
        "1k1rr3/prpnpb2Rpnpr/2n1(qR)3/7(Qpb)/3(bpqN)2PN1/1PN(nN)2PH1K/PR1PB4PR/6(bphBBPQPB)1 b - ACHabcgh - 2 26"
    )
    for move in crowded.legal_moves():
        assert RULES.displace(crowded, move.text) == crowded.play(move), move
