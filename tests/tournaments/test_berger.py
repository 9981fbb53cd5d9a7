"""The generated schedules are the published Berger tables."""

from itertools import combinations

import pytest

from tavleya.pairing.berger import BergerBoard, round_robin
from tavleya.sides import Side

# FIDE Handbook C.05, Annex 1: for each round the boards, White first.
PUBLISHED = {
    4: "1-4 2-3 / 4-3 1-2 / 2-4 3-1",
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: (
        "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / "
        "8-7 1-6 2-5 3-4 / 4-8 5-3 6-2 7-1"
    ),
    10: (
        "1-10 2-9 3-8 4-7 5-6 / 10-6 7-5 8-4 9-3 1-2 / 2-10 3-1 4-9 5-8 6-7 / 10-7 8-6 9-5 1-4 2-3 / "
        "3-10 4-2 5-1 6-9 7-8 / 10-8 9-7 1-6 2-5 3-4 / 4-10 5-3 6-2 7-1 8-9 / 10-9 1-8 2-7 3-6 4-5 / "
        "5-10 6-4 7-3 8-2 9-1"
    ),
    12: (
        "1-12 2-11 3-10 4-9 5-8 6-7 / 12-7 8-6 9-5 10-4 11-3 1-2 / 2-12 3-1 4-11 5-10 6-9 7-8 / "
        "12-8 9-7 10-6 11-5 1-4 2-3 / 3-12 4-2 5-1 6-11 7-10 8-9 / 12-9 10-8 11-7 1-6 2-5 3-4 / "
        "4-12 5-3 6-2 7-1 8-11 9-10 / 12-10 11-9 1-8 2-7 3-6 4-5 / 5-12 6-4 7-3 8-2 9-1 10-11 / "
        "12-11 1-10 2-9 3-8 4-7 5-6 / 6-12 7-5 8-4 9-3 10-2 11-1"
    ),
    14: (
        "1-14 2-13 3-12 4-11 5-10 6-9 7-8 / 14-8 9-7 10-6 11-5 12-4 13-3 1-2 / "
        "2-14 3-1 4-13 5-12 6-11 7-10 8-9 / 14-9 10-8 11-7 12-6 13-5 1-4 2-3 / "
        "3-14 4-2 5-1 6-13 7-12 8-11 9-10 / 14-10 11-9 12-8 13-7 1-6 2-5 3-4 / "
        "4-14 5-3 6-2 7-1 8-13 9-12 10-11 / 14-11 12-10 13-9 1-8 2-7 3-6 4-5 / "
        "5-14 6-4 7-3 8-2 9-1 10-13 11-12 / 14-12 13-11 1-10 2-9 3-8 4-7 5-6 / "
        "6-14 7-5 8-4 9-3 10-2 11-1 12-13 / 14-13 1-12 2-11 3-10 4-9 5-8 6-7 / "
        "7-14 8-6 9-5 10-4 11-3 12-2 13-1"
    ),
    16: (
        "1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9 / 16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2 / "
        "2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10 / 16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3 / "
        "3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11 / 16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4 / "
        "4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12 / 16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5 / "
        "5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13 / 16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6 / "
        "6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14 / 16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7 / "
        "7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15 / 16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8 / "
        "8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1"
    ),
}


def published(players: int) -> list[list[BergerBoard]]:
    rounds = PUBLISHED[players].split(" / ")
    return [[BergerBoard(*map(int, board.split("-"))) for board in round_.split()] for round_ in rounds]


@pytest.mark.parametrize("players", sorted(PUBLISHED))
def test_an_even_schedule_is_the_published_table(players):
    assert [list(round_.boards) for round_ in round_robin(players)] == published(players)


@pytest.mark.parametrize("players", [3, 5, 7, 9, 11, 13, 15])
def test_an_odd_number_of_players_frees_the_opponent_of_the_highest_number(players):
    for round_, table in zip(round_robin(players), published(players + 1), strict=True):
        assert list(round_.boards) == table[1:]
        assert round_.free == min(table[0].white, table[0].black)


@pytest.mark.parametrize("players", range(2, 41))
def test_all_players_meet_once_and_colours_are_even(players):
    rounds = round_robin(players)
    met = [frozenset((b.white, b.black)) for round_ in rounds for b in round_.boards]
    assert sorted(map(sorted, met)) == [list(pair) for pair in combinations(range(1, players + 1), 2)]
    for number in range(1, players + 1):
        white = sum(b.white == number for round_ in rounds for b in round_.boards)
        assert abs(2 * white - (players - 1)) <= 1


@pytest.mark.parametrize("players", range(2, 21))
def test_a_double_round_robin_gives_each_pair_both_colours_and_no_player_three_in_a_row(players):
    rounds = round_robin(players, cycles=2)
    boards = [b for round_ in rounds for b in round_.boards]
    assert len(boards) == len(set(boards)) == players * (players - 1)
    assert {b.reversed for b in boards} == set(boards)
    for number in range(1, players + 1):
        colours = [Side.WHITE if b.white == number else Side.BLACK for b in boards if number in (b.white, b.black)]
        assert all(len(set(three)) > 1 for three in zip(colours, colours[1:], colours[2:], strict=False))


@pytest.mark.parametrize(("cycles", "exchange"), [(2, True), (2, False), (4, True)])
def test_a_cycle_reverses_the_colours_and_exchanges_its_last_two_rounds_before_another_follows(cycles, exchange):
    table = published(6)
    rounds = [list(round_.boards) for round_ in round_robin(6, cycles=cycles, exchange_last=exchange)]
    for cycle in range(cycles):
        expected = [*table[:3], table[4], table[3]] if exchange and cycle < cycles - 1 else table
        turned = [[board.reversed for board in round_] for round_ in expected] if cycle % 2 else expected
        assert rounds[5 * cycle : 5 * cycle + 5] == turned
    boards = [board for round_ in rounds for board in round_]
    for player in range(1, 7):
        sides = "".join("W" if player == b.white else "B" for b in boards if player in (b.white, b.black))
        assert len(sides) == 5 * cycles and (not exchange or ("WWW" not in sides and "BBB" not in sides))


@pytest.mark.parametrize(("players", "cycles"), [(1, 1), (0, 1), (4, -1), (4, 0)])
def test_an_invalid_round_robin_is_refused(players, cycles):
    with pytest.raises(ValueError, match="round robin"):
        round_robin(players, cycles=cycles)
