"""The page of a live board: its parts for each visitor; an illegal move is explained, and recorded if it was played."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from arbiter.services.clock_readings import adjust_time
from arbiter.services.ruling import rule_illegal_move
from games.models.record import Move
from games.states import state_of
from tavleya.sides import Side
from tests.pages.html import page_of
from tournaments.models.event import Event


def test_a_spectator_has_the_same_page_without_controls(table, read):
    answer = table.page()
    body, text = answer.content.decode(), read(answer)
    assert answer.status_code == 200
    assert "You are watching." in text and "White to move" in text
    assert "Resign" not in text and "move-form" not in body and "data-moves" not in body


def test_each_player_sees_their_colour_and_their_side_below(table, read):
    white, black = table.page("alice"), table.page("bob")
    assert page_of(white).problems == page_of(table.page()).problems == []
    assert "You play White." in read(white) and "You play Black." in read(black)
    for response, order in ((white, ["black", "white"]), (black, ["white", "black"])):
        assert re.findall(r'data-clock="(\w+)"', response.content.decode())[:2] == order


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
    pieces = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}
    assert words == {f"b7a8{letter}": f"white {name}" for letter, name in pieces.items()}


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


@pytest.mark.parametrize("name", ["alice", "bob", "hana"])
def test_pages_of_players_and_officials_are_not_cached(table, name):
    assert "no-store" in table.page(name)["Cache-Control"]


def test_pages_of_spectators_are_rendered_once_for_each_state_of_the_game(table, django_assert_max_num_queries):
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


def test_the_reason_and_the_nearest_legal_moves_are_shown_and_nothing_is_recorded(table, read):
    answer = table.move("alice", "e2-e5")
    text = read(answer)
    assert answer.status_code == 422
    assert "e2 to e5" in text and "Not saved." not in text, "a slip of the finger is no failure to save"
    assert "e2-e4" in text and "e2-e3" in text
    assert "It was played like this" in text
    assert not Move.objects.exists()


def test_played_so_on_the_board_it_stands_and_the_opponent_can_call_the_arbiter(table, read):
    answer = table.move("alice", "e2-e5", irregular="1")
    assert answer.status_code == 200
    assert Move.objects.get().data["irregular"] is True
    assert "e2-e5 (illegal)" in read(answer), "a mark of exclamation would praise it"
    assert "Call the arbiter: illegal move" in read(table.part("bob"))
    assert "Call the arbiter: illegal move" not in read(table.part("alice"))


@pytest.mark.article("chess:A.5.2")
def test_a_king_that_was_taken_in_blitz_is_recorded_and_ruled_on(table_of, read):
    table = table_of(game="chess", regime="fide-2023-blitz")
    table.world.play("e2e4", "f7f6", "d1h5")
    table.at = 10
    assert table.move("bob", "a7a6", irregular="1").status_code == 200
    offered = table.move("alice", "h5e8")
    assert offered.status_code == 422 and "It was played like this" in read(offered)
    taken = table.move("alice", "h5e8", irregular="1")
    assert taken.status_code == 200 and "h5e8 (illegal)" in read(taken)
    assert "Call the arbiter: illegal move" in read(table.part("bob"))
    card = reverse("board-card", args=[table.world.slug, table.game.pk])
    text = read(table.client("artur").get(card))
    assert "A king is never captured." in text
    assert "illegal moves of White in this game: 1" in text.replace("I", "i")
    address = reverse("board-action", args=[table.world.slug, table.game.pk, "rule"])
    table.client("artur").post(address, {"resume": "1", "seq": table.game.seq})
    state = state_of(table.game)
    assert (state.illegal[Side.WHITE], state.illegal[Side.BLACK]) == (1, 0), "Black's was replied to"
    assert state.position.figures()["e8"][0].kind == "K"


def test_an_ambiguous_move_cannot_stand(table, read):
    answer = table.move("alice", "Q-e5")
    assert answer.status_code == 422
    assert "It was played like this" not in read(answer)


def test_input_stays_in_the_field(table):
    answer = table.do("alice", "move", move="hello")
    assert 'value="hello"' in answer.content.decode()


def test_a_text_that_fits_several_moves_lets_the_player_choose(table_of, read):
    table = table_of(game="chess", regime="fide-2023")
    table.world.play("d2d4", "a7a6", "g1f3", "a6a5")
    answer = table.move("alice", "Nd2")
    assert answer.status_code == 422
    body = answer.content.decode()
    assert 'value="b1d2"' in body and 'value="f3d2"' in body
    assert "Nbd2" in body and "Nfd2" in body


@pytest.mark.parametrize(
    ("game", "regime", "typed"), [("tavreli", "tavreli-1997", "e2-e5"), ("chess", "fide-2023", "e2e5")]
)
def test_where_mates_are_played_the_opponent_sees_the_ruling_at_once(table_of, read, game, regime, typed):
    table = table_of(game=game, regime=regime)
    table.move("alice", typed, irregular="1")
    table.at = 10
    table.do("bob", "call")
    table.at = 60
    rule_illegal_move(actor=table.world.artur, now=table.now(), game_id=table.game.pk)
    text = read(table.part("bob"))
    assert "The arbiter has made a ruling" in text and "Illegal move: upheld." in text
    assert "Illegal moves of White in this game: 1." in text
    table.move("alice", {"tavreli": "e2-e4", "chess": "e4"}[game])
    later = read(table.part("bob"))
    assert "The arbiter has made a ruling" not in later and "1 ruling in this game" in later


def test_the_arbiters_note_is_for_those_at_the_board(table, read):
    common = {"actor": table.world.artur, "now": table.now(), "game_id": table.game.pk}
    change = {"add": {Side.WHITE: 60_000}, "article": "tavreli-1997:6.10", "reason": "The clock stood still."}
    adjust_time(**common, **change)
    assert "The clock stood still." in read(table.part("alice"))
    watching = read(table.part())
    assert "The clock stood still." not in watching
    assert "Tavreli 6.10" in watching
