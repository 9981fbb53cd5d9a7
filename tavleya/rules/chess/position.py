"""An immutable chess position, with a board of the `chess` library that is copied for each move."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import chess

from tavleya.rules.chess.mating import is_dead
from tavleya.rules.contract import Figure, Move, Position, Status, StatusKind
from tavleya.sides import Side

_FIGURES = {
    (kind, color): (Figure(chess.piece_symbol(kind).upper(), Side.WHITE if color else Side.BLACK),)
    for kind in chess.PIECE_TYPES
    for color in chess.COLORS
}


def side_of(color: chess.Color) -> Side:
    return Side.WHITE if color else Side.BLACK


def color_of(side: Side) -> chess.Color:
    return side is Side.WHITE


@dataclass(frozen=True, slots=True)
class ChessMove:
    """A move in the coordinate form of UCI: `e2e4`, `e7e8q`.

    Castling is the king's step, `e1g1`, in Chess960 king takes rook, `e1h1`.
    """

    text: str

    @property
    def squares(self) -> tuple[str, ...]:
        return (self.text[:2], self.text[2:4])


class ChessPosition(Position):
    """An immutable position.  Two are equal if their texts are."""

    __slots__ = ("_board", "_key", "_legal", "_moves", "_played", "_status", "_text")

    def __init__(self, board: chess.Board) -> None:
        """Take ownership of `board`, which must not be changed afterwards."""
        self._board = board
        self._moves: tuple[chess.Move, ...] | None = None
        self._legal: tuple[ChessMove, ...] | None = None
        self._played: tuple[str, ChessPosition] | None = None
        self._key: Hashable = None
        self._status: Status | None = None
        self._text = ""

    @classmethod
    def start(cls) -> ChessPosition:
        return cls(chess.Board())

    @property
    def board(self) -> chess.Board:
        """A copy of the board, for other queries of the library."""
        return self._board.copy(stack=False)

    @property
    def shared_board(self) -> chess.Board:
        """The board itself, for the modules of this package, which only read it."""
        return self._board

    @property
    def turn(self) -> Side:
        return side_of(self._board.turn)

    @property
    def quiet_plies(self) -> int:
        """The number of half-moves since the last capture or pawn move (9.3, 9.6.2)."""
        return self._board.halfmove_clock

    @property
    def in_check(self) -> bool:
        return self._board.is_check()

    @property
    def both_in_check(self) -> bool:
        return self.in_check and self._board.was_into_check()

    def library_moves(self) -> tuple[chess.Move, ...]:
        """Return legal moves of the library, in no particular order.

        After an irregular move, a king may be attacked with its opponent to move: it is never captured (1.4.1).
        """
        if self._moves is None:
            kings = self._board.kings
            self._moves = tuple(
                move for move in self._board.generate_legal_moves() if not chess.BB_SQUARES[move.to_square] & kings
            )
        return self._moves

    def legal_moves(self) -> tuple[ChessMove, ...]:
        if self._legal is None:
            self._legal = tuple(ChessMove(text) for text in sorted(move.uci() for move in self.library_moves()))
        return self._legal

    def play(self, move: Move) -> ChessPosition:
        """Return the position after the move.

        The last one is cached, because a move is first tried, then made and queried.
        """
        played = self._played  # read once: other threads use this position too
        if played is None or played[0] != move.text:
            played = self._played = (move.text, self._after(move))
        return played[1]

    def _after(self, move: Move) -> ChessPosition:
        board = self._board.copy(stack=False)
        board.push(chess.Move.from_uci(move.text))
        # The library keeps undo data on a stack, which a position does not need.
        board.clear_stack()
        return type(self)(board)

    def status(self) -> Status:
        if self._status is None:
            self._status = self._find_status()
        return self._status

    def _find_status(self) -> Status:
        if not self.library_moves():
            if self.in_check:
                return Status(StatusKind.CHECKMATE, self.turn.other)
            return Status(StatusKind.STALEMATE)
        if is_dead(self._board, self.library_moves()):
            return Status(StatusKind.DEAD)
        return Status(StatusKind.CHECK if self.in_check else StatusKind.ONGOING)

    def repetition_key(self) -> Hashable:
        """Return a key for the same side to move, pieces on squares, and possible moves of all pieces (9.2.3).

        An en passant square counts only if a pawn could really be captured there; castling rights count until the king
        or that rook moves, even if castling is prevented at the moment.
        """
        if self._key is None:
            board = self._board
            self._key = (
                (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings),
                (board.occupied_co[chess.WHITE], board.turn),
                board.clean_castling_rights(),
                board.ep_square if board.has_legal_en_passant() else None,
            )
        return self._key

    def text(self) -> str:
        """Return FEN; the en passant square is included only if a capture there is legal."""
        if not self._text:
            self._text = self._board.fen(en_passant="legal")
        return self._text

    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        return figures_on(self._board)

    def __eq__(self, other: object) -> bool:
        return self.text() == other.text() if isinstance(other, ChessPosition) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text())

    def __repr__(self) -> str:
        return f"ChessPosition({self.text()!r})"


def figures_on(board: chess.BaseBoard) -> Mapping[str, tuple[Figure, ...]]:
    """Return occupied square → its piece."""
    return MappingProxyType(
        {
            chess.SQUARE_NAMES[square]: _FIGURES[piece.piece_type, piece.color]
            for square, piece in board.piece_map().items()
        }
    )


# The first field of a FEN alone, as sent by an electronic board: any pieces anywhere, also in impossible
# positions.


def figures_placed(placement: str) -> Mapping[str, tuple[Figure, ...]] | None:
    """Return occupied square → its piece; None if the text is not a placement."""
    try:
        board = chess.BaseBoard(placement.split(" ", maxsplit=1)[0])
    except ValueError:
        return None
    return figures_on(board)
