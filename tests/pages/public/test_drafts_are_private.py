"""A visitor sees what has been published, and for the rest the same answer as for what does not exist."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.services.events import create_event, edit_event


@pytest.fixture
def draft(world: World) -> World:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    return world


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(get_user_model().objects.get(username=name))
    return client


def test_a_draft_round_is_no_page_for_visitors(visitor: Client, world: World) -> None:
    assert visitor.get("/events/spring-cup/open/rounds/2/").status_code == 404


def test_a_draft_round_is_in_the_strip_without_a_link(visitor: Client, world: World) -> None:
    page = page_of(visitor.get("/events/spring-cup/open/rounds/1/"))
    assert "/events/spring-cup/open/rounds/2/" not in page.links
    assert page.find(title="Round 2: not published yet")


def test_officials_see_draft_rounds_marked_as_drafts(world: World) -> None:
    page = page_of(signed_in("artur").get("/events/spring-cup/open/rounds/2/"))
    assert "Draft, seen by officials only" in page.words


def test_a_signed_in_stranger_sees_no_more_than_a_visitor(world: World) -> None:
    assert signed_in("charlie").get("/events/spring-cup/open/rounds/2/").status_code == 404


@pytest.mark.parametrize(
    "address",
    [
        "",
        "open/",
        "open/rounds/1/",
        "open/standings/",
        "open/crosstable/",
        "open/players/",
        "open/players/1/",
    ],
)
def test_nothing_of_an_unpublished_event_is_shown(visitor: Client, draft: World, address: str) -> None:
    assert visitor.get(f"/events/spring-cup/{address}").status_code == 404
    assert signed_in("artur").get(f"/events/spring-cup/{address}", follow=True).status_code == 200


def test_the_games_of_an_unpublished_event_are_hidden_too(visitor: Client, draft: World) -> None:
    for address in (f"games/{draft.board.pk}/", f"games/{draft.board.pk}.pgn"):
        assert visitor.get(f"/events/spring-cup/{address}").status_code == 404


def test_the_list_leaves_unpublished_events_out(visitor: Client, draft: World) -> None:
    assert "Spring Cup" not in page_of(visitor.get("/events/")).words
    assert "Event not published" in page_of(signed_in("olga").get("/events/")).words


def test_a_game_belongs_to_one_event(visitor: Client, world: World) -> None:
    create_event(actor=world.olga, now=NOW, slug="other", names={"en": "Other"}, published=True)
    assert visitor.get(f"/events/other/games/{world.board.pk}/").status_code == 404


def test_standings_after_a_round_that_is_not_public_are_no_page(visitor: Client, world: World) -> None:
    assert visitor.get("/events/spring-cup/open/standings/?after=2").status_code == 404
    assert visitor.get("/events/spring-cup/open/standings/?after=nonsense").status_code == 404
