"""A position of tavreli: the towers, bitboards of their tops, and everything that the next move depends on."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from common.sides import Side
from core.rules.contract import Figure, Move, Status, StatusKind
from core.rules.tavreli import generation
from core.rules.tavreli.carrying import carry
from core.rules.tavreli.geometry import (
    BIT,
    DIAGONAL,
    DIAGONAL_MASK,
    LEAP,
    NAMES,
    NOWHERE,
    STEP,
    STRAIGHT,
    STRAIGHT_MASK,
    TAKE,
)
from core.rules.tavreli.move import TavreliMove, castling_of, move_of
from core.rules.tavreli.pieces import (
    BLACK,
    FIGURES,
    GOES_DIAGONALLY,
    GOES_STRAIGHT,
    KIND,
    LEAPS,
    VOLHV,
    is_ratnik,
)
from core.rules.tavreli.rulings import Rulings
from core.rules.tavreli.text import write


class TavreliPosition:
    """Immutable.  Bitboards hold the tops: `own` of the side to move, `their` of the other, and by way of moving;
    `tall` holds the towers of two and more.

    `black` is the colour bit of the side to move.  `rights` has a bit for every square whose bottom piece may still
    castle (corners) or step by two (second ranks): when that piece leaves the square, the right is gone.  `crossed`
    is the square passed by a double step in the last move, or NOWHERE.
    """

    __slots__ = (
        "_legal",
        "_lifts",
        "black",
        "crossed",
        "diagonals",
        "fullmoves",
        "halfmoves",
        "leapers",
        "own",
        "own_volhv",
        "ratniks",
        "rights",
        "rulings",
        "straights",
        "tall",
        "their",
        "their_volhv",
        "towers",
    )

    rulings: Rulings
    black: int
    towers: list[bytes]
    own: int
    their: int
    own_volhv: int
    their_volhv: int
    ratniks: int
    leapers: int
    diagonals: int
    straights: int
    tall: int
    rights: int
    crossed: int
    halfmoves: int
    fullmoves: int
    _lifts: list[generation.Lift] | None
    _legal: tuple[TavreliMove, ...] | None

    def __init__(
        self,
        rulings: Rulings,
        towers: list[bytes],
        black: int,
        rights: int,
        crossed: int = NOWHERE,
        halfmoves: int = 0,
        fullmoves: int = 1,
    ) -> None:
        """`towers`: 64 towers, top first; each side has one volhv, and it is a top (`setup` sees to it)."""
        self.rulings, self.towers, self.black = rulings, towers, black
        self.rights, self.crossed, self.halfmoves, self.fullmoves = rights, crossed, halfmoves, fullmoves
        self.forget()
        self.own = self.their = self.ratniks = self.leapers = self.diagonals = self.straights = self.tall = 0
        for square, tower in enumerate(towers):
            if tower:
                self._set_top(square, tower[0])
                if len(tower) > 1:
                    self.tall |= BIT[square]

    def _set_top(self, square: int, code: int) -> None:
        bit = BIT[square]
        own = code & BLACK == self.black
        if own:
            self.own |= bit
        else:
            self.their |= bit
        if code & KIND == VOLHV:
            if own:
                self.own_volhv = square
            else:
                self.their_volhv = square
        elif is_ratnik(code):
            self.ratniks |= bit
        self.straights |= bit * GOES_STRAIGHT[code]
        self.diagonals |= bit * GOES_DIAGONALLY[code]
        self.leapers |= bit * LEAPS[code]

    after = carry

    # --- what the contract asks for -------------------------------------------------------------------------

    @property
    def turn(self) -> Side:
        return Side.BLACK if self.black else Side.WHITE

    def legal_moves(self) -> tuple[TavreliMove, ...]:
        if self._legal is None:
            moves = []
            for origin, lifted, targets in self.lifts():
                while targets:
                    target = targets.bit_length() - 1
                    targets ^= BIT[target]
                    moves.append(move_of(origin, target, lifted))
            home = self.own_volhv
            moves += [castling_of(home, target) for target in generation.castlings(self)]
            self._legal = tuple(sorted(moves, key=_by_text))
        return self._legal

    def play(self, move: Move) -> TavreliPosition:
        assert isinstance(move, TavreliMove)
        return self.after(move.origin, move.target, move.lifted)

    def status(self) -> Status:
        if self.can_move():
            return Status(StatusKind.CHECK if self.checkers() else StatusKind.ONGOING)
        if self.checkers():
            return Status(StatusKind.CHECKMATE, self.turn.other)
        return Status(StatusKind.STALEMATE)

    def repetition_key(self) -> Hashable:
        """Towers with colours, identities and promotion, side to move, rights, and en passant if it is legal."""
        return (*self.towers, self.black, self.rights, self.en_passant_square())

    def text(self) -> str:
        return write(self)

    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        return {
            NAMES[square]: tuple(FIGURES[code] for code in tower)
            for square, tower in enumerate(self.towers)
            if tower
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TavreliPosition):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self.repetition_key())

    def _value(self) -> tuple[object, ...]:
        return (self.repetition_key(), self.halfmoves, self.fullmoves, self.rulings)

    def __repr__(self) -> str:
        return f"<TavreliPosition {self.text()}>"

    # --- what the rest of this package asks for --------------------------------------------------------------

    def lifts(self) -> list[generation.Lift]:
        """Legal moves by origin and number lifted, without castling; reckoned once."""
        if self._lifts is None:
            self._lifts = generation.lifts(self)
        return self._lifts

    def can_move(self) -> bool:
        # Whoever can castle can also move the rook or the volhv towards the other.
        return bool(self.lifts())

    def count_moves(self) -> int:
        return sum([targets.bit_count() for _, _, targets in self.lifts()]) + len(generation.castlings(self))

    def perft(self, depth: int) -> int:
        """The number of lines of `depth` legal moves from here."""
        if depth == 0:
            return 1
        if depth == 1:
            return self.count_moves()
        leaves = 0
        for origin, lifted, targets in self.lifts():
            while targets:
                target = targets.bit_length() - 1
                targets ^= BIT[target]
                leaves += self.after(origin, target, lifted).perft(depth - 1)
        for target in generation.castlings(self):
            leaves += self.after(self.own_volhv, target).perft(depth - 1)
        return leaves

    def attackers(self, square: int, occupied: int, black: int) -> int:
        """The tops of both sides that attack `square`; of the ratniks, those that would take a piece of `black`."""
        volhvs = BIT[self.own_volhv] | BIT[self.their_volhv]
        return (
            STRAIGHT[square][occupied & STRAIGHT_MASK[square]] & self.straights
            | DIAGONAL[square][occupied & DIAGONAL_MASK[square]] & self.diagonals
            | LEAP[square] & self.leapers
            | TAKE[black][square] & self.ratniks
            | STEP[square] & volhvs
        )

    def checkers(self) -> int:
        """The opponent's tops that attack the volhv of the side to move."""
        return self.attackers(self.own_volhv, self.own | self.their, self.black) & self.their

    def exposers(self) -> int:
        """The tops of the side to move that attack the *other* volhv: no legal move leaves any."""
        return self.attackers(self.their_volhv, self.own | self.their, BLACK - self.black) & self.own

    def en_passant_square(self) -> int:
        """The crossed square if an en passant capture is legal now, else NOWHERE."""
        if self.crossed != NOWHERE and generation.en_passant(self):
            return self.crossed
        return NOWHERE

    def forget(self) -> None:
        """Nothing has been reckoned yet for this position."""
        self._lifts = self._legal = None


def _by_text(move: TavreliMove) -> str:
    return move.text
