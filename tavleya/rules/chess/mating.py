"""Mating possibilities "by any possible series of legal moves" (FIDE Laws 5.1.2, 5.2.2, 6.9, 7.5.5).

There are three independent, sound proofs that a side cannot mate: the material on the board; a wall of pawns that no
king can ever capture; and a search of *every* continuation if forced moves leave few enough of them.  An unproven case
counts as possible, so a player who could still win never loses that right; the remaining dead positions are left to the
arbiter.
"""

from collections.abc import Iterable

import chess

#: The positions of a search before it stops, for the status of every position and for a single ruling.
_GLANCE, _STUDY = 12, 300
#: The status searches for forced ends only with this few pieces and legal moves: others never end so soon.
_FEW_MEN, _FEW_MOVES = 6, 2


def can_mate(board: chess.Board, color: chess.Color) -> bool:
    """Return whether `color` could mate by some series of legal moves.  False is proven; True may be unproven."""
    if board.has_insufficient_material(color) or _walled(board):
        return False
    return not _exhausted(board, (color,), _STUDY)


def is_dead(board: chess.Board, legal: Iterable[chess.Move]) -> bool:
    """Return whether a quick proof shows that neither side can mate (5.2.2); `legal` must not be empty."""
    if board.is_insufficient_material() or _walled(board):
        return True
    few = chess.popcount(board.occupied) <= _FEW_MEN and sum(1 for _ in legal) <= _FEW_MOVES
    return few and _exhausted(board, chess.COLORS, _GLANCE)


def _walled(board: chess.Board) -> bool:
    """Return whether there are only kings and pawns, every pawn is blocked by a pawn, and no king can ever capture one.

    Then no pawn can move or be captured, now or later, and a king gives no check: no mate is possible.  The kings'
    walks are followed exactly, with the squares that pawns and the other king guard.
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
    """Return whether some series of king moves lets a king capture a pawn; at most 64 × 64 × 2 states."""
    seen = {(_king(board, chess.BLACK), _king(board, chess.WHITE), board.turn)}
    waiting = list(seen)
    own_pawns = [board.pawns & board.occupied_co[color] for color in (chess.BLACK, chess.WHITE)]
    while waiting:
        black, white, turn = waiting.pop()
        mover, other = (white, black) if turn else (black, white)
        reach = chess.BB_KING_ATTACKS[mover] & ~own_pawns[turn] & ~guarded[turn] & ~chess.BB_KING_ATTACKS[other]
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
    """Return whether every continuation ended within `limit` positions without a mate by `colors`."""
    colors = tuple(colors)
    if _hopeless(board, colors):
        return True
    # `epd` has no counters, so transpositions are the same position.  Successors are counted at once, so that an open
    # position is abandoned after a few moves and not after those of `limit` positions.
    seen = {board.epd()}
    waiting = [board]
    while waiting:
        place = waiting.pop()
        moves = list(place.generate_legal_moves())
        if not moves and place.is_check() and (not place.turn) in colors:
            return False
        for move in moves:
            following = place.copy(stack=False)
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
