"""Chess as an implementation of the rules interface: FIDE Laws in force from 2023, with the `chess` library."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

import chess

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.rules.chess import explaining, tokens
from tavleya.rules.chess.explaining import explain, nearest
from tavleya.rules.chess.messages import say
from tavleya.rules.chess.position import (
    ChessMove,
    ChessPosition,
    can_mate,
    castling_homes,
    color_of,
    objections,
    read_fen,
)
from tavleya.rules.chess.tokens import Token, parse, parse_loosely
from tavleya.rules.contract import (
    AmbiguousMove,
    ClaimKind,
    ClaimVerdict,
    Ending,
    EndingKind,
    IllegalMove,
    LineOfPlay,
    Move,
    Position,
    Rules,
    StatusKind,
    Style,
    Touch,
    TouchObligation,
)
from tavleya.sides import Side

# Interpretation of a written move as the one legal move that it means (FIDE Laws, app. C).


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


def candidates(position: ChessPosition, text: str, language: str = "") -> tuple[tuple[Token, ...], dict[str, Token]]:
    """Return the readings of `text`, and each matching legal move by canonical text.

    Raises: UnreadableMove.
    """
    tokens = tuple(parse(text, language))
    # Latin letters are English if a move fits; only a Cyrillic К can be ambiguous.
    fitting = _fitting(position, tokens[:1] if text.isascii() else tokens) or _fitting(position, tokens[1:])
    if not fitting and not any(token.origin for token in tokens):
        # Retry with corrected case only if nothing else matches: `bc4` is a pawn's capture whenever a pawn can make it.
        # Two squares are unambiguous.
        fitting = _fitting(position, parse_loosely(text, language))
    return tokens, fitting


def _fitting(position: ChessPosition, tokens: Iterable[Token]) -> dict[str, Token]:
    """Return the canonical text of every legal move that matches a token, with that token."""
    board = position.shared_board
    moves: dict[str, Token] = {}
    for token in tokens:
        fits = _matcher(board, token)
        for move in position.library_moves():
            if fits(move):
                moves.setdefault(move.uci(), token)
    return moves


def _matcher(board: chess.Board, token: Token) -> Callable[[chess.Move], bool]:
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


@dataclass(frozen=True, slots=True)
class ChessRules(Rules):
    """Chess has no options: the Laws leave nothing on the board to the organiser."""

    game: ClassVar[str] = "chess"
    chess960: ClassVar[bool] = False

    def start(self) -> ChessPosition:
        return ChessPosition.start()

    def position(self, text: str) -> ChessPosition:
        """Read FEN (its last fields may be missing).  Raises: BadPosition.  See also `objections`."""
        return read_fen(text)

    def standing(self, text: str) -> ChessPosition:
        """Read FEN as `position` does, but a king may be missing (7.5.1)."""
        return read_fen(text, chess960=self.chess960, kings_taken=True)

    def objections(self, position: Position) -> tuple[Message, ...]:
        """Return why `position` cannot be the start of a game (the side not to move is in check …)."""
        return objections(_chess(position))

    def read(self, position: Position, text: str, *, language: str = "") -> ChessMove:
        return self.read_token(position, text, language=language).move

    def read_token(self, position: Position, text: str, *, language: str = "") -> Reading:
        """Read a move as `read` does, with draw offer, comment marks and warnings about wrong signs."""
        current = _chess(position)
        readings, matches = candidates(current, text, language)
        if len(matches) == 1:
            [(canonical, token)] = matches.items()
            return _reading(current, ChessMove(canonical), token)
        if not matches:
            raise IllegalMove(explain(current, readings[0], text), nearest(current, readings[0]), text=text)
        raise AmbiguousMove(
            say("ambiguous_move.chess", text=text, candidates=", ".join(sorted(matches))),
            tuple(sorted(matches)),
            text=text,
        )

    def write(self, position: Position, move: Move, style: Style) -> str:
        return tokens.write(_chess(position), ChessMove(move.text), style)

    def displace(self, position: Position, text: str) -> ChessPosition:
        return explaining.displace(_chess(position), text)

    def touched_by(self, position: Position, text: str) -> tuple[Touch, ...]:
        return explaining.touched_by(_chess(position), text)

    def stands_as(self, position: Position, text: str) -> ChessMove | None:
        return explaining.stands_as(_chess(position), text)

    def both_in_check(self, position: Position) -> bool:
        return _chess(position).both_in_check

    def ending(self, line: LineOfPlay) -> Ending | None:
        """Return mate, stalemate, dead position, fivefold repetition or 75 moves, in this order (9.6.2)."""
        position = _chess(line.position)
        status = position.status()
        # An irregular move neither mates nor stalemates, even if the position looks like it (5.1.1, 5.2.1, 5.2.2).
        if status.over and not (line.plies and line.plies[-1].irregular):
            kind, article = _BY_STATUS[status.kind]
            return Ending(kind, status.winner, article)
        plies = appearances(line, position)
        if len(plies) >= 5:
            return Ending(EndingKind.FIVEFOLD, None, "9.6.1", plies)
        if position.quiet_plies >= SEVENTY_FIVE:
            return Ending(EndingKind.SEVENTY_FIVE_MOVES, None, "9.6.2", _run(line, position))
        return None

    def claim(self, line: LineOfPlay, kind: ClaimKind, intended: str | None = None) -> ClaimVerdict:
        """Decide a claim (9.2, 9.3).  Raises: the errors of `read` for an `intended` move that is not legal."""
        after = None
        if intended is not None:
            position = _chess(line.position)
            after = position.play(self.read(position, intended))
        if kind is ClaimKind.REPETITION:
            return _repetition(line, after)
        if kind is ClaimKind.FIFTY_MOVES:
            return _fifty(line, after)
        raise BadInput(say("no_such_claim.chess", kind=kind.value))

    def bound_moves(self, position: Position, touches: Iterable[Touch]) -> TouchObligation:
        """Return the obligation of the player to move after touched pieces (4.2–4.5)."""
        return bound_moves(_chess(position), touches)

    def can_mate(self, position: Position, side: Side) -> bool:
        """Return whether `side` could mate by some series of legal moves (6.9, 7.5.5).

        False is proven, see `position`.
        """
        return can_mate(_chess(position).board, color_of(side))


def _chess(position: Position) -> ChessPosition:
    assert isinstance(position, ChessPosition), "chess rules are asked about chess positions"
    return position


# Touch-move (FIDE Laws 4): the moves a player must choose from after touching pieces deliberately.


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


def _duty(moves: Iterable[chess.Move], reason: Message, article: str, square: chess.Square) -> TouchObligation | None:
    """Return an obligation about the piece on `square`, if a move can fulfil it."""
    texts = sorted(move.uci() for move in moves)
    return TouchObligation(tuple(map(ChessMove, texts)), reason, article, chess.square_name(square)) if texts else None


def _square_taken(board: chess.Board, move: chess.Move) -> chess.Square | None:
    """Return the square of the captured piece: en passant it is not the target square."""
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square if board.is_capture(move) else None


def _exchange(position: ChessPosition, own: chess.Square, foreign: chess.Square) -> TouchObligation | None:
    """Return the obligation for pieces of both colours: the first own one captures the opponent's first one (4.3.3)."""
    board = position.shared_board
    moves = [
        move for move in position.library_moves() if move.from_square == own and _square_taken(board, move) == foreign
    ]
    reason = say("must_take_with", own=chess.square_name(own), foreign=chess.square_name(foreign))
    return _duty(moves, reason, "4.3.3", own)


def _castling(position: ChessPosition, own: list[chess.Square]) -> TouchObligation | None:
    """Return the obligation for king, then rook: castling on that side, else another king move (4.4.1, 4.4.3)."""
    board = position.shared_board
    king = board.king(board.turn)
    if len(own) < 2 or own[0] != king or board.piece_type_at(own[1]) != chess.ROOK:
        return None
    kingside = own[1] > own[0]
    wing = board.is_kingside_castling if kingside else board.is_queenside_castling
    castling = [move for move in position.library_moves() if board.is_castling(move) and wing(move)]
    if castling and own[1] == castling_homes(board, kingside)[1]:
        return _duty(castling, say("must_castle"), "4.4.1", own[0])
    moves = [move for move in position.library_moves() if move.from_square == king]
    return _duty(moves, say("must_move_king"), "4.4.3", own[0]) or _free(position, say("king_cannot_move"), "4.4.3")


def _first(
    position: ChessPosition, square: chess.Square, own: list[chess.Square], foreign: list[chess.Square]
) -> TouchObligation | None:
    """Return the obligation to move or capture the piece on `square`, the first possible (4.3.1, 4.3.2; 4.3.3)."""
    board = position.shared_board
    name = chess.square_name(square)
    if square not in own:
        captures = [move for move in position.library_moves() if _square_taken(board, move) == square]
        return _duty(captures, say("must_take", square=name), "4.3.3" if own else "4.3.2", square)
    # A rook that can castle can always move too: this fulfils 4.4.2.
    instead_of_castling = board.piece_type_at(square) == chess.ROOK and board.king(board.turn) in own
    article = "4.3.3" if foreign else "4.4.2" if instead_of_castling else "4.3.1"
    moves = [move for move in position.library_moves() if move.from_square == square]
    return _duty(moves, say("must_move", square=name), article, square)


# Endings of a game by the rules, and draw claims decided from the record (FIDE Laws 5 and 9).

#: Half-moves of "50 moves by each player" and "75 moves by each player".
FIFTY, SEVENTY_FIVE = 100, 150

_BY_STATUS = {
    StatusKind.CHECKMATE: (EndingKind.CHECKMATE, "5.1.1"),
    StatusKind.STALEMATE: (EndingKind.STALEMATE, "5.2.1"),
    StatusKind.DEAD: (EndingKind.DEAD, "5.2.2"),
}


def appearances(line: LineOfPlay, position: Position) -> tuple[int, ...]:
    """Return the numbers of plies after which `position` was on the board, 0 for the start.

    The whole line is searched: after an irregular move even a position before a pawn move can recur.
    """
    key = position.repetition_key()
    return tuple(number for number, earlier in enumerate(line.positions) if earlier.repetition_key() == key)


def _repetition(line: LineOfPlay, intended: ChessPosition | None) -> ClaimVerdict:
    plies = appearances(line, intended or line.position)
    if intended is not None:
        plies = (*plies, len(line.plies) + 1)
    upheld = len(plies) >= 3
    message = say("repetition_right" if upheld else "repetition_wrong", count=len(plies))
    return ClaimVerdict(upheld, ClaimKind.REPETITION, plies, message)


def _fifty(line: LineOfPlay, intended: ChessPosition | None) -> ClaimVerdict:
    quiet = (intended or _chess(line.position)).quiet_plies
    last_ply = len(line.plies) + (intended is not None)
    upheld, breaking_ply = quiet >= FIFTY, max(last_ply - quiet, 0)
    plies = (breaking_ply + 1, last_ply) if upheld else (breaking_ply,)
    message = say("fifty_right" if upheld else "fifty_wrong", moves=quiet // 2)
    return ClaimVerdict(upheld, ClaimKind.FIFTY_MOVES, plies, message)


def _run(line: LineOfPlay, position: ChessPosition) -> tuple[int, ...]:
    """Return the first and last ply of the quiet run; a start position may already include a part of the count."""
    return (max(len(line.plies) - position.quiet_plies, 0) + 1, len(line.plies))
