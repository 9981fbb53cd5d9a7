"""Interpretation of a written move as the one legal move that it means (FIDE Laws, app. C)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import chess

from tavleya.messages import Message
from tavleya.rules.chess.explaining import explain, nearest
from tavleya.rules.chess.messages import say
from tavleya.rules.chess.position import ChessMove, ChessPosition
from tavleya.rules.chess.tokens import Token, parse, parse_loosely
from tavleya.rules.contract import AmbiguousMove, IllegalMove, StatusKind


@dataclass(frozen=True, slots=True)
class Reading:
    """The content of one written move in addition to the move itself.

    `warnings` are wrong signs (a `+` that is mate, an `x` that captures nothing …); the move is still valid, because
    the signs are optional (C.13).
    """

    move: ChessMove
    offer: bool = False
    comment: str = ""
    warnings: tuple[Message, ...] = ()


def read(position: ChessPosition, text: str, language: str = "") -> Reading:
    """Read a move.  Raises: UnreadableMove, IllegalMove, AmbiguousMove."""
    tokens, result = candidates(position, text, language)
    if len(result) == 1:
        [(canonical, token)] = result.items()
        return _reading(position, ChessMove(canonical), token)
    if not result:
        raise IllegalMove(explain(position, tokens[0], text), nearest(position, tokens[0]), text=text)
    raise AmbiguousMove(
        say("ambiguous_move.chess", text=text, candidates=", ".join(sorted(result))),
        tuple(sorted(result)),
        text=text,
    )


def candidates(position: ChessPosition, text: str, language: str = "") -> tuple[tuple[Token, ...], dict[str, Token]]:
    """Return the readings of `text`, and each matching legal move by canonical text.

    Raises: UnreadableMove.
    """
    tokens = tuple(parse(text, language))
    # Latin letters are English if a move fits; only a Cyrillic К is asked about.
    fitting = _fitting(position, tokens[:1] if text.isascii() else tokens) or _fitting(position, tokens[1:])
    if not fitting and not any(token.origin for token in tokens):
        # Retry with corrected case only if nothing else matches: `bc4` is a pawn's capture whenever a pawn can make it.
        # Two squares are unambiguous.
        fitting = _fitting(position, parse_loosely(text, language))
    return tokens, fitting


def _fitting(position: ChessPosition, tokens: Iterable[Token]) -> dict[str, Token]:
    """Return the canonical text of every legal move that matches a token, with that token."""
    board = position.shared_board
    result: dict[str, Token] = {}
    for token in tokens:
        fits = _test(board, token)
        for move in position.library_moves():
            if fits(move):
                result.setdefault(move.uci(), token)
    return result


def _test(board: chess.Board, token: Token) -> Callable[[chess.Move], bool]:
    if token.castling:
        wing = board.is_kingside_castling if token.castling == "0-0" else board.is_queenside_castling
        return lambda move: board.is_castling(move) and wing(move)
    to = chess.parse_square(token.to)
    kind = chess.PIECE_SYMBOLS.index(token.kind.lower()) if token.kind else None
    promotion = chess.PIECE_SYMBOLS.index(token.promotion.lower()) if token.promotion else None
    file = chess.FILE_NAMES.index(token.from_file) if token.from_file else None
    rank = int(token.from_rank) - 1 if token.from_rank else None

    def fits(move: chess.Move) -> bool:
        if move.to_square != to or move.promotion != promotion:
            return False
        # King takes rook is castling in Chess960 if both squares are written.
        if board.chess960 and not token.origin and board.is_castling(move):
            return False
        if kind is not None and board.piece_type_at(move.from_square) != kind:
            return False
        if file is not None and chess.square_file(move.from_square) != file:
            return False
        if rank is not None and chess.square_rank(move.from_square) != rank:
            return False
        # A pawn capture names the file of origin (C.9.3): without it `d5` is the step, never the capture.
        return kind != chess.PAWN or file is not None or not board.is_capture(move)

    return fits


def _reading(position: ChessPosition, move: ChessMove, token: Token) -> Reading:
    warnings = [*token.warnings, *_sign_warnings(position, move, token)]
    return Reading(move, token.marks.offer, token.marks.comment, tuple(warnings))


def _sign_warnings(position: ChessPosition, move: ChessMove, token: Token) -> Iterable[Message]:
    board, library_move = position.shared_board, chess.Move.from_uci(move.text)
    if token.capture and not board.is_capture(library_move):
        yield say("takes_nothing.sign")
    if token.marks.en_passant and not board.is_en_passant(library_move):
        yield say("not_en_passant")
    if not token.marks.check:
        return
    status = position.play(move).status().kind
    if token.marks.check == "#" and status is not StatusKind.CHECKMATE:
        yield say("not_mate")
    elif token.marks.check == "+" and status is StatusKind.CHECKMATE:
        yield say("mate_marked_check")
    elif token.marks.check == "+" and status is not StatusKind.CHECK:
        yield say("not_check")
