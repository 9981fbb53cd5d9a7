"""Scheveningen: the published tables, and what every table must do."""

from itertools import pairwise

import pytest

from tavleya.pairing.scheveningen import table
from tavleya.sides import Side

# Tables in use, White first.
PUBLISHED = {
    2: ["A1-B1 A2-B2", "B2-A1 B1-A2"],
    4: [
        "A1-B1 A2-B2 B3-A3 B4-A4",
        "B2-A1 B1-A2 A3-B4 A4-B3",
        "A1-B3 A2-B4 B1-A3 B2-A4",
        "B4-A1 B3-A2 A3-B2 A4-B1",
    ],
    8: [
        "A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 B8-A8",
        "B2-A1 B3-A2 B4-A3 B1-A4 A5-B6 A6-B7 A7-B8 A8-B5",
        "A1-B3 A2-B4 A3-B1 A4-B2 B7-A5 B8-A6 B5-A7 B6-A8",
        "B4-A1 B1-A2 B2-A3 B3-A4 A5-B8 A6-B5 A7-B6 A8-B7",
        "A1-B5 A2-B6 A3-B7 A4-B8 B1-A5 B2-A6 B3-A7 B4-A8",
        "B6-A1 B7-A2 B8-A3 B5-A4 A5-B2 A6-B3 A7-B4 A8-B1",
        "A1-B7 A2-B8 A3-B5 A4-B6 B3-A5 B4-A6 B1-A7 B2-A8",
        "B8-A1 B5-A2 B6-A3 B7-A4 A5-B4 A6-B1 A7-B2 A8-B3",
    ],
}


@pytest.mark.parametrize("players", PUBLISHED)
def test_the_tables_in_use_are_reproduced(players):
    written = [
        " ".join(
            f"A{board.a}-B{board.b}" if board.side is Side.WHITE else f"B{board.b}-A{board.a}"
            for board in boards
        )
        for boards in table(players)
    ]
    assert written == PUBLISHED[players]


@pytest.mark.parametrize("players", range(1, 25))
def test_every_player_meets_the_whole_other_team_once(players):
    rounds = table(players)
    met = [(board.a, board.b) for boards in rounds for board in boards]
    everyone = list(range(1, players + 1))
    assert sorted(met) == [(a, b) for a in everyone for b in everyone]
    assert all(sorted(board.b for board in boards) == everyone for boards in rounds)


@pytest.mark.parametrize("players", range(1, 25))
def test_colours_are_shared_as_the_module_says(players):
    rounds = table(players)

    def more_white(boards) -> int:
        return sum(1 if board.side is Side.WHITE else -1 for board in boards)

    each = [
        abs(more_white(board for boards in rounds for board in boards if getattr(board, team) == player))
        for team in "ab"
        for player in range(1, players + 1)
    ]
    assert max(each) == players % 2
    most = {0: 0, 1: 3, 2: 2, 3: 3}[players % 4]
    assert max(abs(more_white(boards)) for boards in rounds) <= most


@pytest.mark.parametrize("players", range(1, 25))
def test_no_player_has_the_same_colour_four_times_running(players):
    rounds = table(players)
    for player in range(1, players + 1):
        for colours in (
            [board.side for boards in rounds for board in boards if board.a == player],
            [board.side.other for boards in rounds for board in boards if board.b == player],
        ):
            longest = run = 1
            for before, after in pairwise(colours):
                run = run + 1 if before is after else 1
                longest = max(longest, run)
            assert longest <= 3
