"""A position of tavreli: the towers, bitboards of their tops, and all data that the next move depends on."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from tavleya.rules.contract import Figure, Move, Status, StatusKind
from tavleya.rules.tavreli import generation
from tavleya.rules.tavreli.board import Lift, TavreliBoard
from tavleya.rules.tavreli.generation import carry
from tavleya.rules.tavreli.move import TavreliMove, castling_of, move_of
from tavleya.rules.tavreli.pieces import BIT, FIGURES, NAMES, NOWHERE
from tavleya.rules.tavreli.text import write
from tavleya.sides import Side


class TavreliPosition(TavreliBoard):
    """A board with its possible moves."""

    __slots__ = ()

    after = carry

    # --- interface methods ------------------------------------------------------------------------------------

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
        """Return towers with colours, identities and promotion, side to move, rights, and en passant if it is legal."""
        return (*self.towers, self.black, self.rights, self.en_passant_square())

    def text(self) -> str:
        return write(self, self.en_passant_square())

    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        return {
            NAMES[square]: tuple(FIGURES[code] for code in tower) for square, tower in enumerate(self.towers) if tower
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

    # --- methods for this package ----------------------------------------------------------------------------

    def lifts(self) -> list[Lift]:
        """Return legal moves by origin and number lifted, without castling; computed once."""
        if self._lifts is None:
            self._lifts = generation.lifts(self)
        return self._lifts

    def can_move(self) -> bool:
        # If castling is possible, the rook or the volhv can also move towards the other.
        return bool(self.lifts())

    def en_passant_square(self) -> int:
        """Return the crossed square if an en passant capture is legal now, else NOWHERE."""
        return self.crossed if self.crossed != NOWHERE and generation.en_passant(self) else NOWHERE


def _by_text(move: TavreliMove) -> str:
    return move.text
