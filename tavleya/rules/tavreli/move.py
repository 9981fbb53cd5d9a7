"""The value of a tavreli move."""

from dataclasses import dataclass, field
from functools import cache

from tavleya.rules.tavreli.pieces import NAMES

ALL = 0


@dataclass(frozen=True, slots=True)
class TavreliMove:
    """Origin, target, and the number of pieces lifted from the top (`ALL` = 0: the whole tower).

    `text` is the canonical, complete form, so it alone decides equality: `e2-e4`, `e2-e4(2)` when two or more are
    lifted, `0-0`, `0-0-0`.
    """

    text: str
    origin: int = field(compare=False)
    target: int = field(compare=False)
    lifted: int = field(default=ALL, compare=False)

    @property
    def castling(self) -> bool:
        return self.text[0] == "0"

    @property
    def squares(self) -> tuple[str, ...]:
        return (NAMES[self.origin], NAMES[self.target])

    def __str__(self) -> str:
        return self.text


@cache
def move_of(origin: int, target: int, lifted: int = ALL) -> TavreliMove:
    """Return the only move object for these squares and this many pieces, shared by all positions."""
    count = f"({lifted})" if lifted else ""
    return TavreliMove(f"{NAMES[origin]}-{NAMES[target]}{count}", origin, target, lifted)


@cache
def castling_of(home: int, target: int) -> TavreliMove:
    """Return the castling of the volhv on `home`, by its target square."""
    return TavreliMove("0-0" if target > home else "0-0-0", home, target)
