"""A capture executed hop by hop, to find the first faulty hop and its reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tavleya.rules.draughts.generator import can_take
from tavleya.rules.draughts.position import DraughtsPosition
from tavleya.sides import Side


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
