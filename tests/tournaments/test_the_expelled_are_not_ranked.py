"""An expelled player has no place in the standings; the results of the opponents stay."""

import pytest

from reports.selectors.tournament_report import trf_file
from tavleya.formats.trf import read
from tavleya.formats.trf.ranks import check_ranks
from tests.tournaments.conftest import LATER, World
from tests.tournaments.swiss import make_swiss, play_round, registration
from tournaments.models.section import Section
from tournaments.selectors.crosstable import crosstable_of
from tournaments.selectors.players import player_card
from tournaments.selectors.standings import place_of, standings_of
from tournaments.services.attendance import expel_player

pytestmark = pytest.mark.django_db


def expelled(world: World, number: int) -> Section:
    section = make_swiss(world, 6, tiebreaks=["BH", "SB"])
    for at in (1, 2):
        play_round(world, section, at)
    user = registration(section, number).pk
    expel_player(actor=world.olga, now=LATER, registration_id=user, reason="struck an arbiter")
    return section


def test_the_others_move_up_and_keep_their_points_and_tie_breaks(world: World) -> None:
    section = make_swiss(world, 6, tiebreaks=["BH", "SB"])
    for at in (1, 2):
        play_round(world, section, at)
    before = {row.registration.number: row for row in standings_of(section).rows}
    first = standings_of(section).rows[0].registration
    expel_player(actor=world.olga, now=LATER, registration_id=first.pk, reason="struck an arbiter")
    view = standings_of(section)
    assert [row.registration.number for row in view.expelled] == [first.number]
    ranks = {number: row.row.rank for number, row in before.items() if number != first.number}
    for row in view.rows:
        number = row.registration.number
        assert row.row.rank == 1 + sum(rank < ranks[number] for rank in ranks.values())
        assert (row.points, row.values) == (before[number].points, before[number].values)
    [standings_row] = view.expelled
    assert (standings_row.place, standings_row.points) == ("", before[first.number].points)


def test_the_crosstable_has_them_last_and_without_a_place(world: World) -> None:
    section = expelled(world, 1)
    rows = crosstable_of(section).rows
    assert [row.standing.registration.number for row in rows][-1] == 1
    assert [row.standing.place for row in rows] == [*(row.place for row in standings_of(section).rows), ""]


def test_pages_of_their_own_have_no_place(world: World) -> None:
    section = expelled(world, 2)
    item = registration(section, 2)
    assert place_of(item) is None
    assert player_card(item).standing.place == ""


def test_the_report_keeps_their_line_without_a_rank_and_is_still_right(world: World) -> None:
    section = expelled(world, 2)
    tournament = read(trf_file(section)).tournament
    assert len(tournament.players) == 6
    assert tournament.players[2].rank is None
    assert max(player_record.rank for player_record in tournament.players.values() if player_record.rank) <= 5
    assert check_ranks(tournament).wrong == ()
