"""Players of the rating list at the desk: found in any script, entered by one tap, renewed from a newer list."""

import io

import pytest
from django.test import Client

from ratings.services.rated_entries import enter_rated
from ratings.services.rating_list import import_rating_list, listed_person
from tavleya.actors import Actor
from tests.pages.html import page_of
from tests.ratings.test_rating_list_import import line, text
from tests.world import NOW, World
from tournaments.models.log import Log
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.services.players import add_player
from tournaments.services.sections import create_section, enter_player
from tournaments.services.swiss import pair_next_round

SYSTEM = Actor.of_system("tests")
LIST = (
    line(1503014, "Carlsen, Magnus", title="GM", ratings=(2839, 2824, 2881), born=1990),
    line(14101025, "Fedorov, Alexei", title="GM", ratings=(2571, 0, 0), born=1972),
    line(4100018, "Kasparov, Garry", title="GM", ratings=(2812, 2783, 2801), born=1963, flag="i"),
    line(34100001, "Ivanov, Petr", born=2012),
    line(34100002, "Ivanov, Petr", ratings=(1655, 0, 0), born=1999),
)


def bring_in(*lines: str, at=NOW) -> None:  # type: ignore[no-untyped-def]
    source: io.BytesIO = text(*lines)
    import_rating_list(actor=SYSTEM, now=at, source=source, filename="standard_rating_list.txt")


@pytest.fixture
def section(world: World) -> Section:
    """Create a section without players."""
    bring_in(*LIST)
    return create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="swiss", names={"en": "Swiss"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=5,
    )  # fmt: skip


PAGE = "/desk/spring-cup/swiss/players/rated/"
RATINGS = "/desk/spring-cup/swiss/players/ratings/"


@pytest.mark.parametrize(
    "query",
    ["Carlsen", "carl mag", "Magnus Carl", "Карлсен", "карлсен магнус", "Магнус", "1503014", "CARLSEN, M"],
)
def test_a_player_is_found_by_name_in_any_script_or_by_number(
    olga: Client, section: Section, query: str
) -> None:
    words = page_of(olga.get(PAGE, {"q": query})).words
    for existing in ("Carlsen, Magnus", "GM", "NOR", "born 1990", "2839", "2824", "2881", "FIDE 1503014"):
        assert existing in words
    assert "Kasparov" not in words


@pytest.mark.parametrize("query", ["Фёдоров", "Федоров", "федоров але"])
def test_yo_and_ye_find_the_same(olga: Client, section: Section, query: str) -> None:
    assert "Fedorov, Alexei" in page_of(olga.get(PAGE, {"q": query})).words


def test_one_tap_enters_with_what_the_list_knows_and_then_says_so(olga: Client, section: Section) -> None:
    answer = olga.post(PAGE, {"fide_id": "1503014", "q": "carl"}, follow=True)
    assert "Carlsen, Magnus has been added as number 1." in page_of(answer).words
    registration = Registration.objects.select_related("player").get(section=section)
    assert (registration.rating, registration.player.title, registration.player.birth_year) == (
        2839,
        "GM",
        1990,
    )
    words = page_of(olga.get(PAGE, {"q": "carl"})).words
    assert "already entered, No. 1" in words
    assert "Add Carlsen" not in words
    response = olga.post(PAGE, {"fide_id": "1503014", "q": "carl"})
    assert response.status_code == 409
    assert "Carlsen, Magnus is already entered." in page_of(response).words
    assert Player.objects.filter(event=section.event, fide_id=1503014).count() == 1


def test_a_player_of_another_section_is_entered_as_the_same_person(
    olga: Client, section: Section, world: World
) -> None:
    add_player(actor=world.olga, now=NOW, event_id=world.event.pk, **listed_person(1503014))
    assert "plays in the event" in page_of(olga.get(PAGE, {"q": "carl"})).words
    olga.post(PAGE, {"fide_id": "1503014"})
    assert Player.objects.filter(event=section.event, fide_id=1503014).count() == 1
    assert section.registrations.count() == 1


def test_a_player_entered_by_hand_under_the_same_name_is_suggested(
    olga: Client, section: Section, world: World
) -> None:
    by_hand = add_player(
        actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Карлсен", given_name="Магнус"
    )
    enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=by_hand.pk)
    page = page_of(olga.get(PAGE, {"q": "Carlsen"}))
    assert "Is this player already in the section? 1. Карлсен Магнус" in page.words
    assert "/desk/spring-cup/swiss/players/1/" in page.links
    # Only a namesake with a possible year of birth is suggested.
    young = add_player(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        family_name="Ivanov",
        given_name="Petr",
        birth_year=2012,
    )
    enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=young.pk)
    words = page_of(olga.get(PAGE, {"q": "34100002"})).words
    assert "Is this player already in the section?" not in words
    assert (
        "Is this player already in the section? 2. Ivanov, Petr"
        in page_of(olga.get(PAGE, {"q": "34100001"})).words
    )
    refused = olga.post(PAGE, {"fide_id": "34100001", "q": "ivanov"})  # by name and year of birth the same
    assert refused.status_code == 409
    assert "Ivanov, Petr is already entered." in page_of(refused).words


def test_a_namesake_in_the_event_raises_a_question(olga: Client, section: Section, world: World) -> None:
    player = add_player(
        actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Kasparov", given_name="Garry"
    )
    response = olga.post(PAGE, {"fide_id": "4100018", "q": "kasp"})
    assert response.status_code == 409 and not section.registrations.exists()
    page = page_of(response)
    assert page.problems == [] and page.find(data_code="same_name")
    assert page.find(name="who", value=str(player.pk)) and page.find(name="who", value="0")
    olga.post(PAGE, {"fide_id": "4100018", "q": "kasp", "who": str(player.pk)})
    player.refresh_from_db()
    assert section.registrations.get().player == player
    assert (player.fide_id, player.title) == (4100018, "GM")


def test_their_name_can_be_changed_before_they_are_entered(olga: Client, section: Section) -> None:
    page = page_of(olga.get("/desk/spring-cup/swiss/players/new/?fide_id=1503014"))
    values = {result.get("name"): result.get("value") for tag, result in page.attributes if tag == "input"}
    assert (values["family_name"], values["given_name"], values["fide_id"]) == (
        "Carlsen",
        "Magnus",
        "1503014",
    )
    assert values["rating_standard"] == "2839"


def test_once_rounds_are_paired_they_come_late_and_are_paired_from_the_next(
    olga: Client, section: Section, world: World
) -> None:
    enter(world, section, 1503014, 14101025)
    pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=1, first_colour="white")
    olga.post(PAGE, {"fide_id": "4100018"})
    assert Registration.objects.get(section=section, player__fide_id=4100018).from_round == 2


def test_an_unknown_number_or_name_is_reported(olga: Client, section: Section) -> None:
    assert olga.post(PAGE, {"fide_id": "77"}).status_code == 404
    assert "No player named “Zzyzx” in the list." in page_of(olga.get(PAGE, {"q": "Zzyzx"})).words


def test_without_a_list_the_page_says_how_one_is_brought_in(olga: Client, world: World) -> None:
    words = page_of(olga.get("/desk/spring-cup/open/players/rated/")).words
    assert "No rating list has been imported yet." in words
    assert "manage.py import_rating_list" in words


def test_the_page_says_which_list_it_is(olga: Client, section: Section) -> None:
    words = page_of(olga.get(PAGE)).words
    assert "FIDE rating list, imported on 20 November 2026" in words
    assert "5 players" in words


def enter(world: World, section: Section, *numbers: int) -> None:
    for number in numbers:
        enter_rated(actor=world.olga, now=NOW, section_id=section.pk, fide_id=number)


NEWER = (
    line(1503014, "Carlsen, Magnus", title="GM", ratings=(2841, 2824, 2881), born=1990),
    line(14101025, "Fedorov, Alexei", title="GM", ratings=(2560, 2500, 0), born=1972),
    line(34100001, "Ivanov, Petr", title="CM", ratings=(1510, 0, 0), born=2012),
)


def test_a_newer_list_shows_what_it_would_change_and_takes_what_is_marked(
    olga: Client, section: Section, world: World
) -> None:
    enter(world, section, 1503014, 14101025, 34100001, 4100018)
    assert "All players with a FIDE ID match the list." in page_of(olga.get(RATINGS + "?anyway=1")).words
    bring_in(*NEWER)
    page = olga.get(RATINGS + "?anyway=1")
    words = page_of(page).words
    for row in (
        "1 Carlsen, Magnus 2839 2841 +2",
        "2 Fedorov, Alexei 2571 2560 −11",
        "3 Ivanov, Petr – 1510 – → CM",
    ):
        assert row in words
    assert "Kasparov" not in words, "who is not in the new list stays as before"
    first, second, third, _ = section.registrations.order_by("number")
    answer = olga.post(
        RATINGS, {"registration": [first.pk, third.pk], "list_of": NOW.isoformat()}, follow=True
    )
    assert "2 players have been updated from the list." in page_of(answer).words
    result = {
        registration.number: (registration.rating, registration.player.title)
        for registration in section.registrations.select_related("player")
    }
    assert result == {1: (2841, "GM"), 2: (2571, "GM"), 3: (1510, "CM"), 4: (2812, "GM")}
    second.player.refresh_from_db()
    assert second.player.ratings == {"standard": 2571}
    row = Log.objects.get(action="ratings.renewed")
    assert (row.before, row.after) == ({"1": 2839, "3": None}, {"1": 2841, "3": 1510})
    assert "Ratings taken from the rating list" in page_of(olga.get("/desk/spring-cup/log/")).words


def test_changes_that_were_looked_at_in_an_older_list_are_not_taken(
    olga: Client, section: Section, world: World
) -> None:
    enter(world, section, 1503014)
    bring_in(*NEWER)
    registration = section.registrations.get()
    refused = olga.post(RATINGS, {"registration": [registration.pk], "list_of": "2026-10-01T00:00:00+00:00"})
    assert refused.status_code == 409
    assert "A newer rating list has been loaded in the meantime" in page_of(refused).words
    registration.refresh_from_db()
    assert registration.rating == 2839


def test_long_results_take_few_queries(
    olga: Client, section: Section, world: World, django_assert_max_num_queries
) -> None:  # type: ignore[no-untyped-def]
    bring_in(*(line(5000 + n, f"Smith, N{n}", ratings=(2000 + n, 0, 0)) for n in range(40)))
    enter(world, section, *range(5000, 5030))
    with django_assert_max_num_queries(25):
        assert "Only the highest rated are shown" in page_of(olga.get(PAGE, {"q": "smith"})).words


def test_both_pages_are_well_made(olga: Client, section: Section, world: World) -> None:
    enter(world, section, 1503014)
    bring_in(*NEWER)
    for address in (f"{PAGE}?q=iv", RATINGS):
        assert page_of(olga.get(address)).problems == []


def test_a_newer_list_is_compared_by_itself_and_the_players_page_says_so(
    olga: Client, section: Section
) -> None:
    olga.post(PAGE, {"fide_id": "1503014", "q": "carl"})
    players = "/desk/spring-cup/swiss/players/"
    assert "The rating list differs" not in page_of(olga.get(players)).words
    bring_in(line(1503014, "Carlsen, Magnus", title="GM", ratings=(2841, 2824, 2881), born=1990))
    page = page_of(olga.get(players))
    assert "The rating list differs for 1 player. Compare ratings" in page.words
    assert RATINGS in page.links
