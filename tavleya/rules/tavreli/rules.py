"""Tavreli as an implementation of the rules interface."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from tavleya.messages import Message
from tavleya.rules.contract import (
    ClaimKind,
    ClaimVerdict,
    Ending,
    LineOfPlay,
    Move,
    Position,
    Rules,
    Style,
    Touch,
    TouchObligation,
)
from tavleya.rules.tavreli import claims, irregular_moves, notation, touch_move, wording
from tavleya.rules.tavreli.move import TavreliMove
from tavleya.rules.tavreli.position import TavreliPosition
from tavleya.rules.tavreli.rulings import Rulings
from tavleya.rules.tavreli.setup import read as read_position
from tavleya.rules.tavreli.text import START
from tavleya.sides import Side


@dataclass(frozen=True)
class TavreliRules(Rulings, Rules):
    """The rules of tavreli; its fields are the options of a federation (see `Rulings`)."""

    game: ClassVar[str] = "tavreli"

    def start(self) -> TavreliPosition:
        return read_position(START, self)

    def position(self, text: str) -> TavreliPosition:
        return read_position(text, self)

    def read(self, position: Position, text: str, *, language: str = "") -> TavreliMove:
        return notation.read(_tavreli_position(position), text, language)

    def write(self, position: Position, move: Move, style: Style) -> str:
        assert isinstance(move, TavreliMove)
        return notation.write(_tavreli_position(position), move, style)

    def explain(self, position: Position, text: str, *, language: str = "") -> Message | None:
        return notation.explain(_tavreli_position(position), text, language)

    def bound_moves(self, position: Position, touches: Iterable[Touch]) -> TouchObligation:
        return touch_move.bound_moves(_tavreli_position(position), touches)

    def displace(self, position: Position, text: str) -> TavreliPosition:
        return irregular_moves.displace(_tavreli_position(position), wording.only_wording(text))

    def touched_by(self, position: Position, text: str) -> tuple[Touch, ...]:
        return irregular_moves.touched_by(_tavreli_position(position), wording.only_wording(text))

    def stands_as(self, position: Position, text: str) -> None:
        """Return None: every illegal move is undone (7.4)."""

    def can_mate(self, position: Position, side: Side) -> bool:
        """Return True: no piece ever leaves the board (3.1), so mate is never ruled out."""
        return True

    def ending(self, line: LineOfPlay) -> Ending | None:
        return claims.ending(line)

    def claim(self, line: LineOfPlay, kind: ClaimKind, intended: str | None = None) -> ClaimVerdict:
        """Decide a claim.  `intended`: the announced move.  Raises: the errors of `read` if it is not legal."""
        positions = tuple(_tavreli_position(position) for position in line.positions)
        over = positions[-1].status().over
        if intended is not None:
            positions += (positions[-1].play(self.read(positions[-1], intended)),)
        return claims.claim(positions, kind, over=over)


def _tavreli_position(position: Position) -> TavreliPosition:
    assert isinstance(position, TavreliPosition)
    return position
