"""Seeding of a bracket from groups: the seeds of the players qualified from each group.

The winners of the groups are the first seeds, in the order of the groups; then the runners-up, and so on.  The seeds of
one place are arranged so that players of the same group meet as late as possible.  If this leaves a choice, a winner
meets the runner-up of the neighbouring group: A1-B2, B1-A2, C1-D2, D1-C2.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tavleya.pairing.knockout import bracket_size, seed_order


@dataclass(frozen=True, slots=True)
class Qualified:
    """The player on `place`, from 1, in a group, from 0."""

    group: int
    place: int


def seeds(groups: int, each: int) -> tuple[Qualified, ...]:
    """Return the seeds from the first: `each` of every group.  Raises: ValueError if there are none."""
    if groups < 1 or each < 1:
        raise ValueError("somebody qualifies from a group")
    size = bracket_size(groups * each)
    indexes = {seed: index for index, seed in enumerate(seed_order(size))}
    taken: list[list[int]] = [[group + 1] for group in range(groups)]
    for place in range(2, each + 1):
        block = range((place - 1) * groups + 1, place * groups + 1)
        for group, seed in enumerate(_block(block, taken, indexes, size)):
            taken[group].append(seed)
    by_seed = {
        seed: Qualified(group, place)
        for group, own in enumerate(taken)
        for place, seed in enumerate(own, start=1)
    }
    return tuple(by_seed[seed] for seed in sorted(by_seed))


def stage_of_meeting(number: int, other: int, place: dict[int, int]) -> int:
    """Return the first stage, from 1, in which two seeds can meet; `where` is their place in the bracket, from 0."""
    return (place[number] ^ place[other]).bit_length()


def _block(seeds: range, taken: Sequence[Sequence[int]], place: dict[int, int], size: int) -> list[int]:
    """Return the seed of one place for each group."""
    for least in range(size.bit_length() - 1, 0, -1):

        def late(group: int, seed: int, least: int = least) -> bool:
            return all(stage_of_meeting(seed, own, place) >= least for own in taken[group])

        if _fits(list(range(len(taken))), list(seeds), late):
            return _first(seeds, taken, late, size)
    raise AssertionError("in the first stage everybody may meet everybody")


def _first(
    seeds: range, taken: Sequence[Sequence[int]], late: Callable[[int, int], bool], size: int
) -> list[int]:
    """Assign groups to seeds, from the last seed up: the preferred group if the others still fit."""
    winners = {own[0]: group for group, own in enumerate(taken)}
    left, free = list(range(len(taken))), list(seeds)
    result: dict[int, int] = {}
    for seed in reversed(seeds):
        free.remove(seed)
        opponent = winners.get(size + 1 - seed)
        wanted = sorted(left, key=lambda group: (opponent is None or group != opponent ^ 1, -group))
        for group in wanted:
            others = [number for number in left if number != group]
            if late(group, seed) and _fits(others, free, late):
                result[group] = seed
                left = others
                break
    return [result[group] for group in range(len(taken))]


def _fits(groups: Sequence[int], seeds: Sequence[int], late: Callable[[int, int], bool]) -> bool:
    """Return whether every group can have a different one of these seeds."""
    owner: dict[int, int] = {}

    def place(group: int, tried: set[int]) -> bool:
        for seed in seeds:
            if seed in tried or not late(group, seed):
                continue
            tried.add(seed)
            if seed not in owner or place(owner[seed], tried):
                owner[seed] = group
                return True
        return False

    return all(place(group, set()) for group in groups)
