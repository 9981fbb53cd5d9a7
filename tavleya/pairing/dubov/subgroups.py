"""A bracket of the Dubov system in two subgroups (C.04.4.1, 3.2.3-3.2.6).

Players are places in the order of pairing numbers; sets of them are bits.  Every pairing with the fewest missed colours
has the same number of pairs inside the subgroups.  Possible shifts therefore depend on the existence of a complete
matching, not on its weight.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tavleya.pairing.dutch.bipartite import first_matching
from tavleya.pairing.dutch.completion import complete
from tavleya.pairing.dutch.kernel import heaviest
from tavleya.pairing.dutch.pool import bits, mask_of


@dataclass(frozen=True, slots=True)
class Subgroups:
    """`s1` in its order, with `t2` opposite; the players shifted `to_g2` and `to_g1`, in the order of 4.3."""

    s1: tuple[int, ...]
    t2: tuple[int, ...]
    to_g2: tuple[int, ...]
    to_g1: tuple[int, ...]


def middle_out(players: Sequence[int]) -> list[int]:
    """Return shifters by sequence number: from the middle of their list, first the higher of two (4.3.3)."""
    left, numbered = list(players), []
    while left:
        numbered.append(left.pop((len(left) - 1) // 2))
    return numbered


def divide(meets: Sequence[int], g1: int, aro: Sequence[int]) -> Subgroups:
    """Return the first pairing of a bracket that can be paired; `g1`: the initial first subgroup."""
    everyone = (1 << len(meets)) - 1
    g2 = everyone & ~g1

    def by_aro(players: int) -> list[int]:
        return sorted(bits(players), key=lambda number: (aro[number], number))

    def order(players: int) -> list[int]:
        return middle_out(by_aro(players) if players == g1 else list(bits(players)))

    small, large = (g1, g2) if g1.bit_count() <= g2.bit_count() else (g2, g1)
    away = _out_of_smaller(meets, small, large, order(small))
    fewer = small & ~mask_of(away)
    back = _out_of_larger(meets, fewer, mask_of(away), large, order(large))
    to_g2, to_g1 = (away, back) if small == g1 else (back, away)
    g1 = g1 & ~mask_of(to_g2) | mask_of(to_g1)
    s1 = by_aro(g1)
    t2 = first_matching([meets[value] for value in s1], everyone & ~g1, None)
    assert t2 is not None, "every shift leaves a legal pairing"
    return Subgroups(tuple(s1), tuple(t2), tuple(to_g2), tuple(to_g1))


def _first_set(order: Sequence[int], size: int, possible: Callable[[int, int], bool]) -> list[int]:
    """Return the first set (4.1.3) of `size`.

    `possible(inside, outside)` decides with the other players still open.
    """
    chosen: list[int] = []
    out = 0
    for number in order:
        if len(chosen) == size:
            break
        if possible(mask_of(chosen) | 1 << number, out):
            chosen.append(number)
        else:
            out |= 1 << number
    return chosen


def _out_of_smaller(meets: Sequence[int], small: int, large: int, order: Sequence[int]) -> list[int]:
    """Return the players who must leave the smaller subgroup to be paired together (3.2.4, first part)."""
    apart = [mask & ~small if small >> number & 1 else mask for number, mask in enumerate(meets)]
    if complete(small | large, apart, None) is not None:
        return []
    pairs = _fewest_inside(meets, small)

    def possible(chosen: int, out: int) -> bool:
        narrowed = []
        for number, mask in enumerate(meets):
            if chosen >> number & 1:
                mask &= small & ~chosen
            elif small >> number & 1:
                mask &= ~(small & out) if out >> number & 1 else -1
            else:
                mask &= ~chosen
            narrowed.append(mask)
        return _fewest_inside(narrowed, small) == pairs

    return _first_set(order, pairs or 0, possible)


def _out_of_larger(
    meets: Sequence[int], fewer: int, came: int, large: int, order: Sequence[int]
) -> list[int]:
    """Return the players whose shift then makes the subgroups equal (3.2.4, second part).

    `fewer`: the rest of the smaller one.  `came`: players who left it; each is paired there, so none of them returns.
    """
    size = (large.bit_count() + came.bit_count() - fewer.bit_count()) // 2

    def possible(chosen: int, out: int) -> bool:
        narrowed = []
        for number, mask in enumerate(meets):
            if fewer >> number & 1:
                mask &= came | large & ~chosen
            elif came >> number & 1:
                mask &= fewer
            elif chosen >> number & 1:
                mask &= large & ~chosen
            else:
                mask &= fewer | large & ~(out if out >> number & 1 else 0)
            narrowed.append(mask)
        return complete(fewer | came | large, narrowed, None) is not None

    return _first_set(order, size, possible) if size else []


def _fewest_inside(meets: Sequence[int], subgroup: int) -> int | None:
    """Return how many pairs of a complete pairing must be inside the subgroup; None if there is no complete one."""
    size = len(meets)
    edges = {
        (first, second): size + 1 - (subgroup >> first & subgroup >> second & 1)
        for first in range(size)
        for second in bits(meets[first] >> first + 1 << first + 1)
    }
    mates = heaviest(size, edges)
    if any(first == mate for first, mate in enumerate(mates)):
        return None
    return sum(subgroup >> first & subgroup >> mate & 1 for first, mate in enumerate(mates)) // 2
