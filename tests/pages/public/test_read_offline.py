"""Which pages a browser may keep for when there is no network, and the worker that keeps them."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from portal.offline import HEADER
from tests.world import NOW, World
from tournaments.models.swiss import PlayerLink
from tournaments.services.players import issue_player_links, secret_of

SECTION = "/events/spring-cup/open/"


@pytest.fixture
def own_page(world: World) -> str:
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    link = PlayerLink.objects.get(player=world.pairing.white.player, revoked_at=None)
    return f"/my/{secret_of(link)}/"


def test_public_pages_are_kept_and_no_others(world: World, client: Client) -> None:
    pages = (SECTION + page for page in ("rounds/1/", "standings/", "players/", "players/1/", "crosstable/"))
    for address in ("/", "/events/", "/events/spring-cup/", "/manual/", *pages):
        assert client.get(address)[HEADER] == "public", address
    for address in ("/login/", "/privacy/", "/api/v1/events/", "/events/nobody/"):
        assert HEADER not in client.get(address), address


def test_nothing_that_is_made_for_an_account_is_kept(world: World, client: Client) -> None:
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
    answer = client.post(own_page + "forget/")
    assert answer.status_code == 302 and not client.cookies["player_link"].value


def test_the_worker_is_asked_for_each_time_and_is_another_in_a_new_release(client, monkeypatch):
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


def test_switched_off_the_worker_removes_itself_and_pages_say_so(db, client, settings):
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
