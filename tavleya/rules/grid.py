"""The squares of a board: their names, places, and occurrences in texts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

FILES = "abcdefghij"


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A square board whose corner at White's left is dark.

    `names` start at that corner along each rank, White's first rank first.  `numbered`: the names of dark squares are
    numbers, which pictures show on the squares; light squares have letters, because men can be put on them.  `places`:
    file and rank from 0 by name.  `pattern`: a regular expression of a name, without a group.
    """

    size: int
    names: tuple[str, ...]
    numbered: bool = False
    places: Mapping[str, tuple[int, int]] = field(init=False, repr=False)
    pattern: str = field(init=False, repr=False)
    _square: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        places = {name: (index % self.size, index // self.size) for index, name in enumerate(self.names)}
        pattern = (
            "|".join(sorted(self.names, key=len, reverse=True))
            if self.numbered
            else f"[a-{FILES[self.size - 1]}][1-{self.size}]"
        )
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "pattern", pattern)
        object.__setattr__(self, "_square", re.compile(pattern))

    def find(self, text: str) -> tuple[str, ...]:
        """Return the squares that a move or another text mentions, in its order."""
        return tuple(self._square.findall(text))


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
