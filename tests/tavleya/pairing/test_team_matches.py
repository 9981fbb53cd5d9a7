"""Teams: boards in their order, colours, scores, a round robin of teams."""

from itertools import combinations, permutations

import pytest

from tavleya.errors import BadInput
from tavleya.pairing.teams import check_line_up, colour_of_first, line_up, team_round_robin, team_score
from tavleya.sides import Side
from tests.tavleya.refusals import refused

ORDER = ("Ann", "Bea", "Cid", "Dan", "Eve")


@pytest.mark.parametrize("teams", range(2, 13))
@pytest.mark.parametrize("cycles", [1, 2])
def test_every_team_meets_every_other(teams, cycles):
    rounds = team_round_robin(teams, cycles=cycles)
    met = [(match.first, match.second) for row in rounds for match in row.matches]
    assert sorted(map(sorted, met)) == sorted(
        [match, other] for match, other in combinations(range(1, teams + 1), 2) for _ in range(cycles)
    )
    if cycles == 2:
        assert len(set(met)) == len(met)
    for row in rounds:
        busy = [team for match in row.matches for team in (match.first, match.second)]
        assert sorted([*busy, *([row.free] if row.free else [])]) == list(range(1, teams + 1))


def test_the_first_named_has_white_at_odd_boards():
    assert [colour_of_first(board) for board in (1, 2, 3, 4)] == [Side.WHITE, Side.BLACK] * 2


def test_present_players_move_up():
    assert line_up(ORDER, {"Bea"}, 4) == ("Ann", "Cid", "Dan", "Eve")
    assert line_up(ORDER, {"Ann", "Bea", "Cid"}, 4) == ("Dan", "Eve", None, None)


def test_the_line_ups_that_are_allowed_are_those_that_leave_the_order():
    """Slowly: of all ways to seat up to three of five, those in which places only grow and gaps come last."""
    for count in range(4):
        for seated in permutations(ORDER, count):
            filled = (*seated, *[None] * (3 - count))
            if list(seated) == sorted(seated):
                check_line_up(ORDER, filled, 3)
                continue
            with refused(BadInput, "board_order"):
                check_line_up(ORDER, filled, 3)


@pytest.mark.parametrize(("seated", "code"), [
    (("Ann", "Bea", "Cid"), "too_many_boards"), (("Ann", "Zoe"), "not_of_the_team"),
    (("Ann", "Ann"), "seated_twice"), ((None, "Ann"), "board_left_out"), (("Bea", "Ann"), "board_order"),
])  # fmt: skip
def test_a_broken_board_order_is_named(seated, code):
    with refused(BadInput, code):
        check_line_up(ORDER, seated, 2)


def test_a_match_is_won_by_its_boards():
    score = team_score([(2, 0), (1, 1), (0, 2), (2, 0)])
    assert (score.game_points, score.match_points) == ((5, 3), (4, 0))
    assert team_score([(2, 0), (0, 2)]).match_points == (2, 2)
    assert team_score([(0, 2), (1, 1)]).match_points == (0, 4)
    assert team_score([(0, 0), (0, 0)]).match_points == (0, 0)
    assert team_score([(2, 0)], win=6, draw=3, loss=1).match_points == (6, 1)
