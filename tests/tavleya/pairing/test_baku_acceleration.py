from random import Random

import pytest

from tavleya.pairing.baku import accelerated, size_of_first_group, virtual_points
from tavleya.pairing.dutch import pair
from tests.tavleya.pairing import simulate


@pytest.mark.parametrize(
    ("players", "first"), [(161, 82), (160, 80), (4, 2), (5, 4), (8, 4), (10, 6), (1, 2)]
)
def test_the_first_group_is_half_rounded_up_to_even(players: int, first: int) -> None:
    assert size_of_first_group(players) == first


def test_nine_rounds_give_a_point_three_times_and_half_a_point_twice() -> None:
    assert virtual_points(9) == (2, 2, 2, 1, 1)


def test_eleven_rounds_of_a_match_scored_two_and_one() -> None:
    assert virtual_points(11) == (2, 2, 2, 1, 1, 1)


@pytest.mark.parametrize(
    ("rounds", "points"), [(1, (2,)), (4, (2, 1)), (5, (2, 2, 1)), (6, (2, 2, 1)), (7, (2, 2, 1, 1))]
)
def test_half_of_the_rounds_are_accelerated(rounds: int, points: tuple[int, ...]) -> None:
    assert virtual_points(rounds) == points


def test_the_halves_of_the_upper_half_meet_in_round_one() -> None:
    state = accelerated(simulate.start(16, 9, Random(1)), range(1, 17))
    met = {frozenset(board) for board in pair(state).pairs}
    assert met == {frozenset((item, item + 4)) for item in (1, 2, 3, 4, 9, 10, 11, 12)}


def test_boards_follow_the_accelerated_score() -> None:
    state = accelerated(simulate.start(16, 9, Random(1)), range(1, 17))
    assert [min(board) for board in pair(state).pairs] == [1, 2, 3, 4, 9, 10, 11, 12]


def test_a_late_entry_above_the_last_of_the_group_joins_it() -> None:
    entrants = [number for number in range(1, 17) if number not in (3, 14)]
    state = accelerated(simulate.start(16, 9, Random(1)), entrants)
    # Fourteen came at first: eight of them, up to starting rank 9, were the first group.
    assert [player.number for player in state.players if player.virtual] == list(range(1, 10))
