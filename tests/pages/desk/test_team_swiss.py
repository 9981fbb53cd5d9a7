"""A team Swiss at the desk: its next round, its matches, and why they were paired."""

import pytest
from django.urls import reverse

from tests.databases import remembered
from tests.pages.desk.conftest import desk_world, enter, new_section
from tests.pages.html import page_of
from tests.tournaments.team_events import publish
from tests.world import NOW, World
from tournaments.models.section import Section
from tournaments.services.swiss import pair_next_round
from tournaments.services.team_requests import add_team


@remembered
def world_with_teams() -> World:
    world = desk_world()
    section = new_section(world, "teams", format="team_swiss", rounds_planned=3, options={"boards": 1})
    for number in range(1, 6):
        (entry,) = enter(world, section, f"Captain {number}")
        add_team(actor=world.olga, now=NOW, section_id=section.pk, name=f"Club {number}", members=[entry.pk])
    return world


@pytest.fixture
def world(db) -> World:
    return world_with_teams()


@pytest.fixture
def section(world) -> Section:
    return Section.objects.get(event=world.event, slug="teams")


def address(name: str, section, *more: object) -> str:
    return reverse(f"desk_{name}", args=[section.event.slug, section.slug, *more])


def test_the_next_round_asks_for_nothing_of_single_players_and_for_byes_and_teams_kept_apart(olga, section):
    page = page_of(olga.get(address("swiss", section)))
    assert page.problems == [] and "5 teams to be paired" in page.text
    assert "Colour of the first team at board 1" in page.text and "Withdrawals and late entries" not in page.text
    first, second = section.teams.order_by("number")[:2]
    action = address("swiss_action", section)
    bye = {"act": "team_bye", "team": str(first.pk), "round_number": "1", "kind": "half"}
    assert olga.post(action, bye).status_code == 302
    rule = {"act": "team_rule", "team": str(second.pk), "other": str(first.pk), "first_round": "1"}
    assert olga.post(action, {**rule, "other": str(second.pk)}).status_code == 422
    assert olga.post(action, {**rule, "reason": "one club"}).status_code == 302
    page = page_of(olga.get(address("swiss", section)))
    assert page.problems == []
    assert "4 teams to be paired" in page.text and "half-point bye" in page.text
    assert "Club 1 – Club 2" in page.text and "(one club)" in page.text
    assert olga.post(action, {"act": "cancel_team_bye", "key": str(first.pk), "round": "1"}).status_code == 302
    assert olga.post(action, {"act": "team_unrule", "key": str(section.team_rules.get().pk)}).status_code == 302
    assert "5 teams to be paired" in page_of(olga.get(address("swiss", section))).text
    assert not section.team_rules.exists()


def test_a_round_is_paired_and_each_match_says_why(olga, section):
    act = {"act": "pair", "number": "1", "first_colour": "black"}
    answer = olga.post(address("swiss_action", section), act)
    assert answer.status_code == 302 and answer["Location"].endswith("/1/")
    draft = page_of(olga.get(answer["Location"]))
    assert "Club 3 – Club 1" in draft.text and "Club 5" in draft.text
    page = page_of(olga.get(address("pairing_explanation", section, 1)))
    assert page.problems == [] and "Club 2 – 4. Club 4" in " ".join(page.text.split())
    first = page_of(olga.get(address("board_explanation", section, 1, 1)))
    assert "1 is number 1 of the top members by pairing number, opposite 3." in first.text
    assert "The bye goes to 5" in page_of(olga.get(address("board_explanation", section, 1, 3))).text
    assert olga.get(address("board_explanation", section, 1, 4)).status_code == 404


def test_a_draft_of_teams_is_changed_by_hand_on_its_page(olga, world, section):
    round_ = pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=1, first_colour="white")
    change = address("swiss_change", section, 1)
    page = page_of(olga.get(change))
    assert page.problems == [] and "Exchange two teams" in page.text and "Move a board" not in page.text
    assert change in page_of(olga.get(address("round", section, 1))).links
    match = round_.team_matches.get(number=1)
    swap = {"act": "swap", "version": "0", "pairing": str(match.pk)}
    assert olga.post(change, swap)["Location"] == change
    assert "colours swapped" in page_of(olga.get(change)).text
    hand = {"act": "hand", "version": "1", "white": str(match.first_id), "black": str(match.first_id)}
    assert olga.post(change, hand).status_code == 422
    last = round_.team_matches.get(second=None).first_id
    answer = olga.post(change, {**hand, "black": str(last), "despite": "as the captains agreed"})
    assert answer.status_code == 302
    page = page_of(olga.get(change))
    assert "1 board changed by hand" in page.text
    assert "This was changed by hand" in page_of(olga.get(address("board_explanation", section, 1, 1))).text


def test_the_public_sees_the_matches_and_the_bye(client, world, section):
    publish(world, pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=1))
    page = page_of(client.get(reverse("round", args=[section.event.slug, section.slug, 1])))
    assert page.problems == [] and "Club 5" in page.text and "bye" in page.text
