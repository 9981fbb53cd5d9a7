"""The rating report of a section."""

from datetime import date

import pytest

from ratings.models.rated import RatedPlayer
from ratings.selectors.rating_report import UnratedReason, rating_report
from reports.services.importing import import_trf
from tests.tavleya.formats.samples import EXERCISE
from tests.tournaments.conftest import NOW, World
from tests.tournaments.swiss import make_swiss, pair, publish
from tournaments.models.player import Registration
from tournaments.selectors.standings import standings_of
from tournaments.services.results import enter_result

pytestmark = pytest.mark.django_db
ON = date(2026, 11, 20)


def test_games_over_the_board_change_ratings_and_the_list_gives_k(django_assert_num_queries):
    world = World()
    section = world.section(format="free")
    import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=EXERCISE.read_bytes())
    with django_assert_num_queries(3):
        lines = {row.registration.number: row.line for row in rating_report(section, on=ON)}
    # Nick (12, rated 1650) lost once to 2050 and also has byes and a forfeit win: .08 expected, K 20.
    assert (lines[12].games, lines[12].points, lines[12].performance) == (1, 0, 1250)
    assert lines[12].change is not None
    assert (lines[12].change.hundredths, lines[12].change.whole) == (-160, -2)
    # Bruno (2) met 1750, 1900, 2200, 1450 and 2100: .92, .81, .43, .92 (limited), .57 expected of 4.
    assert lines[2].change is not None
    assert [game.expected for game in lines[2].change.games] == [92, 81, 43, 92, 57]
    assert lines[2].change.whole == 7
    assert (lines[2].performance, lines[2].perfect) == (2120, 2216)

    registration = Registration.objects.get(section=section, number=12)
    registration.player.fide_id = 7001
    registration.player.save()
    RatedPlayer.objects.create(
        fide_id=7001, name="Nick", standard=1650, standard_k=40, search_key="", family_key=""
    )
    rows = next(row for row in rating_report(section, on=ON) if row.registration.number == 12)
    assert rows.line.change is not None and rows.line.change.k == 40


def test_a_game_of_less_than_a_move_counts_for_points_and_is_not_rated():
    world = World()
    section = make_swiss(world, 4)
    row = publish(world, pair(world, section, 1))
    for board, result in enumerate(("W-L", "D-D"), start=1):
        pairing = row.pairings.get(board=board)
        enter_result(actor=world.hal, now=NOW, pairing_id=pairing.pk, result=result)
    table = {
        item.registration.number: (item.row.points, item.row.played) for item in standings_of(section).rows
    }
    assert table == {1: (2, 1), 3: (0, 1), 2: (1, 1), 4: (1, 1)}
    for item in rating_report(section, on=ON):
        assert (item.line.games, [game.why for game in item.not_rated]) == (0, [UnratedReason.SHORT])
