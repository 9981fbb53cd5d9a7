"""An immutable chess position on a board of the `chess` library; FEN, castling, and mating possibilities."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import chess

from tavleya.messages import Message
from tavleya.rules.chess.messages import say
from tavleya.rules.contract import BadPosition, Figure, Move, Position, Status, StatusKind
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


# A strict FEN reader: text that cannot be a chess position is refused with a reason.

_LONGEST = 120

# In Chess960 a right may name the file of its rook (X-FEN, Shredder-FEN); otherwise it belongs to the outermost one.
_RIGHTS = ("KQkq-", "KQkqABCDEFGHabcdefgh-")
_BAD_RIGHTS = (say("bad_castling_rights.letters"), say("bad_castling_rights.files"))

_REFUSED: tuple[tuple[chess.Status, Message], ...] = (
    (chess.STATUS_EMPTY, say("empty_board")),
    (chess.STATUS_NO_WHITE_KING, say("no_white_king")),
    (chess.STATUS_NO_BLACK_KING, say("no_black_king")),
    (chess.STATUS_TOO_MANY_KINGS, say("two_kings")),
    (chess.STATUS_PAWNS_ON_BACKRANK, say("pawn_on_last_rank")),
    (chess.STATUS_BAD_CASTLING_RIGHTS, say("bad_castling_rights")),
    (chess.STATUS_INVALID_EP_SQUARE, say("bad_en_passant")),
)

_KINGLESS = (chess.STATUS_NO_WHITE_KING, chess.STATUS_NO_BLACK_KING)

_OBJECTIONS: tuple[tuple[chess.Status, Message], ...] = (
    (chess.STATUS_OPPOSITE_CHECK, say("opposite_check")),
    (chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK, say("impossible_check")),
    (chess.STATUS_TOO_MANY_WHITE_PAWNS | chess.STATUS_TOO_MANY_BLACK_PAWNS, say("too_many_pawns")),
    (chess.STATUS_TOO_MANY_WHITE_PIECES | chess.STATUS_TOO_MANY_BLACK_PIECES, say("too_many_pieces.chess")),
)


def read_fen(text: str, *, chess960: bool = False, kings_taken: bool = False) -> ChessPosition:
    """Read `text`; `start` is the starting position.  Missing trailing fields get their usual values.

    Positions that only an irregular move can create are accepted, because a game may reach them; one without a king
    only with `kings_taken`.
    """
    if text.strip() == "start":
        return ChessPosition.start()
    if len(text) > _LONGEST:
        raise _bad_fen(say("fen_too_long"))
    fields = text.split()
    if len(fields) > 2 and not set(fields[2]) <= set(_RIGHTS[chess960]):
        raise _bad_fen(_BAD_RIGHTS[chess960])
    try:
        board = chess.Board(" ".join(fields), chess960=chess960)
    except ValueError:
        # The library's error text uses its own terms; the wrong field is enough.
        raise _bad_fen(say("bad_fen")) from None
    status = board.status()
    for flag, message in _REFUSED:
        if status & flag and not (kings_taken and flag in _KINGLESS):
            raise _bad_fen(message)
    return ChessPosition(board)


def objections(position: ChessPosition) -> tuple[Message, ...]:
    status = position.board.status()
    return tuple(message for flags, message in _OBJECTIONS if status & flags)


def _bad_fen(reason: Message) -> BadPosition:
    return BadPosition(say("bad_position", reason=reason), reason=reason.code)


# Squares of king and rook before and after castling, in chess (3.8.2) and Chess960.
#
# In Chess960 both pieces may begin on other squares of the first rank than in chess; their target squares
# are the same. `Board.chess960` says which of the two a board is.


def _first_rank(color: chess.Color) -> int:
    return 0 if color else 7


def castling_goals(color: chess.Color, kingside: bool) -> tuple[chess.Square, chess.Square]:
    """Return the target squares of king and rook."""
    rank = _first_rank(color)
    return chess.square(6 if kingside else 2, rank), chess.square(5 if kingside else 3, rank)


def castling_homes(board: chess.Board, kingside: bool) -> tuple[chess.Square | None, chess.Square | None]:
    """Return the squares from which king and rook of the side to move castle; None if castling is impossible.

    In Chess960 it is the rook with the right to castle, else the outermost on that side.
    """
    rank = _first_rank(board.turn)
    if not board.chess960:
        return chess.square(4, rank), chess.square(7 if kingside else 0, rank)
    king = board.king(board.turn)
    if king is None or chess.square_rank(king) != rank:
        return None, None
    rooks = board.pieces(chess.ROOK, board.turn) & chess.BB_RANKS[rank]
    wing_rooks = [square for square in rooks if (square > king) == kingside]
    entitled = [square for square in wing_rooks if board.clean_castling_rights() & chess.BB_SQUARES[square]]
    outermost = max if kingside else min
    return king, outermost(entitled or wing_rooks, default=None)


def castling_gap(king: chess.Square, rook: chess.Square, color: chess.Color, kingside: bool) -> chess.SquareSet:
    """Return the squares that must be empty: all that either piece passes or reaches, without their own two."""
    king_to, rook_to = castling_goals(color, kingside)
    ways = chess.SquareSet.between(king, king_to) | chess.SquareSet.between(rook, rook_to)
    return (ways | chess.SquareSet([king_to, rook_to])) - chess.SquareSet([king, rook])


def king_path(king: chess.Square, color: chess.Color, kingside: bool) -> list[chess.Square]:
    """Return the squares of the king in order, from its origin to its target."""
    goal = castling_goals(color, kingside)[0]
    step = 1 if goal >= king else -1
    return list(range(king, goal + step, step))


# Mating possibilities "by any possible series of legal moves" (FIDE Laws 5.1.2, 5.2.2, 6.9, 7.5.5).
#
# There are three independent, sound proofs that a side cannot mate: the material on the board; a wall of
# pawns that no king can ever capture; and a search of *every* continuation if forced moves leave few enough
# of them. An unproven case counts as possible, so a player who could still win never loses that right; the
# remaining dead positions are left to the arbiter.

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
    guarded = {chess.BLACK: _pawn_attacks(white_pawns, up=True), chess.WHITE: _pawn_attacks(black_pawns, up=False)}
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
    assert square is not None, "both kings must be on the board"
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
        current = waiting.pop()
        moves = list(current.generate_legal_moves())
        if not moves and current.is_check() and (not current.turn) in colors:
            return False
        for move in moves:
            after = current.copy(stack=False)
            after.push(move)
            key = after.epd()
            if key in seen or _hopeless(after, colors):
                continue
            seen.add(key)
            if len(seen) > limit:
                return False
            waiting.append(after)
    return True


def _hopeless(board: chess.Board, colors: Iterable[chess.Color]) -> bool:
    return all(board.has_insufficient_material(color) for color in colors)
