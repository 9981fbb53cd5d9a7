"""Sources of ratings at the desk: lists updated before they are compared, other lists, marks of manual input."""

import io
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from ratings.models.rated import RatingList
from ratings.services.own_lists import import_own_list
from ratings.services.rated_entries import enter_rated
from ratings.services.rating_jobs import request_rating_list
from ratings.services.rating_list import import_rating_list
from tavleya.actors import Actor
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.ratings.test_rating_list_import import line, text
from tests.ratings.test_rating_lists_are_updated import FakeTransport, run
from tests.world import NOW, World
from tournaments.models.job import Job
from tournaments.models.log import Log
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.services.entries import enter_person
from tournaments.services.jobs import run_job
from tournaments.services.players import edit_player
from tournaments.services.section_settings import edit_section
from tournaments.services.sections import create_section
from tournaments.services.seeding import edit_registration

SYSTEM = Actor.of_system("tests")
ADDRESS = "https://ratings.example/players.txt"
RATINGS = "/desk/spring-cup/swiss/players/ratings/"
PLAYERS = "/desk/spring-cup/swiss/players/"
SETTINGS = "/desk/spring-cup/swiss/edit/"


def bring_in(rating: int = 2839, **days: float) -> None:
    lines = line(1503014, "Carlsen, Magnus", ratings=(rating, 0, 2881)), line(7, "Unrated, Ulla")
    import_rating_list(actor=SYSTEM, now=timezone.now() - timedelta(**days), source=text(*lines))


@pytest.fixture
def section(world: World) -> Section:
    bring_in(days=3)
    created = create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="swiss", names={"en": "Swiss"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=5,
    )  # fmt: skip
    enter_rated(actor=world.olga, now=NOW, section_id=created.pk, fide_id=1503014)
    edit_registration(
        actor=world.olga, now=NOW, registration_id=created.registrations.get().pk, changes={"rating": None}
    )
    return created


def test_a_list_that_may_be_old_is_compared_only_on_request(olga: Client, section: Section) -> None:
    page = page_of(olga.get(RATINGS))
    assert page.problems == [] and page.find(data_code="list_not_current", data_level="3")
    assert "Carlsen" not in page.words and "Update lists" not in page.words
    assert "Carlsen" in page_of(olga.get(RATINGS + "?anyway=1")).words


def test_a_list_of_the_last_day_is_compared_at_once(olga: Client, section: Section) -> None:
    bring_in()
    words = page_of(olga.get(RATINGS)).words
    assert "Carlsen, Magnus – 2839" in words and "There may be a newer one" not in words


def test_lists_with_an_address_are_updated_before_they_are_compared(
    olga: Client, section: Section, settings: LazySettings
) -> None:
    settings.RATING_LISTS = {"fide": ADDRESS}
    assert "Update lists and compare" in page_of(olga.get(RATINGS)).words
    assert olga.post(RATINGS, {"update": "1"})["Location"] == RATINGS
    words = page_of(olga.get(RATINGS)).words
    assert "The rating lists are being updated." in words and "Carlsen" not in words
    files = {ADDRESS: ("", text(line(1503014, "Carlsen, Magnus", ratings=(2841, 0, 0))).read())}
    run(Job.objects.get(), FakeTransport(files), timezone.now())
    assert "Carlsen, Magnus – 2841" in page_of(olga.get(RATINGS)).words
    olga.post(RATINGS, {"update": "1"})
    assert Job.objects.count() == 1, "what is current is not fetched again"


def test_a_failed_update_is_reported_where_ratings_are_compared(
    olga: Client, section: Section, settings: LazySettings
) -> None:
    settings.RATING_LISTS = {"fide": ADDRESS}
    olga.post(RATINGS, {"update": "1"})
    run(Job.objects.get(), FakeTransport(), timezone.now())
    page = page_of(olga.get(RATINGS))
    assert page.problems == []
    assert "The list could not be fetched from ratings.example: HTTP 503. The old list is kept." in page.words
    assert "Compare anyway" in page.words


def test_others_do_not_have_lists_updated(section: Section, settings: LazySettings) -> None:
    settings.RATING_LISTS = {"fide": ADDRESS}
    for name in ("hana", "alice"):
        assert signed_in(name).post(RATINGS, {"update": "1"}).status_code == 403
    assert not Job.objects.exists()


def test_a_player_outside_the_main_list_is_shown_ratings_of_other_lists_and_takes_one(
    olga: Client, section: Section, world: World
) -> None:
    bring_in()
    own = io.BytesIO(b"No;FIDE ID;Rating\n17;7;1850\n18;1503014;2700\n")
    import_own_list(actor=SYSTEM, now=timezone.now(), source=own, name="CLUB")
    registration = enter_rated(actor=world.olga, now=NOW, section_id=section.pk, fide_id=7)
    page = page_of(olga.get(RATINGS))
    assert page.problems == []
    assert "Not rated in the main list 2. Unrated, Ulla – CLUB 1850" in page.words
    assert "2700" not in page.words, "who has a rating there is not asked about"
    answer = olga.post(RATINGS, {"use": f"{registration.pk}:CLUB"}, follow=True)
    assert "Unrated, Ulla now has the rating 1850." in page_of(answer).words
    registration = Registration.objects.select_related("player").get(pk=registration.pk)
    assert (registration.rating, registration.rating_source) == (1850, "CLUB")
    assert (registration.player.ratings, registration.player.rating_sources) == (
        {"CLUB": 1850},
        {"CLUB": "list"},
    )
    assert Log.objects.filter(action="registration.edited").first().after == {"rating": 1850, "list": "CLUB"}
    for wrong in (f"{registration.pk}:RUS", "0:CLUB", "nonsense"):
        assert olga.post(RATINGS, {"use": wrong}).status_code in (404, 422)


def test_disabled_checks_report_no_differences(olga: Client, section: Section, world: World) -> None:
    bring_in(2850)
    assert "The rating list differs for 1 player" in page_of(olga.get(PLAYERS)).words
    edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"rating_checks": False})
    assert "The rating list differs" not in page_of(olga.get(PLAYERS)).words
    own = io.BytesIO(b"FIDE ID,Rating\n1503014,2700\n")
    job = request_rating_list(actor=SYSTEM, now=NOW, source=own, name="RUS")
    assert run_job(job_id=job.pk, now=NOW).report["concerned"] == {}


def test_ratings_that_were_typed_are_marked(olga: Client, section: Section, world: World) -> None:
    for name, sources in (("Typed", {}), ("Filed", {"standard": "file"})):
        person = {"family_name": name, "ratings": {"standard": 2000}, "rating_sources": sources}
        enter_person(actor=world.olga, now=NOW, section_id=section.pk, person=person)
    words = page_of(olga.get(PLAYERS)).words
    assert "Typed 2000 typed" in words and "Filed 2000 typed" not in words
    assert "from a file" in page_of(olga.get(PLAYERS + "3/")).words
    player = section.registrations.get(number=3).player
    edit_player(actor=world.olga, now=NOW, player_id=player.pk, changes={"ratings": {"standard": 2010}})
    player.refresh_from_db()
    assert player.rating_sources == {"standard": "typed"}
    listed = section.registrations.get(number=1).player
    assert listed.rating_sources == {"standard": "list", "blitz": "list"}


def test_an_order_of_lists_is_proposed_for_each_pace(olga: Client, section: Section, world: World) -> None:
    page = page_of(olga.get(SETTINGS))
    [field] = page.find(name="rating_order")
    assert field["value"] == "standard" and field["data-proposed-blitz"] == "blitz, standard"
    edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"rating_kind": "rapid"})
    [field] = page_of(olga.get(SETTINGS)).find(name="rating_order")
    assert field["value"] == "rapid, standard"


def test_lists_that_are_not_current_are_never_the_newest_for_ever(section: Section) -> None:
    row = RatingList.objects.get(name="fide")
    assert row.checked_at is not None
    assert row.is_current(row.checked_at + timedelta(hours=24))
    assert not row.is_current(row.checked_at + timedelta(hours=25))
