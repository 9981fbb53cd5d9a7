"""The schedule at the desk, and times by the clock of the event; the database keeps UTC."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from tavleya.errors import BadInput
from tests.pages.desk.conftest import new_section
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.event import Event
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.services.events import create_event, edit_event
from tournaments.services.schedule import reschedule_round

pytestmark = pytest.mark.django_db
E = "/desk/spring-cup/"
FILL = {"do": "fill", "first_at": "2026-12-01T10:00", "gap": "90", "unit": "minutes"}


def section(world: World, system: str, **fields: object) -> Section:
    return new_section(world, "other", format=system, **fields)


def starts(section: Section) -> list[datetime | None]:
    section.refresh_from_db()
    return [section.planned_start(number) for number in range(1, len(section.planned_starts) + 1)]


def test_all_rounds_are_filled_in_one_act_and_moved_by_themselves_and_what_is_not_known_stays_empty(world, olga):
    swiss = section(world, "swiss", rounds_planned=3)
    address = E + "other/rounds/schedule/"
    page = page_of(olga.get(address))
    assert page.problems == [] and "Start of round 1" in page.words
    assert "Number of rounds" not in page.words
    assert olga.post(address, FILL).status_code == 302
    first = datetime(2026, 12, 1, 10, 0, tzinfo=UTC)
    assert starts(swiss) == [first, first + timedelta(minutes=90), first + timedelta(minutes=180)]
    assert "Round 3not paired1 December 2026, 13:00" in page_of(olga.get(E + "other/")).words
    common = {"do": "save", "start_1": "2026-12-01T10:00", "start_2": "2026-12-01T16:00", "start_3": ""}
    assert olga.post(address, common).status_code == 302
    assert starts(swiss) == [datetime(2026, 12, 1, hour, 0, tzinfo=UTC) for hour in (10, 16)]
    answer = olga.post(address, {**common, "start_2": "2026-12-01T09:00"})
    assert answer.status_code == 422
    page = page_of(answer)
    assert page.problems == [] and "Round 2 must begin after round 1." in page.words
    assert len(starts(swiss)) == 2


def test_where_no_number_of_rounds_is_planned_it_is_asked_for(world: World, olga: Client) -> None:
    cup = section(world, "knockout")
    address = E + "other/rounds/schedule/"
    assert "Number of rounds" in page_of(olga.get(address)).words
    assert olga.post(address, FILL).status_code == 422
    assert olga.post(address, {**FILL, "rounds": "4"}).status_code == 302
    assert len(starts(cup)) == 4
    assert "Round 4" in page_of(olga.get(address)).words
    new_section(world, "display", format="simul")  # has no rounds to plan
    assert olga.get(E + "display/rounds/schedule/").status_code == 404


def test_published_rounds_are_not_filled_and_finished_rounds_are_only_shown(world, olga):
    address = E + "open/rounds/schedule/"
    first = world.rounds[0]
    reschedule_round(actor=world.olga, now=NOW, round_id=first.pk, starts_at=NOW)
    assert "Start of round 2" in page_of(olga.get(address)).words
    olga.post(address, FILL)
    first.refresh_from_db()
    assert first.starts_at == NOW
    assert starts(world.section)[:2] == [None, datetime(2026, 12, 1, 10, 0, tzinfo=UTC)]
    assert world.section.rounds.get(number=2).starts_at == datetime(2026, 12, 1, 10, 0, tzinfo=UTC)
    assert 'name="start_1"' in olga.get(address).content.decode()
    first.status = RoundStatus.CLOSED
    first.save()
    page = olga.get(address)
    assert 'name="start_1"' not in page.content.decode()
    assert "Round 1: 20 November, 10:00" in page_of(page).words


def set_zone(world: World, name: str) -> None:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"time_zone": name})


def words(answer: Any) -> str:
    return page_of(answer).words


def test_a_round_begins_by_the_clock_of_the_place(world: World, olga: Client) -> None:
    set_zone(world, "Asia/Vladivostok")
    section = new_section(world, "east", names={"en": "Open"}, format="round_robin")
    text = "No;Name\n1;Keres, Paul\n2;Euwe, Max"
    olga.post(E + "east/players/list/", {"text": text, "act": "import"})
    olga.post(E + "east/rounds/pair/", {"first_at": "2026-05-01T10:00", "gap": "1", "unit": "days"})
    assert section.rounds.get(number=1).starts_at == datetime(2026, 5, 1, 0, 0, tzinfo=UTC)
    assert "10:00 +10" in words(olga.get(E + "east/rounds/1/"))


def test_rounds_a_day_apart_keep_their_hour_when_summer_time_ends(world: World, olga: Client) -> None:
    set_zone(world, "Europe/Kyiv")
    address = E + "open/rounds/schedule/"
    # In Kyiv clocks go back in the night to 25 October 2026.
    values = {"do": "fill", "first_at": "2026-10-24T10:00", "gap": "1", "unit": "days"}
    assert olga.post(address, values).status_code == 302
    world.section.refresh_from_db()
    planned = [world.section.planned_start(number) for number in (2, 3)]
    assert planned == [datetime(2026, 10, 24, 7, 0, tzinfo=UTC), datetime(2026, 10, 25, 8, 0, tzinfo=UTC)]


def test_one_page_does_not_leave_its_clock_to_the_next(world: World, olga: Client) -> None:
    assert "10:00 UTC" in words(olga.get(E + "log/"))
    set_zone(world, "Europe/Moscow")
    assert "13:00 MSK" in words(olga.get(E + "log/"))
    create_event(actor=world.olga, now=NOW, slug="other", names={"en": "Other"})
    assert "10:00 UTC" in words(olga.get("/desk/other/log/"))


def test_zones_are_chosen_by_place_and_the_readers_language_comes_first(olga, world):
    offered = olga.get("/desk/new-event/").content.decode()
    assert "Europe/Kyiv" in offered and "US/Eastern" not in offered
    east = {"name_en": "Cup of the East", "languages": ["en"], "time_zone": "Asia/Vladivostok"}
    olga.post("/desk/new-event/", east)
    assert Event.objects.get(slug="cup-of-the-east").time_zone == "Asia/Vladivostok"
    set_zone(world, "US/Eastern")
    assert '<option value="US/Eastern" selected>' in olga.get("/desk/spring-cup/edit/").content.decode()
    page = olga.get("/desk/new-event/", headers={"accept-language": "en"}).content.decode()
    assert page.index('name="name_en"') < page.index('name="name_ru"')
    with pytest.raises(BadInput) as excinfo:
        set_zone(world, "Europe/Kitezh")
    assert excinfo.value.detail["field"] == "time_zone"
