"""A wall of pawns is dead exactly when no king can ever take from it: compared with a search of everything."""

import chess
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tavleya.rules.contract import StatusKind
from tests.tavleya.rules.chess.samples import RULES

#: For each file nothing, or the rank of a white pawn with a black one right before it.
anywhere = st.lists(st.one_of(st.none(), st.integers(1, 5)), min_size=8, max_size=8)
#: Ranks so near to each other that the walls often hold.
close = st.lists(st.sampled_from([3, 3, 3, 4, None]), min_size=8, max_size=8)


def board_of(ranks, white_king, black_king, turn):
    board = chess.Board(None)
    board.turn = turn
    for file, rank in enumerate(ranks):
        if rank is not None:
            board.set_piece_at(chess.square(file, rank), chess.Piece(chess.PAWN, chess.WHITE))
            board.set_piece_at(chess.square(file, rank + 1), chess.Piece(chess.PAWN, chess.BLACK))
    for square, color in ((white_king, chess.WHITE), (black_king, chess.BLACK)):
        if board.piece_type_at(square):
            return None
        board.set_piece_at(square, chess.Piece(chess.KING, color))
    return board if board.is_valid() and any(board.legal_moves) else None


def something_is_ever_taken(board):
    """Every position that legal moves can reach, until one takes something or moves a pawn."""
    seen, waiting = set(), [board]
    while waiting:
        place = waiting.pop()
        for move in place.legal_moves:
            if place.is_zeroing(move):
                return True
            after = place.copy(stack=False)
            after.push(move)
            key = (after.kings, after.occupied_co[chess.WHITE], after.turn)
            if key not in seen:
                seen.add(key)
                waiting.append(after)
        assert not place.is_checkmate(), "kings and stopped pawns never mate"
    return False


@settings(deadline=None, max_examples=60)
@given(
    st.one_of(anywhere, close),
    st.sampled_from(chess.SQUARES[:16]),
    st.sampled_from(chess.SQUARES[48:]),
    st.booleans(),
)
def test_a_wall_is_dead_exactly_when_nothing_can_ever_be_taken(ranks, white_king, black_king, turn):
    assume(sum(rank is not None for rank in ranks) >= 3)
    board = board_of(ranks, white_king, black_king, turn)
    assume(board is not None)
    dead = RULES.position(board.fen()).status().kind is StatusKind.DEAD
    assert dead is not something_is_ever_taken(board)
