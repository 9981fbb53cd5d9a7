"""The front page, the search, the list of events, and the page of an event."""

import json
import re
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal.views import front
from portal.views.front import FIRST, frames, moves
from tavleya.actors import Role
from tests.databases import remembered
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.round import Round
from tournaments.selectors.standings import standings_of
from tournaments.services.events import create_event, edit_event, grant_role
from tournaments.services.players import edit_player
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round, start_round
from tournaments.services.schedule import plan_rounds, reschedule_round
from tournaments.services.sections import create_section


def add_event(world: World, slug: str, starts: date | None, days: int = 1) -> None:
    ends = starts + timedelta(days=days - 1) if starts else None
    dates = {"starts_on": starts, "ends_on": ends}
    create_event(actor=world.olga, now=NOW, slug=slug, names={"en": slug}, published=True, **dates)


def lists(visitor: Client) -> dict[str, list[str]]:
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
    add_event(world, "was", today - timedelta(days=9), 3)
    add_event(world, "was-before", today - timedelta(days=30), 3)
    add_event(world, "between-rounds", today - timedelta(days=1), 5)
    add_event(world, "soon", today + timedelta(days=3), 2)
    add_event(world, "later", today + timedelta(days=40), 2)
    add_event(world, "undated", None)
    create_event(actor=world.olga, now=NOW, slug="secret", names={"en": "secret"}, starts_on=today)
    result = lists(visitor)
    assert result["Live now"] == ["Spring Cup", "between-rounds"]
    assert result["Next"] == ["soon", "later"]
    assert result["Finished"] == ["was", "was-before", "undated"]


def test_the_front_page_says_what_this_is_and_opens_three_doors(visitor: Client, db: None) -> None:
    page = page_of(visitor.get("/"))
    assert page.problems == [] and "No round is being played at the moment." in page.words
    assert "runs tournaments of chess, Russian draughts and tavreli" in page.words and "/events/" in page.links
    world = World()
    page = page_of(visitor.get("/"))
    doors = {text.strip(): link for link, text in page.links.items()}
    assert doors["Follow an event"] == "#now"
    assert doors["Play here"] == "/login/?next=/account/games/"
    assert doors["Run a tournament"] == "/login/?next=/desk/"
    assert len(page.find(data_game="/front/game.json", data_start=str(FIRST))) == 1
    world.started()
    create_event(actor=world.olga, now=NOW, slug="empty", names={"en": "Empty"}, published=True)
    assert "/events/" in page_of(visitor.get("/events/empty/")).links  # without a section it leads on
    assert "search" not in page_of(visitor.get("/events/")).words.lower()  # a short list is not searched
    for cache in caches.all():
        cache.clear()
    answer = visitor.get("/")
    assert "s-maxage" in answer["Cache-Control"]
    assert caches["pages"].get(answer["ETag"]) is None


def test_a_board_with_running_clocks_stands_on_the_front_page(visitor: Client, world: World) -> None:
    assert page_of(visitor.get("/")).find(class_="card board-now") == []
    world.started()
    world.play("h1-h2")
    page = page_of(visitor.get("/"))
    (board,) = [values for _, values in page.attributes if values.get("class") == "card board-now"]
    assert json.loads(board["data-state"])["running"] == "black"
    assert f"/events/spring-cup/games/{world.board.pk}/board/" in page.links
    assert "1:00:" in page.words or "59:" in page.words
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert "board-now" not in visitor.get("/").content.decode()


def test_the_front_page_asks_no_more_for_many_events_than_for_one(visitor: Client, world: World) -> None:
    world.started()
    with CaptureQueriesContext(connection) as few:
        visitor.get("/")
    for number in range(9):
        add_event(world, f"cup-{number}", timezone.localdate() + timedelta(days=number - 4))
    World(slug="large-cup", others=("dora", "egor", "fima", "gleb")).started()
    with CaptureQueriesContext(connection) as many:
        visitor.get("/")
    assert len(many) == len(few) <= 5


def test_the_game_of_the_front_page_is_played_out_and_begins_again(visitor: Client, db: None) -> None:
    steps = visitor.get("/front/game.json").json()["frames"]
    assert len(steps) == len(moves()) == 44
    assert steps[0]["path"] == []
    assert {"squares", "path", "said"} == set(steps[1])
    assert steps[1]["path"] == ["d2", "d3"]
    assert set(steps[1]["squares"]) >= {"d2", "d3"}
    squares = [svg for step in steps for svg in step["squares"].values()]
    assert all(re.match(r'<g class="sq [^>]*data-square="[a-h][1-8]"', svg) for svg in squares)
    assert max(len(pieces) for position, _ in moves() for pieces in dict(position.figures()).values()) >= 11


def test_each_step_of_the_game_makes_the_board_of_that_move(db: None) -> None:
    board: dict[str, str] = front._squares(front._draw_board(FIRST))
    steps = frames()
    for ply in [*range(FIRST + 1, len(steps)), *range(FIRST)]:
        board |= steps[ply]["squares"]  # type: ignore[operator]
        assert board == front._squares(front._draw_board(ply))


@pytest.fixture
def clubs(world: World) -> World:
    for family, club in (("Alice", "Ладья"), ("Bob", "Ладья"), ("Dora", "")):
        player = Player.objects.get(event=world.event, family_name=family)
        edit_player(actor=world.olga, now=NOW, player_id=player.pk, changes={"club": club})
    return world


def search_results(visitor: Client, **arguments: str) -> dict[str, list[str]]:
    page = page_of(visitor.get("/search/", arguments))
    assert page.problems == []
    links = [(link, text.strip()) for link, text in page.links.items()]
    return {
        "headings": [text for level, text in page.headings if level == 2],
        "links": [text for link, text in links if link.startswith(("/events/s", "/search/?"))],
    }


def test_one_search_finds_events_players_and_clubs_in_an_event_its_players_and_nothing_private(visitor, clubs):
    summer = World(slug="summer-cup")
    links = page_of(visitor.get("/search/", {"q": "alice", "event": "spring-cup"})).links
    assert "/events/spring-cup/open/players/1/" in links
    assert not any("summer-cup" in link for link in links)
    edit_event(actor=summer.olga, now=NOW, event_id=summer.event.pk, changes={"published": False})
    assert search_results(visitor, q="spring") == {"headings": ["Events"], "links": ["Spring Cup"]}
    assert search_results(visitor, q="ali") == {"headings": ["Players"], "links": ["Alice"]}
    assert search_results(visitor, q="ladya") == {"headings": ["Players", "Clubs"], "links": ["Alice", "Bob", "Ладья"]}
    assert search_results(visitor, q="") == {"headings": [], "links": []}
    assert "Nothing matches" in page_of(visitor.get("/search/?q=nobody+of+that+name")).words
    edit_event(actor=clubs.olga, now=NOW, event_id=clubs.event.pk, changes={"published": False})
    for query in ("alice", "ladya", "spring"):
        assert search_results(visitor, q=query)["headings"] == []


def test_a_search_asks_no_more_for_many_players(visitor: Client, world: World) -> None:
    with CaptureQueriesContext(connection) as few:
        visitor.get("/search/?q=a")
    World(slug="large-cup", others=tuple(f"Anna {letter}" for letter in "abcdefgh"))
    with CaptureQueriesContext(connection) as many:
        visitor.get("/search/?q=a")
    assert len(many) == len(few) <= 5  # players, events, clubs, organisations


MANY = 60


@pytest.fixture
def many(db: None) -> World:
    return world_of_many()


@remembered
def world_of_many() -> World:
    """Create Spring Cup without a date, and sixty more events, one every fifteen days."""
    world = World(game="chess", regime="fide-2023")
    for number in range(MANY):
        starts = date(2026, 1, 1) + timedelta(days=15 * number)
        event = create_event(
            actor=world.olga, now=NOW, slug=f"cup-{number}", published=True,
            names={"en": f"Cup {number}", "ru": f"Кубок Невы {number}"},
            place="Санкт-Петербург" if number % 2 else "Lviv", federation="FID" if number % 2 else "UKR",
            starts_on=starts, ends_on=starts + timedelta(days=8),
        )  # fmt: skip
        if number % 10 == 0:
            create_section(
                actor=world.olga, now=NOW, event_id=event.pk, slug="open", names={"en": "Open"},
                game="draughts", regime="draughts64", format="round_robin",
            )  # fmt: skip
    return world


def titles(visitor: Client, **arguments: object) -> list[str]:
    page = page_of(visitor.get("/events/", arguments))
    assert page.problems == []
    return [text for level, text in page.headings if level == 2]


def test_every_event_is_on_one_page_of_the_list_and_pages_keep_the_query(visitor, many, django_assert_max_num_queries):
    pages = [titles(visitor, page=number) for number in (1, 2, 3)]
    assert [len(page) for page in pages] == [24, 24, 13]
    assert len({title for page in pages for title in page}) == MANY + 1
    assert pages[0][0] == f"Cup {MANY - 1}"
    assert pages[2][-1] == "Spring Cup"
    assert titles(visitor, page=99) == pages[2]
    assert titles(visitor, page="x") == pages[0]
    links = page_of(visitor.get("/events/", {"federation": "UKR", "page": 1})).links
    assert "?federation=UKR&page=2" in links
    assert not any("page=0" in link for link in links)
    edit_event(actor=many.olga, now=NOW, event_id=many.event.pk, changes={"place": "Одеса"})
    assert titles(visitor, q="odesa") == ["Spring Cup"]
    visitor.get("/events/")
    with django_assert_max_num_queries(7):
        visitor.get("/events/")


@pytest.mark.long
def test_events_are_found(visitor: Client, many: World) -> None:
    assert titles(visitor, q="cup 59") == ["Cup 59"]
    assert titles(visitor, q="кубок невы 7") == titles(visitor, q="nevy kubok 7") == ["Cup 7"]
    assert titles(visitor, q="neva kubok 7") == []  # no word begins with “neva”
    petersburg = [int(title.split()[1]) for title in titles(visitor, q="sankt")]
    assert len(petersburg) == 24 and all(number % 2 for number in petersburg)
    assert titles(visitor, game="draughts") == [f"Cup {number}" for number in (50, 40, 30, 20, 10, 0)]
    assert titles(visitor, federation="UKR", month="2026-02") == ["Cup 2"]
    assert titles(visitor, month="2026-01") == ["Cup 2", "Cup 1", "Cup 0"]
    for senseless in ({"month": "2026-13"}, {"month": "' OR 1=1"}, {"game": "tavreli"}):
        assert titles(visitor, **senseless) == []


ADDRESS = "/events/spring-cup/"


def words(visitor: Client) -> str:
    page = page_of(visitor.get(ADDRESS))
    assert page.problems == []
    return page.words


def enter_results(world: World, number: int, *codes: str) -> None:
    for board, code in enumerate(codes, start=1):
        pairing = Pairing.objects.get(round=world.rounds[number - 1], board=board)
        enter_result(actor=world.artur, now=NOW, pairing_id=pairing.pk, result=code)


def test_the_round_in_progress_is_shown_with_its_boards(visitor: Client, world: World) -> None:
    assert "In progress Round 1 0 of 2 games finished" in words(visitor)
    enter_results(world, 1, "1-0")
    text = words(visitor)
    assert "In progress Round 1 1 of 2 games finished" in text and "1 Alice 1 – 0 Egor" in text
    game = Pairing.objects.get(round=world.rounds[0], board=2).game_id
    assert f"/events/spring-cup/games/{game}/" in "".join(page_of(visitor.get(ADDRESS)).links)


def test_leaders_are_shown_with_the_places_they_have_won_and_lost(visitor: Client, world: World) -> None:
    enter_results(world, 1, "1-0", "0-1")
    assert "place" not in re.search(r"Leaders.*?Find", words(visitor)).group(0)  # type: ignore[union-attr]
    close_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk)
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    start_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    enter_results(world, 2, "1-0", "1-0")
    page = visitor.get(ADDRESS).content.decode()
    rows = re.findall(r'<li><span class="leader-rank">.*?</li>', page, re.DOTALL)
    rows_by_name = {re.search(r'class="player"[^>]*>([^<]+)', row).group(1).strip(): row for row in rows}  # type: ignore[union-attr]
    before, now = (
        {row.registration.player.family_name: row.row.rank for row in standings_of(world.section, after).rows}
        for after in (1, None)
    )
    assert before != now
    for name, row in rows_by_name.items():
        change = before[name] - now[name]
        mark = f"▲{change}" if change > 0 else f"▼{-change}"
        assert (mark in row) if change else ("leader-change" not in row)


def test_the_start_of_the_next_round_uses_the_clock_of_the_event(visitor: Client, world: World) -> None:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"time_zone": "Europe/Moscow"})
    starts_at = (timezone.now() + timedelta(hours=5)).replace(second=0, microsecond=0)
    reschedule_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk, starts_at=starts_at)
    assert "data-countdown" not in visitor.get(ADDRESS).content.decode()  # the round is a draft
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    page = page_of(visitor.get(ADDRESS))
    (time,) = [values for tag, values in page.attributes if tag == "time" and "data-countdown" in values]
    assert datetime.fromisoformat(time["datetime"]) == starts_at
    local = starts_at.astimezone(ZoneInfo("Europe/Moscow"))
    assert f"Round 2 starts {local.day} {local:%B}, {local:%H:%M}" in page.words and "Schedule" in page.words


def test_rounds_to_come_are_in_the_schedule_and_the_next_of_them_is_counted_down_to(visitor, world):
    first = (timezone.now() + timedelta(hours=5)).replace(second=0, microsecond=0)
    starts = {2: first, 3: first + timedelta(days=30)}
    plan_rounds(actor=world.olga, now=NOW, section_id=world.section.pk, starts=starts)
    page = page_of(visitor.get(ADDRESS))
    (time,) = [values for tag, values in page.attributes if tag == "time" and "data-countdown" in values]
    assert datetime.fromisoformat(time["datetime"]) == first
    at = f"{first.day} {first:%B}, {first:%H:%M}"
    assert f"Round 2 starts {at}" in page.words
    schedule = re.search(r"Schedule (.*?) Subscribe", page.words).group(1)  # type: ignore[union-attr]
    rounds = re.findall(r"(\d\d:\d\d) (Round \d)", schedule)
    assert rounds == [(f"{first:%H:%M}", f"Round {number}") for number in (2, 3)]
    # A round that is not published has no page.
    assert f"{ADDRESS}open/rounds/2/" not in page.links
    # The pages of the section name the next round too, and their strip of rounds names each.
    for inner in ("rounds/1/", "players/"):
        assert f"Round 2 starts {at}" in page_of(visitor.get(f"{ADDRESS}open/{inner}")).words
    assert page_of(visitor.get(f"{ADDRESS}open/rounds/1/")).find(title=f"Round 2: {at}")


def test_officials_are_named_who_have_given_a_name(visitor: Client, world: World) -> None:
    assert "Officials" not in words(visitor)
    get_user_model().objects.filter(username="artur").update(name="Artur Sokol")
    get_user_model().objects.filter(username="hana").update(name="Hana Helper")
    text = words(visitor)
    assert "Officials Chief arbiter Artur Sokol" in text
    user_id = world.artur.user_id
    grant_role(actor=world.olga, now=NOW, event_id=world.event.pk, user_id=user_id, role=Role.ARBITER)
    assert words(visitor).count("Artur Sokol") == 1
    assert "olga" not in text and "Hana" not in text
    get_user_model().objects.filter(username="artur").update(is_active=False)
    assert "Officials" not in words(visitor)


def test_a_section_has_few_buttons_and_all_its_pages_and_venue_and_files_are_at_hand(visitor, world):
    page = page_of(visitor.get(ADDRESS))
    links = [link for tag, link in page.attributes if tag == "a"]
    buttons = [link for link in links if "button" in link.get("class", "").split()]
    buttons = [button for button in buttons if "/login/" not in button["href"]]
    assert [button["href"] for button in buttons] == [ADDRESS + "open/rounds/1/", ADDRESS + "open/standings/"]
    assert [button["class"] for button in buttons].count("button button-main") == 1
    for name in ("crosstable", "players", "rules"):
        assert f"{ADDRESS}open/{name}/" in page.links
    edit_event(
        actor=world.olga, now=NOW, event_id=world.event.pk,
        changes={"place": "Town Hall", "federation": "NED", "description": {"en": "Bring a pen."}},
    )  # fmt: skip
    page = page_of(visitor.get(ADDRESS))
    assert "Venue Town Hall, NED" in page.words and "Bring a pen." in page.words
    for link in ("open/rules/", "open.xlsx", "open.pgn"):
        assert ADDRESS + link in page.links


@pytest.mark.parametrize(("number", "side", "other"), [(1, "White", "Egor"), (4, "Black", "Alice")])
def test_a_players_page_says_where_to_sit(visitor, world, number, side, other):
    address = f"{ADDRESS}open/players/{number}/"
    assert f"Round 1, board 1 {side} against {other}" in page_of(visitor.get(address)).words
    enter_results(world, 1, "1-0")
    assert Round.objects.get(pk=world.rounds[1].pk).status == "draft"
    assert 'id="next-board"' not in visitor.get(address).content.decode()
