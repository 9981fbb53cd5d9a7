"""The two sides of a board."""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    """The side that moves first in all three games is White."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE
