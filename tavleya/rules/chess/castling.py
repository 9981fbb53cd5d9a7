"""Squares of king and rook before and after castling, in chess (3.8.2) and Chess960.

In Chess960 both pieces may begin on other squares of the first rank than in chess; their target squares are the same.
`Board.chess960` says which of the two a board is.
"""

import chess


def first_rank(color: chess.Color) -> int:
    return 0 if color else 7


def goals(color: chess.Color, kingside: bool) -> tuple[chess.Square, chess.Square]:
    """Return the target squares of king and rook."""
    rank = first_rank(color)
    return chess.square(6 if kingside else 2, rank), chess.square(5 if kingside else 3, rank)


def homes(board: chess.Board, kingside: bool) -> tuple[chess.Square | None, chess.Square | None]:
    """Return the squares from which king and rook of the side to move castle; None if castling is impossible.

    In Chess960 it is the rook with the right to castle, else the outermost on that side.
    """
    rank = first_rank(board.turn)
    if not board.chess960:
        return chess.square(4, rank), chess.square(7 if kingside else 0, rank)
    king = board.king(board.turn)
    if king is None or chess.square_rank(king) != rank:
        return None, None
    rooks = board.pieces(chess.ROOK, board.turn) & chess.BB_RANKS[rank]
    beside = [square for square in rooks if (square > king) == kingside]
    entitled = [square for square in beside if board.clean_castling_rights() & chess.BB_SQUARES[square]]
    outermost = max if kingside else min
    return king, outermost(entitled or beside, default=None)


def emptied(king: chess.Square, rook: chess.Square, color: chess.Color, kingside: bool) -> chess.SquareSet:
    """Return the squares that must be empty: all that either piece passes or reaches, without their own two."""
    king_to, rook_to = goals(color, kingside)
    ways = chess.SquareSet.between(king, king_to) | chess.SquareSet.between(rook, rook_to)
    return (ways | chess.SquareSet([king_to, rook_to])) - chess.SquareSet([king, rook])


def passed(king: chess.Square, color: chess.Color, kingside: bool) -> list[chess.Square]:
    """Return the squares of the king in order, from its origin to its target."""
    goal = goals(color, kingside)[0]
    step = 1 if goal >= king else -1
    return list(range(king, goal + step, step))
