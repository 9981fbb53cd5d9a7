"""The page that sets up the next event like this one."""

import pytest
from django.test import Client

from tests.pages.html import page_of
from tests.world import World
from tournaments.models.event import Event

pytestmark = pytest.mark.django_db
PAGE = "/desk/spring-cup/repeat/"
GIVEN = {"name_en": "Summer Cup", "slug": "summer-cup", "starts_on": "2027-06-01", "officials": "on"}


def test_the_next_event_is_set_up_and_its_desk_follows(olga: Client, world: World) -> None:
    assert PAGE in olga.get("/desk/spring-cup/").content.decode()
    page = olga.get(PAGE)
    assert page_of(page).problems == []
    assert 'value="spring-cup-2"' in page.content.decode()
    answer = olga.post(PAGE, {**GIVEN, "players": "on"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/desk/summer-cup/"
    assert "Only officials can see it so far" in page_of(answer).words
    assert "Set up like an earlier event" in page_of(olga.get("/desk/summer-cup/log/")).words
    event = Event.objects.get(slug="summer-cup")
    assert event.name_in("en") == "Summer Cup"
    assert event.players.count() == world.event.players.count() > 0
    assert Client().get("/events/summer-cup/").status_code == 404


def test_errors_are_reported_beside_the_kept_input(olga: Client) -> None:
    taken = olga.post(PAGE, {**GIVEN, "slug": "spring-cup"})
    assert taken.status_code == 409
    assert 'data-code="slug_taken"' in taken.content.decode()
    assert 'value="Summer Cup"' in taken.content.decode()
    nameless = olga.post(PAGE, {"slug": "summer-cup"})
    assert (nameless.status_code, 'data-code="no_name"' in nameless.content.decode()) == (422, True)
    assert Event.objects.count() == 1
