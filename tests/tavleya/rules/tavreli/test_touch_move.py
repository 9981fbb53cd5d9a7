"""Articles 4.1 to 4.5: what touched pieces bind the player to."""

import pytest

from tavleya.errors import BadInput
from tavleya.rules.contract import Touch, TouchObligation
from tavleya.rules.tavreli import TavreliPosition, TavreliRules, released
from tests.tavleya.refusals import refused
from tests.tavleya.rules.tavreli.helpers import RULES, legal, position

CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ - - 0 1"


def texts(duty: TouchObligation) -> set[str]:
    return {move.text for move in duty.moves}


def touched(*squares: str) -> list[Touch]:
    return [Touch(square) for square in squares]


def bound_moves(position: TavreliPosition, touches: list[Touch]) -> TouchObligation:
    return RULES.bound_moves(position, touches)


@pytest.mark.article("tavreli:4.1")
def test_adjusting_that_was_announced_binds_to_nothing() -> None:
    start = RULES.start()
    duty = bound_moves(start, [Touch("a1", adjusting=True), Touch("e7", adjusting=True)])
    assert duty.free
    assert texts(duty) == legal(start)
    assert duty.reason.code == "nothing_touched"


@pytest.mark.article("tavreli:4.1")
def test_a_piece_touched_after_adjusting_another_binds() -> None:
    duty = bound_moves(RULES.start(), [Touch("a1", adjusting=True), Touch("g1")])
    assert texts(duty) == {"g1-e2", "g1-f3", "g1-h3"}


@pytest.mark.article("tavreli:4.2")
def test_the_first_touched_piece_must_move() -> None:
    duty = bound_moves(RULES.start(), touched("b1", "g1"))
    assert texts(duty) == {"b1-a3", "b1-c3", "b1-d2"}
    assert (duty.article, duty.reason.code, duty.free) == ("4.2", "touched_first", False)


@pytest.mark.article("tavreli:4.2")
def test_a_touched_tower_may_move_whole_or_in_part() -> None:
    start = position("4k3/8/8/8/8/8/8/(NR)3K3 w - - - 0 1")
    assert texts(bound_moves(start, touched("a1"))) == legal(start, "a1")
    assert "a1-b3(1)" in texts(bound_moves(start, touched("a1")))


@pytest.mark.article("tavreli:4.2")
def test_the_opponents_piece_cannot_be_moved_and_binds_to_nothing() -> None:
    duty = bound_moves(RULES.start(), touched("e7", "e5"))
    assert (duty.free, duty.article, duty.reason.code) == (True, "4.4", "none_can_move")


@pytest.mark.article("tavreli:4.2")
def test_a_federation_may_bind_to_the_opponents_piece_too() -> None:
    rules = TavreliRules(touched_opponent_binds=True)
    start = rules.position("4k3/8/8/3n4/4PH3/2N5/8/4K3 w - - - 0 1")
    duty = bound_moves(start, touched("d5"))
    assert texts(duty) == {"e4-d5", "c3-d5"}
    assert (duty.reason.code, duty.square) == ("opponent_touched", "d5")
    assert texts(bound_moves(start, touched("c3", "d5"))) == {"c3-d5"}
    assert texts(bound_moves(start, touched("e1", "d5"))) == legal(start, "e1")


@pytest.mark.article("tavreli:4.3")
def test_a_ratoborets_touched_before_the_volhv_must_move_and_does_not_castle() -> None:
    duty = bound_moves(position(CASTLING), touched("h1", "e1"))
    assert texts(duty) == legal(position(CASTLING), "h1")
    assert not {"0-0", "0-0-0"} & texts(duty)


@pytest.mark.article("tavreli:4.3")
def test_if_that_ratoborets_cannot_move_the_volhv_moves_without_castling() -> None:
    # In check along the e-file the ratoborets of h1 has no move.
    start = position("4k3/8/8/8/4r3/8/8/R3K2R w KQ - - 0 1")
    duty = bound_moves(start, touched("h1", "e1"))
    assert texts(duty) == legal(start, "e1")
    assert duty.reason.code == "ratoborets_before_volhv"


@pytest.mark.article("tavreli:4.3")
def test_a_volhv_touched_first_or_with_a_ratoborets_moves_and_may_castle() -> None:
    for touches in (touched("e1"), touched("e1", "h1")):
        duty = bound_moves(position(CASTLING), touches)
        assert texts(duty) == legal(position(CASTLING), "e1") | {"0-0", "0-0-0"}
        assert (duty.article, duty.reason.code) == ("4.3", "volhv_touched")


@pytest.mark.article("tavreli:4.3")
def test_if_castling_that_way_is_impossible_the_other_way_or_a_volhv_move_is_left() -> None:
    start = position("4k3/8/8/8/6r1/8/8/R3K2R w KQ - - 0 1")
    duty = bound_moves(start, touched("e1", "h1"))
    assert texts(duty) == legal(start, "e1") | {"0-0-0"}


@pytest.mark.article("tavreli:4.3")
def test_if_the_volhv_has_no_move_at_all_every_move_is_free() -> None:
    start = position("3rkr2/8/8/8/8/2n5/8/R3K2R w KQ - - 0 1")
    assert legal(start, "e1") == set()
    duty = bound_moves(start, touched("e1", "h1"))
    assert (duty.free, duty.article, duty.reason.code) == (True, "4.3", "volhv_cannot_move")
    assert texts(duty) == legal(start)


@pytest.mark.article("tavreli:4.4")
def test_if_the_first_touched_piece_cannot_move_the_next_one_that_can_is_bound() -> None:
    start = position("4k3/8/8/8/r7/PR7/8/1N2K3 w - - - 0 1")
    assert texts(bound_moves(start, touched("a3", "b1"))) == legal(start, "b1")


@pytest.mark.article("tavreli:4.4")
def test_if_none_of_the_touched_pieces_can_move_every_move_is_free() -> None:
    start = position("4k3/8/8/8/r7/PR7/8/1N2K3 w - - - 0 1")
    duty = bound_moves(start, touched("a3", "a4", "h5"))
    assert (duty.free, duty.article) == (True, "4.4")
    assert texts(duty) == legal(start)


@pytest.mark.article("tavreli:4.5")
def test_a_piece_let_go_as_a_legal_move_cannot_go_elsewhere() -> None:
    start = RULES.start()
    duty = released(start, RULES.read(start, "g1-f3"))
    assert duty is not None
    assert (texts(duty), duty.article, duty.reason.code) == ({"g1-f3"}, "4.5", "released")


@pytest.mark.article("tavreli:4.5")
def test_a_volhv_let_go_two_squares_away_is_part_of_castling_and_binds_to_it() -> None:
    start = position(CASTLING)
    duty = released(start, RULES.read(start, "e1-g1"))
    assert duty is not None
    assert texts(duty) == {"0-0"}


@pytest.mark.article("tavreli:4.5")
def test_a_piece_let_go_where_it_may_not_go_is_still_a_touched_piece() -> None:
    start = RULES.start()
    assert released(start, RULES.read(position("4k3/8/8/8/8/8/8/4K1N1 w - - - 0 1"), "g1-e2")) is not None
    tavreli_move = RULES.read(position("4k3/8/8/8/8/8/6R1/4K3 w - - - 0 1"), "g2-g8")
    assert released(start, tavreli_move) is None
    assert texts(bound_moves(start, touched("g2"))) == {"g2-g3", "g2-g4"}


def test_an_invalid_square_is_refused() -> None:
    with refused(BadInput, "no_square"):
        bound_moves(RULES.start(), touched("j9"))
