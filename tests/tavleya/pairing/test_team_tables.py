"""Schiller and Molter tables: what each promises, checked board by board."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations, pairwise, product

import pytest

from tavleya.errors import BadInput
from tavleya.pairing.schedules import MOLTER, SCHEVENINGEN, SCHILLER
from tavleya.pairing.team_tables import molter, schiller
from tavleya.sides import Side
from tests.tavleya.refusals import refused

Player = tuple[int, int]
Game = tuple[Player, Player]


def games_of(rounds: Iterable) -> list[list[Game]]:
    """By round, (White, Black) of team and place, from the meetings of a schedule."""
    results = []
    for meetings in rounds:
        row = []
        for meeting in meetings:
            for board in meeting.boards:
                two = (meeting.first, board.a), (meeting.second, board.b)
                row.append(two if board.side is Side.WHITE else two[::-1])
        results.append(row)
    return results


def colours(rounds: list[list[Game]]) -> dict[Player, str]:
    played: dict[Player, str] = defaultdict(str)
    for row in rounds:
        for white, black in row:
            played[white] += "W"
            played[black] += "B"
    return played


def check_colours(rounds: list[list[Game]]) -> None:
    """Check that no player is more than a game out of balance or has one colour three times running."""
    for own in colours(rounds).values():
        assert abs(own.count("W") - own.count("B")) <= 1, own
        assert "WWW" not in own and "BBB" not in own, own


def check_seats(rounds: list[list[Game]]) -> None:
    """Check that no player sits twice in a round or meets a team mate."""
    for row in rounds:
        seats = [seat for game in row for seat in game]
        assert len(seats) == len(set(seats))
        assert all(white[0] != black[0] for white, black in row)


@pytest.mark.parametrize(("teams", "players"), list(product(range(2, 8), range(1, 8))))
def test_schiller_players_meet_each_player_of_the_other_teams_once(teams, players):
    rounds = games_of(SCHILLER.rounds([players] * teams, {}))
    everyone = list(product(range(1, teams + 1), range(1, players + 1)))
    met = Counter(frozenset(game) for row in rounds for game in row)
    assert met == {frozenset(two): 1 for two in combinations(everyone, 2) if two[0][0] != two[1][0]}
    assert len(rounds) == players * (teams - 1 + teams % 2)
    check_seats(rounds)
    check_colours(rounds)


def test_a_schiller_of_two_teams_is_a_scheveningen():
    assert SCHILLER.rounds([4, 4], {}) == SCHEVENINGEN.rounds([4, 4], {})


SIZES = [
    (teams, players)
    for teams, players in product(range(2, 14), range(1, 9))
    if teams % 2 == 0 or players % 2 == 0
]


@pytest.mark.parametrize(("teams", "players"), SIZES)
def test_molter_players_meet_another_team_each_round(teams, players):
    rounds = games_of(MOLTER.rounds([players] * teams, {"rounds": teams - 1}))
    assert len(rounds) == teams - 1
    check_seats(rounds)
    assert all(2 * len(row) == teams * players for row in rounds)
    met: dict[Player, list[int]] = defaultdict(list)
    for row in rounds:
        for white, black in row:
            met[white].append(black[0])
            met[black].append(white[0])
    for (team, _place), others in met.items():
        assert sorted(others) == [item for item in range(1, teams + 1) if item != team]
    check_colours(rounds)


@pytest.mark.parametrize(("teams", "players"), SIZES)
def test_molter_players_meet_their_own_board_or_once_the_neighbouring_board(teams, players):
    beside: Counter[Player] = Counter()
    for row in games_of(MOLTER.rounds([players] * teams, {"rounds": teams - 1})):
        for white, black in row:
            if white[1] != black[1]:
                assert teams % 2 and {white[1] - 1, black[1] - 1} in (
                    {at, at + 1} for at in range(0, players, 2)
                )
                beside[white] += 1
                beside[black] += 1
        if teams % 2:
            assert sum(white[1] != black[1] for white, black in row) == players // 2
    assert not beside or max(beside.values()) == 1


@pytest.mark.parametrize(("teams", "players"), SIZES)
def test_molter_players_have_both_colours_in_two_rounds(teams, players):
    rounds = games_of(MOLTER.rounds([players] * teams, {"rounds": min(teams - 1, 15)}))
    for first, second in list(pairwise(rounds))[::2]:
        assert {"".join(sorted(item)) for item in colours([first, second]).values()} == {"BW"}


def test_a_molter_of_fewer_rounds_begins_as_the_whole():
    whole = molter(9, 4, 8)
    assert molter(9, 4, 4) == whole[:4]


def test_the_smallest_table_is_this_one():
    """Three teams of two, written out by hand: A and C are over in turn, B never is."""
    rows = [
        sorted(f"{'ABC'[white[0] - 1]}{white[1]}{'ABC'[black[0] - 1]}{black[1]}" for white, black in row)
        for row in games_of(MOLTER.rounds([2, 2, 2], {"rounds": 2}))
    ]
    either_way = [{frozenset((item[:2], item[2:])) for item in row} for row in rows]
    assert either_way == [
        {frozenset(("A1", "C2")), frozenset(("B1", "C1")), frozenset(("A2", "B2"))},
        {frozenset(("A2", "C1")), frozenset(("A1", "B1")), frozenset(("B2", "C2"))},
    ]


@pytest.mark.parametrize(("schedule", "sizes", "options", "code"), [
    (SCHILLER, [4], {}, "too_few_teams"), (SCHILLER, [4, 4, 3], {}, "teams_uneven"),
    (MOLTER, [4, 4, 4], {"rounds": 3}, "molter_rounds"), (MOLTER, [3, 3, 3], {"rounds": 2}, "molter_players"),
    (MOLTER, [4, 4, 2], {"rounds": 2}, "teams_uneven"),
])  # fmt: skip
def test_teams_that_fit_no_table_are_refused(schedule, sizes, options, code):
    with refused(BadInput, code):
        schedule.rounds(sizes, options)


def test_a_table_that_there_cannot_be_is_no_table():
    with pytest.raises(ValueError, match="Molter"):
        molter(3, 4, 3)
    assert len(schiller(2, 1)) == 1
