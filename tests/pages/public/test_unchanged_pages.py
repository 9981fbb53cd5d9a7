"""A reader who has the newest page gets 304; whatever changes the page changes its tag."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.world import NOW, World
from tournaments import services

SECTION = "/events/spring-cup/open/"
PAGES = ["standings/", "crosstable/", "rounds/1/", "players/1/"]


def ask(client: Client, address: str, etag: str = "", **headers: str) -> tuple[int, str]:
    response = client.get(address, headers={**headers, **({"if-none-match": etag} if etag else {})})
    return response.status_code, response.headers.get("ETag", "")


@pytest.mark.parametrize("page", PAGES)
def test_asking_again_gets_304_until_a_result_comes_in(visitor: Client, world: World, page: str) -> None:
    _, etag = ask(visitor, SECTION + page)
    assert ask(visitor, SECTION + page, etag) == (304, etag)
    services.enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    status, newer = ask(visitor, SECTION + page, etag)
    assert status == 200
    assert newer != etag


def test_publishing_a_round_changes_the_pages(visitor: Client, world: World) -> None:
    _, etag = ask(visitor, SECTION + "standings/")
    services.publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    assert ask(visitor, SECTION + "standings/", etag)[0] == 200


def test_withdrawing_an_event_ends_its_pages_for_those_who_have_them(visitor: Client, world: World) -> None:
    _, etag = ask(visitor, SECTION + "standings/")
    services.edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    assert ask(visitor, SECTION + "standings/", etag)[0] == 404


def test_each_language_and_appearance_has_its_own_page(visitor: Client, world: World) -> None:
    _, english = ask(visitor, SECTION + "standings/")
    assert ask(visitor, SECTION + "standings/", english, **{"accept-language": "ru"})[0] == 200
    visitor.cookies["theme"] = "dark"
    assert ask(visitor, SECTION + "standings/", english)[0] == 200


def test_a_signed_in_reader_always_gets_the_page_itself(world: World) -> None:
    client = Client()
    client.force_login(get_user_model().objects.get(username="artur"))
    assert ask(client, SECTION + "standings/")[1] == ""


def test_caches_between_must_ask_each_time(visitor: Client, world: World) -> None:
    response = visitor.get(SECTION + "standings/")
    assert "no-cache" in response["Cache-Control"]
    assert {"Cookie", "Accept-Language"} <= {name.strip() for name in response["Vary"].split(",")}


def test_a_page_sets_no_cookie_for_a_mere_reader(visitor: Client, world: World) -> None:
    assert not visitor.get(SECTION + "standings/").cookies
    assert not visitor.get("/events/").cookies
