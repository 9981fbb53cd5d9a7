"""Notation of legal moves: app. C in any language, figurines, and the English export form of PGN."""

from collections.abc import Mapping

import chess

from tavleya.errors import BadInput
from tavleya.languages import DEFAULT
from tavleya.rules.chess.messages import say
from tavleya.rules.chess.position import ChessMove, ChessPosition
from tavleya.rules.contract import StatusKind, Style
from tavleya.rules.letters import FIGURINES, PIECE_LETTERS

FORMS = ("canonical", "short", "long", "figurine", "book", "pgn")


def write(position: ChessPosition, move: ChessMove, style: Style) -> str:
    """Return `move` in `style`; `book` is `figurine` (C.3), `pgn` the export form (`O-O`, `e8=Q`, English letters).

    Raises: BadInput for an unknown form or language.
    """
    if style.form not in FORMS:
        raise BadInput(say("unknown_form", form=style.form))
    if style.form == "canonical":
        return move.text
    if style.language not in PIECE_LETTERS and style.form in ("short", "long"):
        raise BadInput(say("unknown_language.letters", language=style.language))
    if style.form == "pgn":
        letters = PIECE_LETTERS[DEFAULT]
    else:
        letters = FIGURINES if style.form in ("figurine", "book") else PIECE_LETTERS[style.language]
    library_move = chess.Move.from_uci(move.text)
    en_passant = style.form != "pgn" and position.shared_board.is_en_passant(library_move)
    body = _body(position, library_move, style.form, letters)
    return body + _check_mark(position, move) + (" e.p." if en_passant else "")


def _body(position: ChessPosition, move: chess.Move, form: str, letters: Mapping[str, str]) -> str:
    board = position.shared_board
    if board.is_castling(move):
        zero = "O" if form == "pgn" else "0"
        return "-".join(zero * (2 if board.is_kingside_castling(move) else 3))
    kind = board.piece_type_at(move.from_square)
    assert kind is not None, "a legal move moves a piece"
    takes = "x" if board.is_capture(move) else ""
    origin, to = chess.square_name(move.from_square), chess.square_name(move.to_square)
    if kind == chess.PAWN:
        start = origin if form == "long" else origin[0] if takes else ""
        return start + takes + to + _promotion(move, form, letters)
    start = origin if form == "long" else _apart(position, move, kind)
    return letters[chess.piece_symbol(kind).upper()] + start + takes + to


def _promotion(move: chess.Move, form: str, letters: Mapping[str, str]) -> str:
    if move.promotion is None:
        return ""
    return ("=" if form == "pgn" else "") + letters[chess.piece_symbol(move.promotion).upper()]


def _apart(position: ChessPosition, move: chess.Move, kind: chess.PieceType) -> str:
    """Return the file, rank or both that distinguish the piece from others of its kind with the same target (C.10)."""
    board = position.shared_board
    rivals = [
        other.from_square
        for other in position.library_moves()
        if other.to_square == move.to_square
        and other.from_square != move.from_square
        and board.piece_type_at(other.from_square) == kind
    ]
    if not rivals:
        return ""
    file, rank = chess.square_file(move.from_square), chess.square_rank(move.from_square)
    name = chess.square_name(move.from_square)
    if all(chess.square_file(rival) != file for rival in rivals):
        return name[0]
    if all(chess.square_rank(rival) != rank for rival in rivals):
        return name[1]
    return name


def _check_mark(position: ChessPosition, move: ChessMove) -> str:
    after = position.play(move)
    if not after.in_check:
        return ""
    return "#" if after.status().kind is StatusKind.CHECKMATE else "+"
