"""Whether a side "could mate by any possible series of legal moves" (FIDE Laws 6.9, 7.5.5)."""

import chess
import pytest

from tavleya.sides import Side
from tests.tavleya.rules.chess.samples import RULES

WHITE, BLACK = Side.WHITE, Side.BLACK


def can_mate(fen, side):
    return RULES.can_mate(RULES.position(fen), side)


@pytest.mark.parametrize(
    "fen, white, black",
    [
        ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", False, False),
        ("8/8/4k3/8/8/4KP2/8/8 w - - 0 1", True, False),
        ("8/8/4k3/8/8/4KN2/8/8 w - - 0 1", False, False),
        ("8/8/4kp2/8/8/4KN2/8/8 w - - 0 1", True, True),  # the pawn can block its own king
        ("8/8/4kr2/8/8/4KN2/8/8 w - - 0 1", True, True),
        ("8/8/4kq2/8/8/4KN2/8/8 w - - 0 1", False, True),
        ("8/8/4kr2/8/8/4KB2/8/8 w - - 0 1", False, True),
        ("8/8/4kn2/8/8/4KB2/8/8 w - - 0 1", True, True),
        ("8/8/4kb2/8/8/4KB2/8/8 w - - 0 1", True, True),
        ("8/8/4kb2/8/8/4K3/5B2/8 w - - 0 1", False, False),
        ("8/8/4k3/8/8/4KNN1/8/8 w - - 0 1", True, False),
        ("8/8/4k3/8/8/4KBN1/8/8 w - - 0 1", True, False),
        ("4k3/8/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - - 0 1", False, False),
    ],
)
def test_the_material_decides(fen, white, black):
    assert (can_mate(fen, WHITE), can_mate(fen, BLACK)) == (white, black)


def test_a_side_whose_last_piece_must_be_taken_at_once_cannot_mate():
    assert not can_mate("8/8/8/8/3k4/8/1r6/K7 w - - 0 1", BLACK)
    assert can_mate("8/8/8/8/2k5/8/1r6/K7 b - - 0 1", BLACK)


SQUARES = range(64)
#: By the symmetry of the board the king to be mated only needs these squares.
TRIANGLE = [chess.square(file, rank) for file in range(4) for rank in range(file + 1)]


def mates(attacker: chess.PieceType, helper: chess.PieceType) -> int:
    """How many mates there are by king and `attacker` against king and `helper`, every placement tried."""
    number = 0
    for king in TRIANGLE:
        for square in chess.SquareSet(_checking_squares(attacker, king)):
            for other in SQUARES:
                if chess.square_distance(king, other) > 1:
                    number += sum(_is_mate(king, square, attacker, other, spot, helper) for spot in SQUARES)
    return number


def _checking_squares(attacker: chess.PieceType, king: chess.Square) -> int:
    """Squares from which the piece could give check on an empty board: its moves are the same both ways."""
    board = chess.Board(None)
    board.set_piece_at(king, chess.Piece(attacker, chess.BLACK))
    return board.attacks_mask(king)


def _is_mate(king, square, attacker, other, spot, helper):
    if len({king, square, other, spot}) < 4 or spot not in chess.SquareSet(chess.BB_KING_ATTACKS[king]):
        # A helper that is not next to its king takes no flight square away from it.
        return False
    board = chess.Board(None)
    board.turn = chess.BLACK
    board.set_piece_at(king, chess.Piece(chess.KING, chess.BLACK))
    board.set_piece_at(spot, chess.Piece(helper, chess.BLACK))
    board.set_piece_at(other, chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(square, chess.Piece(attacker, chess.WHITE))
    return board.is_checkmate()


@pytest.mark.long
@pytest.mark.parametrize("attacker, helper, possible", [
    (chess.KNIGHT, chess.QUEEN, False), (chess.KNIGHT, chess.ROOK, True), (chess.KNIGHT, chess.BISHOP, True),
    (chess.KNIGHT, chess.KNIGHT, True), (chess.BISHOP, chess.ROOK, False), (chess.BISHOP, chess.QUEEN, False),
    (chess.BISHOP, chess.KNIGHT, True), (chess.BISHOP, chess.BISHOP, True),
])  # fmt: skip
def test_a_search_of_every_placement_agrees_with_the_material(attacker, helper, possible):
    assert (mates(attacker, helper) > 0) is possible
    board = chess.Board(None)
    board.set_piece_map({
        chess.E1: chess.Piece(chess.KING, chess.WHITE), chess.E8: chess.Piece(chess.KING, chess.BLACK),
        chess.F1: chess.Piece(attacker, chess.WHITE), chess.F8: chess.Piece(helper, chess.BLACK),
    })  # fmt: skip
    assert can_mate(board.fen(), WHITE) is possible
