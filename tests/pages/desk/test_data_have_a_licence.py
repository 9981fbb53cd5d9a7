"""The licence under which an organiser gives away the data of an event."""

import pytest
from django.test import Client

from tests.pages.html import page_of
from tests.world import World
from tournaments.models.event import Event

pytestmark = pytest.mark.django_db
FILES = ("standings.json", "rounds/1.json", "players.json")


def test_the_licence_is_shown_beside_the_files_and_in_them(world: World, olga: Client) -> None:
    form = page_of(olga.get("/desk/spring-cup/edit/"))
    assert "Licence of the data" in form.words
    values = {"name_en": "Spring Cup", "slug": "spring-cup", "licence": "CC-BY-4.0", "languages": ["en"]}
    assert olga.post("/desk/spring-cup/edit/", values).status_code == 302
    page = Client().get("/events/spring-cup/").content.decode()
    assert 'rel="license' in page
    assert "CC BY 4.0</a>" in page
    for name in FILES:
        assert Client().get(f"/events/spring-cup/open/{name}").json()["licence"] == "CC-BY-4.0"


def test_an_event_without_a_licence_shows_none(world: World) -> None:
    assert 'rel="license' not in Client().get("/events/spring-cup/").content.decode()
    assert Client().get("/events/spring-cup/open/standings.json").json()["licence"] is None


def test_only_known_ones_are_taken(world: World, olga: Client) -> None:
    answer = olga.post(
        "/desk/spring-cup/edit/",
        {"name_en": "Spring Cup", "slug": "spring-cup", "licence": "mine", "languages": ["en"]},
    )
    assert answer.status_code == 422
    assert Event.objects.get(slug="spring-cup").licence == ""
