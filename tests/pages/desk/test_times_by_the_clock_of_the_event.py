"""Pages tell and take times by the clock of their event; the database keeps UTC."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from tavleya.errors import BadInput
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.event import Event
from tournaments.services.events import create_event, edit_event
from tournaments.services.sections import create_section

pytestmark = pytest.mark.django_db
D = "/desk/spring-cup/"


def zone(world: World, name: str) -> None:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"time_zone": name})


def words(answer: Any) -> str:
    return page_of(answer).words


def test_a_new_event_has_the_zone_that_is_chosen(olga: Client) -> None:
    east = {"name_en": "Cup of the East", "languages": ["en"], "time_zone": "Asia/Vladivostok"}
    olga.post("/desk/new-event/", east)
    assert Event.objects.get(slug="cup-of-the-east").time_zone == "Asia/Vladivostok"


def test_a_round_begins_by_the_clock_of_the_place(world: World, olga: Client) -> None:
    zone(world, "Asia/Vladivostok")
    section = create_section(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        slug="east",
        names={"en": "Open"},
        game="chess",
        regime="fide-2023",
        format="round_robin",
    )
    text = "No;Name\n1;Keres, Paul\n2;Euwe, Max"
    olga.post(D + "east/players/list/", {"text": text, "act": "import"})
    olga.post(D + "east/rounds/pair/", {"first_at": "2026-05-01T10:00", "gap": "1", "unit": "days"})
    assert section.rounds.get(number=1).starts_at == datetime(2026, 5, 1, 0, 0, tzinfo=UTC)
    assert "10:00 +10" in words(olga.get(D + "east/rounds/1/"))


def test_rounds_a_day_apart_keep_their_hour_when_summer_time_ends(world: World, olga: Client) -> None:
    zone(world, "Europe/Kyiv")
    address = D + "open/rounds/schedule/"
    # In Kyiv clocks go back in the night to 25 October 2026.
    values = {"do": "fill", "first_at": "2026-10-24T10:00", "gap": "1", "unit": "days"}
    assert olga.post(address, values).status_code == 302
    world.section.refresh_from_db()
    planned = [world.section.planned_start(number) for number in (2, 3)]
    assert planned == [datetime(2026, 10, 24, 7, 0, tzinfo=UTC), datetime(2026, 10, 25, 8, 0, tzinfo=UTC)]


def test_one_page_does_not_leave_its_clock_to_the_next(world: World, olga: Client) -> None:
    """One thread serves both pages; the log of the desk shows the time of each action."""
    assert "10:00 UTC" in words(olga.get(D + "log/"))
    zone(world, "Europe/Moscow")
    assert "13:00 MSK" in words(olga.get(D + "log/"))
    create_event(actor=world.olga, now=NOW, slug="other", names={"en": "Other"})
    assert "10:00 UTC" in words(olga.get("/desk/other/log/"))


def test_zones_are_chosen_by_place_and_an_older_name_is_kept(olga: Client, world: World) -> None:
    offered = olga.get("/desk/new-event/").content.decode()
    assert "Europe/Kyiv" in offered and "US/Eastern" not in offered
    zone(world, "US/Eastern")
    content = olga.get("/desk/spring-cup/edit/").content.decode()
    assert '<option value="US/Eastern" selected>' in content


def test_the_readers_language_comes_first_in_a_new_event(olga: Client) -> None:
    page = olga.get("/desk/new-event/", headers={"accept-language": "en"}).content.decode()
    assert page.index('name="name_en"') < page.index('name="name_ru"')


def test_a_place_that_is_no_zone_is_refused(world: World) -> None:
    with pytest.raises(BadInput) as excinfo:
        zone(world, "Europe/Kitezh")
    assert excinfo.value.detail["field"] == "time_zone"
