from __future__ import annotations

from itertools import permutations
from random import Random

from tavleya.pairing.dutch import kernel
from tavleya.pairing.dutch.bipartite import first_matching
from tavleya.pairing.dutch.completion import complete
from tavleya.pairing.dutch.pool import bits, mask_of


def test_the_first_matching_is_the_first_of_all_permutations() -> None:
    random, found = Random(2), 0
    for _ in range(1500):
        tops, floats = random.randint(1, 5), random.random() < 0.5
        s2 = sorted(random.sample(range(12), tops + floats))
        meets = [mask_of(one for one in s2 if random.random() < 0.55) for _ in range(tops)]
        floaters = mask_of(one for one in s2 if random.random() < 0.6) if floats else None
        expected = next(
            (
                list(mates)
                for mates in permutations(s2, tops)
                if all(meets[top] >> mate & 1 for top, mate in enumerate(mates))
                and (floaters is None or floaters >> (set(s2) - set(mates)).pop() & 1)
            ),
            None,
        )
        assert first_matching(meets, mask_of(s2), floaters) == expected
        found += expected is not None
    assert 300 < found < 1400


def test_a_pairing_is_complete_or_none_exists() -> None:
    random, completed = Random(7), 0
    for _ in range(1500):
        size, density = random.randint(1, 14), random.choice((0.15, 0.3, 0.6))
        meets = [0] * size
        for one in range(size):
            for other in range(one):
                if random.random() < density:
                    meets[one] |= 1 << other
                    meets[other] |= 1 << one
        players = (1 << size) - 1
        bye = mask_of(one for one in range(size) if random.random() < 0.4) if size % 2 else None
        mates = complete(players, meets, bye)
        assert (mates is not None) == possible(size, meets, bye)
        if mates is None:
            continue
        completed += 1
        assert mask_of(mates) == players
        alone = [one for one, mate in mates.items() if one == mate]
        assert len(alone) == size % 2 and all(bye is not None and bye >> one & 1 for one in alone)
        assert all(mates[mate] == one for one, mate in mates.items())
        assert all(meets[one] >> mate & 1 for one, mate in mates.items() if one != mate)
    assert 300 < completed < 1300


def possible(size: int, meets: list[int], bye: int | None) -> bool:
    """By the kernel alone, each candidate for the bye in turn."""
    for alone in bits(bye) if bye is not None else (None,):
        left = [one for one in range(size) if one != alone]
        narrowed = [
            mask_of(left.index(other) for other in bits(meets[one]) if other != alone) for one in left
        ]
        if all(mate != one for one, mate in enumerate(kernel.largest(len(left), narrowed))):
            return True
    return False
