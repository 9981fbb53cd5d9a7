"""A round robin player who leaves before half of their games counts in the crosstable only (FIDE C.05)."""

from itertools import combinations

import pytest

from tavleya.pairing.withdrawal import left_too_early, without_early_withdrawals
from tavleya.sides import Side
from tavleya.tiebreaks import tiebreaks
from tavleya.tiebreaks.standings import compute_standings
from tavleya.tiebreaks.table import Encounter, EncounterKind, Participant, Scoring, Table


def round_robin(players: int, played_by_last: int, *, cycles: int = 1) -> Table:
    """The lower number wins; the last player plays some games, winning all, and forfeits the rest."""
    encounters: dict[int, list[Encounter]] = {number: [] for number in range(1, players + 1)}
    left = played_by_last
    for _ in range(cycles):
        for first, second in combinations(range(1, players + 1), 2):
            kinds, points = (EncounterKind.PLAYED, EncounterKind.PLAYED), (2, 0)
            if second == players:
                if left:
                    points, left = (0, 2), left - 1
                else:
                    kinds = (EncounterKind.FORFEIT_WIN, EncounterKind.FORFEIT_LOSS)
            encounters[first].append(Encounter(1, kinds[0], points[0], second, Side.WHITE, points[1]))
            encounters[second].append(Encounter(1, kinds[1], points[1], first, Side.BLACK, points[0]))
    participants = {key: Participant(key, key, None, tuple(results)) for key, results in encounters.items()}
    return Table(participants, players - 1, Scoring(), True, games=cycles * (players - 1))


@pytest.mark.parametrize(
    ("players", "cycles", "played", "counts"),
    [(6, 1, 2, False), (6, 1, 3, True), (7, 1, 2, False), (7, 1, 3, True), (4, 2, 2, False), (4, 2, 3, True)],
)
def test_half_of_the_games_is_the_line(players, cycles, played, counts):
    table = round_robin(players, played, cycles=cycles)
    assert left_too_early(table, [players]) == (frozenset() if counts else {players})
    assert (without_early_withdrawals(table, [players]) is table) == counts


def test_points_and_tie_breaks_are_those_of_the_games_without_them():
    table = without_early_withdrawals(round_robin(6, 2), [6])
    expected = {1: 8, 2: 6, 3: 4, 4: 2, 5: 0, 6: 0}
    assert table.scores == expected
    assert table.games == 4
    ranked = compute_standings(table, tiebreaks(["DE", "SB", "KS", "WIN"]))
    assert [row.participant for row in ranked.rows][:4] == [1, 2, 3, 4]
    wins = {row.participant: row.values[3].units for row in ranked.rows}
    assert wins == {1: 4, 2: 3, 3: 2, 4: 1, 5: 0, 6: 0}


def test_a_forfeit_that_was_given_to_them_counts_as_completed():
    table = round_robin(6, 2)
    five = table.participants[5]
    assert sum(encounter.kind is EncounterKind.FORFEIT_WIN for encounter in five.encounters) == 1
    assert left_too_early(table, [5]) == frozenset()


def test_in_a_swiss_everything_counts():
    table = round_robin(6, 1)
    swiss = Table(table.participants, 5, table.scoring, False)
    assert without_early_withdrawals(swiss, [6]) is swiss
