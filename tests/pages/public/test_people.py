"""The page of a person over all events, and the page of the games of two persons."""

from datetime import date, timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models.game import Game
from people.services.persons import hide_person, join_known
from tavleya.actors import Actor
from tests.databases import remembered
from tests.pages.html import page_of
from tests.world import NOW, World, later
from tournaments.models.player import Player
from tournaments.services.events import edit_event
from tournaments.services.players import edit_player
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round
from tournaments.services.section_settings import edit_section
from tournaments.services.seeding import edit_registration

pytestmark = pytest.mark.long

ALICE, BOB = 4_100_018, 4_100_026


def cup(
    slug: str, result: str = "1-0", *, day: date = date(2026, 5, 1), game: str = "chess", rating: int = 2000
) -> World:
    """Create an event with one game of Alice and Bob, who have FIDE IDs; it is finished if there is a result."""
    regime = {"chess": "fide-2023", "draughts": "draughts64", "tavreli": "tavreli-1997"}[game]
    world = World(slug=slug, game=game, regime=regime, starts_on=day)
    for name, number in (("alice", ALICE), ("bob", BOB)):
        player = Player.objects.get(event=world.event, user=world.people[name].user_id)
        changes = {"fide_id": number, "ratings": {"standard": rating}}
        edit_player(actor=world.olga, now=NOW, player_id=player.pk, changes=changes)
        registration = player.registrations.get()
        changes = {"rating": rating}
        edit_registration(actor=world.olga, now=NOW, registration_id=registration.pk, changes=changes)
    if result:
        enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result=result)
        close_round(actor=world.artur, now=NOW, round_id=world.rounds[0].pk)
    return world


def player_of(world: World, name: str) -> Player:
    return Player.objects.get(event=world.event, user=world.people[name].user_id)


def person_of(world: World, name: str = "alice") -> int:
    person_id = player_of(world, name).person_id
    assert person_id is not None
    return person_id


@pytest.fixture
def two(db: None) -> tuple[World, World]:
    return two_cups()


@remembered
def two_cups() -> tuple[World, World]:
    autumn = {"day": date(2026, 9, 1), "game": "draughts", "rating": 2050}
    worlds = cup("spring-cup"), cup("autumn-cup", "1/2-1/2", **autumn)
    join_known(NOW)
    return worlds


def test_a_person_has_a_page_with_events_scores_ratings_and_games(visitor, two):
    key = person_of(two[0])
    address = visitor.get(f"/people/{key}/").url
    assert address.startswith(f"/people/{key}-")
    page = page_of(visitor.get(address))
    assert page.problems == []
    text = page.text
    details = ("FIDE ID 4100018", "2050", "Ratings as a table", "+10.0")
    for words in (*details, "Spring Cup", "1 Sep", "Chess", "draughts"):
        assert words in text, words
    assert page.find(points=True) or "polyline" in visitor.get(address).content.decode()
    for language, words in (("ru", "Классика"), ("uk", "Класика")):
        assert words in visitor.get(f"{address}?lang={language}").content.decode()
    assert visitor.get(f"/people/{key}-somebody-else/").url == address
    assert visitor.get(f"/people/{key}/card.png")["Content-Type"] == "image/png"
    assert "view game" in text
    Game.objects.update(tracking="result")
    assert "view game" not in page_of(visitor.get(address)).text, "its moves are not recorded"
    Game.objects.update(tracking="live")
    for form in ("pgn", "pdn"):
        file = b"".join(visitor.get(f"/people/{key}/games.{form}").streaming_content)  # type: ignore[attr-defined]
        assert file.decode().count("[Event ") == 1


def test_lists_lead_to_persons_where_there_is_one_without_more_queries(visitor, two):
    alone = cup("alone", rating=1900)
    Player.objects.filter(event=alone.event).update(person=None, on_person_page=False)
    for page in ("players/", "standings/"):
        link = f"/people/{person_of(two[0])}/"
        assert link in page_of(visitor.get(f"/events/spring-cup/open/{page}")).links
        assert "/people/" not in visitor.get(f"/events/{alone.slug}/open/{page}").content.decode()
    for page in ("players/", "standings/", "rounds/1/"):
        few, many = (queries(visitor, f"/events/{slug}/open/{page}") for slug in ("alone", "spring-cup"))
        assert few == many


def queries(visitor: Client, address: str, *, keep: bool = False) -> int:
    for cache in caches.all():
        if not (keep and cache is caches["computed"]):
            cache.clear()
    with CaptureQueriesContext(connection) as captured:
        assert visitor.get(address).status_code == 200
    return len(captured)


def test_a_page_of_five_events_costs_as_much_as_one_of_two(visitor: Client, two: tuple[World, World]) -> None:
    address = visitor.get(f"/people/{person_of(two[0])}/").url
    visitor.get(address)
    few = queries(visitor, address, keep=True)
    for number in range(3):
        cup(f"cup-{number}", day=date(2025, 1, 1) + timedelta(days=number))
    join_known(NOW)
    visitor.get(address)
    assert queries(visitor, address, keep=True) == few
    assert few <= 10


def test_games_held_back_by_a_broadcast_delay_are_not_on_the_page(visitor, two):
    live = cup("live-cup", "", day=date(2026, 11, 20))
    edit_section(actor=live.olga, now=NOW, section_id=live.section.pk, changes={"broadcast_delay": 30})
    join_known(NOW)
    live.started()
    enter_result(actor=live.artur, now=timezone.now(), pairing_id=live.pairing.pk, result="0-1")
    assert live.pairing.result == "0-1"
    key = person_of(live)
    text = page_of(visitor.get(visitor.get(f"/people/{key}/").url)).text
    assert "live-cup" in visitor.get(visitor.get(f"/people/{key}/").url).content.decode()
    assert "1½–½" in text  # against Bob: the third game is not over for the public


def test_events_that_are_not_public_are_not_on_the_page(visitor: Client, two: tuple[World, World]) -> None:
    spring, autumn = two
    address = visitor.get(f"/people/{person_of(spring)}/").url
    edit_event(actor=spring.olga, now=NOW, event_id=autumn.event.pk, changes={"published": False})
    assert "autumn-cup" not in visitor.get(address).content.decode()
    edit_event(actor=spring.olga, now=NOW, event_id=spring.event.pk, changes={"published": False})
    assert visitor.get(address).status_code == 404


def test_a_hidden_person_is_gone_from_pages_lists_and_the_search(visitor, two):
    key, other = person_of(two[0]), person_of(two[0], "bob")
    address = visitor.get(f"/people/{key}/").url
    assert address in page_of(visitor.get("/search/?q=alice")).links
    assert address in visitor.get("/sitemap.xml").content.decode()
    link = Actor(None, "", player_id=player_of(two[0], "alice").pk)
    hide_person(actor=link, now=later(minutes=1), player_id=player_of(two[0], "alice").pk, hidden=True)
    pages = (f"/people/{key}/", f"/people/{other}/against/{key}/", f"/people/{key}/games.pgn")
    for removed in (address, *pages):
        assert visitor.get(removed).status_code == 410, removed
    lists = ("/events/spring-cup/open/players/", "/events/spring-cup/open/standings/")
    for page in (*lists, "/search/?q=alice", "/sitemap.xml"):
        assert f"/people/{key}" not in visitor.get(page).content.decode()


def test_two_persons_have_a_page_of_their_games(visitor: Client, two: tuple[World, World]) -> None:
    key, other = person_of(two[0]), person_of(two[0], "bob")
    address = f"/people/{key}/against/{other}/"
    assert address in page_of(visitor.get(visitor.get(f"/people/{key}/").url)).links
    page = page_of(visitor.get(address))
    assert page.problems == [] and "1½–½" in page.text
    assert "½–1½" in page_of(visitor.get(f"/people/{other}/against/{key}/")).text
    assert visitor.get(f"/people/{key}/against/{key}/").status_code == 404


def test_before_a_game_the_round_says_how_often_the_two_have_met(visitor, two):
    coming = cup("coming-cup", "", day=date(2026, 11, 20))
    address = "/events/coming-cup/open/rounds/1/"
    before = queries(visitor, address)
    join_known(NOW)
    key, other = person_of(coming), person_of(coming, "bob")
    page = page_of(visitor.get(address))
    assert "met 2 times: 1½–½" in page.text
    assert f"/people/{key}/against/{other}/" in page.links
    assert queries(visitor, address) == before + 1
    enter_result(actor=coming.artur, now=NOW, pairing_id=coming.pairing.pk, result="1-0")
    assert "met 2 times" not in page_of(visitor.get(address)).text
    assert queries(visitor, address) == before
