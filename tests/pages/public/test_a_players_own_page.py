"""The page behind a player's private link: its content, its actions, and who is refused."""

import re
from datetime import timedelta

import psycopg
import pytest
from django.test import Client
from django.urls import reverse

from entries.selectors.self_service import version_of_player
from games.models.game import Game
from games.services.moves import play_move, start_game
from games.services.results import record_result
from tavleya.record.results import Result
from tests.pages.desk.conftest import new_player, new_section, signed_in
from tests.world import NOW, World
from tournaments.announcements import key_of
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.swiss import ByeRequest, PlayerLink, RequestedBye
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
    row = PlayerLink.objects.get(player__family_name__iexact="alice", revoked_at=None)
    assert channel == key_of(row)
    assert row.digest not in page.content.decode()
    assert address.strip("/").split("/")[-1] not in channel


def test_a_link_that_is_none_or_revoked_is_not_found(world):
    address = link(world, "alice")
    assert phone().get("/my/" + "A" * 24 + "/").status_code == 404
    player = PlayerLink.objects.get(player__family_name__iexact="alice").player
    revoke_player_link(actor=world.olga, now=NOW, player_id=player.pk)
    assert phone().get(address).status_code == 404


def test_reports_alike_enter_the_result(world):
    first, second = link(world, "alice"), link(world, "bob")
    board = world.pairing.pk
    white, black = phone(), phone()
    response = white.post(first, {"do": "report", "board": board, "result": "1-0"}, follow=True)
    assert "You reported “I won”" in text(response)
    assert "Your opponent has reported the result" in text(black.get(second))
    response = black.post(second, {"do": "report", "board": board, "result": "1-0"}, follow=True)
    assert "the result has been entered" in text(response)
    assert Pairing.objects.get(pk=board).result == "1-0"


def test_reports_that_differ_are_shown_on_both_pages_and_wait_for_the_arbiter(world):
    first, second = link(world, "alice"), link(world, "bob")
    board = world.pairing.pk
    white, black = phone(), phone()
    white.post(first, {"do": "report", "board": board, "result": "1-0"})
    black.post(second, {"do": "report", "board": board, "result": "1/2-1/2"})
    assert "You reported “I won”, but your opponent reported “Draw” for you" in text(white.get(first))
    assert "You reported “Draw”, but your opponent reported “I lost” for you" in text(black.get(second))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements that go to PostgreSQL, those too that are written out once and not by Django."""
    execute, statements = psycopg.Cursor.execute, list[str]()

    def record_statement(self, query, *args, **options):
        statements.append(str(query))
        return execute(self, query, *args, **options)

    monkeypatch.setattr(psycopg.Cursor, "execute", record_statement)
    return statements


@pytest.mark.postgres
def test_the_page_takes_three_queries_however_many_rounds_there_were(world: World, sent: list[str]) -> None:
    client, address = phone(), link(world, "alice")
    client.get(address)
    for row in (None, *world.rounds[1:3]):
        if row is not None:
            publish_round(actor=world.olga, now=NOW, round_id=row.pk)
            client.get(address)  # the standings are computed once for all readers
        sent.clear()
        assert client.get(address).status_code == 200
        assert len(sent) == 3, sent


@pytest.mark.postgres
def test_whether_the_page_has_changed_takes_one_query(world: World, sent: list[str]) -> None:
    player = Player.objects.select_related("event").get(event=world.event, family_name__iexact="alice")
    before = version_of_player(player)
    sent.clear()
    assert version_of_player(player) == before
    assert len(sent) == 1, sent
    record_result(actor=world.artur, now=NOW, game_id=world.board.pk, result=Result.DRAW)
    assert version_of_player(player) != before


def test_invalid_input_is_refused_on_the_page_and_not_lost(world):
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
    assert 'value="White touched the king"' in page.content.decode()
    assert not Pairing.objects.get(pk=world.pairing.pk).result


def test_the_arbiter_is_called_from_the_page(world):
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
    for board in world.rounds[0].pairings.all():
        enter_result(actor=world.artur, now=NOW, pairing_id=board.pk, result="1-0")
    reply = text(client.get(address))
    assert "Round 2 starts 21 November, 10:00 . Your board will be shown here" in reply
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
    done = client.post(board, {"seq": seq, "side": "white", "move": "e4", "press": "1"})
    assert done.status_code == 302
    entry = world.board.entries.filter(kind="move").get()
    player = Player.objects.get(event=world.event, family_name__iexact="alice")
    assert entry.actor == f"player:{player.pk}"
    other = phone()
    other.get(link(world, "bob"))
    refused = other.post(board, {"side": "white", "move": "d4", "press": "1"})
    assert refused.status_code in (403, 409)
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
    wish = ByeRequest.objects.get(registration=registration)
    desk = signed_in("olga")
    coming = reverse("desk_swiss", args=[world.slug, "the-open"])
    assert "awaiting a decision" in text(desk.get(coming))
    act = reverse("desk_swiss_action", args=[world.slug, "the-open"])
    assert desk.post(act, {"act": "grant_bye_request", "key": wish.pk}).status_code == 302
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
    visible = desk.get(reverse("desk_player_link", args=[world.slug, player.pk]))
    secret = secret_of(PlayerLink.objects.get(player=player))
    assert f"/my/{secret}/" in visible.content.decode() and "<svg" in visible.content.decode()
    slips = desk.get(reverse("desk_player_links_print", args=[world.slug]))
    assert slips["Content-Type"] == "application/pdf" and slips.content.startswith(b"%PDF")
    desk.post(address, {"do": "revoke", "player": player.pk})
    assert not PlayerLink.objects.filter(player=player, revoked_at=None).exists()
    assert "no valid link" in text(desk.get(reverse("desk_player_link", args=[world.slug, player.pk])))


def test_the_list_of_links_takes_a_number_of_queries_that_does_not_grow(world, django_assert_max_num_queries):
    for number in range(30):
        new_player(world, f"Player {number}")
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    client = signed_in("olga")
    with django_assert_max_num_queries(12):
        client.get(reverse("desk_player_links", args=[world.slug]))


def test_the_player_who_gives_a_display_sees_their_boards_and_who_waits(world):
    section = new_section(world, "display", format="simul", control="60", tracking="live", options={"colours": "white"})
    for player in Player.objects.filter(event=world.event).order_by("pk"):
        enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk)
    giver = section.registrations.get(player__family_name__iexact="alice")
    row = seat_display(actor=world.olga, now=NOW, section_id=section.pk, giver_id=giver.pk)
    publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    game = row.pairings.get().game
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


def test_a_page_that_says_what_was_wrong_does_not_move_by_itself(world):
    address, client = link(world, "alice"), phone()
    refused = client.post(address, {"do": "call", "board": world.pairing.pk, "reason": ""})
    assert refused.status_code >= 400
    assert "data-live" not in refused.content.decode()


def test_before_the_first_round_it_says_when_and_where_the_event_is_and_who_plays():
    world = World(game="chess", regime="fide-2023", tracking="result", published=False, starts_on=NOW.date())
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"place": "Tallinn"})
    page = phone().get(link(world, "alice"))
    reply = text(page)
    assert "No round has been published yet. Your board will be shown here" in reply
    assert "November 2026" in reply and "Tallinn" in reply
    assert reverse("players", args=[world.event.slug, world.section.slug]) in page.content.decode()
    assert "You have White" not in reply
