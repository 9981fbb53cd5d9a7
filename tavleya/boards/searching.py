"""Search for the legal moves that lead from a position to a placement."""

from collections.abc import Iterator

import chess

from tavleya.boards.placements import differing, placement_of
from tavleya.rules.chess import ChessMove, ChessPosition

#: The most missed half-moves that are recovered, if the way is unique.
MOST_PLIES = 2


def explanation(position: ChessPosition, placement: str, plies: int) -> tuple[str, ...] | None:
    """Return the unique sequence of `plies` (1 or 2) legal moves that leads to `placement`, or None."""
    squares = set(differing(placement_of(position), placement))
    # Each move empties its square, and only the other side can refill it within two moves: it differs afterwards.
    if not 2 <= len(squares) <= 4 * plies:
        return None
    ways = _single_moves(position, placement, squares) if plies == 1 else _two(position, placement, squares)
    match = next(ways, None)
    return match if next(ways, None) is None else None


def _single_moves(
    position: ChessPosition, placement: str, squares: set[chess.Square]
) -> Iterator[tuple[str, ...]]:
    for move in position.library_moves():
        if move.from_square in squares and move.to_square in squares:
            text = move.uci()
            if placement_of(position.play(ChessMove(text))) == placement:
                yield (text,)


def _two(position: ChessPosition, placement: str, squares: set[chess.Square]) -> Iterator[tuple[str, ...]]:
    for move in position.library_moves():
        # A piece that was recaptured by one of the same kind leaves its square unchanged.
        if move.from_square in squares:
            first = ChessMove(move.uci())
            after = position.play(first)
            around = squares | {move.to_square}
            for rest in _single_moves(after, placement, around):
                yield (first.text, *rest)
