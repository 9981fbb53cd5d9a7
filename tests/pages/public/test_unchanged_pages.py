"""A reader who has the newest page gets 304; whatever changes the page changes its tag."""

import gzip
from typing import Any

import brotli
import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.world import NOW, World
from tournaments.models.self_service import PlayerLink
from tournaments.services.events import edit_event
from tournaments.services.player_links import issue_player_links, secret_of
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


def test_publishing_a_round_changes_the_pages(visitor: Client, world: World) -> None:
    _, etag = ask(visitor, SECTION + "standings/")
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    assert ask(visitor, SECTION + "standings/", etag)[0] == 200


def test_withdrawing_an_event_ends_its_pages_for_those_who_have_them(visitor: Client, world: World) -> None:
    _, etag = ask(visitor, SECTION + "standings/")
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    assert ask(visitor, SECTION + "standings/", etag)[0] == 404


def test_each_language_has_its_own_page_and_all_appearances_share_one(visitor: Client, world: World) -> None:
    _, english = ask(visitor, SECTION + "standings/")
    assert ask(visitor, SECTION + "standings/", english, **{"accept-language": "ru"})[0] == 200
    visitor.cookies["theme"] = "dark"
    assert ask(visitor, SECTION + "standings/", english)[0] == 304


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


def test_a_game_that_begins_changes_the_round_for_all_readers(visitor: Client, world: World) -> None:
    _, etag = ask(visitor, SECTION + "rounds/1/")
    world.started()
    assert ask(visitor, SECTION + "rounds/1/", etag)[0] == 200


def test_a_page_with_a_message_is_for_one_reader_alone(visitor: Client, world: World) -> None:
    visitor.cookies["messages"] = "whatever"
    assert visitor.get(SECTION + "standings/")["Cache-Control"] == "private, no-cache"


def test_a_signed_in_reader_always_gets_the_page_itself(world: World) -> None:
    client = Client()
    client.force_login(get_user_model().objects.get(username="artur"))
    assert ask(client, SECTION + "standings/")[1] == ""


@pytest.mark.parametrize("address", ["/events/", "/events/spring-cup/", *(SECTION + page for page in PAGES)])
def test_a_proxy_keeps_it_briefly_and_serves_it_while_the_server_is_down(
    visitor: Client, world: World, address: str
) -> None:
    response = visitor.get(address)
    assert {"public", "max-age=0", "s-maxage=2", "stale-if-error=600"} <= set(
        response["Cache-Control"].split(", ")
    )
    assert {"Cookie", "Accept-Language"} <= {name.strip() for name in response["Vary"].split(",")}
    assert visitor.get(address, headers={"if-none-match": response["ETag"]}).status_code == 304


def test_a_visitor_who_has_opened_a_private_link_gets_the_public_page(visitor: Client, world: World) -> None:
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    secret = secret_of(PlayerLink.objects.get(player__registrations__number=1, revoked_at=None))
    opened = visitor.get(f"/my/{secret}/")
    assert set(opened.cookies) == {"player_link", "csrftoken"}  # and no session
    _, etag = ask(Client(), SECTION + "standings/")
    assert ask(visitor, SECTION + "standings/", etag)[0] == 304


def test_a_page_sets_no_cookie_for_a_mere_reader(visitor: Client, world: World) -> None:
    assert not visitor.get(SECTION + "standings/").cookies
    assert not visitor.get("/events/").cookies
