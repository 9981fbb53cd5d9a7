"""A player's own pages: behind the private link, and over all events for an account."""

import re
from datetime import timedelta

import psycopg
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from entries.selectors.self_service import version_of_player
from entries.views.own_boards import ON_A_PAGE
from games.models.game import Game
from games.services.moves import call_arbiter, offer_draw, play_move, start_game
from games.services.results import record_result
from tavleya.record.results import Result
from tests.pages.desk.conftest import new_player, new_section, signed_in
from tests.pages.html import Page, page_of
from tests.pages.public.test_unchanged_pages import queries
from tests.world import NOW, SYSTEM, World, later, person
from tournaments.announcements import key_of
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.models.swiss import ByeRequest, PlayerLink, RequestedBye, ResultReport
from tournaments.services.events import edit_event
from tournaments.services.players import actor_of_link, issue_player_links, revoke_player_link, secret_of
from tournaments.services.results import enter_result, report_result
from tournaments.services.rounds import publish_round
from tournaments.services.schedule import plan_rounds
from tournaments.services.sections import enter_player
from tournaments.services.seeding import seat_display

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60", tracking="result")


def link(world: World, name: str) -> str:
    """Return the address of the private page of the player with this family name."""
    player = Player.objects.get(event=world.event, family_name__iexact=name)
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    secret = secret_of(PlayerLink.objects.get(player=player, revoked_at=None))
    assert secret is not None
    return reverse("my", args=[secret])


def text(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def phone() -> Client:
    return Client(headers={"accept-language": "en"})


def test_the_next_board_comes_first_and_follows_a_channel_that_does_not_give_the_link_away(world):
    address = link(world, "alice")
    page = phone().get(address)
    assert page.status_code == 200 and "no-store" in page["Cache-Control"] and page["X-Robots-Tag"] == "noindex"
    for words in ("Round 1", "You have White", "Bob", "My results"):
        assert words in text(page)
    black = text(phone().get(link(world, "bob")))
    assert "You have Black" in black and "Alice" in black
    (channel,) = re.findall(r'data-live="/live/players/([\w-]+)"', page.content.decode())
    player_link = PlayerLink.objects.get(player__family_name__iexact="alice", revoked_at=None)
    assert channel == key_of(player_link) and player_link.digest not in page.content.decode()
    assert address.strip("/").split("/")[-1] not in channel


def test_a_link_that_is_none_or_revoked_is_not_found(world):
    address = link(world, "alice")
    assert phone().get("/my/" + "A" * 24 + "/").status_code == 404
    player = PlayerLink.objects.get(player__family_name__iexact="alice").player
    revoke_player_link(actor=world.olga, now=NOW, player_id=player.pk)
    assert phone().get(address).status_code == 404


def test_reports_that_differ_are_shown_on_both_pages_and_alike_they_enter_the_result(world):
    first, second = link(world, "alice"), link(world, "bob")
    report = {"do": "report", "board": world.pairing.pk, "result": "1-0"}
    white, black = phone(), phone()
    response = white.post(first, report, follow=True)
    assert "You reported “I won”" in text(response)
    assert "Your opponent has reported the result" in text(black.get(second))
    black.post(second, {**report, "result": "1/2-1/2"})
    assert "You reported “I won”, but your opponent reported “Draw” for you" in text(white.get(first))
    assert "You reported “Draw”, but your opponent reported “I lost” for you" in text(black.get(second))
    response = black.post(second, report, follow=True)
    assert "the result has been entered" in text(response) and world.pairing.result == "1-0"


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements sent to PostgreSQL, including the prewritten ones that bypass Django."""
    execute, statements = psycopg.Cursor.execute, list[str]()

    def record_statement(self, query, *args, **options):
        statements.append(str(query))
        return execute(self, query, *args, **options)

    monkeypatch.setattr(psycopg.Cursor, "execute", record_statement)
    return statements


@pytest.mark.postgres
def test_the_page_takes_three_queries_however_many_rounds_there_were(world: World, statements: list[str]) -> None:
    client, address = phone(), link(world, "alice")
    client.get(address)
    for round_ in (None, *world.rounds[1:3]):
        if round_ is not None:
            publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
            client.get(address)  # the standings are computed once for all readers
        statements.clear()
        assert client.get(address).status_code == 200
        assert len(statements) == 3, statements


@pytest.mark.postgres
def test_whether_the_page_has_changed_takes_one_query(world: World, statements: list[str]) -> None:
    player = Player.objects.select_related("event").get(event=world.event, family_name__iexact="alice")
    before = version_of_player(player)
    statements.clear()
    assert version_of_player(player) == before
    assert len(statements) == 1, statements
    record_result(actor=world.artur, now=NOW, game_id=world.board.pk, result=Result.DRAW)
    assert version_of_player(player) != before


def test_invalid_input_is_refused_on_the_page_and_not_lost_and_a_valid_call_brings_the_arbiter(world):
    address = link(world, "alice")
    for fields, status in (
        ({"do": "report", "result": "+/-"}, 422),
        ({"do": "report", "result": "nonsense"}, 422),
        ({"do": "call", "reason": "other", "text": ""}, 422),
        ({"do": "nonsense"}, 404),
        ({"do": "call", "reason": "nonsense", "text": "White touched the king"}, 422),
    ):
        page = phone().post(address, {"board": world.pairing.pk, **fields})
        assert page.status_code == status, fields
        assert "data-live" not in page.content.decode()  # the page does not refresh by itself
    assert 'value="White touched the king"' in page.content.decode()
    assert not Pairing.objects.get(pk=world.pairing.pk).result
    call = {"do": "call", "board": world.pairing.pk, "reason": "disturbance", "text": "noise"}
    page = phone().post(link(world, "bob"), call, follow=True)
    assert "An arbiter has been called to your board" in text(page)
    game = Game.objects.get(pk=world.board.pk)
    assert game.calls == 1
    (call,) = game.snapshot["calls"]
    assert (call["side"], call["reason"], call["text"]) == ("black", "disturbance", "noise")


def test_a_player_without_a_board_sees_when_the_next_round_starts(db, django_assert_max_num_queries):
    world = World(game="chess", regime="fide-2023", control="60", tracking="result", others=("dora", "egor"))
    client, address = phone(), link(world, "alice")
    assert "Round 2" not in text(client.get(address))  # it is a draft
    starts = {2: NOW + timedelta(days=1), 3: NOW + timedelta(days=2)}
    plan_rounds(actor=world.olga, now=NOW, section_id=world.section.pk, starts=starts)
    assert "starts" not in text(client.get(address))  # there is a board to sit at
    for pairing in world.rounds[0].pairings.all():
        enter_result(actor=world.artur, now=NOW, pairing_id=pairing.pk, result="1-0")
    assert "Round 2 starts 21 November, 10:00 . Your board will be shown here" in text(client.get(address))
    with django_assert_max_num_queries(3):
        client.get(address)


def test_an_event_that_is_not_public_shows_nothing(world):
    address = link(world, "alice")
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    page = phone().get(address)
    assert page.status_code == 200
    assert "Nothing in this event has been published yet" in text(page) and "Bob" not in text(page)


def test_the_holder_of_a_valid_link_may_write_their_score_sheet_and_play_their_board(db):
    world = World(game="chess", regime="fide-2023", control="60", tracking="live")
    client = phone()
    sheet = reverse("own-sheet", args=[world.slug, world.board.pk])
    assert client.get(sheet).status_code == 302  # to sign in
    client.get(link(world, "alice"))
    assert client.get(sheet).status_code == 200
    world.started()
    board = reverse("live-action", args=[world.slug, world.board.pk, "move"])
    seq = Game.objects.get(pk=world.board.pk).seq
    assert client.post(board, {"seq": seq, "side": "white", "move": "e4", "press": "1"}).status_code == 302
    entry = world.board.entries.filter(kind="move").get()
    player = Player.objects.get(event=world.event, family_name__iexact="alice")
    assert entry.actor == f"player:{player.pk}"
    other = phone()
    other.get(link(world, "bob"))
    assert other.post(board, {"side": "white", "move": "d4", "press": "1"}).status_code in (403, 409)
    revoke_player_link(actor=world.olga, now=NOW, player_id=player.pk)
    assert client.get(sheet).status_code == 302


def swiss(world: World):
    section = new_section(world, "the-open", names={"en": "Open"})
    for player in Player.objects.filter(event=world.event):
        enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk)
    return section


def test_a_bye_is_asked_for_granted_at_the_desk_and_shown(world):
    section = swiss(world)
    address = link(world, "alice")
    client = phone()
    registration = section.registrations.get(player__family_name__iexact="alice")
    client.post(address, {"do": "bye", "registration": registration.pk, "round": 3, "kind": "half"})
    bye_request = ByeRequest.objects.get(registration=registration)
    desk = signed_in("olga")
    assert "awaiting a decision" in text(desk.get(reverse("desk_swiss", args=[world.slug, "the-open"])))
    act = reverse("desk_swiss_action", args=[world.slug, "the-open"])
    answer = desk.post(act, {"act": "grant_bye_request", "key": bye_request.pk}, follow=True)
    assert answer.redirect_chain and 'name="note"' not in answer.content.decode()  # the request stays granted
    assert RequestedBye.objects.get(registration=registration, round_number=3).kind == "half"
    assert "granted" in text(client.get(address))
    response = client.post(address, {"do": "no-bye", "registration": registration.pk, "round": 3})
    assert response.status_code == 409


def test_the_desk_makes_shows_prints_and_revokes_links(world):
    desk = signed_in("olga")
    address = reverse("desk_player_links", args=[world.slug])
    assert "Make links for 2 players" in text(desk.get(address))
    assert desk.post(address, {"do": "issue"}).status_code == 302
    player = Player.objects.get(event=world.event, family_name__iexact="alice")
    answer = desk.get(reverse("desk_player_link", args=[world.slug, player.pk]))
    secret = secret_of(PlayerLink.objects.get(player=player))
    assert f"/my/{secret}/" in answer.content.decode() and "<svg" in answer.content.decode()
    slips = desk.get(reverse("desk_player_links_print", args=[world.slug]))
    assert slips["Content-Type"] == "application/pdf" and slips.content.startswith(b"%PDF")
    desk.post(address, {"do": "revoke", "player": player.pk})
    assert not PlayerLink.objects.filter(player=player, revoked_at=None).exists()
    assert "no valid link" in text(desk.get(reverse("desk_player_link", args=[world.slug, player.pk])))


def test_the_list_of_links_takes_a_number_of_queries_that_does_not_grow(world, django_assert_max_num_queries):
    for number in range(30):
        new_player(world, f"Player {number}")
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    desk = signed_in("olga")
    with django_assert_max_num_queries(12):
        desk.get(reverse("desk_player_links", args=[world.slug]))


def test_the_player_who_gives_a_display_sees_their_boards_and_who_waits(world):
    section = new_section(world, "display", format="simul", control="60", tracking="live", options={"colours": "white"})
    for player in Player.objects.filter(event=world.event).order_by("pk"):
        enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk)
    giver = section.registrations.get(player__family_name__iexact="alice")
    round_ = seat_display(actor=world.olga, now=NOW, section_id=section.pk, giver_id=giver.pk)
    publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    game = round_.pairings.get().game
    address = link(world, "alice")
    assert "Not started" in text(phone().get(address))
    start_game(actor=world.artur, now=NOW, game_id=game.pk)
    assert "waiting for you" in text(phone().get(address))
    play_move(actor=world.alice, now=NOW, game_id=game.pk, text="e4")
    assert "waiting for you" not in text(phone().get(address))
    play_move(actor=world.bob, now=NOW, game_id=game.pk, text="e5")
    reply = text(phone().get(address))
    assert "The boards of my display" in reply and "waiting for you" in reply


def test_a_script_that_has_the_page_is_answered_so_until_something_on_it_changes(world):
    address, client = link(world, "alice"), phone()
    tag = client.get(address)["ETag"]

    def status() -> int:
        return client.get(address, headers={"if-none-match": tag}).status_code

    assert status() == status() == 304
    actor = actor_of_link(secret=link(world, "bob").strip("/").split("/")[-1], now=NOW)[1]
    report_result(actor=actor, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert status() == 200


def test_before_the_first_round_it_says_when_and_where_the_event_is_and_who_plays():
    world = World(game="chess", regime="fide-2023", tracking="result", published=False, starts_on=NOW.date())
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"place": "Tallinn"})
    page = phone().get(link(world, "alice"))
    reply = text(page)
    assert "No round has been published yet. Your board will be shown here" in reply
    assert "November 2026" in reply and "Tallinn" in reply
    assert reverse("players", args=[world.event.slug, world.section.slug]) in page.content.decode()
    assert "You have White" not in reply


# My games: where a signed-in player sits, plays and has played, over all events


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
    assert page_of(visitor.get("/")).links[f"/login/?next={MY_GAMES}"] == "Play here"
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
    assert "ask them to enter your user name, nina, under “Account”" in page.words and "/events/" in page.links
    World()
    page = my_games("charlie")
    assert "Spring Cup" not in page.words


def test_the_next_board_says_event_section_round_board_colour_opponent_and_time_of_its_place() -> None:
    for slug, zone in (("spring-cup", "Europe/Kyiv"), ("there", "Asia/Tokyo")):
        world = on_paper(slug=slug, others=("dora", "emil"))
        Round.objects.filter(pk=world.rounds[0].pk).update(starts_at=later(hours=3))
        Event.objects.filter(pk=world.event.pk).update(time_zone=zone)
    page = my_games("alice")
    opponent = world.pairing.black.player.full_name
    board = ("Round 1", "Board1", "You have White", f"against {opponent}")
    for text in ("Next board", "Spring Cup, Open", *board):
        assert text in page.words
    assert "20 November 2026, 15:00 Europe/Kyiv" in page.words and "20 November 2026, 22:00 Asia/Tokyo" in page.words
    assert "Live now" not in page.words and "Go to my board" not in page.words
    assert "/events/spring-cup/open/" in page.links


def test_a_game_being_played_comes_first_and_leads_to_its_board() -> None:
    on_paper(slug="paper-cup")
    world = World()
    world.started()
    page = my_games("bob")
    assert page.links[f"/events/spring-cup/games/{world.board.pk}/board/"] == "Go to my board"
    assert page.words.index("Live now") < page.words.index("Next board") and "It is your opponent's move." in page.words
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


def test_a_fallen_flag_and_reports_that_differ_are_shown_to_both():
    world = World(control="10")
    start_game(actor=world.artur, now=timezone.now() - timedelta(minutes=11), game_id=world.board.pk)
    assert "Your flag has fallen." in my_games("alice").words
    assert "Your opponent’s flag has fallen." in my_games("bob").words
    world = on_paper(slug="paper-cup")
    for side, result in (("white", "1-0"), ("black", "0-1")):
        ResultReport.objects.create(pairing=world.pairing, side=side, result=result, at=NOW)
    assert "You reported “I won”, but your opponent reported “I lost” for you." in my_games("alice").words


def test_results_are_listed_by_event_from_the_side_of_the_player() -> None:
    for slug, day, result in (("spring-cup", 1, "1-0"), ("autumn-cup", 2, "1/2-1/2")):
        world = on_paper(slug=slug, starts_on=(NOW - timedelta(days=10) + timedelta(days=day)).date())
        enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result=result)
    page = my_games("bob")
    assert "My results" in page.words
    results = page.words.split("My results")[1]
    assert "1 Black Alice ½" in results and "1 Black Alice 0" in results
    assert results.index("½") < results.index("Alice 0")  # the newest event first


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
    assert "Spring Cup" not in page.words and "You have no seat in an event yet." in page.words
    assert world.pairing.game_id is not None


def test_players_see_their_game_without_the_broadcast_delay() -> None:
    world = World()
    Section.objects.update(broadcast_delay=15)
    Game.objects.update(broadcast_delay=15)
    start_game(actor=world.artur, now=timezone.now(), game_id=world.board.pk)
    assert "Live now" in my_games("alice").words


@pytest.mark.long
def test_results_have_pages() -> None:
    world = on_paper(others=tuple(f"Player {number:02}" for number in range(ON_A_PAGE + 1)))
    for round_ in world.rounds[1:]:
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    Pairing.objects.filter(bye="").update(result="1-0")
    first = my_games("alice")
    assert "?page=2#results-title" in first.links
    assert first.words.count(" view game") == 0 and len(first.find(class_="result-link")) == 0
    assert "Page 1 of 2" in first.words and "Page 2 of 2" in my_games("alice", "?page=2").words


@pytest.mark.long
def test_the_number_of_queries_is_the_same_for_one_event_as_for_many() -> None:
    world, played = World(), on_paper(slug="played-cup")
    world.started()
    enter_result(actor=played.artur, now=NOW, pairing_id=played.pairing.pk, result="1-0")
    counts = [queries(signed_in("alice"), MY_GAMES)]
    for number in range(4):
        live = World(slug=f"live-cup-{number}", others=("dora", "emil"))
        live.started()
        Section.objects.filter(pk=live.section.pk).update(broadcast_delay=15)
        Game.objects.filter(pairing__round__section=live.section).update(broadcast_delay=15)
        paper = on_paper(slug=f"paper-cup-{number}")
        enter_result(actor=paper.artur, now=NOW, pairing_id=paper.pairing.pk, result="1-0")
        on_paper(slug=f"draft-cup-{number}", published=False)
    counts.append(queries(signed_in("alice"), MY_GAMES))
    assert counts[0] == counts[1] and counts[1] <= 6
