"""A play-off orders exactly those who were tied and played it."""

import pytest

from tavleya.tiebreaks.play_off import block_of, with_play_off
from tavleya.tiebreaks.standings import RankedRow, Standings


def table(*rows: tuple[int, int, int, int]) -> Standings:
    """Rows of participant, rank, last shared place, half-points."""
    return Standings(tuple(RankedRow(*row, 0, 0, 0, 0, ()) for row in rows), ())


#: 1 leads, 2 to 4 are tied but for a tie-break that puts 4 last, 5 and 6 share the last places.
MADE = table((1, 1, 1, 9), (2, 2, 3, 7), (3, 2, 3, 7), (4, 4, 4, 7), (5, 5, 6, 3), (6, 5, 6, 3))


def ranks(standings: Standings) -> list[tuple[int, int, int, bool]]:
    return [(row.participant, row.rank, row.last, row.play_off) for row in standings.rows]


def test_only_the_players_of_a_play_off_change_places():
    with_play = with_play_off(MADE, {2: (2, 2), 3: (3, 3), 4: (1, 1)})
    assert ranks(with_play) == [
        (1, 1, 1, False), (4, 2, 2, True), (2, 3, 3, True), (3, 4, 4, True), (5, 5, 6, False),
        (6, 5, 6, False),
    ]  # fmt: skip


def test_players_still_tied_after_a_play_off_share_the_place():
    assert ranks(with_play_off(MADE, {5: (1, 2), 6: (1, 2)}))[4:] == [(5, 5, 6, True), (6, 5, 6, True)]


@pytest.mark.parametrize(
    "participants",
    [{2}, {1, 2}, {2, 4}, {3, 4}, {4, 5}, {2, 3, 9}],
    ids=["one alone", "other points", "not neighbours", "part of a tie", "other points below", "a stranger"],
)
def test_nothing_is_decided_among_players_who_are_not_tied_for_places_of_their_own(participants):
    assert block_of(MADE, participants) is None
    places = {
        participant: (index, index)
        for index, participant in enumerate(sorted(participants, reverse=True), start=1)
    }
    assert with_play_off(MADE, places) == MADE


def test_without_a_play_off_the_table_stays():
    assert with_play_off(MADE, {}) == MADE
