"""The squares of a board: their names, their places, and how a text mentions them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

FILES = "abcdefghij"
_SQUARE = re.compile(r"[a-j](?:10|[1-9])|\d\d?")


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A square board whose corner at White's left is dark.

    `names` go from that corner along each rank, White's first rank first.  `numbered`: the names of dark squares are
    numbers, which pictures write on the squares; light squares have letters all the same, as men can be put on them.
    `places`: file and rank from 0 by name.
    """

    size: int
    names: tuple[str, ...]
    numbered: bool = False
    places: Mapping[str, tuple[int, int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        places = {name: (index % self.size, index // self.size) for index, name in enumerate(self.names)}
        object.__setattr__(self, "places", places)

    def find(self, text: str) -> tuple[str, ...]:
        """Return the squares that a move or another text mentions, in its order."""
        return tuple(name for name in _SQUARE.findall(text) if name in self.places)


def lettered(size: int) -> Grid:
    """Return a board with the squares `a1`, `b1` …"""
    return Grid(size, tuple(f"{file}{rank}" for rank in range(1, size + 1) for file in FILES[:size]))


def numbered(size: int) -> Grid:
    """Return a board whose dark squares are numbered along the ranks, from 1 at Black's right."""
    names = list(lettered(size).names)
    dark = [index for index in range(size * size) if (index % size + index // size) % 2 == 0]
    for number, index in enumerate(sorted(dark, key=lambda index: (-(index // size), index)), start=1):
        names[index] = str(number)
    return Grid(size, tuple(names), numbered=True)


CHESSBOARD = lettered(8)
