"""Round robin by the Berger tables (FIDE Handbook C.05, Annex 1), made by their rule instead of stored.

With N players (N even; with an odd number the last number is nobody, and whoever meets it is free), player N meets
in turn 1, N/2+1, 2, N/2+2 … and alternates colours, Black first.  The others sit around them: on board k+1 the player
k places after their opponent has White against the player k places before, counting 1 … N-1 in a ring.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Player = TypeVar("Player", bound=Hashable)

SYSTEM = "berger"
EDITION = "FIDE C.05 Annex 1"


@dataclass(frozen=True, slots=True)
class BergerBoard:
    """Starting numbers of the two players of one board."""

    white: int
    black: int

    @property
    def reversed(self) -> BergerBoard:
        return BergerBoard(self.black, self.white)


@dataclass(frozen=True, slots=True)
class BergerRound:
    """`free` is the number without an opponent; None with an even number of players."""

    number: int
    boards: tuple[BergerBoard, ...]
    free: int | None = None


def round_robin(players: int, *, cycles: int = 1, exchange_last: bool = True) -> tuple[BergerRound, ...]:
    """The whole schedule for starting numbers 1 … `players`; in every other cycle the colours are reversed.

    `exchange_last`: the last two rounds of a cycle that another follows change places, as the Annex advises for a
    double round robin.  Otherwise somebody has the same colour three times running where the cycles meet.
    """
    if players < 2:
        raise ValueError("a round robin needs two players")
    if cycles < 1:
        raise ValueError("a round robin has at least one cycle")
    even = players + players % 2
    first = [_pairs(even, number) for number in range(1, even)]
    followed = [*first[:-2], *reversed(first[-2:])] if exchange_last else first
    rounds = [
        tuple(board.reversed for board in boards) if cycle % 2 else boards
        for cycle in range(cycles)
        for boards in (followed if cycle < cycles - 1 else first)
    ]
    return tuple(_round(number, boards, players) for number, boards in enumerate(rounds, start=1))


def numbers_of(rounds: Sequence[Sequence[tuple[Player, Player]]]) -> dict[Player, int] | None:
    """The starting numbers that make these rounds (White, Black) a Berger schedule; None if no numbers do.

    The last number gives the others away: they meet all of them in an order that the tables fix.
    """
    players = {player for boards in rounds for board in boards for player in board}
    even = len(players)
    if even % 2 or len(rounds) != even - 1:
        return None
    tables = [{(board.white, board.black) for board in _pairs(even, number)} for number in range(1, even)]
    meets = [number // 2 + (1 if number % 2 else even // 2) for number in range(1, even)]
    for last in players:
        met = [
            [black if white == last else white for white, black in boards if last in (white, black)]
            for boards in rounds
        ]
        numbers = {opponents[0]: number for opponents, number in zip(met, meets, strict=True) if opponents}
        numbers[last] = even
        if set(numbers) == players and all(
            {(numbers[white], numbers[black]) for white, black in boards} == table
            for boards, table in zip(rounds, tables, strict=True)
        ):
            return numbers
    return None


def _pairs(even: int, number: int) -> tuple[BergerBoard, ...]:
    ring = even - 1
    if number % 2:
        pivot = (number + 1) // 2
        boards = [BergerBoard(pivot, even)]
    else:
        pivot = even // 2 + number // 2
        boards = [BergerBoard(even, pivot)]
    for step in range(1, even // 2):
        boards.append(BergerBoard((pivot + step - 1) % ring + 1, (pivot - step - 1) % ring + 1))
    return tuple(boards)


def _round(number: int, boards: tuple[BergerBoard, ...], players: int) -> BergerRound:
    """The round without the number that stands for nobody."""
    real = tuple(board for board in boards if max(board.white, board.black) <= players)
    missing = [board for board in boards if board not in real]
    return BergerRound(number, real, min(missing[0].white, missing[0].black) if missing else None)
