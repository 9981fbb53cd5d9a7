"""One scoregroup of the Lim system: its floaters first, then upper half against lower half with exchanges (3.6-5.2).

Players are ranks of a `Pool`.  The tables of 4.2 and 4.3 are an order of pairings: for the first player (the highest
numbered, or the lowest when pairing upwards) the proposed opponent, then those after them in the other half, then back
through the first player's half; then the same for the next of the remaining players.
"""

from collections.abc import Callable, Sequence

from tavleya.pairing.dutch.completion import complete
from tavleya.pairing.dutch.kernel import heaviest
from tavleya.pairing.dutch.pool import mask_of

Cost = Callable[[int, int], int]


def candidates(players: Sequence[int]) -> list[int]:
    """Return the opponents of the first of `players`, in the order in which exchanges try them (4.2)."""
    half = len(players) // 2
    return [*players[half:], *reversed(players[1:half])]


def first_pairing(players: Sequence[int], meets: Sequence[int], cost: Cost) -> list[tuple[int, int]]:
    """Return the first complete pairing in the order of exchanges among those of least cost.

    `players` are in the order of scrutiny; `meets` permits a pairing of all of them.
    """
    left, pairs = list(players), []
    best = _least(left, meets, cost)
    while left:
        first = left[0]
        for second in candidates(left):
            if not meets[first] >> second & 1:
                continue
            rest = [player for player in left if player not in (first, second)]
            worth = cost(first, second)
            if worth > best or not _can(rest, meets, cost, best - worth):
                continue
            pairs.append((first, second))
            left, best = rest, best - worth
            break
        else:
            raise AssertionError("those who are left can be paired")
    return pairs


def _can(players: Sequence[int], meets: Sequence[int], cost: Cost, most: int) -> bool:
    """Return whether all of them can be paired at a cost of at most `most`."""
    if not most:
        free = [
            mask_of(second for second in players if meets[first] >> second & 1 and not cost(first, second))
            if first in set(players)
            else 0
            for first in range(len(meets))
        ]
        return complete(mask_of(players), free, None) is not None
    if complete(mask_of(players), meets, None) is None:
        return False
    return _least(players, meets, cost) <= most


def _least(players: Sequence[int], meets: Sequence[int], cost: Cost) -> int:
    """Return the least cost of a complete pairing."""
    size = len(players)
    edges = {
        (first, second): size + 1 - cost(players[first], players[second])
        for first in range(size)
        for second in range(first + 1, size)
        if meets[players[first]] >> players[second] & 1
    }
    mates = heaviest(size, edges)
    return sum(cost(players[first], players[mate]) for first, mate in enumerate(mates) if first < mate)
