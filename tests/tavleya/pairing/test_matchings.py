"""Matchings: a fast one without weights, and networkx where there is no compiled one."""

from itertools import permutations
from random import Random

import pytest

from tavleya.formats.trf import read
from tavleya.formats.trf.pairing import paired_in, state_before
from tavleya.pairing.dutch import kernel
from tavleya.pairing.dutch.exact import first_matching
from tavleya.pairing.dutch.kernel import complete
from tavleya.pairing.dutch.pool import bits, mask_of
from tavleya.pairing.engines import DUTCH
from tavleya.pairing.schedules import compare
from tavleya.pairing.state import DUTCH_2026
from tests.paths import DATA


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
        narrowed = [mask_of(left.index(other) for other in bits(meets[number]) if other != alone) for number in left]
        if all(mate != number for number, mate in enumerate(kernel.largest(len(left), narrowed))):
            return True
    return False


SWISS = DATA / "swiss"


def graphs():
    random = Random(5)
    for _ in range(150):
        size, width = random.randint(2, 12), random.choice((1, 3, 29, 30, 31, 32, 33, 61, 62, 63, 64, 120))
        yield (
            size,
            {
                (first, second): 1 + random.getrandbits(width)
                for first in range(size)
                for second in range(first + 1, size)
                if random.random() < 0.6
            },
        )


def weight(edges: dict[tuple[int, int], int], mates: list[int]) -> int:
    assert all(mates[mate] == number for number, mate in enumerate(mates))
    return sum(edges[number, mate] for number, mate in enumerate(mates) if number < mate)


@pytest.mark.skipif(not kernel.COMPILED, reason="there is no compiled kernel to compare with")
def test_both_find_the_heaviest_matching(monkeypatch: pytest.MonkeyPatch) -> None:
    for size, edges in graphs():
        compiled = weight(edges, kernel.heaviest(size, edges))
        with monkeypatch.context() as without:
            without.setattr(kernel, "COMPILED", False)
            assert weight(edges, kernel.heaviest(size, edges)) == compiled


def test_both_find_as_many_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    for size, edges in graphs():
        meets = [0] * size
        for first, second in edges:
            meets[first] |= 1 << second
            meets[second] |= 1 << first
        largest = kernel.largest(size, meets)
        with monkeypatch.context() as without:
            without.setattr(kernel, "COMPILED", False)
            other_found = kernel.largest(size, meets)
        assert all(mate == first or meets[first] >> mate & 1 for first, mate in enumerate(largest))
        assert sum(mate != first for first, mate in enumerate(largest)) == sum(
            mate != first for first, mate in enumerate(other_found)
        )


def test_rounds_are_paired_alike_without_the_compiled_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "COMPILED", False)
    for name in ("rtg_020_n9_r6", "rtg_002_n30_r11", "rtg_082_n14_r10"):
        tournament = read((SWISS / f"{name}.trf").read_bytes()).tournament
        for number in range(1, tournament.rounds_recorded + 1):
            assert not compare(DUTCH[DUTCH_2026], state_before(tournament, number), *paired_in(tournament, number))
