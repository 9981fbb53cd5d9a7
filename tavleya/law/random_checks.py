"""Random checks of players: whom a recorded seed draws, so that anybody who may see the draw can repeat it.

Laws of Chess 11.3.3 lets the arbiter have clothes and bags looked at; whom at random is drawn here, nobody chooses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tavleya.tiebreaks.lots import lot

#: Checks in so many rounds before make it less likely to be drawn.
LATELY = 2
_BOARDS_A_CHECK = 10


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who can be drawn: the starting number, and how often they were checked in the last `LATELY` rounds."""

    number: int
    lately: int = 0


def usual_count(boards: int) -> int:
    """How many are checked in a round of so many boards: one for every ten begun, as large events do; 0 for none."""
    return -(-boards // _BOARDS_A_CHECK)


def drawn(seed: str, pool: Iterable[Candidate], count: int) -> tuple[int, ...]:
    """The starting numbers of those to check, in the order drawn: the same for the same seed and pool.

    Each draws a lot (`tavleya.tiebreaks.lots`), the smallest are checked.  For each check of late one draws again, and
    the largest of one's lots counts: so nobody is certain not to be checked, and nobody is checked all the time.
    """
    return tuple(one.number for one in sorted(pool, key=lambda one: (_worst(seed, one), one.number))[:count])


def _worst(seed: str, one: Candidate) -> str:
    again = (lot(seed, f"{one.number}:{time}") for time in range(1, one.lately + 1))
    return max((lot(seed, one.number), *again))
