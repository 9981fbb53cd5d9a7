"""Who can still mate "by any possible series of legal moves" (FIDE Laws 5.1.2, 5.2.2, 6.9, 7.5.5).

Three proofs that a side cannot, each sound on its own: the material on the board; a wall of pawns that no king can
ever take from; and a search of *every* continuation where forced moves leave so few of them that they can be
exhausted.  What none of them proves counts as possible, so a game is never taken from a player who could still win;
the remaining dead positions are for the arbiter to see.
"""

from __future__ import annotations

from collections.abc import Iterable

import chess

#: Positions looked at before a search gives up, for the status of every position and for a single ruling.
_GLANCE, _STUDY = 12, 300
#: The status looks for forced ends only with this few men and this few legal moves: more never end so soon.
_FEW_MEN, _FEW_MOVES = 6, 2


def can_mate(board: chess.Board, color: chess.Color) -> bool:
    """Whether `color` could mate by some series of legal moves.  False is proven; True may be unproven."""
    if board.has_insufficient_material(color) or _walled(board):
        return False
    return not _exhausted(board, (color,), _STUDY)


def is_dead(board: chess.Board, legal: Iterable[chess.Move]) -> bool:
    """Whether neither side can mate any more (5.2.2), as far as a quick proof shows it; `legal` must not be empty."""
    if board.is_insufficient_material() or _walled(board):
        return True
    few = chess.popcount(board.occupied) <= _FEW_MEN and sum(1 for _ in legal) <= _FEW_MOVES
    return few and _exhausted(board, chess.COLORS, _GLANCE)


def _walled(board: chess.Board) -> bool:
    """Kings and pawns only, every pawn stopped by a pawn, and no king can ever take one.

    No pawn can then move or be taken, now or later, and a king gives no check: no mate is possible.  The kings' walks
    are followed exactly, with the squares that pawns and the other king guard.
    """
    if board.occupied != board.kings | board.pawns or not board.pawns or chess.popcount(board.kings) < 2:
        return False
    white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    white_pawns, black_pawns = board.pawns & white, board.pawns & black
    if (white_pawns << 8 | black_pawns >> 8) & chess.BB_ALL & ~board.pawns:
        return False
    guarded = {
        chess.BLACK: _pawn_attacks(white_pawns, up=True),
        chess.WHITE: _pawn_attacks(black_pawns, up=False),
    }
    if guarded[chess.BLACK] & black_pawns or guarded[chess.WHITE] & white_pawns:
        return False
    return board.ep_square is None and not _kings_take(board, guarded)


def _pawn_attacks(pawns: chess.Bitboard, *, up: bool) -> chess.Bitboard:
    left, right = pawns & ~chess.BB_FILE_A, pawns & ~chess.BB_FILE_H
    return ((left << 7 | right << 9) & chess.BB_ALL) if up else (left >> 9 | right >> 7)


def _kings_take(board: chess.Board, guarded: dict[chess.Color, chess.Bitboard]) -> bool:
    """Whether some series of king moves lets a king take a pawn; at most 64 × 64 × 2 states."""
    seen = {(_king(board, chess.BLACK), _king(board, chess.WHITE), board.turn)}
    waiting = list(seen)
    own_pawns = [board.pawns & board.occupied_co[color] for color in (chess.BLACK, chess.WHITE)]
    while waiting:
        black, white, turn = waiting.pop()
        mover, other = (white, black) if turn else (black, white)
        reach = (
            chess.BB_KING_ATTACKS[mover] & ~own_pawns[turn] & ~guarded[turn] & ~chess.BB_KING_ATTACKS[other]
        )
        if reach & own_pawns[not turn]:
            return True
        for square in chess.scan_forward(reach):
            state = (black, square, not turn) if turn else (square, white, not turn)
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return False


def _king(board: chess.Board, color: chess.Color) -> chess.Square:
    square = board.king(color)
    assert square is not None, "looked for only where both kings stand"
    return square


def _exhausted(board: chess.Board, colors: Iterable[chess.Color], limit: int) -> bool:
    """Whether every continuation was followed to its end, within `limit` positions, and none of `colors` mates."""
    colors = tuple(colors)
    if _hopeless(board, colors):
        return True
    # `epd` has no counters: the same position by another way is the same question.  What a move leads to is counted
    # at once, so that an open position is given up after a few moves and not after those of `limit` positions.
    seen = {board.epd()}
    waiting = [board]
    while waiting:
        here = waiting.pop()
        moves = list(here.generate_legal_moves())
        if not moves and here.is_check() and (not here.turn) in colors:
            return False
        for move in moves:
            following = here.copy(stack=False)
            following.push(move)
            key = following.epd()
            if key in seen or _hopeless(following, colors):
                continue
            seen.add(key)
            if len(seen) > limit:
                return False
            waiting.append(following)
    return True


def _hopeless(board: chess.Board, colors: Iterable[chess.Color]) -> bool:
    return all(board.has_insufficient_material(color) for color in colors)
