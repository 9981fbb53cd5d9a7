"""Simultaneous displays and Scheveningen matches through the services; rounds paired by hand from end to end."""

import pytest

from tavleya.errors import BadInput, Conflict
from tests.tournaments.conftest import LATER, NOW, World, raises_code
from tests.tournaments.team_events import make_teams, member, pair, play, publish, team, wins_of
from tournaments.models.section import Section
from tournaments.selectors.rounds import round_view
from tournaments.selectors.simul import display
from tournaments.selectors.standings import standings_of
from tournaments.selectors.teams import team_standings
from tournaments.services.results import enter_result
from tournaments.services.rollback.unpublish import unpublish_round
from tournaments.services.rounds import pair_by_hand, record_bye
from tournaments.services.schedule import discard_drafts
from tournaments.services.simul import seat_display
from tournaments.services.teams import add_team, set_members

pytestmark = pytest.mark.django_db


def seat(world: World, section: Section, giver: int):
    return world.do(seat_display, section_id=section.pk, giver_id=section.registrations.get(number=giver).pk)


def boards(row) -> list[tuple[int, int]]:
    return [(pairing.white.number, pairing.black.number) for pairing in row.pairings.order_by("board")]


@pytest.mark.parametrize("tracking", ["result", "sheets", "live"])
def test_the_score_of_a_display_at_each_depth(world, tracking):
    section = world.section(format="simul", tracking=tracking, control="60", options={"colours": "alternate"})
    world.enter(section, "Giver", "A", "B", "C", "D")
    row = publish(world, seat(world, section, 1))
    for pairing, result in zip(row.pairings.order_by("board"), ("1-0", "1/2-1/2", "0-1"), strict=False):
        enter_result(actor=world.hal, now=LATER, pairing_id=pairing.pk, result=result)
    section.refresh_from_db()
    visible = display(section)
    assert visible.giver is not None and visible.giver.number == 1
    assert visible.score == ("1½", "1½")
    assert (visible.won, visible.drawn, visible.lost, visible.open) == (1, 1, 1, 1)
    last = row.pairings.get(board=4)
    assert last.game is not None and last.game.tracking == tracking
    enter_result(actor=world.hal, now=LATER, pairing_id=last.pk, result="0-1")  # the giver has Black
    assert display(section).score == ("2½", "1½")


def test_a_display_is_seated_once_and_can_be_discarded(world):
    section = world.section(format="simul")
    world.enter(section, "Giver", "A", "B")
    seat(world, section, 1)
    with raises_code(Conflict, "already_paired"):
        seat(world, section, 2)
    section.refresh_from_db()
    assert display(section).boards == ()  # a draft is not visible
    discard_drafts(actor=world.olga, now=NOW, section_id=section.pk)
    assert boards(seat(world, section, 2)) == [(2, 1), (2, 3)]


def test_a_published_display_is_taken_back(world):
    section = world.section(format="simul")
    world.enter(section, "Giver", "A", "B")
    row = publish(world, seat(world, section, 1))
    unpublish_round(actor=world.olga, now=NOW, round_id=row.pk)
    row.refresh_from_db()
    assert row.status == "draft" and row.pairings.filter(game__isnull=True).count() == 2
    assert publish(world, row).pairings.filter(game__isnull=True).count() == 0


@pytest.mark.parametrize("options", [{"colours": "green"}, {"table": 3}])
def test_options_that_make_no_sense_are_refused(world, options):
    with raises_code(BadInput, "bad_option"):
        world.section(format="simul", options=options)


# Scheveningen


def scheveningen(world: World, players: int, **options: object) -> Section:
    return make_teams(world, 2, players, format="scheveningen", options=options)


def test_each_cycle_has_a_round_for_each_player(world):
    assert len(pair(world, scheveningen(world, 3, cycles=2))) == 6


def test_the_score_of_the_teams(world):
    """Two by two: team 1's first wins both their games, all other games are drawn: 1½ for each round, 3 to 1."""
    section = scheveningen(world, 2, rank_by="GP")
    star = member(section, 1, 1)
    for row in pair(world, section):
        play(world, publish(world, row), wins_of(star))
    rows = team_standings(section).rows
    scores = [(row.team.number, row.game_text, row.match_text) for row in rows]
    assert scores == [(1, "3", "4"), (2, "1", "0")]
    assert next(item for item in standings_of(section).rows if item.registration.pk == star).points == "2"


def test_a_round_taken_back_keeps_its_boards(world):
    section = scheveningen(world, 2)
    row, _ = pair(world, section)
    before = boards(row)
    publish(world, row)
    unpublish_round(actor=world.olga, now=NOW, round_id=row.pk)
    assert boards(row) == before
    publish(world, row)
    assert row.pairings.filter(game__isnull=False).count() == 2


def test_uneven_teams_and_a_third_team_are_refused(world):
    section = scheveningen(world, 2)
    (extra,) = world.enter(section, "Extra")
    item = team(section, 1)
    members = [member.registration_id for member in item.members.order_by("place")]
    set_members(actor=world.olga, now=NOW, team_id=item.pk, registration_ids=[*members, extra.pk])
    with raises_code(BadInput, "teams_uneven"):
        pair(world, section)
    add_team(actor=world.olga, now=NOW, section_id=section.pk, name="Third")
    with raises_code(BadInput, "not_two_teams"):
        pair(world, section)


# By hand


def test_a_section_paired_by_hand_goes_from_registrations_to_standings(world):
    section = world.section(format="free", tiebreaks=[])
    item, two, three = world.enter(section, "One", "Two", "Three")
    for number, (white, black, away) in enumerate(((item, two, three), (three, item, two)), start=1):
        row = pair_by_hand(actor=world.olga, now=NOW, section_id=section.pk, boards=[(white.pk, black.pk)])
        assert (row.number, [free.pk for free in round_view(section, number).free]) == (number, [away.pk])
        record_bye(actor=world.olga, now=NOW, round_id=row.pk, registration_id=away.pk, kind="half")
        publish(world, row)
        play(world, row, lambda _: "1-0")
    points = [(row.registration.pk, row.points) for row in standings_of(section).rows]
    assert points == [(three.pk, "1½"), (item.pk, "1"), (two.pk, "½")]
    last = section.rounds.get(number=2)
    unpublish_round(actor=world.olga, now=LATER, round_id=last.pk, confirmed=True, reason="a mistake")
    assert discard_drafts(actor=world.olga, now=LATER, section_id=section.pk) == 1
    assert section.rounds.count() == 1
