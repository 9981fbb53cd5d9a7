"""Schedules of teams: who meets whom, and who sits where in a Scheveningen."""

import pytest

from tavleya.errors import BadInput
from tavleya.pairing.schedules import BERGER, SCHEVENINGEN, TEAM_BERGER
from tavleya.sides import Side
from tests.tavleya.refusals import refused


def test_players_meet_as_often_as_there_are_cycles():
    assert [len(BERGER.rounds(5, cycles, {})) for cycles in (1, 2)] == [5, 10]


@pytest.mark.parametrize(("exchanged", "last"), [(True, [5, 4]), (False, [4, 5])])
def test_the_last_two_rounds_before_the_cycles_meet_are_exchanged_where_the_options_say_so(exchanged, last):
    options = {"cycles": 2, "exchange_last": exchanged}
    (table, rounds) = (BERGER.rounds(6, cycles, options) for cycles in (1, 2))
    assert [round_.boards for round_ in rounds[3:5]] == [table[number - 1].boards for number in last]
    first_named = [
        [(round_.first, round_.second) for round_ in row] for row in TEAM_BERGER.rounds([1] * 6, options)
    ]
    assert first_named == [[(board.white, board.black) for board in round_.boards] for round_ in rounds]


def test_teams_meet_without_boards_until_their_line_ups_are_known():
    rounds = TEAM_BERGER.rounds([4, 5, 4], {})
    met = sorted(tuple(sorted((item.first, item.second))) for row in rounds for item in row)
    assert met == [(1, 2), (1, 3), (2, 3)]
    assert not any(item.boards for row in rounds for item in row)


@pytest.mark.parametrize("cycles", [1, 2])
def test_each_scheveningen_cycle_pairs_every_player_with_the_whole_other_team(cycles):
    rounds = SCHEVENINGEN.rounds([4, 4], {"cycles": cycles})
    boards = [board for (meeting,) in rounds for board in meeting.boards]
    met = [(board.a, board.b) for board in boards]
    assert len(rounds) == 4 * cycles and all(met.count(pair) == cycles for pair in set(met))
    assert len(set(met)) == 16


def test_colours_are_turned_in_the_second_cycle():
    rounds = [meeting.boards for (meeting,) in SCHEVENINGEN.rounds([3, 3], {"cycles": 2})]
    for first, second in zip(rounds[:3], rounds[3:], strict=True):
        assert [(board.a, board.b, board.side.other) for board in first] == [
            (board.a, board.b, board.side) for board in second
        ]
    assert {board.side for boards in rounds for board in boards} == {Side.WHITE, Side.BLACK}


@pytest.mark.parametrize(("schedule", "sizes", "code"), [
    (TEAM_BERGER, [4], "too_few_teams"), (SCHEVENINGEN, [4, 4, 4], "not_two_teams"),
    (SCHEVENINGEN, [4, 3], "teams_uneven"), (SCHEVENINGEN, [0, 0], "teams_uneven"),
])  # fmt: skip
def test_teams_that_do_not_fit_are_refused(schedule, sizes, code):
    with refused(BadInput, code):
        schedule.rounds(sizes, {})
