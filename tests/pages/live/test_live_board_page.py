"""The page of a live board: what each visitor finds on it."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.world import World
from tournaments.models.event import Event


def test_a_spectator_has_the_same_page_without_controls(table, read):
    answer = table.page()
    body, text = answer.content.decode(), read(answer)
    assert answer.status_code == 200
    assert "You are watching." in text and "White to move" in text
    assert "Resign" not in text and "move-form" not in body and "data-moves" not in body


def test_each_player_sees_their_colour_and_their_side_below(table, read):
    white, black = table.page("alice"), table.page("bob")
    assert "You play White." in read(white) and "You play Black." in read(black)
    assert white.content.decode().index('data-clock="black"') < white.content.decode().index(
        'data-clock="white"'
    )
    assert black.content.decode().index('data-clock="white"') < black.content.decode().index(
        'data-clock="black"'
    )


def test_only_the_side_to_move_has_a_board_to_play_on(table):
    assert "data-moves" in table.page("alice").content.decode()
    assert "data-moves" not in table.page("bob").content.decode()
    table.move("alice", "e2-e4")
    assert "data-moves" not in table.page("alice").content.decode()
    assert "data-moves" in table.page("bob").content.decode()


def test_one_visitor_may_play_both_sides_and_sees_which_is_to_move(table, read):
    pairing = table.world.pairing
    for registration in (pairing.white, pairing.black):
        registration.player.user_id = table.world.charlie.user_id
        registration.player.save(update_fields=["user"])
    assert "You play both sides; White to move." in read(table.page("charlie"))
    assert "You play both sides; Black to move." in read(table.move("charlie", "e2-e4"))
    assert "You play both sides; White to move." in read(table.move("charlie", "e7-e5"))


def test_a_helper_enters_what_both_players_do(table, read):
    assert "You enter the moves of both players; White to move." in read(table.page("hana"))
    assert table.move("hana", "e2-e4").status_code == 200
    assert table.move("hana", "e7-e5").status_code == 200


@pytest.mark.parametrize(("turned", "first"), [("white", "black"), ("black", "white"), ("auto", "white")])
def test_the_board_can_be_turned_or_turn_by_itself(table, turned, first):
    table.move("alice", "e2-e4")
    body = table.page("", f"?bottom={turned}").content.decode()
    assert re.findall(r'data-clock="(\w+)"', body)[0] == first


def test_the_legal_moves_go_with_the_board_for_the_script(table):
    table.world.play("e2-e4", "d7-d5", "e4-d5", "d8-d5", "a2-a3")
    part = table.part("bob").content.decode()
    data = json.loads(re.search(r'data-moves="([^"]*)"', part)[1].replace("&quot;", '"'))
    lifts = [[text, words] for text, path, words in data["moves"] if path == ["d5", "a5"]]
    assert lifts == [["d5-a5(1)", "1"], ["d5-a5(2)", "2"], ["d5-a5", "all 3"]]
    assert "d5" in data["own"] and "a3" not in data["own"]


def test_a_promotion_is_described_by_its_piece(table_of):
    table = table_of(game="chess", regime="fide-2023")
    table.world.play("a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "c8b7", "a6b7", "h7h6")
    part = table.part("alice").content.decode()
    data = json.loads(re.search(r'data-moves="([^"]*)"', part)[1].replace("&quot;", '"'))
    words = {text: words for text, path, words in data["moves"] if path == ["b7", "a8"]}
    assert words == {
        "b7a8q": "white queen",
        "b7a8r": "white rook",
        "b7a8b": "white bishop",
        "b7a8n": "white knight",
    }


def test_a_poll_is_answered_shortly_while_nothing_is_new(table):
    seq = table.game.seq
    assert table.part("bob", f"?seen={seq}").status_code == 204
    table.move("alice", "e2-e4")
    newer = table.part("bob", f"?seen={seq}")
    assert newer.status_code == 200 and newer["X-Seq"] == str(table.game.seq)
    assert "<html" not in newer.content.decode()


def test_a_board_before_its_start_waits_for_the_arbiter(table_of, read):
    table = table_of(started=False)
    assert "the arbiter starts the clocks" in read(table.page("alice"))
    assert "Start White's clock" not in read(table.page("alice"))
    assert "Start White's clock" in read(table.page("artur"))
    assert table.do("alice", "start").status_code == 403
    assert table.do("artur", "start").status_code == 200
    assert table.game.phase == "playing"


def test_a_board_whose_result_alone_is_followed_takes_no_moves(table_of, read):
    table = table_of(tracking="result", started=False)
    assert "The moves of this board are not recorded live." in read(table.page("alice"))
    assert "data-moves" not in table.page("alice").content.decode()
    assert table.move("alice", "e2-e4").status_code == 409


def test_the_board_of_an_unpublished_event_is_there_for_its_officers_only(table):
    Event.objects.update(published=False)
    assert table.page().status_code == table.part("alice").status_code == 404
    assert table.do("alice", "resign").status_code == 404
    assert table.page("artur").status_code == 200


def test_a_board_is_found_only_in_its_own_event(table, client):
    other = World(slug="autumn-cup")
    assert client.get(reverse("live-board", args=[other.slug, table.game.pk])).status_code == 404


@pytest.mark.parametrize("username", ["", "alice", "artur"])
def test_there_is_no_inline_script_or_style(table, username):
    body = table.page(username).content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)", body)
    assert "<style" not in body and not re.search(r"\s(style|on\w+)=", body)


@pytest.mark.parametrize("name", ["alice", "bob", "hana"])
def test_pages_of_players_and_officials_are_not_cached(table, name):
    assert "no-store" in table.page(name)["Cache-Control"]


def test_pages_of_spectators_are_rendered_once_for_each_state_of_the_game(
    table, django_assert_max_num_queries
):
    table.world.play("e2-e4", "e7-e5")
    part = {"X-Part": "live"}
    first = Client().get(table.url() + "?seen=2", headers=part)
    with django_assert_max_num_queries(4):  # the board, who may see it, and whether a ruling has come
        second = Client().get(table.url() + "?seen=4", headers=part)
    assert second.content == first.content
    assert (second["X-Seq"], second["X-Part"]) == ("6", "live")
    assert "s-maxage=2" in second["Cache-Control"]
    assert not second.cookies
    table.world.play("g1-f3")
    assert "g1-f3" in Client().get(table.url() + "?seen=6", headers=part).content.decode()
    turned = Client().get(table.url() + "?seen=6&bottom=black", headers=part)
    assert turned.content != second.content
    assert 'name="seq"' in table.page("alice").content.decode()
    assert 'name="seq"' not in Client().get(table.url()).content.decode()


def test_a_page_takes_few_queries(table, django_assert_max_num_queries):
    table.world.play("e2-e4", "e7-e5")
    client = table.client("alice")
    with django_assert_max_num_queries(14):
        client.get(table.url(), headers={"X-Part": "live"})


def test_officers_alone_find_the_way_to_the_card(table):
    card = reverse("board-card", args=[table.world.slug, table.game.pk])
    assert card in table.page("hana").content.decode()
    assert card not in table.page("alice").content.decode()


def test_where_only_players_may_call_a_flag_the_clocks_do_not_tell(table_of):
    table = table_of(regime="tavreli-1997-blitz", control="5")
    assert 'data-announce-flag="false"' in table.page("alice").content.decode()
