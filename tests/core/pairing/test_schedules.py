"""Schedules of teams: who meets whom, and who sits where in a Scheveningen."""

import pytest

from common.errors import BadInput
from common.sides import Side
from core.pairing.schedules import BERGER, SCHEVENINGEN, TEAM_BERGER


def test_players_meet_as_often_as_there_are_cycles():
    assert [len(BERGER.rounds(5, cycles)) for cycles in (1, 2)] == [5, 10]


def test_teams_meet_without_boards_until_their_line_ups_are_known():
    rounds = TEAM_BERGER.rounds([4, 5, 4], 1)
    met = sorted(tuple(sorted((one.first, one.second))) for row in rounds for one in row)
    assert met == [(1, 2), (1, 3), (2, 3)]
    assert not any(one.boards for row in rounds for one in row)


@pytest.mark.parametrize("cycles", [1, 2])
def test_everybody_of_a_scheveningen_meets_everybody_of_the_other_team_each_cycle(cycles):
    rounds = SCHEVENINGEN.rounds([4, 4], cycles)
    boards = [board for (meeting,) in rounds for board in meeting.boards]
    met = [(board.a, board.b) for board in boards]
    assert len(rounds) == 4 * cycles and all(met.count(pair) == cycles for pair in set(met))
    assert len(set(met)) == 16


def test_colours_are_turned_in_the_second_cycle():
    rounds = [meeting.boards for (meeting,) in SCHEVENINGEN.rounds([3, 3], 2)]
    for first, second in zip(rounds[:3], rounds[3:], strict=True):
        assert [(one.a, one.b, one.side.other) for one in first] == [
            (one.a, one.b, one.side) for one in second
        ]
    assert {one.side for boards in rounds for one in boards} == {Side.WHITE, Side.BLACK}


@pytest.mark.parametrize(
    ("schedule", "sizes", "code"),
    [
        (TEAM_BERGER, [4], "too_few_teams"),
        (SCHEVENINGEN, [4, 4, 4], "not_two_teams"),
        (SCHEVENINGEN, [4, 3], "teams_uneven"),
        (SCHEVENINGEN, [0, 0], "teams_uneven"),
    ],
)
def test_teams_that_do_not_fit_are_refused(schedule, sizes, code):
    with pytest.raises(BadInput) as refused:
        schedule.rounds(sizes, 1)
    assert refused.value.code == code
