"""Players of the rating list are found, entered and renewed; ratings are compared with current lists."""

import io
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from ratings.models import RatingList
from ratings.services.player_lists import enter_rated
from ratings.services.rating_jobs import import_own_list, request_rating_list
from ratings.services.rating_list import import_rating_list, listed_person
from tavleya.actors import Actor
from tests.pages.desk.conftest import enter, new_player, new_section
from tests.pages.html import page_of
from tests.ratings.test_rating_list_import import line, text
from tests.ratings.test_rating_lists_are_updated import FakeTransport, run
from tests.world import NOW, World
from tournaments.models.activity import Job, Log
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.services.entries import enter_person
from tournaments.services.jobs import run_job
from tournaments.services.players import add_player, edit_player
from tournaments.services.section_settings import edit_section
from tournaments.services.seeding import edit_registration

SYSTEM = Actor.of_system("tests")
LIST = (
    line(1503014, "Carlsen, Magnus", title="GM", ratings=(2839, 2824, 2881), born=1990),
    line(14101025, "Fedorov, Alexei", title="GM", ratings=(2571, 0, 0), born=1972),
    line(4100018, "Kasparov, Garry", title="GM", ratings=(2812, 2783, 2801), born=1963, flag="i"),
    line(34100001, "Ivanov, Petr", born=2012),
    line(34100002, "Ivanov, Petr", ratings=(1655, 0, 0), born=1999),
)


def import_lines(*lines: str, at=NOW) -> None:  # type: ignore[no-untyped-def]
    source: io.BytesIO = text(*lines)
    import_rating_list(actor=SYSTEM, now=at, source=source, filename="standard_rating_list.txt")


@pytest.fixture
def section(world: World) -> Section:
    import_lines(*LIST)
    return new_section(world, "swiss")


PAGE = "/desk/spring-cup/swiss/players/rated/"
RATINGS = "/desk/spring-cup/swiss/players/ratings/"


def test_a_player_is_found_by_name_in_any_script_or_by_number(olga: Client, section: Section) -> None:
    for query in ("carl mag", "Магнус", "1503014", "CARLSEN, M"):
        words = page_of(olga.get(PAGE, {"q": query})).words
        for detail in ("Carlsen, Magnus", "GM", "NOR", "born 1990", "2839", "2824", "2881", "FIDE 1503014"):
            assert detail in words, query
        assert "Kasparov" not in words
    assert "Fedorov, Alexei" in page_of(olga.get(PAGE, {"q": "Фёдоров"})).words


def test_one_tap_enters_with_what_the_list_knows_and_then_says_so(olga: Client, section: Section) -> None:
    answer = olga.post(PAGE, {"fide_id": "1503014", "q": "carl"}, follow=True)
    assert "Carlsen, Magnus has been added as number 1." in page_of(answer).words
    registration = Registration.objects.select_related("player").get(section=section)
    player = registration.player
    assert (registration.rating, player.title, player.birth_year) == (2839, "GM", 1990)
    words = page_of(olga.get(PAGE, {"q": "carl"})).words
    assert "already entered, No. 1" in words and "Add Carlsen" not in words
    response = olga.post(PAGE, {"fide_id": "1503014", "q": "carl"})
    assert response.status_code == 409 and "Carlsen, Magnus is already entered." in page_of(response).words
    assert Player.objects.filter(event=section.event, fide_id=1503014).count() == 1


def test_a_player_of_another_section_is_entered_as_the_same_person(olga, section, world):
    add_player(actor=world.olga, now=NOW, event_id=world.event.pk, **listed_person(1503014))
    assert "plays in the event" in page_of(olga.get(PAGE, {"q": "carl"})).words
    olga.post(PAGE, {"fide_id": "1503014"})
    assert Player.objects.filter(event=section.event, fide_id=1503014).count() == 1
    assert section.registrations.count() == 1


def test_a_player_entered_by_hand_under_the_same_name_is_suggested(olga, section, world):
    enter(world, section, "Карлсен", given_name="Магнус")
    page = page_of(olga.get(PAGE, {"q": "Carlsen"}))
    assert "Is this player already in the section? 1. Карлсен Магнус" in page.words
    assert "/desk/spring-cup/swiss/players/1/" in page.links
    # Only a namesake with a possible year of birth is suggested.
    enter(world, section, "Ivanov", given_name="Petr", birth_year=2012)
    question = "Is this player already in the section?"
    assert question not in page_of(olga.get(PAGE, {"q": "34100002"})).words
    assert f"{question} 2. Ivanov, Petr" in page_of(olga.get(PAGE, {"q": "34100001"})).words
    refused = olga.post(PAGE, {"fide_id": "34100001", "q": "ivanov"})  # by name and year of birth the same
    assert refused.status_code == 409 and "Ivanov, Petr is already entered." in page_of(refused).words


def test_a_namesake_in_the_event_raises_a_question(olga: Client, section: Section, world: World) -> None:
    player = new_player(world, "Kasparov", given_name="Garry")
    response = olga.post(PAGE, {"fide_id": "4100018", "q": "kasp"})
    assert response.status_code == 409 and not section.registrations.exists()
    page = page_of(response)
    assert page.problems == [] and page.find(data_code="same_name")
    assert page.find(name="who", value=str(player.pk)) and page.find(name="who", value="0")
    olga.post(PAGE, {"fide_id": "4100018", "q": "kasp", "who": str(player.pk)})
    player.refresh_from_db()
    assert section.registrations.get().player == player
    assert (player.fide_id, player.title) == (4100018, "GM")


def test_the_page_says_which_list_it_is_and_what_is_not_in_it_or_how_one_is_brought_in(
    olga: Client, section: Section
) -> None:
    words = page_of(olga.get(PAGE)).words
    assert "FIDE rating list, imported on 20 November 2026" in words and "5 players" in words
    assert olga.post(PAGE, {"fide_id": "77"}).status_code == 404
    assert "No player named “Zzyzx” in the list." in page_of(olga.get(PAGE, {"q": "Zzyzx"})).words
    page = page_of(olga.get("/desk/spring-cup/swiss/players/new/?fide_id=1503014"))
    fields = {"family_name": "Carlsen", "given_name": "Magnus", "fide_id": "1503014", "rating_standard": "2839"}
    assert all(page.find(name=name, value=value) for name, value in fields.items()), "a name can be changed"
    RatingList.objects.all().delete()
    words = page_of(olga.get(PAGE)).words
    assert "No rating list has been imported yet." in words and "manage.py import_rating_list" in words


def enter_listed(world: World, section: Section, *fide_ids: int) -> None:
    for fide_id in fide_ids:
        enter_rated(actor=world.olga, now=NOW, section_id=section.pk, fide_id=fide_id)


NEWER = (
    line(1503014, "Carlsen, Magnus", title="GM", ratings=(2841, 2824, 2881), born=1990),
    line(14101025, "Fedorov, Alexei", title="GM", ratings=(2560, 2500, 0), born=1972),
    line(34100001, "Ivanov, Petr", title="CM", ratings=(1510, 0, 0), born=2012),
)


def test_a_newer_list_shows_what_it_would_change_and_takes_what_is_marked(olga, section, world):
    enter_listed(world, section, 1503014, 14101025, 34100001, 4100018)
    assert "All players with a FIDE ID match the list." in page_of(olga.get(RATINGS + "?anyway=1")).words
    import_lines(*NEWER)
    page = olga.get(RATINGS + "?anyway=1")
    assert page_of(page).problems == page_of(olga.get(f"{PAGE}?q=iv")).problems == []
    words = page_of(page).words
    rows = "1 Carlsen, Magnus 2839 2841 +2", "2 Fedorov, Alexei 2571 2560 −11", "3 Ivanov, Petr – 1510 – → CM"
    assert all(row in words for row in rows)
    assert "Kasparov" not in words, "a player missing from the new list stays as before"
    first, second, third, _ = section.registrations.order_by("number")
    form_data = {"registration": [first.pk, third.pk], "list_of": NOW.isoformat()}
    answer = olga.post(RATINGS, form_data, follow=True)
    assert "2 players have been updated from the list." in page_of(answer).words
    entries = section.registrations.select_related("player")
    result = {entry.number: (entry.rating, entry.player.title) for entry in entries}
    assert result == {1: (2841, "GM"), 2: (2571, "GM"), 3: (1510, "CM"), 4: (2812, "GM")}
    second.player.refresh_from_db()
    assert second.player.ratings == {"standard": 2571}
    act = Log.objects.get(action="ratings.renewed")
    assert (act.before, act.after) == ({"1": 2839, "3": None}, {"1": 2841, "3": 1510})
    assert "Ratings taken from the rating list" in page_of(olga.get("/desk/spring-cup/log/")).words


def test_changes_that_were_looked_at_in_an_older_list_are_not_taken(olga, section, world):
    enter_listed(world, section, 1503014)
    import_lines(*NEWER)
    registration = section.registrations.get()
    refused = olga.post(RATINGS, {"registration": [registration.pk], "list_of": "2026-10-01T00:00:00+00:00"})
    assert refused.status_code == 409
    assert "A newer rating list has been loaded in the meantime" in page_of(refused).words
    registration.refresh_from_db()
    assert registration.rating == 2839


def test_long_results_take_few_queries(olga, section, world, django_assert_max_num_queries):
    import_lines(*(line(5000 + n, f"Smith, N{n}", ratings=(2000 + n, 0, 0)) for n in range(40)))
    enter_listed(world, section, *range(5000, 5030))
    with django_assert_max_num_queries(25):
        assert "Only the highest rated are shown" in page_of(olga.get(PAGE, {"q": "smith"})).words


def test_a_newer_list_is_compared_by_itself_and_the_players_page_says_so(olga, section):
    olga.post(PAGE, {"fide_id": "1503014", "q": "carl"})
    players = "/desk/spring-cup/swiss/players/"
    assert "The rating list differs" not in page_of(olga.get(players)).words
    import_lines(line(1503014, "Carlsen, Magnus", title="GM", ratings=(2841, 2824, 2881), born=1990))
    page = page_of(olga.get(players))
    assert "The rating list differs for 1 player. Compare ratings" in page.words
    assert RATINGS in page.links


ADDRESS = "https://ratings.example/players.txt"
PLAYERS = "/desk/spring-cup/swiss/players/"
SETTINGS = "/desk/spring-cup/swiss/edit/"


def import_days_ago(rating: int = 2839, **days: float) -> None:
    lines = line(1503014, "Carlsen, Magnus", ratings=(rating, 0, 2881)), line(7, "Unrated, Ulla")
    import_rating_list(actor=SYSTEM, now=timezone.now() - timedelta(**days), source=text(*lines))


@pytest.fixture
def compared(world: World) -> Section:
    import_days_ago(days=3)
    section = new_section(world, "swiss")
    enter_rated(actor=world.olga, now=NOW, section_id=section.pk, fide_id=1503014)
    key = section.registrations.get().pk
    edit_registration(actor=world.olga, now=NOW, registration_id=key, changes={"rating": None})
    return section


def test_a_list_that_may_be_old_is_compared_only_on_request(olga: Client, compared: Section) -> None:
    page = page_of(olga.get(RATINGS))
    assert page.problems == [] and page.find(data_code="list_not_current", data_level="3")
    assert "Carlsen" not in page.words and "Update lists" not in page.words
    assert "Carlsen" in page_of(olga.get(RATINGS + "?anyway=1")).words


def test_a_list_of_the_last_day_is_compared_at_once(olga: Client, compared: Section) -> None:
    rating_list = RatingList.objects.get(name="fide")
    assert rating_list.is_current(rating_list.checked_at + timedelta(hours=24))
    assert not rating_list.is_current(rating_list.checked_at + timedelta(hours=25))
    import_days_ago()
    words = page_of(olga.get(RATINGS)).words
    assert "Carlsen, Magnus – 2839" in words and "There may be a newer one" not in words


def test_lists_with_an_address_are_updated_before_they_are_compared(olga, compared, settings):
    settings.RATING_LISTS = {"fide": ADDRESS}
    assert "Update lists and compare" in page_of(olga.get(RATINGS)).words
    assert olga.post(RATINGS, {"update": "1"})["Location"] == RATINGS
    words = page_of(olga.get(RATINGS)).words
    assert "The rating lists are being updated." in words and "Carlsen" not in words
    files = {ADDRESS: ("", text(line(1503014, "Carlsen, Magnus", ratings=(2841, 0, 0))).read())}
    run(Job.objects.get(), FakeTransport(files), timezone.now())
    assert "Carlsen, Magnus – 2841" in page_of(olga.get(RATINGS)).words
    olga.post(RATINGS, {"update": "1"})
    assert Job.objects.count() == 1, "a current list is not fetched again"


def test_a_failed_update_is_reported_where_ratings_are_compared(olga, compared, settings):
    settings.RATING_LISTS = {"fide": ADDRESS}
    olga.post(RATINGS, {"update": "1"})
    run(Job.objects.get(), FakeTransport(), timezone.now())
    page = page_of(olga.get(RATINGS))
    assert page.problems == []
    assert "The list could not be fetched from ratings.example: HTTP 503. The old list is kept." in page.words
    assert "Compare anyway" in page.words


def test_a_player_outside_the_main_list_is_shown_ratings_of_other_lists_and_takes_one(olga, compared, world):
    import_days_ago()
    own = io.BytesIO(b"No;FIDE ID;Rating\n17;7;1850\n18;1503014;2700\n")
    import_own_list(actor=SYSTEM, now=timezone.now(), source=own, name="CLUB")
    registration = enter_rated(actor=world.olga, now=NOW, section_id=compared.pk, fide_id=7)
    page = page_of(olga.get(RATINGS))
    assert page.problems == [] and "Not rated in the main list 2. Unrated, Ulla – CLUB 1850" in page.words
    assert "2700" not in page.words, "a player rated in the main list is not asked about"
    answer = olga.post(RATINGS, {"use": f"{registration.pk}:CLUB"}, follow=True)
    assert "Unrated, Ulla now has the rating 1850." in page_of(answer).words
    registration = Registration.objects.select_related("player").get(pk=registration.pk)
    assert (registration.rating, registration.rating_source) == (1850, "CLUB")
    player = registration.player
    assert (player.ratings, player.rating_sources) == ({"CLUB": 1850}, {"CLUB": "list"})
    assert Log.objects.filter(action="registration.edited").first().after == {"rating": 1850, "list": "CLUB"}
    for wrong in (f"{registration.pk}:RUS", "0:CLUB", "nonsense"):
        assert olga.post(RATINGS, {"use": wrong}).status_code in (404, 422)


def test_disabled_checks_report_no_differences(olga: Client, compared: Section, world: World) -> None:
    import_days_ago(2850)
    assert "The rating list differs for 1 player" in page_of(olga.get(PLAYERS)).words
    edit_section(actor=world.olga, now=NOW, section_id=compared.pk, changes={"rating_checks": False})
    assert "The rating list differs" not in page_of(olga.get(PLAYERS)).words
    own = io.BytesIO(b"FIDE ID,Rating\n1503014,2700\n")
    job = request_rating_list(actor=SYSTEM, now=NOW, source=own, name="RUS")
    assert run_job(job_id=job.pk, now=NOW).report["concerned"] == {}


def test_ratings_that_were_typed_are_marked(olga: Client, compared: Section, world: World) -> None:
    for name, sources in (("Typed", {}), ("Filed", {"standard": "file"})):
        person = {"family_name": name, "ratings": {"standard": 2000}, "rating_sources": sources}
        enter_person(actor=world.olga, now=NOW, section_id=compared.pk, person=person)
    words = page_of(olga.get(PLAYERS)).words
    assert "Typed 2000 typed" in words and "Filed 2000 typed" not in words
    assert "from a file" in page_of(olga.get(PLAYERS + "3/")).words
    player = compared.registrations.get(number=3).player
    edit_player(actor=world.olga, now=NOW, player_id=player.pk, changes={"ratings": {"standard": 2010}})
    player.refresh_from_db()
    assert player.rating_sources == {"standard": "typed"}
    assert compared.registrations.get(number=1).player.rating_sources == {"standard": "list", "blitz": "list"}


def test_an_order_of_lists_is_proposed_for_each_pace(olga: Client, compared: Section, world: World) -> None:
    [field] = page_of(olga.get(SETTINGS)).find(name="rating_order")
    assert field["value"] == "standard" and field["data-proposed-blitz"] == "blitz, standard"
    edit_section(actor=world.olga, now=NOW, section_id=compared.pk, changes={"rating_kind": "rapid"})
    [field] = page_of(olga.get(SETTINGS)).find(name="rating_order")
    assert field["value"] == "rapid, standard"
