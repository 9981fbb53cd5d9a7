"""Random checks of players, drawn by a recorded seed, so that the draw can be repeated.

Under Laws of Chess 11.3.3 the arbiter may have clothes and bags inspected; the random selection is drawn here.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tavleya.tiebreaks.lots import lot

#: The number of earlier rounds in which a check makes a new one less likely.
LATELY = 2
_BOARDS_A_CHECK = 10


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player in the draw: the starting number, and the number of checks in the last `LATELY` rounds."""

    number: int
    lately: int = 0


def usual_count(boards: int) -> int:
    """Return the usual number of checks for `boards` boards: one per ten, rounded up, as in large events."""
    return -(-boards // _BOARDS_A_CHECK)


def draw_players(seed: str, pool: Iterable[Candidate], count: int) -> tuple[int, ...]:
    """Return the starting numbers of the players to check, in the order drawn: the same for the same seed and pool.

    Each player draws a lot (`tavleya.tiebreaks.lots`); the smallest are checked.  For each recent check a player draws
    another, and the largest of their lots counts.  No player can be certain to be spared, or is checked all the time.
    """
    return tuple(
        candidate.number
        for candidate in sorted(pool, key=lambda candidate: (_worst(seed, candidate), candidate.number))[
            :count
        ]
    )


def _worst(seed: str, candidate: Candidate) -> str:
    lots = (lot(seed, f"{candidate.number}:{time}") for time in range(1, candidate.lately + 1))
    return max((lot(seed, candidate.number), *lots))
