"""Round robin by the Berger tables (FIDE Handbook C.05, Annex 1), made by their rule instead of stored.

With N players (N even; with an odd number the last number is nobody, and whoever meets it is free), player N meets
in turn 1, N/2+1, 2, N/2+2 … and alternates colours, Black first.  The others sit around him: on board k+1 the player
k places after his opponent has White against the player k places before, counting 1 … N-1 in a ring.
"""

from __future__ import annotations

from dataclasses import dataclass

SYSTEM = "berger"
EDITION = "FIDE C.05 Annex 1"


@dataclass(frozen=True, slots=True)
class Board:
    """Starting numbers of the two players of one board."""

    white: int
    black: int

    @property
    def reversed(self) -> Board:
        return Board(self.black, self.white)


@dataclass(frozen=True, slots=True)
class BergerRound:
    """`free` is the number without an opponent; None with an even number of players."""

    number: int
    boards: tuple[Board, ...]
    free: int | None = None


def round_robin(players: int, *, cycles: int = 1) -> tuple[BergerRound, ...]:
    """The whole schedule for starting numbers 1 … `players`, `cycles` 1 or 2.

    In a double round robin the last two rounds of the first cycle change places, as the Annex advises: otherwise
    somebody would have the same colour three times running where the cycles meet.
    """
    if players < 2:
        raise ValueError("a round robin needs two players")
    if cycles not in (1, 2):
        raise ValueError("a round robin has one cycle or two")
    even = players + players % 2
    first = [_pairs(even, number) for number in range(1, even)]
    cycle = list(first)
    if cycles == 2:
        if len(cycle) > 1:
            cycle[-2], cycle[-1] = cycle[-1], cycle[-2]
        cycle += [tuple(board.reversed for board in boards) for boards in first]
    return tuple(_round(number, boards, players) for number, boards in enumerate(cycle, start=1))


def _pairs(even: int, number: int) -> tuple[Board, ...]:
    ring = even - 1
    if number % 2:
        pivot = (number + 1) // 2
        boards = [Board(pivot, even)]
    else:
        pivot = even // 2 + number // 2
        boards = [Board(even, pivot)]
    for step in range(1, even // 2):
        boards.append(Board((pivot + step - 1) % ring + 1, (pivot - step - 1) % ring + 1))
    return tuple(boards)


def _round(number: int, boards: tuple[Board, ...], players: int) -> BergerRound:
    """The round without the number that stands for nobody."""
    real = tuple(board for board in boards if max(board.white, board.black) <= players)
    missing = [board for board in boards if board not in real]
    return BergerRound(number, real, min(missing[0].white, missing[0].black) if missing else None)
