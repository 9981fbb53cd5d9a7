"""The 32 dark squares as bits of one integer.

Two rows take nine bits: four squares, one bit that is never set, four squares …  Then a step to the north-west is a
left shift by 4 and one to the north-east by 5 from every square, the same to the right are south-east and south-west,
and a step off the board lands on an unused bit.
"""

from __future__ import annotations

from collections.abc import Iterator

FILES = "abcdefgh"


def _bit(name: str) -> int:
    file, row = FILES.index(name[0]), int(name[1]) - 1
    return 1 << (row // 2 * 9 + row % 2 * 5 + file // 2)


SQUARES: tuple[str, ...] = tuple(
    f"{file}{row}" for row in range(1, 9) for at, file in enumerate(FILES) if (at + row) % 2 == 1
)
"""The dark squares, a1 c1 e1 … f8 h8."""

BIT: dict[str, int] = {name: _bit(name) for name in SQUARES}
NAME: dict[int, str] = {bit: name for name, bit in BIT.items()}

BOARD = sum(NAME)
FIRST_ROW = sum(BIT[name] for name in SQUARES if name[1] == "1")
LAST_ROW = sum(BIT[name] for name in SQUARES if name[1] == "8")
MAIN_ROAD = sum(bit for name, bit in BIT.items() if FILES.index(name[0]) == int(name[1]) - 1)
"""The long diagonal a1–h8."""

WHITE_START = sum(BIT[name] for name in SQUARES if name[1] in "123")
BLACK_START = sum(BIT[name] for name in SQUARES if name[1] in "678")

NUMBERED_FROM_B8: tuple[str, ...] = tuple(
    f"{file}{row}" for row in range(8, 0, -1) for file in FILES if f"{file}{row}" in BIT
)
"""Squares 1–32 as game files in circulation number them: b8 is 1, g1 is 32."""


def bits(board: int) -> Iterator[int]:
    """The single bits of `board`, a1 first."""
    while board:
        low = board & -board
        yield low
        board ^= low


def names(board: int) -> tuple[str, ...]:
    """The squares of `board`, a1 first."""
    return tuple(NAME[bit] for bit in bits(board))


def board_of(squares: Iterator[str] | tuple[str, ...] | frozenset[str]) -> int:
    """The bits of dark squares given by name."""
    board = 0
    for name in squares:
        board |= BIT[name]
    return board


def is_square(text: str) -> bool:
    """Whether `text` names one of the 64 squares, dark or light."""
    return len(text) == 2 and text[0] in FILES and text[1] in "12345678"


def between(start: str, end: str) -> tuple[str, ...] | None:
    """The squares strictly between two on one diagonal, from `start` on; None when they share no diagonal."""
    across = FILES.index(end[0]) - FILES.index(start[0])
    up = int(end[1]) - int(start[1])
    if across == 0 or abs(across) != abs(up):
        return None
    step_across, step_up = (1 if across > 0 else -1), (1 if up > 0 else -1)
    file, row = FILES.index(start[0]), int(start[1])
    return tuple(f"{FILES[file + step_across * n]}{row + step_up * n}" for n in range(1, abs(up)))
