"""Touch-move (FIDE Laws 4): the moves a player must choose from after touching pieces deliberately."""

from collections.abc import Iterable

import chess

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.rules.chess.castling import homes
from tavleya.rules.chess.messages import say
from tavleya.rules.chess.position import ChessMove, ChessPosition
from tavleya.rules.contract import Touch, TouchObligation


def bound_moves(position: ChessPosition, touches: Iterable[Touch]) -> TouchObligation:
    """Return the obligation of the player to move after `touches`, in the order in which the pieces were touched.

    If the order is unclear, the player's own piece comes first (4.3.3).  Raises: BadInput for an invalid square.
    """
    touched = _on_purpose(position, touches)
    if not touched:
        return _free(position, say("nothing_touched.chess"), "4.2.1")
    board = position.shared_board
    own = [square for square in touched if board.color_at(square) == board.turn]
    foreign = [square for square in touched if square not in own]
    duty = None
    if own and foreign:
        duty = _exchange(position, own[0], foreign[0])
    elif not foreign:
        duty = _castling(position, own)
    for square in () if duty else touched:
        if duty := _first(position, square, own, foreign):
            break
    return duty or _free(position, say("none_can_move.chess"), "4.5")


def _on_purpose(position: ChessPosition, touches: Iterable[Touch]) -> list[chess.Square]:
    touched: list[chess.Square] = []
    for touch in touches:
        if touch.square not in chess.SQUARE_NAMES:
            raise BadInput(say("no_square", square=touch.square[:12]))
        square = chess.parse_square(touch.square)
        if not touch.adjusting and square not in touched and position.shared_board.piece_type_at(square):
            touched.append(square)
    return touched


def _free(position: ChessPosition, reason: Message, article: str) -> TouchObligation:
    return TouchObligation(position.legal_moves(), reason, article, free=True)


def _duty(
    moves: Iterable[chess.Move], reason: Message, article: str, square: chess.Square
) -> TouchObligation | None:
    """Return an obligation about the piece on `square`, if a move can fulfil it."""
    texts = sorted(move.uci() for move in moves)
    return (
        TouchObligation(tuple(map(ChessMove, texts)), reason, article, chess.square_name(square))
        if texts
        else None
    )


def _square_taken(board: chess.Board, move: chess.Move) -> chess.Square | None:
    """Return the square of the captured piece: en passant it is not the target square."""
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square if board.is_capture(move) else None


def _exchange(position: ChessPosition, own: chess.Square, foreign: chess.Square) -> TouchObligation | None:
    """Return the obligation for pieces of both colours: the first own one captures the opponent's first one (4.3.3)."""
    board = position.shared_board
    moves = [
        move
        for move in position.library_moves()
        if move.from_square == own and _square_taken(board, move) == foreign
    ]
    values = {"own": chess.square_name(own), "foreign": chess.square_name(foreign)}
    return _duty(moves, say("must_take_with", **values), "4.3.3", own)


def _castling(position: ChessPosition, own: list[chess.Square]) -> TouchObligation | None:
    """Return the obligation for king, then rook: castling on that side, else another king move (4.4.1, 4.4.3)."""
    board = position.shared_board
    king = board.king(board.turn)
    if len(own) < 2 or own[0] != king or board.piece_type_at(own[1]) != chess.ROOK:
        return None
    kingside = own[1] > own[0]
    wing = board.is_kingside_castling if kingside else board.is_queenside_castling
    castling = [move for move in position.library_moves() if board.is_castling(move) and wing(move)]
    if castling and own[1] == homes(board, kingside)[1]:
        reason = say("must_castle")
        return _duty(castling, reason, "4.4.1", own[0])
    moves = [move for move in position.library_moves() if move.from_square == king]
    reason = say("must_move_king")
    no_king_move = say("king_cannot_move")
    return _duty(moves, reason, "4.4.3", own[0]) or _free(position, no_king_move, "4.4.3")


def _first(
    position: ChessPosition, square: chess.Square, own: list[chess.Square], foreign: list[chess.Square]
) -> TouchObligation | None:
    """Return the obligation to move or capture the piece on `square`, the first possible (4.3.1, 4.3.2; 4.3.3)."""
    board = position.shared_board
    values = {"square": chess.square_name(square)}
    if square not in own:
        taking = [move for move in position.library_moves() if _square_taken(board, move) == square]
        reason = say("must_take", **values)
        return _duty(taking, reason, "4.3.3" if own else "4.3.2", square)
    reason = say("must_move", **values)
    # A rook that can castle can always move too: this fulfils 4.4.2.
    instead_of_castling = board.piece_type_at(square) == chess.ROOK and board.king(board.turn) in own
    article = "4.3.3" if foreign else "4.4.2" if instead_of_castling else "4.3.1"
    moves = [move for move in position.library_moves() if move.from_square == square]
    return _duty(moves, reason, article, square)
