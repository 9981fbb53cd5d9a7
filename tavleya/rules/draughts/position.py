"""Positions and moves of draughts for the rest of the program."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Self

from tavleya.rules.contract import Figure, Move, Status, StatusKind
from tavleya.rules.draughts import generator
from tavleya.rules.draughts.generator import RUSSIAN, Board, Pieces, Raw, Route, can_take
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class DraughtsMove:
    """One distinct move: origin, target and the set of captured men.

    `text` is canonical: `c3-d4`; `c3:g7` if no other capture goes between the two squares, otherwise with every square
    on which the piece stops (`b8:e5:c3:a5`; if it goes straight on, the square right behind the man).  `routes` are all
    ways of making the move, that of `squares` first.  `board` is the board of `raw`.
    """

    text: str
    raw: Raw
    routes: tuple[Route, ...] = field(compare=False)
    board: Board = field(compare=False, repr=False)

    @property
    def origin(self) -> str:
        return self.board.name[self.raw[0]]

    @property
    def target(self) -> str:
        return self.board.name[self.raw[1]]

    @property
    def captured(self) -> tuple[str, ...]:
        """The squares of the captured men, a1 first."""
        return self.board.names(self.raw[2])

    @property
    def squares(self) -> tuple[str, ...]:
        return tuple(self.board.name[bit] for bit in self.routes[0])

    @property
    def full_text(self) -> str:
        """The move with every square on which the piece stops."""
        return (self.board.take_sign if self.raw[2] else "-").join(self.squares)

    def __str__(self) -> str:
        return self.text


def quiet_moves(board: Board) -> Mapping[tuple[int, int], DraughtsMove]:
    """Create every possible quiet move on a board, by origin and target."""
    return {
        (origin, target): DraughtsMove(f"{start}-{end}", (origin, target, 0), ((origin, target),), board)
        for start, origin in board.bit.items()
        for end, target in board.bit.items()
        if board.between(start, end) is not None
    }


@dataclass(frozen=True, slots=True)
class DraughtsPosition:
    """Four sets of squares and the side to move; see `generator.Board` for the bits.

    A subclass has another `board`, and its `quiet` moves.
    """

    board: ClassVar[Board] = RUSSIAN
    quiet: ClassVar[Mapping[tuple[int, int], DraughtsMove]] = quiet_moves(RUSSIAN)

    white_men: int
    white_kings: int
    black_men: int
    black_kings: int
    turn: Side
    _moves: list[tuple[DraughtsMove, ...]] = field(
        default_factory=list, init=False, repr=False, compare=False, hash=False
    )

    @classmethod
    def of(cls, pieces: Pieces, turn: Side) -> Self:
        """Create a position from the pieces in the order of the generator: those of the side to move first."""
        men, kings, other_men, other_kings = pieces
        if turn is Side.WHITE:
            return cls(men, kings, other_men, other_kings, turn)
        return cls(other_men, other_kings, men, kings, turn)

    @classmethod
    def start(cls) -> Self:
        return cls(cls.board.start[True], 0, cls.board.start[False], 0, Side.WHITE)

    @property
    def pieces(self) -> Pieces:
        if self.turn is Side.WHITE:
            return self.white_men, self.white_kings, self.black_men, self.black_kings
        return self.black_men, self.black_kings, self.white_men, self.white_kings

    @property
    def empty(self) -> int:
        return self.board.all & ~(self.white_men | self.white_kings | self.black_men | self.black_kings)

    def men(self, side: Side) -> int:
        return self.white_men if side is Side.WHITE else self.black_men

    def kings(self, side: Side) -> int:
        return self.white_kings if side is Side.WHITE else self.black_kings

    def owned(self, side: Side) -> int:
        return self.men(side) | self.kings(side)

    def legal_moves(self) -> tuple[DraughtsMove, ...]:
        if not self._moves:  # a cache: the position is immutable, so its moves are constant
            self._moves.append(self._find_moves())
        return self._moves[0]

    def _find_moves(self) -> tuple[DraughtsMove, ...]:
        men, kings, other_men, other_kings = self.pieces
        opponents, empty, white = other_men | other_kings, self.empty, self.turn is Side.WHITE
        board = self.board
        takes = generator.captures(men, kings, opponents, empty, board.crown_in_passing[white])
        if takes:
            moves = _named_captures(generator.most(takes) if board.majority else takes, board)
        else:
            quiet = self.quiet
            moves = [quiet[origin, target] for origin, target, _ in generator.quiet_moves(men, kings, empty, white)]
        moves.sort(key=_text_of)
        return tuple(moves)

    def play(self, move: Move) -> Self:
        assert isinstance(move, DraughtsMove)
        after = generator.apply(self.pieces, self.turn is Side.WHITE, move.raw, self.board)
        return self.of(after, self.turn.other)

    def crowns(self, move: DraughtsMove) -> bool:
        """Return whether a man becomes a king by this move."""
        return bool(move.raw[0] & self.men(self.turn)) and generator.crowns(
            move.raw, self.turn is Side.WHITE, self.board
        )

    def status(self) -> Status:
        if self.legal_moves():
            return Status(StatusKind.ONGOING)
        kind = StatusKind.BLOCKED if self.owned(self.turn) else StatusKind.NO_PIECES
        return Status(kind, self.turn.other)

    def repetition_key(self) -> Hashable:
        return self.white_men, self.white_kings, self.black_men, self.black_kings, self.turn

    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        result: dict[str, tuple[Figure, ...]] = {}
        for side in Side:
            for kind, squares in (("M", self.men(side)), ("D", self.kings(side))):
                result.update(dict.fromkeys(self.board.names(squares), (Figure(kind, side),)))
        return result

    def text(self) -> str:
        """Return PDN FEN: men from the highest row down, then kings (`W:Wa3,c3,Kd4:Bb8`)."""
        white = _piece_list(self.white_men, self.white_kings, self.board)
        black = _piece_list(self.black_men, self.black_kings, self.board)
        return f"{'W' if self.turn is Side.WHITE else 'B'}:W{white}:B{black}"

    def __str__(self) -> str:
        return self.text()


def _text_of(move: DraughtsMove) -> str:
    return move.text


def _named_captures(takes: Mapping[Raw, list[Route]], board: Board) -> list[DraughtsMove]:
    name, sign = board.name, board.take_sign
    counts: dict[tuple[int, int], int] = {}
    for origin, target, _ in takes:
        counts[origin, target] = counts.get((origin, target), 0) + 1
    moves = []
    for raw, routes in takes.items():
        # The first route in order of squares represents them all.
        ordered = sorted(routes, key=lambda route: [name[bit] for bit in route])
        is_only = counts[raw[0], raw[1]] == 1
        written = (ordered[0][0], ordered[0][-1]) if is_only else ordered[0]
        moves.append(DraughtsMove(sign.join([name[bit] for bit in written]), raw, tuple(ordered), board))
    return moves


def _piece_list(men: int, kings: int, board: Board) -> str:
    def downwards(squares: int) -> list[str]:
        return sorted(board.names(squares), key=board.numbered.index)

    return ",".join([*downwards(men), *(f"K{name}" for name in downwards(kings))])


START = DraughtsPosition.start()


# A capture executed hop by hop, to find the first faulty hop and its reason.


class HopFault(StrEnum):
    """The fault of a hop."""

    OCCUPIED = "target_occupied"
    NOT_DIAGONAL = "not_diagonal"
    OWN_MAN = "own_man_in_the_way"
    JUMPED_TWICE = "jumped_twice"
    TWO_MEN = "two_men_at_once"
    TOO_FAR = "too_far_for_a_man"
    TAKES_NOTHING = "takes_nothing"


@dataclass(slots=True)
class TakeInProgress:
    """A capture in progress: the piece has left `origin` and is on `at`; `taken` are the jumped men on the board.

    With `lift_at_once` they are removed when they are jumped, which article 4.10 forbids.
    """

    position: DraughtsPosition
    at: str
    king: bool
    own: int
    foes: int
    empty: int
    crown: int
    taken: int = 0
    lift_at_once: bool = False

    @classmethod
    def begin(cls, position: DraughtsPosition, origin: str, *, lift_at_once: bool = False) -> TakeInProgress:
        """Begin at `origin`, which holds a piece of either side; its opponents can be captured."""
        bit = position.board.bit[origin]
        side = Side.WHITE if bit & position.owned(Side.WHITE) else Side.BLACK
        return cls(
            position,
            origin,
            bool(bit & position.kings(side)),
            position.owned(side) & ~bit,
            position.owned(side.other),
            position.empty | bit,
            position.board.crown_in_passing[side is Side.WHITE],
            lift_at_once=lift_at_once,
        )

    def hop(self, end: str) -> tuple[HopFault, str] | None:
        """Hop to `end`, or return the fault and its square without moving."""
        board = self.position.board
        way = board.between(self.at, end)
        if way is None:
            return HopFault.NOT_DIAGONAL, end
        if end not in board.bit or not board.bit[end] & self.empty:
            return HopFault.OCCUPIED, end
        over = 0
        for name in way:
            bit = board.bit[name]
            if bit & self.own:
                return HopFault.OWN_MAN, name
            if bit & self.taken and not bit & self.empty:
                return HopFault.JUMPED_TWICE, name
            if bit & self.foes:
                if over:
                    return HopFault.TWO_MEN, name
                over = bit
        if not over:
            return HopFault.TAKES_NOTHING, end
        if not self.king and len(way) != 1:
            return HopFault.TOO_FAR, end
        self._land(end, over)
        return None

    def _land(self, end: str, over: int) -> None:
        self.at = end
        self.taken |= over
        self.foes &= ~over
        if self.lift_at_once:
            self.empty |= over
        if self.position.board.bit[end] & self.crown:
            self.king = True

    def can_go_on(self) -> bool:
        return can_take(self.position.board.bit[self.at], self.king, self.foes, self.empty)
