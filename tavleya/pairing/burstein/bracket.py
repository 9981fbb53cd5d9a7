"""One bracket of the Burstein system (C.04.4.2, 3.2 and 4) by one exact matching.

Weights rank the criteria, and below them the order of pairings: the opponent of number 1 as large as possible, then
that of number 2, and so on; a floater has 0.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tavleya.pairing.dutch.completion import complete
from tavleya.pairing.dutch.kernel import heaviest
from tavleya.pairing.dutch.pool import Pool, mask_of

Wanted = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class Scope:
    """Ranks of the pool: `members` of the bracket in the order of 1.8, the `following` scoregroup, and all `below`."""

    members: tuple[int, ...]
    following: tuple[int, ...] = ()
    below: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class BracketPairing:
    """The pairing of a bracket.

    `pairs` are (smaller, larger number) by the smaller; `left` are the players that the following bracket leaves over.
    """

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    left: tuple[int, ...] = ()


def settle(pool: Pool, scope: Scope, wanted: Wanted | None = None) -> BracketPairing | None:
    """Return the first pairing (art. 4) that complies best with C1-C8; None if no `wanted` pairing complies with C4.

    The bracket is tried alone first, then with the next one, then with all below.  Each smaller problem has fewer
    constraints than the full one, so its result is the best if it leaves the others a complete pairing.
    """
    for following in dict.fromkeys(((), scope.following)):
        settled = _solved(pool, Scope(scope.members, following), wanted, whole=False)
        if settled.floaters and not following and scope.following:
            continue
        others = set(scope.following) - set(following)
        rest = mask_of((*settled.left, *others, *scope.below))
        if complete(rest, pool.meets, None) is not None:
            return settled
    solved = _solved(pool, scope, wanted, whole=True)
    seated = {number for pair in solved.pairs for number in pair}
    rest = mask_of((*scope.members, *scope.following, *scope.below)) & ~mask_of(seated)
    return solved if complete(rest, pool.meets, None) is not None else None


def _solved(pool: Pool, scope: Scope, wanted: Wanted | None, *, whole: bool) -> BracketPairing:
    players = (*scope.members, *scope.following, *scope.below)
    size, inside = len(scope.members), len(scope.members) + len(scope.following)
    weights = _Weights(pool, players, size, inside)
    edges = {}
    for number, first in enumerate(players):
        for other in range(number + 1, len(players)):
            second = players[other]
            if not pool.meets[first] >> second & 1 or (wanted is not None and not wanted(first, second)):
                continue
            edges[number, other] = weights.of(number, other) + (weights.everybody if whole else 0)
    mates = heaviest(len(players), edges)
    places = [(number, mates[number]) for number in range(size) if number < mates[number] < size]
    return BracketPairing(
        tuple((players[number], players[other]) for number, other in places),
        tuple(players[number] for number in range(size) if mates[number] >= size or mates[number] == number),
        tuple(
            players[number] for number in range(inside) if mates[number] >= inside or mates[number] == number
        ),
    )


class _Weights:
    """The weight of a pair of places: the misses of C5-C7 that it avoids, less its colours, and its order."""

    def __init__(self, pool: Pool, players: Sequence[int], size: int, inside: int) -> None:
        self.pool, self.players, self.size, self.inside = pool, players, size, inside
        self.digit = (2 * len(players) + 2).bit_length()
        scores = sorted({pool.score[player] for player in players[:inside]})
        self.depth = {score: place for place, score in enumerate(scores)}
        self.c8 = self.digit * size
        self.c7 = self.c8 + self.digit
        self.c6 = self.c7 + self.digit * (len(scores) + 1)
        self.top = self.c6 + self.digit * (len(scores) + 1)
        self.everybody = 1 << self.top + self.digit

    def of(self, first: int, second: int) -> int:
        if second >= self.inside:
            return 0
        total = self._saved(first, self.c7) + self._saved(second, self.c7)
        if second >= self.size:
            return total
        total += self._saved(first, self.c6) + self._saved(second, self.c6)
        total += second + 1 << self.digit * (self.size - 1 - first)
        return total - (self._misses_colour(first, second) << self.c8)

    def _saved(self, place: int, criterion: int) -> int:
        """Return the weight of one fewer unpaired player, and of one fewer with that score."""
        depth = self.depth[self.pool.score[self.players[place]]]
        return (1 << criterion + self.digit * len(self.depth)) + (1 << criterion + self.digit * depth)

    def _misses_colour(self, number: int, other: int) -> int:
        return misses_colour(self.pool, self.players[number], self.players[other])


def misses_colour(pool: Pool, number: int, other: int) -> int:
    """Return how many of a pair miss their preferred colour (C8)."""
    side = pool.members[number].preference.side
    return int(side is not None and side is pool.members[other].preference.side)
