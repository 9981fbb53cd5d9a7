"""Brackets have standard seeds, the best advance without play, and every player gets a place."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.pairing.knockout import (
    Decided,
    Tie,
    bracket_size,
    colour_of_higher,
    first_stage,
    next_stage,
    ranks,
    seed_order,
)
from tavleya.sides import Side

# As brackets of 16 and of 32 are printed, from the top down.
OF_16 = "1-16 8-9 4-13 5-12 2-15 7-10 3-14 6-11"
OF_32 = "1-32 16-17 8-25 9-24 4-29 13-20 5-28 12-21 2-31 15-18 7-26 10-23 3-30 14-19 6-27 11-22"


def pairs(ties) -> str:
    return " ".join(f"{tie.higher}-{tie.lower}" for tie in ties)


def played(players: int, random: Random, *, third_place: bool = False, upsets: float = 0.5):
    stage, all_stages = first_stage(players), []
    while stage:
        decided = [
            Decided(tie, tie.higher if tie.lower is None or random.random() >= upsets else tie.lower)
            for tie in stage
        ]
        all_stages.append(decided)
        stage = next_stage(decided, third_place=third_place)
    return all_stages


def test_first_stages_are_the_printed_brackets():
    assert pairs(first_stage(16)) == OF_16
    assert pairs(first_stage(32)) == OF_32
    assert pairs(first_stage(2)) == "1-2"


def test_when_the_better_always_wins_each_stage_is_the_bracket_of_half_as_many():
    for decided, size in zip(played(32, Random(1), upsets=0), (32, 16, 8, 4, 2), strict=True):
        assert pairs(item.tie for item in decided) == pairs(first_stage(size))


@pytest.mark.parametrize("size", [2, 4, 8, 16, 64, 256])
def test_the_best_are_as_far_apart_as_can_be(size):
    order = seed_order(size)
    assert sorted(order) == list(range(1, size + 1))
    part = size
    while part > 1:  # each half, quarter … holds one of the best two, four …
        parts = [order[start : start + part] for start in range(0, size, part)]
        assert all(min(item) <= size // part for item in parts)
        assert len({min(item) for item in parts}) == size // part
        part //= 2


@given(st.integers(2, 200))
def test_the_best_seeds_are_spared_the_first_stage(players):
    ties = first_stage(players)
    spared = [tie.higher for tie in ties if tie.lower is None]
    assert sorted(spared) == list(range(1, bracket_size(players) - players + 1))
    assert sorted(s for t in ties for s in (t.higher, t.lower) if s) == list(range(1, players + 1))


@given(st.integers(2, 70), st.randoms(use_true_random=False), st.booleans())
def test_all_but_the_winner_lose_once_and_places_are_shared(players, random, third):
    all_stages = played(players, random, third_place=third)
    assert 2 ** (len(all_stages) - 1) < players <= 2 ** len(all_stages)
    losers = [item.loser for stage in all_stages for item in stage if item.loser and not item.tie.for_third]
    assert len(losers) == len(set(losers)) == players - 1
    places = ranks(all_stages)
    assert set(places) == set(range(1, players + 1))
    assert places[all_stages[-1][0].winner] == (1, 1)
    shared: dict[tuple[int, int], int] = {}
    for place in places.values():
        shared[place] = shared.get(place, 0) + 1
    expected = 1
    for (first, last), count in sorted(shared.items()):
        assert (first, last) == (expected, expected + count - 1)
        expected = last + 1


def test_losers_of_semi_finals_play_for_third_place_if_asked():
    semis = [Decided(Tie(1, 1, 4), 4), Decided(Tie(2, 2, 3), 2)]
    assert next_stage(semis) == (Tie(1, 2, 4),)
    assert next_stage(semis, third_place=True) == (Tie(1, 2, 4), Tie(2, 1, 3, for_third=True))
    final = [Decided(Tie(1, 2, 4), 4), Decided(Tie(2, 1, 3, for_third=True), 3)]
    assert ranks([semis, final]) == {4: (1, 1), 2: (2, 2), 3: (3, 3), 1: (4, 4)}
    assert ranks([semis, final[:1]])[1] == (3, 4)
    assert next_stage(final, third_place=True) == ()


def test_three_players_have_no_match_for_third_place():
    stage = [Decided(Tie(1, 1), 1), Decided(Tie(2, 2, 3), 2)]
    assert next_stage(stage, third_place=True) == (Tie(1, 1, 2),)


def test_a_remaining_player_has_no_place():
    assert ranks([[Decided(Tie(1, 1, 4), 4), Decided(Tie(2, 2, 3), 2)]]) == {1: (3, 4), 3: (3, 4)}


def test_colours_alternate_down_the_bracket_and_from_stage_to_stage():
    first = [colour_of_higher(Tie(place, 1, 2), 1, Side.BLACK) for place in (1, 2, 3, 4)]
    assert first == [Side.BLACK, Side.WHITE, Side.BLACK, Side.WHITE]
    assert colour_of_higher(Tie(1, 1, 2), 2, Side.BLACK) is Side.WHITE
