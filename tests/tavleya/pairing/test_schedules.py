"""Tables of games paired at once: round robins, teams, Scheveningen, displays, and micro-matches."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations, groupby, pairwise, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.errors import BadInput
from tavleya.pairing.berger import table
from tavleya.pairing.micromatches import MatchVerdict, MicroMatchScore, as_one, colour_of_first, decide, total
from tavleya.pairing.options import Colours, seats
from tavleya.pairing.schedules import (
    BERGER,
    MOLTER,
    SCHEVENINGEN,
    SCHILLER,
    TEAM_BERGER,
    check_line_up,
    line_up,
    molter,
    team_score,
)
from tavleya.record.results import GameOutcome
from tavleya.sides import Side
from tests.refusals import refused


@pytest.mark.parametrize(("exchanged", "last"), [(True, [5, 4]), (False, [4, 5])])
def test_the_last_two_rounds_before_the_cycles_meet_are_exchanged_where_the_options_say_so(exchanged, last):
    options = {"cycles": 2, "exchange_last": exchanged}
    (table, rounds) = (BERGER.rounds(6, cycles, options) for cycles in (1, 2))
    assert [round_.boards for round_ in rounds[3:5]] == [table[number - 1].boards for number in last]
    first_named = [[(match.first, match.second) for match in row] for row in TEAM_BERGER.rounds([1] * 6, options)]
    assert first_named == [[(board.white, board.black) for board in round_.boards] for round_ in rounds]


def test_a_second_scheveningen_cycle_turns_the_colours_of_the_table():
    boards = [board for (meeting,) in SCHEVENINGEN.rounds([4, 4], {"cycles": 2}) for board in meeting.boards]
    first = [(board.a, board.b, board.side) for row in table(4) for board in row]
    assert [(board.a, board.b, board.side) for board in boards[:16]] == first
    assert [(board.a, board.b, board.side.other) for board in boards[16:]] == first


@pytest.mark.parametrize(("schedule", "sizes", "options", "code"), [
    (TEAM_BERGER, [4], {}, "too_few_teams"), (SCHEVENINGEN, [4, 4, 4], {}, "not_two_teams"),
    (SCHEVENINGEN, [4, 3], {}, "teams_uneven"), (SCHEVENINGEN, [0, 0], {}, "teams_uneven"),
    (SCHILLER, [4], {}, "too_few_teams"), (SCHILLER, [4, 4, 3], {}, "teams_uneven"),
    (MOLTER, [4, 4, 4], {"rounds": 3}, "molter_rounds"), (MOLTER, [3, 3, 3], {"rounds": 2}, "molter_players"),
    (MOLTER, [4, 4, 2], {"rounds": 2}, "teams_uneven"),
])  # fmt: skip
def test_teams_that_do_not_fit_are_refused(schedule, sizes, options, code):
    with refused(BadInput, code):
        schedule.rounds(sizes, options)


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
    (teams, players) for teams, players in product(range(2, 14), range(1, 9)) if teams % 2 == 0 or players % 2 == 0
]


@pytest.mark.parametrize(("teams", "players"), SIZES)
def test_molter_players_meet_another_team_each_round_on_their_own_board_or_once_the_neighbouring(teams, players):
    rounds = games_of(MOLTER.rounds([players] * teams, {"rounds": teams - 1}))
    assert len(rounds) == teams - 1
    check_seats(rounds)
    check_colours(rounds)
    for first, second in list(pairwise(rounds))[::2]:
        assert {"".join(sorted(own)) for own in colours([first, second]).values()} == {"BW"}
    met: dict[Player, list[int]] = defaultdict(list)
    beside: Counter[Player] = Counter()
    for row in rounds:
        assert 2 * len(row) == teams * players
        neighbours = [game for game in row if game[0][1] != game[1][1]]
        assert len(neighbours) == (players // 2 if teams % 2 else 0)
        for white, black in neighbours:
            assert {white[1] - 1, black[1] - 1} in ({place, place + 1} for place in range(0, players, 2))
        beside.update(player for game in neighbours for player in game)
        for white, black in row:
            met[white].append(black[0])
            met[black].append(white[0])
    for (team, _place), others in met.items():
        assert sorted(others) == [other for other in range(1, teams + 1) if other != team]
    assert not beside or max(beside.values()) == 1


def test_a_molter_of_fewer_rounds_begins_as_the_whole():
    assert molter(9, 4, 4) == molter(9, 4, 8)[:4]
    with pytest.raises(ValueError, match="Molter"):
        molter(3, 4, 3)


def test_the_smallest_table_is_this_one():
    """Three teams of two, written out by hand: A and C are over in turn, B never is."""
    rows = [
        {frozenset(f"{' ABC'[team]}{place}" for team, place in game) for game in row}
        for row in games_of(MOLTER.rounds([2, 2, 2], {"rounds": 2}))
    ]
    assert rows == [
        {frozenset(("A1", "C2")), frozenset(("B1", "C1")), frozenset(("A2", "B2"))},
        {frozenset(("A2", "C1")), frozenset(("A1", "B1")), frozenset(("B2", "C2"))},
    ]


# Tables in use, White first.
PUBLISHED = {
    2: ["A1-B1 A2-B2", "B2-A1 B1-A2"],
    4: [
        "A1-B1 A2-B2 B3-A3 B4-A4", "B2-A1 B1-A2 A3-B4 A4-B3", "A1-B3 A2-B4 B1-A3 B2-A4",
        "B4-A1 B3-A2 A3-B2 A4-B1",
    ],
    8: [
        "A1-B1 A2-B2 A3-B3 A4-B4 B5-A5 B6-A6 B7-A7 B8-A8", "B2-A1 B3-A2 B4-A3 B1-A4 A5-B6 A6-B7 A7-B8 A8-B5",
        "A1-B3 A2-B4 A3-B1 A4-B2 B7-A5 B8-A6 B5-A7 B6-A8", "B4-A1 B1-A2 B2-A3 B3-A4 A5-B8 A6-B5 A7-B6 A8-B7",
        "A1-B5 A2-B6 A3-B7 A4-B8 B1-A5 B2-A6 B3-A7 B4-A8", "B6-A1 B7-A2 B8-A3 B5-A4 A5-B2 A6-B3 A7-B4 A8-B1",
        "A1-B7 A2-B8 A3-B5 A4-B6 B3-A5 B4-A6 B1-A7 B2-A8", "B8-A1 B5-A2 B6-A3 B7-A4 A5-B4 A6-B1 A7-B2 A8-B3",
    ],
}  # fmt: skip


@pytest.mark.parametrize("players", PUBLISHED)
def test_the_tables_in_use_are_reproduced(players):
    written = [
        " ".join(f"A{board.a}-B{board.b}" if board.side is Side.WHITE else f"B{board.b}-A{board.a}" for board in boards)
        for boards in table(players)
    ]
    assert written == PUBLISHED[players]


@pytest.mark.parametrize("players", range(1, 25))
def test_every_player_meets_the_whole_other_team_once_with_colours_shared(players):
    rounds, everyone = table(players), list(range(1, players + 1))
    met = [(board.a, board.b) for boards in rounds for board in boards]
    assert sorted(met) == [(a, b) for a in everyone for b in everyone]
    assert all(sorted(board.b for board in boards) == everyone for boards in rounds)

    def more_white(sides: list[Side]) -> int:
        return abs(2 * sides.count(Side.WHITE) - len(sides))

    most = {0: 0, 1: 3, 2: 2, 3: 3}[players % 4]
    assert max(more_white([board.side for board in boards]) for boards in rounds) <= most
    boards = [board for row in rounds for board in row]
    for player in everyone:
        for sides in (
            [board.side for board in boards if board.a == player],
            [board.side.other for board in boards if board.b == player],
        ):
            assert more_white(sides) == players % 2
            assert max(len(list(run)) for _, run in groupby(sides)) <= 3


def test_opponents_sit_at_one_board_each_in_order_against_the_chosen_colour():
    assert [(seat.board, seat.opponent, seat.side, seat.white) for seat in seats([31, 7, 12])] == [
        (1, 31, Side.WHITE, None), (2, 7, Side.WHITE, None), (3, 12, Side.WHITE, None),
    ]  # fmt: skip
    assert [seat.white for seat in seats([31, 7], Colours.BLACK)] == [31, 7]
    assert [seat.white for seat in seats([31, 7, 12, 5], Colours.ALTERNATE)] == [None, 7, None, 5]
    with pytest.raises(ValueError, match="one board"):
        seats([1, 2, 1])


WON, DRAWN, LOST = MicroMatchScore(2, 0), MicroMatchScore(1, 1), MicroMatchScore(0, 2)
WALKOVER, ABSENT, BOTH_ABSENT = MicroMatchScore(2, 0, True), MicroMatchScore(0, 2, True), MicroMatchScore(0, 0, True)


def test_colours_change_from_game_to_game():
    assert [colour_of_first(leg) for leg in (1, 2, 3)] == [Side.WHITE, Side.BLACK, Side.WHITE]


@given(st.integers(1, 6), st.lists(st.sampled_from([WON, DRAWN, LOST]), max_size=6))
def test_a_match_is_decided_when_every_continuation_gives_the_same_winner(set_up, games):
    games = games[:set_up]
    possible = set()
    for rest in product((WON, DRAWN, LOST), repeat=set_up - len(games)):
        first, second = total([*games, *rest])
        winner = MatchVerdict.FIRST if first > second else MatchVerdict.SECOND
        possible.add(MatchVerdict.LEVEL if first == second else winner)
    assert decide(games, set_up) is (possible.pop() if len(possible) == 1 else MatchVerdict.OPEN)


def test_tie_break_games_go_on_from_level():
    level = [WON, LOST]
    assert decide(level, 2) is MatchVerdict.LEVEL
    assert decide(level, 4) is MatchVerdict.OPEN
    assert decide([*level, DRAWN, LOST], 4) is MatchVerdict.SECOND


def test_as_one_result_the_match_waits_for_its_last_game():
    assert as_one([WON], 2) is None
    assert as_one([WON, DRAWN], 2) == (GameOutcome.WIN, GameOutcome.LOSS)
    assert as_one([DRAWN, LOST], 2) == (GameOutcome.LOSS, GameOutcome.WIN)
    assert as_one([WON, LOST], 2) == as_one([DRAWN, DRAWN], 2) == (GameOutcome.DRAW, GameOutcome.DRAW)
    assert as_one([MicroMatchScore(0, 0), MicroMatchScore(0, 0)], 2) == (GameOutcome.LOSS, GameOutcome.LOSS)


def test_a_match_is_forfeited_only_by_who_forfeits_all_of_it():
    assert as_one([WALKOVER, WALKOVER], 2) == (GameOutcome.FORFEIT_WIN, GameOutcome.FORFEIT_LOSS)
    assert as_one([ABSENT, BOTH_ABSENT], 2) == (GameOutcome.FORFEIT_LOSS, GameOutcome.FORFEIT_WIN)
    assert as_one([BOTH_ABSENT, BOTH_ABSENT], 2) == (GameOutcome.FORFEIT_LOSS, GameOutcome.FORFEIT_LOSS)
    assert as_one([WALKOVER, DRAWN], 2) == (GameOutcome.WIN, GameOutcome.LOSS)
    assert as_one([WALKOVER, ABSENT], 2) == (GameOutcome.DRAW, GameOutcome.DRAW)


ORDER = ("Ann", "Bea", "Cid", "Dan", "Eve")


@pytest.mark.parametrize("teams", range(2, 13))
@pytest.mark.parametrize("cycles", [1, 2])
def test_every_team_meets_every_other_without_boards_until_the_line_ups_are_known(teams, cycles):
    rounds = TEAM_BERGER.rounds([4] * teams, {"cycles": cycles})
    met = [(match.first, match.second) for row in rounds for match in row]
    assert sorted(map(sorted, met)) == sorted(
        [first, second] for first, second in combinations(range(1, teams + 1), 2) for _ in range(cycles)
    )
    assert len(set(met)) == len(met)
    assert not any(match.boards for row in rounds for match in row)
    for row in rounds:
        busy = [team for match in row for team in (match.first, match.second)]
        assert len(set(busy)) == len(busy) == teams - teams % 2


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
