"""Schiller and Molter through the services and on the pages: boards, standings of the teams, files."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from reports.selectors.tournament_report import trf_file
from tavleya.errors import BadInput
from tests.pages.html import page_of
from tests.tournaments.conftest import World, raises_code
from tests.tournaments.team_events import make_teams, member, pair, play, publish, wins_of
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import TeamMatch
from tournaments.models.section import Section
from tournaments.selectors.teams import match_cards, team_standings

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def make(world: World, teams: int, players: int, **fields: object) -> Section:
    return make_teams(world, teams, players, **{"slug": "tables", **fields})


def scores(section: Section) -> list[tuple[int, str, str]]:
    return [(row.team.number, row.game_text, row.place) for row in team_standings(section).rows]


def test_a_molter_seats_all_players_in_every_round_against_several_teams(world):
    section = make(world, 3, 4, format="molter", options={"rounds": 2})
    rounds = pair(world, section)
    assert len(rounds) == 2
    for row in rounds:
        seats = [key for pairing in row.pairings.all() for key in (pairing.white_id, pairing.black_id)]
        assert len(seats) == len(set(seats)) == 12
        assert sorted(row.pairings.values_list("board", flat=True)) == list(range(1, 7))
        assert row.team_matches.filter(partial=True).count() == row.team_matches.count() == 3


def test_teams_of_a_molter_are_ranked_by_all_their_games(world):
    section = make(world, 3, 4, format="molter", options={"rounds": 2})
    star = member(section, 2, 1)
    for row in pair(world, section):
        publish(world, row)
        play(world, row, wins_of(star))
    assert scores(section)[0] == (2, "5", "1")
    assert sum({"3": 6, "3½": 7, "5": 10}[points] for _, points, _ in scores(section)) == 24


def test_a_schiller_is_played_from_the_table_to_the_standings(world):
    section = make(world, 3, 2, format="schiller")
    rounds = pair(world, section)
    assert len(rounds) == 6 and Pairing.objects.filter(round__section=section).count() == 12
    assert not TeamMatch.objects.filter(partial=True).exists()
    for row in rounds:
        publish(world, row)
        play(world, row, lambda item: "1-0" if item.white.membership.team.number == 1 else "1/2-1/2")
    (first, points, place), *others = scores(section)
    assert (first, place) == (1, "1") and points == "6"
    assert [points for _, points, _ in others] == ["3", "3"]


def test_pages_and_report_show_them(world, client: Client):
    section = make(world, 3, 4, format="molter", options={"rounds": 2})
    row, _ = pair(world, section)
    publish(world, row)
    play(world, row, lambda pairing: "1/2-1/2")
    Event.objects.update(published=True)
    base = f"/events/{world.event.slug}/tables/"
    table = page_of(client.get(f"{base}standings/"))
    assert table.problems == [] and "Game points rank the teams" in table.words and "MP" not in table.words
    page = page_of(client.get(f"{base}rounds/1/"))
    assert page.problems == [] and "Team 1" in page.words
    boards = sorted(board.number for card in match_cards(section, 1) for board in card.boards)
    assert boards == [1, 1, 2, 3, 3, 4], "three teams: one board between 1 and 2, one between 3 and 4"
    assert b"192 CUSTOM_MOLTER" in trf_file(section)


def test_more_rounds_than_opponents_are_refused(world):
    section = make(world, 3, 4, format="molter")
    with raises_code(BadInput, "molter_rounds"):
        pair(world, section)


@pytest.mark.parametrize(
    ("fields", "table"),
    [
        ({"format": "molter", "options": {"rounds": 2}}, "Molter table"),
        ({"format": "schiller"}, "Schiller table"),
        ({"format": "scheveningen"}, "Scheveningen table"),
    ],
)
def test_a_checker_finds_the_report_of_a_table_in_order(world, tmp_path, fields, table):
    section = make(world, 2 if fields["format"] == "scheveningen" else 3, 4, **fields)
    for row in pair(world, section):
        publish(world, row)
        play(world, row, lambda item: "1-0" if item.white.membership.team.number == 1 else "1/2-1/2")
    path = tmp_path / "section.trf"
    path.write_bytes(trf_file(section))
    out = StringIO()
    call_command("checkpairings", str(path), stdout=out, stderr=StringIO())
    assert out.getvalue().startswith(f"{table}\nround 1: ok\nround 2: ok\n")
    assert out.getvalue().count(", 0 differ") == 2
