"""A simultaneous display: one player against many, at consecutive boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tavleya.sides import Side

SYSTEM = "simul"


class Colours(StrEnum):
    """The colours of the player who gives the display."""

    WHITE = "white"
    BLACK = "black"
    ALTERNATE = "alternate"  # White at odd boards


@dataclass(frozen=True, slots=True)
class DisplaySeat:
    """One board: `side` is the giver's."""

    board: int
    opponent: int
    side: Side

    @property
    def white(self) -> int | None:
        """The opponent if they have White; None for the giver."""
        return self.opponent if self.side is Side.BLACK else None


def seats(opponents: Sequence[int], colours: Colours = Colours.WHITE) -> tuple[DisplaySeat, ...]:
    """Return boards 1, 2 … in the order of `opponents`, each at one of them."""
    if len(set(opponents)) != len(opponents):
        raise ValueError("an opponent sits at one board")
    return tuple(
        DisplaySeat(board, opponent, _side(colours, board)) for board, opponent in enumerate(opponents, start=1)
    )


def _side(colours: Colours, board: int) -> Side:
    if colours is Colours.ALTERNATE:
        return Side.WHITE if board % 2 else Side.BLACK
    return Side(colours.value)
