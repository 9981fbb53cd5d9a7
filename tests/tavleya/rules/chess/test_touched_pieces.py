"""Touch-move: what touched pieces bind the player to (FIDE Laws 4.2–4.5)."""

from tavleya.errors import BadInput
from tavleya.rules.contract import Touch
from tests.tavleya.refusals import refused
from tests.tavleya.rules.chess.samples import RULES

#: White may castle on both sides; d5 and e5 are Black's pawns, a5 a knight of Black's.
BOTH_WINGS = "r3k2r/8/8/n2pp3/8/2N5/P6P/R3K2R w KQkq - 0 1"


def duty(fen, *touches):
    """Touches are squares; a `!` behind one: adjusting was announced."""
    return RULES.bound_moves(
        RULES.position(fen), [Touch(square.rstrip("!"), square.endswith("!")) for square in touches]
    )


def moves(fen, *touches):
    return {move.text for move in duty(fen, *touches).moves}


def test_adjusting_binds_to_nothing():
    answer = duty(BOTH_WINGS, "c3!", "a1!")
    assert (answer.free, answer.reason.code) == (True, "nothing_touched")
    assert answer.moves == RULES.position(BOTH_WINGS).legal_moves()


def test_an_empty_square_is_no_piece():
    assert duty(BOTH_WINGS, "e4").free


def test_the_first_own_piece_that_can_move_must_move():
    assert moves("start", "f1", "g1", "b1") == {"g1f3", "g1h3"}
    answer = duty("start", "f1", "g1")
    assert (answer.article, answer.reason.code, answer.square) == ("4.3.1", "must_move", "g1")


def test_the_first_piece_of_the_opponent_that_can_be_taken_must_be_taken():
    answer = duty(BOTH_WINGS, "e5", "d5")
    assert [move.text for move in answer.moves] == ["c3d5"]
    assert (answer.article, answer.reason.code, answer.square) == ("4.3.2", "must_take", "d5")


def test_a_pawn_that_can_be_taken_en_passant_must_be():
    assert moves("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d5") == {"e5d6"}


def test_the_first_own_piece_takes_the_opponents_first_one():
    answer = duty(BOTH_WINGS, "c3", "d5")
    assert [move.text for move in answer.moves] == ["c3d5"]
    assert (answer.article, answer.reason.code) == ("4.3.3", "must_take_with")


def test_where_that_capture_is_illegal_the_first_touched_that_can_is_moved_or_taken():
    assert moves(BOTH_WINGS, "a1", "d5") == {"a1b1", "a1c1", "a1d1"}
    assert moves(BOTH_WINGS, "d5", "a1") == {"c3d5"}


def test_a_touched_piece_that_cannot_move_leaves_the_player_free():
    answer = duty("start", "f1", "e7")
    assert (answer.free, answer.article, answer.reason.code) == (True, "4.5", "none_can_move")


def test_king_and_then_rook_is_castling_on_that_side():
    assert moves(BOTH_WINGS, "e1", "h1") == {"e1g1"}
    assert moves(BOTH_WINGS, "e1", "a1") == {"e1c1"}
    answer = duty(BOTH_WINGS, "e1", "a1")
    assert (answer.article, answer.reason.code) == ("4.4.1", "must_castle")


def test_rook_and_then_king_is_a_move_of_the_rook_and_no_castling():
    answer = duty(BOTH_WINGS, "h1", "e1")
    assert {move.text for move in answer.moves} == {"h1g1", "h1f1"}
    assert answer.article == "4.4.2"


def test_a_touched_king_may_castle():
    assert {"e1g1", "e1c1"} < moves(BOTH_WINGS, "e1")


def test_illegal_castling_is_another_move_of_the_king():
    attacked = "4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1"
    answer = duty(attacked, "e1", "h1")
    assert {move.text for move in answer.moves} == {"e1d1", "e1d2", "e1e2", "e1c1"}
    assert (answer.article, answer.reason.code) == ("4.4.3", "must_move_king")


def test_illegal_castling_with_a_king_that_cannot_move_leaves_the_player_free():
    answer = duty("start", "e1", "h1")
    assert (answer.free, answer.article) == (True, "4.4.3")
    assert answer.reason.code == "king_cannot_move"


def test_an_invalid_square_is_refused():
    with refused(BadInput, "no_square"):
        duty("start", "e9")
