"""Positions and moves of Russian draughts as the rest of the program sees them."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from tavleya.rules.contract import Figure, Move, Status, StatusKind
from tavleya.rules.draughts import generator
from tavleya.rules.draughts.board import BIT, BLACK_START, BOARD, NAME, SQUARES, WHITE_START, names
from tavleya.rules.draughts.generator import Pieces, Raw, Route
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class DraughtsMove:
    """One distinct move: origin, target and the set of men taken.

    `text` is canonical: `c3-d4`; `c3:g7` where no other take goes between the two squares, otherwise with every
    square on which the piece stops (`b8:e5:c3:a5`; when it goes straight on, the square right behind the man).
    `routes` are all ways of making the move, that of `squares` first.
    """

    text: str
    raw: Raw
    routes: tuple[Route, ...] = field(compare=False)

    @property
    def origin(self) -> str:
        return NAME[self.raw[0]]

    @property
    def target(self) -> str:
        return NAME[self.raw[1]]

    @property
    def captured(self) -> tuple[str, ...]:
        """The squares of the men taken, a1 first."""
        return names(self.raw[2])

    @property
    def squares(self) -> tuple[str, ...]:
        return tuple(NAME[bit] for bit in self.routes[0])

    @property
    def full_text(self) -> str:
        """The move with every square on which the piece stops."""
        return (":" if self.raw[2] else "-").join(self.squares)

    def __str__(self) -> str:
        return self.text


# Every quiet move there can ever be, made once: the same two squares always give the same move.
_QUIET: dict[tuple[int, int], DraughtsMove] = {
    (BIT[origin], BIT[target]): DraughtsMove(
        f"{origin}-{target}", (BIT[origin], BIT[target], 0), ((BIT[origin], BIT[target]),)
    )
    for origin in SQUARES
    for target in SQUARES
    if origin != target and abs(ord(origin[0]) - ord(target[0])) == abs(int(origin[1]) - int(target[1]))
}


@dataclass(frozen=True, slots=True)
class DraughtsPosition:
    """Four sets of squares and the side to move; see `board` for the bits."""

    white_men: int
    white_kings: int
    black_men: int
    black_kings: int
    turn: Side
    _moves: list[tuple[DraughtsMove, ...]] = field(
        default_factory=list, init=False, repr=False, compare=False, hash=False
    )

    @classmethod
    def of(cls, pieces: Pieces, turn: Side) -> DraughtsPosition:
        """From the pieces in the order of the generator: those of the side to move first."""
        men, kings, other_men, other_kings = pieces
        if turn is Side.WHITE:
            return cls(men, kings, other_men, other_kings, turn)
        return cls(other_men, other_kings, men, kings, turn)

    @property
    def pieces(self) -> Pieces:
        if self.turn is Side.WHITE:
            return self.white_men, self.white_kings, self.black_men, self.black_kings
        return self.black_men, self.black_kings, self.white_men, self.white_kings

    @property
    def empty(self) -> int:
        return BOARD & ~(self.white_men | self.white_kings | self.black_men | self.black_kings)

    def men(self, side: Side) -> int:
        return self.white_men if side is Side.WHITE else self.black_men

    def kings(self, side: Side) -> int:
        return self.white_kings if side is Side.WHITE else self.black_kings

    def owned(self, side: Side) -> int:
        return self.men(side) | self.kings(side)

    def legal_moves(self) -> tuple[DraughtsMove, ...]:
        if not self._moves:  # a cache: the position never changes, so neither do its moves
            self._moves.append(self._find_moves())
        return self._moves[0]

    def _find_moves(self) -> tuple[DraughtsMove, ...]:
        men, kings, other_men, other_kings = self.pieces
        opponents, empty, white = other_men | other_kings, self.empty, self.turn is Side.WHITE
        takes = generator.captures(men, kings, opponents, empty, white)
        if takes:
            moves = _named(takes)
        else:
            moves = [
                _QUIET[origin, target]
                for origin, target, _ in generator.quiet_moves(men, kings, empty, white)
            ]
        moves.sort(key=_text_of)
        return tuple(moves)

    def play(self, move: Move) -> DraughtsPosition:
        assert isinstance(move, DraughtsMove)
        after = generator.apply(self.pieces, self.turn is Side.WHITE, move.raw)
        return DraughtsPosition.of(after, self.turn.other)

    def crowns(self, move: DraughtsMove) -> bool:
        """Whether a man becomes a king by this move."""
        return bool(move.raw[0] & self.men(self.turn)) and generator.crowns(move.raw, self.turn is Side.WHITE)

    def status(self) -> Status:
        if self.legal_moves():
            return Status(StatusKind.ONGOING)
        kind = StatusKind.BLOCKED if self.owned(self.turn) else StatusKind.NO_PIECES
        return Status(kind, self.turn.other)

    def repetition_key(self) -> Hashable:
        return self.white_men, self.white_kings, self.black_men, self.black_kings, self.turn

    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        found: dict[str, tuple[Figure, ...]] = {}
        for side in Side:
            for kind, board in (("M", self.men(side)), ("D", self.kings(side))):
                figure = (Figure(kind, side),)
                found.update(dict.fromkeys(names(board), figure))
        return found

    def text(self) -> str:
        """Algebraic PDN FEN: men from the highest row down, then kings (`W:Wa3,c3,Kd4:Bb8`)."""
        white = _listed(self.white_men, self.white_kings)
        black = _listed(self.black_men, self.black_kings)
        return f"{'W' if self.turn is Side.WHITE else 'B'}:W{white}:B{black}"

    def __str__(self) -> str:
        return self.text()


def _text_of(move: DraughtsMove) -> str:
    return move.text


def _named(takes: Mapping[Raw, list[Route]]) -> list[DraughtsMove]:
    ends: dict[tuple[int, int], int] = {}
    for origin, target, _ in takes:
        ends[origin, target] = ends.get((origin, target), 0) + 1
    moves = []
    for raw, routes in takes.items():
        # The first route in order of squares stands for them all.
        ordered = sorted(routes, key=lambda route: [NAME[bit] for bit in route])
        alone = ends[raw[0], raw[1]] == 1
        written = (ordered[0][0], ordered[0][-1]) if alone else ordered[0]
        moves.append(DraughtsMove(":".join(NAME[bit] for bit in written), raw, tuple(ordered)))
    return moves


def _listed(men: int, kings: int) -> str:
    def downwards(board: int) -> list[str]:
        return sorted(names(board), key=lambda name: (-int(name[1]), name[0]))

    return ",".join([*downwards(men), *(f"K{name}" for name in downwards(kings))])


START = DraughtsPosition(WHITE_START, 0, BLACK_START, 0, Side.WHITE)
