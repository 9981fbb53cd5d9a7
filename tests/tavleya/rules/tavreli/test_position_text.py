"""Position text: read back as written, and refused with its own reason if it is absurd."""

import pytest

from tavleya.rules.contract import BadPosition, Figure
from tavleya.rules.tavreli import TavreliRules, doubts
from tavleya.sides import Side
from tests.tavleya.refusals import refused
from tests.tavleya.rules.tavreli.helpers import RULES, play, position

START = "rnbqkbnr/prpnpbpqphpbpnpr/8/8/8/8/PRPNPBPQPHPBPNPR/RNBQKBNR w KQkq ABCDEFGHabcdefgh - 0 1"


@pytest.mark.article("tavreli:G.7")
def test_every_occupied_square_is_listed_with_its_tower_from_the_top_down() -> None:
    figures = position("4k3/8/8/8/3(KqPB)4/8/8/8 w - - - 0 1").figures()
    assert figures == {
        "e8": (Figure("K", Side.BLACK),),
        "d4": (Figure("K", Side.WHITE), Figure("Q", Side.BLACK), Figure("P", Side.WHITE, becomes="B")),
    }


@pytest.mark.article("tavreli:G.7")
def test_a_promoted_ratnik_is_shown_as_what_it_is_now() -> None:
    figures = position("4k3/8/8/8/8/8/8/4K1+h1 w - - - 0 1").figures()
    assert figures["g1"] == (Figure("H", Side.BLACK, becomes="H", promoted=True),)


def test_start_stands_for_the_first_position() -> None:
    assert RULES.position("start") == RULES.start()
    assert RULES.start().text() == START


def test_the_crossed_square_is_written_only_if_it_can_be_taken_on() -> None:
    assert play(RULES.start(), "e2-e4").text().split()[4] == "-"
    threatened = play(RULES.start(), "e2-e4", "a7-a6", "e4-e5", "d7-d5")
    assert threatened.text().split()[4] == "d6"
    assert RULES.position(threatened.text()) == threatened


def test_the_counters_go_on_as_in_chess() -> None:
    assert play(RULES.start(), "g1-f3", "g8-f6").text().split()[5:] == ["2", "2"]


EVERY_OTHER = "QRRBBNNPRPRPNPNPBPBPQPHqrrbbnnprprpnpnpbpbpqph"
REFUSED = {
    "position_fields": "8/8/8/8/8/8/8/8 w - - 0 1", "position_ranks": "4k3/8/8/8/8/8/4K3 w - - - 0 1",
    "rank_width": "4k3/8/8/8/8/8/8/4K4 w - - - 0 1", "unknown_piece": "4k3/8/8/8/8/7P/8/4K3 w - - - 0 1",
    "tower_brackets": "4k3/8/8/8/8/(RN6/8/4K3 w - - - 0 1",
    "tower_empty": "4k3/8/8/8/8/()7/8/4K3 w - - - 0 1", "position_side": "4k3/8/8/8/8/8/8/4K3 x - - - 0 1",
    "castling_field": "4k3/8/8/8/8/8/8/4K3 w X - - 0 1", "double_field": "4k3/8/8/8/8/8/8/4K3 w - AA - 0 1",
    "position_counters": "4k3/8/8/8/8/8/8/4K3 w - - - -1 1", "no_volhv": "8/8/8/8/8/8/8/4K3 w - - - 0 1",
    "two_volhvs": "4k3/8/8/8/8/8/8/2K1K3 w - - - 0 1", "volhv_covered": "4k3/8/8/8/8/8/8/4(rK)3 w - - - 0 1",
    "ratnik_unpromoted": "4k1PR1/8/8/8/8/8/8/4K3 w - - - 0 1",
    "tower_too_tall": f"4k3/8/8/8/8/8/8/4(K{EVERY_OTHER})3 w - - - 0 1",
    "promoted_covered": "4k3/8/8/8/8/(R+N)7/8/4K3 w - - - 0 1",
    "too_many_ratniks": "4k3/8/8/PQPQ6/8/8/8/4K3 w - - - 0 1",
    "too_many_pieces": "4k3/8/8/8/8/8/NNNN4/NNNNK3 w - - - 0 1",
    "castling_contradicts_board": "4k3/8/8/8/8/8/8/4K2N w K - - 0 1",
    "double_contradicts_board": "4k3/8/8/8/8/8/PN7/4K3 w - A - 0 1",
    "en_passant_field": "4k3/8/8/8/8/8/8/4K3 w - - e4 0 1",
    "en_passant_contradicts_board": "4k3/8/8/8/8/8/8/4K3 w - - e6 0 1",
}  # fmt: skip


@pytest.mark.parametrize(("code", "text"), REFUSED.items(), ids=REFUSED)
def test_an_absurd_position_is_refused_with_its_reason(code: str, text: str) -> None:
    with pytest.raises(BadPosition) as excinfo:
        RULES.position(text)
    assert excinfo.value.code == code
    assert str(excinfo.value)


@pytest.mark.parametrize(("code", "text"), [
    ("rank_width", "4k3/8/8/8/8/81/8/4K3 w - - - 0 1"), ("unknown_piece", "4k3/8/8/8/8/9/8/4K3 w - - - 0 1"),
    ("unknown_piece", "4k3/8/8/8/8/(R?)7/8/4K3 w - - - 0 1"),
    ("castling_contradicts_board", "4k3/8/8/8/8/8/8/3K3R w K - - 0 1"),
    ("castling_contradicts_board", "4k3/8/8/8/8/8/8/4(KN)2R w K - - 0 1"),
    ("castling_contradicts_board", "4k3/8/8/8/8/8/8/4K2(RN) w K - - 0 1"),
    ("double_contradicts_board", "4k3/8/8/8/8/8/(PRN)7/4K3 w - A - 0 1"),
    ("en_passant_contradicts_board", "4k3/3r4/8/3pq4/8/8/8/4K3 w - - d6 0 1"),
    ("en_passant_field", "4k3/8/8/3pq4/8/8/8/4K3 b - - d6 0 1"),
    ("position_counters", "4k3/8/8/8/8/8/8/4K3 w - - - 0 0"),
    ("position_counters", "4k3/8/8/8/8/8/8/4K3 w - - - ² 1"), ("position_fields", ""),
    ("tower_too_tall", f"4k3/8/8/8/({'R' * 31})7/8/8/4K3 w - - - 0 1"),
    ("too_many_pieces", f"4k3/8/8/8/({'R' * 30})7/8/8/4K3 w - - - 0 1"),
    ("volhv_covered", "4k3/8/8/8/(QRRBBNNKqrrbbnn)7/8/8/8 w - - - 0 1"),
])  # fmt: skip
def test_less_obvious_absurdities_are_refused_too(code: str, text: str) -> None:
    with refused(BadPosition, code):
        RULES.position(text)


def test_all_pieces_but_the_volhvs_may_stand_on_one_square() -> None:
    tower = position(f"4k3/8/8/8/({EVERY_OTHER})7/8/8/4K3 w - - - 0 1")
    assert len(tower.figures()["a4"]) == 30


def test_a_covered_ratoborets_keeps_its_right_in_the_text() -> None:
    text = "4k3/8/8/8/8/8/8/4K2(nR) w K - - 0 1"
    assert position(text).text() == text


def test_positions_allowed_by_an_option_are_read_under_it() -> None:
    waiting = "4k1PR1/8/8/8/8/8/8/4K3 w - - - 0 1"
    assert TavreliRules(promote_when_uncovered="never").position(waiting).text() == waiting
    beneath = "4k3/8/8/8/8/(R+N)7/8/4K3 w - - - 0 1"
    assert TavreliRules(demote_when_covered="never").position(beneath).text() == beneath


def test_positions_after_irregular_moves_are_read_with_doubts() -> None:
    assert [doubt.code for doubt in doubts(RULES.start())] == []
    attacked = position("4k3/8/8/8/8/8/4R3/4K3 w - - - 0 1")
    assert [doubt.code for doubt in doubts(attacked)] == [
        "opponent_in_check",
        "not_the_full_set",
        "not_the_full_set",
    ]


def test_equal_positions_are_equal_whatever_way_they_came_about() -> None:
    tavreli_position = play(RULES.start(), "g1-f3", "g8-f6", "b1-c3", "b8-c6")
    other = play(RULES.start(), "b1-c3", "b8-c6", "g1-f3", "g8-f6")
    assert tavreli_position == other
    assert hash(tavreli_position) == hash(other)
    assert tavreli_position != RULES.start()
