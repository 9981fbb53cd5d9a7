"""Irregular moves: they are executed on the board as played, and the turn passes (FIDE Laws 7.5)."""

from dataclasses import replace

import chess

from tavleya.messages import Message
from tavleya.rules.chess.castling import goals, homes
from tavleya.rules.chess.messages import say
from tavleya.rules.chess.position import ChessMove, ChessPosition
from tavleya.rules.chess.tokens import Token, parse
from tavleya.rules.contract import Touch, UnreadableMove


def displace(position: ChessPosition, text: str, language: str = "") -> ChessPosition:
    """Return the position after the piece was moved as in `text`, regardless of the rules.

    A piece on the target square is removed; a pawn on the last rank becomes the written piece, by default a queen
    (7.5.2); castling moves king and rook.  Castling rights follow the pieces, and there is no en passant.  A captured
    king is off the board until a ruling corrects the position.  Raises: UnreadableMove if the text is ambiguous, or
    leaves a pawn on its first rank.
    """
    board = position.board
    token = _as_castling(board, parse(text, language)[0])
    touched = (_castle if token.castling else _carry)(board, token, text)
    board.castling_rights = board.clean_castling_rights() & ~touched
    board.ep_square = None
    if board.turn == chess.BLACK:
        board.fullmove_number += 1
    board.turn = not board.turn
    return ChessPosition(board)


def touched_by(position: ChessPosition, text: str) -> tuple[Touch, ...]:
    """Return the moved piece, then the opponent's displaced piece; king and rook of a castling, in this order.

    Raises: UnreadableMove as in `displace`.
    """
    token = parse(text)[0]
    board = position.shared_board
    if token.castling:
        rank = 0 if board.turn else 7
        squares = [chess.square(4, rank), chess.square(7 if token.castling == "0-0" else 0, rank)]
    else:
        to = chess.parse_square(token.to)
        squares = [_origin(board, token, text)]
        if board.color_at(to) == (not board.turn):
            squares.append(to)
    return tuple(Touch(chess.square_name(square)) for square in squares)


def stands_as(position: ChessPosition, text: str) -> ChessMove | None:
    """Return the promotion to a queen that an unreplaced pawn on the last rank counts as (7.5.2)."""
    token = parse(text)[0]
    if token.castling or token.promotion or token.kind not in ("", "P"):
        return None
    board = position.shared_board
    promotion = chess.Move(_origin(board, token, text), chess.parse_square(token.to), chess.QUEEN)
    return ChessMove(promotion.uci()) if board.is_legal(promotion) else None


def _carry(board: chess.Board, token: Token, text: str) -> chess.Bitboard:
    origin, to = _origin(board, token, text), chess.parse_square(token.to)
    piece, target = board.piece_at(origin), board.piece_at(to)
    if piece is None:
        raise _refusal(
            text,
            say("no_piece", square=chess.square_name(origin)),
        )
    if origin == to:
        raise _refusal(text, say("same_square"))
    board.halfmove_clock = 0 if target or piece.piece_type == chess.PAWN else board.halfmove_clock + 1
    if piece.piece_type == chess.PAWN:
        piece = _pawn_on(piece, to, token, text)
    board.remove_piece_at(origin)
    board.set_piece_at(to, piece)
    return chess.BB_SQUARES[origin] | chess.BB_SQUARES[to] | _rights_of_king(piece)


def _pawn_on(pawn: chess.Piece, to: chess.Square, token: Token, text: str) -> chess.Piece:
    rank = chess.square_rank(to)
    if rank == (7 if pawn.color else 0):
        kind = token.promotion if token.promotion not in ("", "K", "P") else "Q"
        return chess.Piece(chess.PIECE_SYMBOLS.index(kind.lower()), pawn.color)
    if rank in (0, 7):
        raise _refusal(text, say("pawn_on_first_rank"))
    return pawn


def _rights_of_king(piece: chess.Piece) -> chess.Bitboard:
    """Return the squares whose castling rights end with a move of this piece."""
    if piece.piece_type != chess.KING:
        return chess.BB_EMPTY
    return chess.BB_RANK_1 if piece.color else chess.BB_RANK_8


def _castle(board: chess.Board, token: Token, text: str) -> chess.Bitboard:
    kingside = token.castling == "0-0"
    king_from, rook_from = homes(board, kingside)
    king, rook = chess.Piece(chess.KING, board.turn), chess.Piece(chess.ROOK, board.turn)
    if king_from is None or rook_from is None or board.piece_at(king_from) != king:
        raise _cannot_castle(text)
    king_to, rook_to = goals(board.turn, kingside)
    others = board.occupied & ~chess.BB_SQUARES[king_from] & ~chess.BB_SQUARES[rook_from]
    if board.piece_at(rook_from) != rook or others & (chess.BB_SQUARES[king_to] | chess.BB_SQUARES[rook_to]):
        raise _cannot_castle(text)
    for square in (king_from, rook_from):
        board.remove_piece_at(square)
    board.set_piece_at(king_to, king)
    board.set_piece_at(rook_to, rook)
    board.halfmove_clock += 1
    return _rights_of_king(king)


def _cannot_castle(text: str) -> UnreadableMove:
    return _refusal(text, say("castling_not_allowed"))


def _as_castling(board: chess.Board, token: Token) -> Token:
    """Return a castling token if the king takes its own rook (Chess960); any other token unchanged."""
    if not board.chess960 or not token.origin:
        return token
    origin, to = chess.parse_square(token.origin), chess.parse_square(token.to)
    king, rook = chess.Piece(chess.KING, board.turn), chess.Piece(chess.ROOK, board.turn)
    if board.piece_at(origin) != king or board.piece_at(to) != rook:
        return token
    return replace(token, castling="0-0" if to > origin else "0-0-0")


def _origin(board: chess.Board, token: Token, text: str) -> chess.Square:
    """Return the square of the only piece that the text can mean."""
    if token.origin:
        return chess.parse_square(token.origin)
    kind = chess.PIECE_SYMBOLS.index((token.kind or "P").lower())
    squares = [
        square
        for square in board.pieces(kind, board.turn)
        if token.from_file in ("", chess.FILE_NAMES[chess.square_file(square)])
        and token.from_rank in ("", chess.RANK_NAMES[chess.square_rank(square)])
    ]
    if len(squares) != 1:
        raise _refusal(text, say("origin_missing"))
    return squares[0]


def _refusal(text: str, reason: Message) -> UnreadableMove:
    return UnreadableMove(
        say("cannot_displace", text=text, reason=reason),
        text=text,
        reason=reason.code,
    )
