"""Readings of both clocks at one instant."""

from dataclasses import dataclass

from tavleya.clocks.controls import Bonus
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class SideReading:
    """One clock at one instant, in ms.

    `ms`: time left, 0 after the flag has fallen.  `shown_ms`: the display of a physical clock with this control.
    `overdrawn_ms`: time used since the flag fell.  `delay_ms`: rest of the delay of this move.  `move_ms`, `used_ms`:
    thinking time of this move and of the game.  `moves_to_go`: None in the last period.
    """

    ms: int
    shown_ms: int
    overdrawn_ms: int
    delay_ms: int
    move_ms: int
    used_ms: int
    fallen: bool
    period: int
    moves: int
    moves_to_go: int | None
    bonus: Bonus


@dataclass(frozen=True, slots=True)
class Readings:
    """Both clocks at the instant `at`; `running` is the side whose time runs."""

    at: int
    running: Side | None
    white: SideReading
    black: SideReading

    def side(self, side: Side) -> SideReading:
        return self.white if side is Side.WHITE else self.black

    @property
    def white_ms(self) -> int:
        return self.white.ms

    @property
    def black_ms(self) -> int:
        return self.black.ms
