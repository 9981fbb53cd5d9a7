"""Seeds of a bracket by group and place."""

from itertools import permutations

import pytest

from tavleya.pairing import groups
from tavleya.pairing.groups import Qualified
from tavleya.pairing.knockout import bracket_size, first_stage, seed_order


def words(number: int, each: int) -> list[str]:
    return ["ABCDEFGHIJKLMNOP"[seed.group] + str(seed.place) for seed in groups.seeds(number, each)]


def matches(number: int, each: int) -> set[str]:
    seeds = words(number, each)
    return {
        f"{seeds[tie.higher - 1]}-{seeds[tie.lower - 1]}" if tie.lower else f"{seeds[tie.higher - 1]} goes on"
        for tie in first_stage(len(seeds))
    }


@pytest.mark.parametrize(("number", "each", "expected"), [
    (2, 1, {"A1-B1"}), (2, 2, {"A1-B2", "B1-A2"}), (4, 2, {"A1-B2", "B1-A2", "C1-D2", "D1-C2"}),
    (8, 2, {"A1-B2", "B1-A2", "C1-D2", "D1-C2", "E1-F2", "F1-E2", "G1-H2", "H1-G2"}),
    (2, 4, {"A1-B4", "B1-A4", "A2-B3", "B2-A3"}), (1, 4, {"A1-A4", "A2-A3"}),
])  # fmt: skip
def test_the_usual_crossings_come_out(number, each, expected):
    assert matches(number, each) == expected


def stages(place_of: dict[tuple[int, int], int], size: int) -> list[int]:
    """For every two of a group, the stage in which they can meet, by walking up the bracket."""
    results = []
    line = list(seed_order(size))
    for (group, place), seed in place_of.items():
        for (other_group, other_place), other in place_of.items():
            if group == other_group and place < other_place:
                number, two, stage = line.index(seed), line.index(other), 0
                while number != two:
                    number, two, stage = number // 2, two // 2, stage + 1
                results.append(stage)
    return results


@pytest.mark.parametrize(
    ("number", "each"), [(number, 2) for number in range(2, 8)] + [(2, 3), (3, 3), (4, 3)]
)
def test_no_other_order_lets_players_of_a_group_meet_later(number, each):
    """Every order of the groups within each place, tried one place after the other."""
    size = bracket_size(number * each)
    seeds = {(item.group, item.place): seed for seed, item in enumerate(groups.seeds(number, each), start=1)}
    placed = {(group, 1): group + 1 for group in range(number)}
    for place in range(2, each + 1):
        block = range((place - 1) * number + 1, place * number + 1)
        best = max(
            min(stages({**placed, **{(group, place): seed for group, seed in enumerate(order)}}, size))
            for order in permutations(block)
        )
        placed |= {key: seed for key, seed in seeds.items() if key[1] == place}
        assert min(stages(placed, size)) == best


@pytest.mark.parametrize("number", range(1, 17))
@pytest.mark.parametrize("each", [1, 2, 3, 4])
def test_every_player_has_one_seed_and_a_better_place_a_better_one(number, each):
    seeds = groups.seeds(number, each)
    assert sorted((seed.group, seed.place) for seed in seeds) == [
        (group, place) for group in range(number) for place in range(1, each + 1)
    ]
    assert [seed.place for seed in seeds] == sorted(seed.place for seed in seeds)
    assert seeds[0] == Qualified(0, 1)


def test_seeds_need_at_least_one_group():
    with pytest.raises(ValueError, match="qualifies"):
        groups.seeds(0, 2)
