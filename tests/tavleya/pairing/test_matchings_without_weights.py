from itertools import permutations
from random import Random

from tavleya.pairing.dutch import kernel
from tavleya.pairing.dutch.bipartite import first_matching
from tavleya.pairing.dutch.completion import complete
from tavleya.pairing.dutch.pool import bits, mask_of


def test_the_first_matching_is_the_first_of_all_permutations() -> None:
    random, number = Random(2), 0
    for _ in range(1500):
        tops, floats = random.randint(1, 5), random.random() < 0.5
        s2 = sorted(random.sample(range(12), tops + floats))
        meets = [mask_of(value for value in s2 if random.random() < 0.55) for _ in range(tops)]
        floaters = mask_of(value for value in s2 if random.random() < 0.6) if floats else None
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
        number += expected is not None
    assert 300 < number < 1400


def test_a_pairing_is_complete_or_none_exists() -> None:
    random, completed = Random(7), 0
    for _ in range(1500):
        size, density = random.randint(1, 14), random.choice((0.15, 0.3, 0.6))
        meets = [0] * size
        for number in range(size):
            for other in range(number):
                if random.random() < density:
                    meets[number] |= 1 << other
                    meets[other] |= 1 << number
        players = (1 << size) - 1
        bye = mask_of(number for number in range(size) if random.random() < 0.4) if size % 2 else None
        mates = complete(players, meets, bye)
        assert (mates is not None) == possible(size, meets, bye)
        if mates is None:
            continue
        completed += 1
        assert mask_of(mates) == players
        alone = [number for number, mate in mates.items() if number == mate]
        assert len(alone) == size % 2 and all(bye is not None and bye >> number & 1 for number in alone)
        assert all(mates[mate] == number for number, mate in mates.items())
        assert all(meets[number] >> mate & 1 for number, mate in mates.items() if number != mate)
    assert 300 < completed < 1300


def possible(size: int, meets: list[int], bye: int | None) -> bool:
    """By the kernel alone, each candidate for the bye in turn."""
    for alone in bits(bye) if bye is not None else (None,):
        left = [number for number in range(size) if number != alone]
        narrowed = [
            mask_of(left.index(other) for other in bits(meets[number]) if other != alone) for number in left
        ]
        if all(mate != number for number, mate in enumerate(kernel.largest(len(left), narrowed))):
            return True
    return False
