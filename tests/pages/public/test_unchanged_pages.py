"""A reader who has the newest page gets 304; the number of queries of a page is bounded."""

import gzip
from typing import Any

import brotli
import pytest
from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal.offline import HEADER
from tests.world import NOW, World
from tournaments.models.swiss import PlayerLink
from tournaments.services.events import edit_event
from tournaments.services.players import issue_player_links, secret_of
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round

SECTION = "/events/spring-cup/open/"
PAGES = ["standings/", "crosstable/", "rounds/1/", "players/1/"]


def ask(client: Client, address: str, etag: str = "", **headers: str) -> tuple[int, str]:
    response = client.get(address, headers={**headers, **({"if-none-match": etag} if etag else {})})
    return response.status_code, response.headers.get("ETag", "")


@pytest.mark.parametrize("page", PAGES)
def test_asking_again_gets_304_until_a_result_comes_in(visitor: Client, world: World, page: str) -> None:
    _, etag = ask(visitor, SECTION + page)
    assert ask(visitor, SECTION + page, etag) == (304, etag)
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    status, newer = ask(visitor, SECTION + page, etag)
    assert status == 200
    assert newer != etag


def test_each_language_has_its_own_page_a_mere_reader_no_cookie_and_a_signed_in_one_no_tag(visitor, world):
    _, english = ask(visitor, SECTION + "standings/")
    assert ask(visitor, SECTION + "standings/", english, **{"accept-language": "ru"})[0] == 200
    visitor.cookies["theme"] = "dark"
    assert ask(visitor, SECTION + "standings/", english)[0] == 304
    assert not visitor.get(SECTION + "standings/").cookies
    assert not visitor.get("/events/").cookies
    client = Client()
    client.force_login(get_user_model().objects.get(username="artur"))
    assert ask(client, SECTION + "standings/")[1] == ""


@pytest.mark.parametrize(
    ("accepted", "packing", "unpack"),
    [("gzip, deflate, br, zstd", "br", brotli.decompress), ("gzip;q=0.9, deflate", "gzip", gzip.decompress)],
)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_made_once_for_all_visitors(
    world: World, page: str, accepted: str, packing: str, unpack: Any, django_assert_max_num_queries: Any
) -> None:
    first = Client().get(SECTION + page)
    with django_assert_max_num_queries(3):  # who may see it, and which version there is
        second = Client().get(SECTION + page, headers={"accept-encoding": accepted})
    assert second["Content-Encoding"] == packing
    assert unpack(second.content) == first.content
    assert "Content-Encoding" not in first


def test_withdrawing_an_event_ends_its_pages_and_a_game_that_begins_and_a_published_round_change_them(visitor, world):
    _, etag = ask(visitor, SECTION + "rounds/1/")
    world.started()
    assert ask(visitor, SECTION + "rounds/1/", etag)[0] == 200
    _, etag = ask(visitor, SECTION + "standings/")
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    assert ask(visitor, SECTION + "standings/", etag)[0] == 200
    _, etag = ask(visitor, SECTION + "standings/")
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    assert ask(visitor, SECTION + "standings/", etag)[0] == 404


def test_a_page_with_a_message_is_for_one_reader_alone(visitor: Client, world: World) -> None:
    visitor.cookies["messages"] = "whatever"
    assert visitor.get(SECTION + "standings/")["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("address", ["/events/", "/events/spring-cup/", *(SECTION + page for page in PAGES)])
def test_a_proxy_keeps_it_briefly_and_serves_it_while_the_server_is_down(visitor, world, address):
    response = visitor.get(address)
    directives = set(response["Cache-Control"].split(", "))
    assert {"public", "max-age=0", "s-maxage=2", "stale-if-error=600"} <= directives
    assert {"Cookie", "Accept-Language"} <= {name.strip() for name in response["Vary"].split(",")}


def test_a_visitor_who_has_opened_a_private_link_gets_the_public_page(visitor: Client, world: World) -> None:
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    secret = secret_of(PlayerLink.objects.get(player__registrations__number=1, revoked_at=None))
    opened = visitor.get(f"/my/{secret}/")
    assert set(opened.cookies) == {"player_link", "csrftoken"}  # and no session
    _, etag = ask(Client(), SECTION + "standings/")
    assert ask(visitor, SECTION + "standings/", etag)[0] == 304


# With nothing in the cache.
MOST = {
    "events/": 4,  # one to know how many pages there are
    # The boards of the moment, the table now and after the round before, who officiates.
    "events/{slug}/": 10,
    "events/{slug}/open/rounds/1/": 6,
    "events/{slug}/open/standings/": 9,  # points changed by penalties and play-offs are read with the table
    "events/{slug}/open/crosstable/": 7,
    "events/{slug}/open/players/": 3,
    "events/{slug}/open/players/1/": 10,
    "events/{slug}/games/{game}/": 3,
    "hall/{slug}/open/boards/": 5,
    "hall/{slug}/open/standings/": 5,
}


def queries(client: Client, address: str) -> int:
    for cache in caches.all():
        cache.clear()
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.long
def test_a_page_asks_no_more_for_ten_players_than_for_two(visitor: Client, db: None) -> None:
    few, many = (
        {page: queries(visitor, "/" + page.format(slug=world.slug, game=world.board.pk)) for page in MOST}
        for world in (World(), World(slug="large-cup", others=tuple("abcdefgh")))
    )
    assert many == few
    assert {page: number for page, number in many.items() if number > MOST[page]} == {}


@pytest.mark.parametrize("page", ["rounds/1/", "standings/", "crosstable/", "standings/live/"])
def test_a_page_that_asks_again_after_a_result_costs_no_more_than_the_first_time(visitor, world, page):
    address = f"/events/spring-cup/open/{page}"
    first = queries(visitor, address)
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    with CaptureQueriesContext(connection) as captured:
        changed = visitor.get(address, headers={"x-part": "a version"})
    assert len(captured) <= first
    with CaptureQueriesContext(connection) as captured:
        second = Client(headers={"accept-language": "en"}).get(address, headers={"x-part": "a version"})
    assert (second["ETag"], len(captured)) == (changed["ETag"], 2)


# Pages that a browser may keep for when there is no network, and the worker that keeps them


@pytest.fixture
def own_page(world: World) -> str:
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    link = PlayerLink.objects.get(player=world.pairing.white.player, revoked_at=None)
    return f"/my/{secret_of(link)}/"


def test_public_pages_are_kept_and_nothing_that_is_made_for_an_account(world, client):
    pages = (SECTION + page for page in ("rounds/1/", "standings/", "players/", "players/1/", "crosstable/"))
    for address in ("/", "/events/", "/events/spring-cup/", "/manual/", *pages):
        assert client.get(address)[HEADER] == "public", address
    for address in ("/login/", "/privacy/", "/api/v1/events/", "/events/nobody/"):
        assert HEADER not in client.get(address), address
    client.force_login(get_user_model().objects.get(pk=world.olga.user_id))
    for address in ("/events/spring-cup/", SECTION + "standings/", "/desk/spring-cup/", "/desk/"):
        answer = client.get(address)
        assert answer.status_code == 200 and HEADER not in answer


def test_a_players_own_page_is_kept_though_no_cache_may_have_it(own_page: str, client: Client) -> None:
    answer = client.get(own_page)
    assert answer[HEADER] == "own"
    assert "no-store" in answer["Cache-Control"]
    assert HEADER not in client.get(own_page + "data/")


def test_a_browser_that_is_to_forget_is_known_by_the_link_no_longer(own_page: str, client: Client) -> None:
    client.get(own_page)
    assert client.cookies["player_link"].value
    assert client.post(own_page + "forget/").status_code == 302 and not client.cookies["player_link"].value


def test_the_worker_is_another_in_a_new_release_and_removes_itself_when_switched_off(client, monkeypatch, db, settings):
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert answer["Service-Worker-Allowed"] == "/"
    assert "Vary" not in answer or "Cookie" not in answer["Vary"]
    assert answer.content.decode().startswith("const RELEASE = {")
    first = client.get("/sw.js").content
    assert client.get("/sw.js").content == first
    monkeypatch.setattr("portal.offline.newest_file", lambda: "another")
    assert client.get("/sw.js").content != first
    assert b"data-off" not in client.get("/privacy/").content.split(b"</head>")[0]
    settings.OFFLINE_PAGES = False
    assert b"registration.unregister()" in client.get("/sw.js").content
    assert b"RELEASE" not in client.get("/sw.js").content
    assert b" data-off " in client.get("/privacy/").content.split(b"</head>")[0]


def test_the_page_shown_offline_is_the_same_for_all_users(db: None, client: Client) -> None:
    answer = client.get("/offline/?lang=ru")
    assert answer["Content-Language"] == "ru"
    assert answer["Cache-Control"].startswith("public")
    assert "csrfmiddlewaretoken" not in answer.content.decode()
