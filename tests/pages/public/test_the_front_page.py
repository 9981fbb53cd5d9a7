"""The front page: a game that plays itself, the boards of the moment, and events by whether they are on."""

import json
import re
from datetime import date, timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal.views import front_game
from portal.views.front_game import FIRST, frames, moves
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.player import Player
from tournaments.services.events import create_event, edit_event
from tournaments.services.players import edit_player
from tournaments.services.results import enter_result


def event(world: World, slug: str, starts: date | None, days: int = 1, **more: object) -> None:
    ends = starts + timedelta(days=days - 1) if starts else None
    create_event(
        actor=world.olga,
        now=NOW,
        slug=slug,
        names={"en": slug},
        starts_on=starts,
        ends_on=ends,
        published=True,
        **more,
    )  # type: ignore[arg-type]


def lists(visitor: Client) -> dict[str, list[str]]:
    """The events under each heading."""
    result: dict[str, list[str]] = {}
    page = page_of(visitor.get("/"))
    assert page.problems == []
    for level, text in page.headings:
        if level == 2:
            result[text] = []
        elif level == 3:
            list(result.values())[-1].append(text.strip())
    return result


def test_events_stand_under_what_they_are(visitor: Client, world: World) -> None:
    today = timezone.localdate()
    event(world, "was", today - timedelta(days=9), 3)
    event(world, "was-before", today - timedelta(days=30), 3)
    event(world, "between-rounds", today - timedelta(days=1), 5)
    event(world, "soon", today + timedelta(days=3), 2)
    event(world, "later", today + timedelta(days=40), 2)
    event(world, "undated", None)
    create_event(actor=world.olga, now=NOW, slug="secret", names={"en": "secret"}, starts_on=today)
    result = lists(visitor)
    assert result["Live now"] == ["Spring Cup", "between-rounds"]
    assert result["Next"] == ["soon", "later"]
    assert result["Finished"] == ["was", "was-before", "undated"]


def test_the_front_page_says_what_this_is_and_opens_three_doors(visitor: Client, world: World) -> None:
    page = page_of(visitor.get("/"))
    assert "runs tournaments of chess, Russian draughts and tavreli" in page.words
    doors = {text.strip(): link for link, text in page.links.items()}
    assert doors["Follow an event"] == "#now"
    assert doors["Play here"] == "/login/?next=/account/games/"
    assert doors["Run a tournament"] == "/login/?next=/desk/"
    assert len(page.find(data_game="/front/game.json", data_start=str(FIRST))) == 1


def test_without_an_event_the_page_still_leads_on(visitor: Client, db: None) -> None:
    page = page_of(visitor.get("/"))
    assert page.problems == []
    assert "No round is being played at the moment." in page.words
    assert "/events/" in page.links


def test_a_board_with_running_clocks_stands_on_the_front_page(visitor: Client, world: World) -> None:
    assert page_of(visitor.get("/")).find(class_="card board-now") == []
    world.started()
    world.play("h1-h2")
    page = page_of(visitor.get("/"))
    (board,) = [values for _, values in page.attributes if values.get("class") == "card board-now"]
    state = json.loads(board["data-state"])
    assert state["running"] == "black"
    assert f"/events/spring-cup/games/{world.board.pk}/board/" in page.links
    assert "1:00:" in page.words or "59:" in page.words
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert "board-now" not in visitor.get("/").content.decode()


def test_a_board_of_an_event_that_is_not_public_is_not_shown(visitor: Client, world: World) -> None:
    world.started()
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    assert "board-now" not in visitor.get("/").content.decode()


def test_the_front_page_is_shared_but_not_kept_by_the_process(visitor: Client, world: World) -> None:
    """Its clocks count from the moment at which it was made."""
    world.started()
    for cach in caches.all():
        cach.clear()
    answer = visitor.get("/")
    assert "s-maxage" in answer["Cache-Control"]
    assert caches["pages"].get(answer["ETag"]) is None


def test_the_front_page_asks_no_more_for_many_events_than_for_one(visitor: Client, world: World) -> None:
    world.started()
    with CaptureQueriesContext(connection) as few:
        visitor.get("/")
    for number in range(9):
        event(world, f"cup-{number}", timezone.localdate() + timedelta(days=number - 4))
    World(slug="large-cup", others=("dora", "egor", "fima", "gleb")).started()
    with CaptureQueriesContext(connection) as many:
        visitor.get("/")
    assert len(many) == len(few) <= 5


def test_the_game_of_the_front_page_is_played_out_and_begins_again(visitor: Client, db: None) -> None:
    every = visitor.get("/front/game.json").json()["frames"]
    assert len(every) == len(moves()) == 44
    assert every[0]["path"] == []
    assert {"squares", "path", "said"} == set(every[1])
    assert every[1]["path"] == ["d2", "d3"]
    assert set(every[1]["squares"]) >= {"d2", "d3"}
    assert all(
        re.match(r'<g class="sq [^>]*data-square="[a-h][1-8]"', svg)
        for item in every
        for svg in item["squares"].values()
    )
    tallest = max(len(pieces) for position, _ in moves() for pieces in dict(position.figures()).values())
    assert tallest >= 11


def test_each_step_of_the_game_makes_the_board_of_that_move(db: None) -> None:
    """The board built from the changes equals the drawn board."""
    board: dict[str, str] = front_game._squares(front_game._draw_board(FIRST))
    every = frames()
    for ply in [*range(FIRST + 1, len(every)), *range(FIRST)]:
        board |= every[ply]["squares"]  # type: ignore[operator]
        assert board == front_game._squares(front_game._draw_board(ply))


# Search


@pytest.fixture
def clubs(world: World) -> World:
    for family, club in (("Alice", "Ладья"), ("Bob", "Ладья"), ("Dora", "")):
        player = Player.objects.get(event=world.event, family_name=family)
        edit_player(actor=world.olga, now=NOW, player_id=player.pk, changes={"club": club})
    return world


def search_results(visitor: Client, **arguments: str) -> dict[str, list[str]]:
    page = page_of(visitor.get("/search/", arguments))
    assert page.problems == []
    return {
        "headings": [text for level, text in page.headings if level == 2],
        "links": [
            text.strip() for link, text in page.links.items() if link.startswith(("/events/s", "/search/?"))
        ],
    }


def test_one_search_finds_events_players_and_clubs(visitor: Client, clubs: World) -> None:
    assert search_results(visitor, q="spring") == {"headings": ["Events"], "links": ["Spring Cup"]}
    assert search_results(visitor, q="ali") == {"headings": ["Players"], "links": ["Alice"]}
    assert search_results(visitor, q="ladya") == {
        "headings": ["Players", "Clubs"],
        "links": ["Alice", "Bob", "Ладья"],
    }
    assert search_results(visitor, q="") == {"headings": [], "links": []}
    assert "Nothing matches" in page_of(visitor.get("/search/?q=nobody+of+that+name")).words


def test_the_search_of_an_event_finds_its_players_only(visitor: Client, clubs: World) -> None:
    World(slug="summer-cup")
    links = page_of(visitor.get("/search/", {"q": "alice", "event": "spring-cup"})).links
    assert "/events/spring-cup/open/players/1/" in links
    assert not any("summer-cup" in link for link in links)


def test_private_content_is_not_found(visitor: Client, clubs: World) -> None:
    edit_event(actor=clubs.olga, now=NOW, event_id=clubs.event.pk, changes={"published": False})
    assert search_results(visitor, q="alice")["headings"] == []
    assert search_results(visitor, q="ladya")["headings"] == []
    assert search_results(visitor, q="spring")["headings"] == []


def test_a_search_asks_no_more_for_many_players(visitor: Client, world: World) -> None:
    with CaptureQueriesContext(connection) as few:
        visitor.get("/search/?q=a")
    World(slug="large-cup", others=tuple(f"Anna {letter}" for letter in "abcdefgh"))
    with CaptureQueriesContext(connection) as many:
        visitor.get("/search/?q=a")
    assert len(many) == len(few) <= 5  # players, events, clubs, organisations
