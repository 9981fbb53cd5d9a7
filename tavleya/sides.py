"""The two sides of a board."""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    """A side of the board; White moves first in all games."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE
