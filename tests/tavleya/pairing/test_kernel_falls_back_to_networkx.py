from random import Random

import pytest

from tavleya.formats.trf import read
from tavleya.formats.trf.pairing import paired_in, state_before
from tavleya.pairing.comparing import compare
from tavleya.pairing.dutch import kernel
from tavleya.pairing.engines import DUTCH
from tavleya.pairing.state import DUTCH_2026
from tests.paths import DATA

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
            assert not compare(
                DUTCH[DUTCH_2026], state_before(tournament, number), *paired_in(tournament, number)
            )
