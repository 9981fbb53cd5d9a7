"""Random checks are drawn by lots that can be repeated, and less often for who was checked of late."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from tavleya.law.random_checks import Candidate, draw_players, usual_count


def test_the_draw_is_by_reproducible_digests() -> None:
    pool = [Candidate(number) for number in range(1, 9)]
    digests = {number: hashlib.sha256(f"hall:{number}".encode()).hexdigest() for number in range(1, 9)}
    assert draw_players("hall", pool, 3) == tuple(sorted(digests, key=digests.__getitem__)[:3])


@given(
    st.text(max_size=20),
    st.dictionaries(st.integers(1, 300), st.integers(0, 4), max_size=40),
    st.integers(0, 50),
)
def test_the_same_seed_draws_the_same_players_each_once(
    seed: str, lately: dict[int, int], count: int
) -> None:
    pool = [Candidate(number, times) for number, times in lately.items()]
    results = draw_players(seed, pool, count)
    assert results == draw_players(seed, reversed(pool), count)
    assert len(set(results)) == len(results) == min(count, len(pool)) and set(results) <= set(lately)


def test_recently_checked_players_are_drawn_less_often() -> None:
    pool = [Candidate(1, 1), *(Candidate(number) for number in range(2, 11))]
    times = dict.fromkeys(range(1, 11), 0)
    for seed in range(2_000):
        for number in draw_players(str(seed), pool, 3):
            times[number] += 1
    assert 100 < times[1] < min(times[number] for number in range(2, 11)) * 0.7


def test_one_in_every_ten_boards_begun_is_usual() -> None:
    assert [usual_count(boards) for boards in (0, 1, 10, 11, 250)] == [0, 1, 1, 2, 25]
