"""My games: where a signed-in player sits, plays and has played, over all events."""

from datetime import timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from entries.views.own_boards import ON_A_PAGE
from games.models.game import Game
from games.services.moves import call_arbiter, offer_draw, play_move, start_game
from tests.pages.desk.conftest import signed_in
from tests.pages.html import Page, page_of
from tests.world import NOW, SYSTEM, World, later, person
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.models.swiss import ResultReport
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db

MY_GAMES = "/account/games/"


def my_games(name: str, query: str = "") -> Page:
    response = signed_in(name).get(MY_GAMES + query)
    assert response.status_code == 200 and "no-store" in response["Cache-Control"]
    page = page_of(response)
    assert page.problems == []
    return page


def on_paper(**options: object) -> World:
    return World(tracking="result", **options)  # type: ignore[arg-type]


def test_a_signed_out_user_signs_in_first_and_returns(visitor: Client) -> None:
    page = page_of(visitor.get("/"))
    assert page.links[f"/login/?next={MY_GAMES}"] == "Play here"
    assert visitor.get(MY_GAMES)["Location"] == f"/login/?next={MY_GAMES}"


def test_front_page_menu_and_desk_lead_a_player_there() -> None:
    World()
    for address in ("/", "/desk/"):
        page = page_of(signed_in("alice").get(address))
        assert MY_GAMES in page.links, address
        assert page.problems == []
    assert "Play here" in page_of(signed_in("alice").get("/")).links[MY_GAMES]
    assert "where you play" in page_of(signed_in("alice").get("/desk/")).words
    assert "where you play" not in page_of(signed_in("olga").get("/desk/")).words


def test_a_user_without_a_seat_reads_how_to_get_one_and_sees_no_board_of_others() -> None:
    person("nina")
    page = my_games("nina")
    assert "ask them to enter your user name, nina, under “Account”" in page.words
    assert "/events/" in page.links
    World()
    page = my_games("charlie")
    assert "Spring Cup" not in page.words


def test_the_next_board_says_event_section_round_board_colour_opponent_and_time() -> None:
    world = on_paper(others=("dora", "emil"))
    Round.objects.filter(pk=world.rounds[0].pk).update(starts_at=later(hours=3))
    Event.objects.filter(pk=world.event.pk).update(time_zone="Europe/Kyiv")
    page = my_games("alice")
    opponent = world.pairing.black.player.full_name
    board = ("Round 1", "Board1", "You have White", f"against {opponent}")
    for text in ("Next board", "Spring Cup, Open", *board):
        assert text in page.words
    assert "20 November 2026, 15:00 Europe/Kyiv" in page.words
    assert "Live now" not in page.words and "Go to my board" not in page.words
    assert "/events/spring-cup/open/" in page.links


def test_times_are_those_of_each_event() -> None:
    for slug, zone in (("here", "Europe/Kyiv"), ("there", "Asia/Tokyo")):
        world = on_paper(slug=slug)
        Round.objects.filter(pk=world.rounds[0].pk).update(starts_at=later(hours=3))
        Event.objects.filter(pk=world.event.pk).update(time_zone=zone)
    page = my_games("alice")
    assert "20 November 2026, 15:00 Europe/Kyiv" in page.words
    assert "20 November 2026, 22:00 Asia/Tokyo" in page.words


def test_a_game_being_played_comes_first_and_leads_to_its_board() -> None:
    on_paper(slug="paper-cup")
    world = World()
    world.started()
    page = my_games("bob")
    assert page.links[f"/events/spring-cup/games/{world.board.pk}/board/"] == "Go to my board"
    assert page.words.index("Live now") < page.words.index("Next board")
    assert "It is your opponent's move." in page.words
    world.play("e2-e4")
    assert "It is your move." in my_games("bob").words


def test_offers_calls_and_flags_are_shown_at_the_board() -> None:
    world = World(control="10")
    Game.objects.update(changed_at=timezone.now())
    start_game(actor=world.artur, now=timezone.now() - timedelta(minutes=5), game_id=world.board.pk)
    at = timezone.now() - timedelta(minutes=4)
    play_move(actor=SYSTEM, now=at, game_id=world.board.pk, text="e2-e4")
    offer_draw(actor=world.alice, now=at, game_id=world.board.pk)
    assert "You have offered a draw." in my_games("alice").words
    assert "Your opponent offers a draw." in my_games("bob").words
    call_arbiter(actor=world.bob, now=at, game_id=world.board.pk, reason="disturbance")
    assert "An arbiter has been called to your board." in my_games("alice").words


def test_a_fallen_flag_is_shown_to_both() -> None:
    world = World(control="10")
    start_game(actor=world.artur, now=timezone.now() - timedelta(minutes=11), game_id=world.board.pk)
    assert "Your flag has fallen." in my_games("alice").words
    assert "Your opponent’s flag has fallen." in my_games("bob").words


def test_reports_that_differ_are_shown_to_both() -> None:
    world = on_paper()
    for side, result in (("white", "1-0"), ("black", "0-1")):
        ResultReport.objects.create(pairing=world.pairing, side=side, result=result, at=NOW)
    assert "You reported “I won”, but your opponent reported “I lost” for you." in my_games("alice").words


def test_results_are_listed_by_event_from_the_side_of_the_player() -> None:
    for slug, day, result in (("spring-cup", 1, "1-0"), ("autumn-cup", 2, "1/2-1/2")):
        world = on_paper(slug=slug, starts_on=(NOW - timedelta(days=10) + timedelta(days=day)).date())
        enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result=result)
    page = my_games("bob")
    assert "My results" in page.words
    rows = page.words.split("My results")[1]
    assert "1 Black Alice ½" in rows and "1 Black Alice 0" in rows
    assert rows.index("½") < rows.index("Alice 0")  # the newest event first


def test_a_seat_without_a_board_tells_when_the_next_round_starts() -> None:
    world = on_paper(published=False)
    planned = {"rounds_planned": 1, "planned_starts": [later(days=2).isoformat()]}
    Section.objects.filter(pk=world.section.pk).update(**planned)
    page = my_games("alice")
    assert "Without a board at the moment" in page.words and "Round 1 starts" in page.words
    assert "You have White" not in page.words  # the round is a draft


@pytest.mark.parametrize(
    "hidden",
    [(Event, {"published": False}), (Event, {"archived_at": NOW}), (Section, {"archived_at": NOW})],
    ids=["unpublished", "archived event", "archived section"],
)
def test_events_that_players_cannot_see_are_not_shown(hidden) -> None:
    world = on_paper()
    model, change = hidden
    model.objects.update(**change)
    page = my_games("alice")
    assert "Spring Cup" not in page.words
    assert "You have no seat in an event yet." in page.words
    assert world.pairing.game_id is not None


def test_players_see_their_game_without_the_broadcast_delay() -> None:
    world = World()
    Section.objects.update(broadcast_delay=15)
    Game.objects.update(broadcast_delay=15)
    start_game(actor=world.artur, now=timezone.now(), game_id=world.board.pk)
    assert "Live now" in my_games("alice").words


@pytest.mark.long
def test_results_have_pages() -> None:
    players = tuple(f"Player {number:02}" for number in range(ON_A_PAGE + 1))
    world = on_paper(others=players)
    for round_ in world.rounds[1:]:
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    Pairing.objects.filter(bye="").update(result="1-0")
    first = my_games("alice")
    assert "?page=2#results-title" in first.links
    assert first.words.count(" view game") == 0
    assert len(first.find(class_="result-link")) == 0
    assert "Page 1 of 2" in first.words
    assert "Page 2 of 2" in my_games("alice", "?page=2").words


def queries(name: str) -> int:
    client = signed_in(name)
    for cache in caches.all():
        cache.clear()
    with CaptureQueriesContext(connection) as captured:
        assert client.get(MY_GAMES).status_code == 200
    return len(captured)


@pytest.mark.long
def test_the_number_of_queries_is_the_same_for_one_event_as_for_many() -> None:
    world, played = World(), on_paper(slug="played-cup")
    world.started()
    enter_result(actor=played.artur, now=NOW, pairing_id=played.pairing.pk, result="1-0")
    counts = [queries("alice")]
    for number in range(4):
        live = World(slug=f"live-cup-{number}", others=("dora", "emil"))
        live.started()
        Section.objects.filter(pk=live.section.pk).update(broadcast_delay=15)
        Game.objects.filter(pairing__round__section=live.section).update(broadcast_delay=15)
        done = on_paper(slug=f"paper-cup-{number}")
        enter_result(actor=done.artur, now=NOW, pairing_id=done.pairing.pk, result="1-0")
        on_paper(slug=f"draft-cup-{number}", published=False)
    counts.append(queries("alice"))
    assert counts[0] == counts[1]
    assert counts[1] <= 6
