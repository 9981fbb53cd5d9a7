"""Where king and rook stand before castling and after it, as the Laws have it (3.8.2) and as in Chess960.

In Chess960 either piece may begin on another square of its first rank than in chess; both arrive where they do in
chess.  A board knows which it is of (`Board.chess960`).
"""

from __future__ import annotations

import chess


def first_rank(color: chess.Color) -> int:
    return 0 if color else 7


def goals(color: chess.Color, kingside: bool) -> tuple[chess.Square, chess.Square]:
    """Where the king arrives, and the rook."""
    rank = first_rank(color)
    return chess.square(6 if kingside else 2, rank), chess.square(5 if kingside else 3, rank)


def homes(board: chess.Board, kingside: bool) -> tuple[chess.Square | None, chess.Square | None]:
    """Where the king of the side to move castles from, and the rook on that side of it; None where none can be.

    In Chess960 the rook is the one with the right to castle, else the outermost on that side.
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
    """The squares that must be empty: all that either piece passes or arrives on, their own two apart."""
    king_to, rook_to = goals(color, kingside)
    ways = chess.SquareSet.between(king, king_to) | chess.SquareSet.between(rook, rook_to)
    return (ways | chess.SquareSet([king_to, rook_to])) - chess.SquareSet([king, rook])


def passed(king: chess.Square, color: chess.Color, kingside: bool) -> list[chess.Square]:
    """The squares of the king in order, the one that it leaves and the one where it arrives among them."""
    goal = goals(color, kingside)[0]
    step = 1 if goal >= king else -1
    return list(range(king, goal + step, step))
