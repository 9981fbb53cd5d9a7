"""The page of a live board for each visitor and game, and its commands: accepted, refused or too late."""

import json
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from arbiter.services.clock_readings import adjust_time
from arbiter.services.ruling import rule_illegal_move
from games.models.record import Move, RecordEntry
from games.states import state_of
from tavleya.errors import BadInput
from tavleya.rules.registry import SPECS
from tavleya.sides import Side
from tests.antichess import ANTICHESS
from tests.pages.html import page_of
from tests.pages.live.table import Table
from tests.tavleya.documents.reading import pages
from tests.world import World
from tournaments.models.event import Event

ACTS = ("move", "press", "offer", "accept", "decline", "resign", "call", "claim", "flag")


def test_a_move_is_recorded_and_the_board_comes_back(table, read):
    answer = table.move("alice", "e2-e4")
    assert answer.status_code == 200
    assert answer["X-Seq"] == str(table.game.seq)
    assert table.game.snapshot["last"] == "e2-e4"
    assert "Black to move" in read(answer)


def test_without_the_script_a_move_leads_back_to_the_board_or_is_explained_on_the_whole_page(table, read):
    client = table.client("alice")
    answer = client.post(table.url("move"), {"move": "e2-e5", "press": "1", "seq": table.game.seq})
    assert answer.status_code == 422
    assert "<html" in answer.content.decode() and "e2 to e5" in read(answer)
    answer = client.post(table.url("move"), {"move": "e2-e4", "press": "1", "seq": table.game.seq})
    assert (answer.status_code, answer["Location"]) == (302, table.url())
    assert table.game.snapshot["last"] == "e2-e4"


def test_a_piece_is_put_down_and_then_the_clock_is_pressed(table, read):
    answer = table.do("alice", "move", move="e2-e4")
    assert 'id="press"' in answer.content.decode()
    assert "White has moved." in read(answer)
    table.at = 20
    answer = table.do("bob", "move", move="e7-e5", side="black")  # the reply need not wait for the clock
    assert "White to move" in read(answer) and 'id="press"' not in answer.content.decode()
    table.at = 30
    table.do("alice", "press")
    assert table.game.entries.get(kind="press").white_ms == 60 * 60_000 - 20_000
    assert "Black has moved." in read(table.part("bob"))


def test_a_draw_is_offered_with_the_move_and_declined_or_accepted(table, read):
    table.move("alice", "e2-e4", offer="1")
    part = table.part("bob")
    assert "White offers a draw." in read(part) and "Accept draw" in read(part)
    table.do("bob", "decline")
    assert table.game.snapshot["offer"] is None
    table.move("bob", "e7-e5", offer="1")
    table.do("alice", "accept")
    assert (table.game.result, table.game.termination) == ("1/2-1/2", "agreement")


def test_a_player_resigns_and_calling_the_arbiter_stops_the_clocks(table, read):
    table.move("alice", "e2-e5", irregular="1")
    answer = table.do("bob", "call")
    assert (table.game.phase, table.game.calls) == ("paused", 1)
    assert "The clocks are stopped: the arbiter has been called." in read(answer)
    answer = table.do("bob", "resign")
    assert table.game.result == "1-0"
    assert "1 – 0 by resignation" in read(answer)


@pytest.mark.article("tavreli:6.9")
def test_a_fallen_flag_is_claimed_by_the_opponent_alone(table, read):
    table.at = 3600 + 10
    answer = table.do("alice", "flag", side="white")
    assert (answer.status_code, table.game.result) == (403, "")
    answer = table.do("bob", "flag", side="white")
    assert table.game.result == "0-1"
    assert "The flag of White has fallen." in read(answer) and "Tavreli 6.9" in read(answer)


@pytest.mark.article("tavreli:9.5")
def test_a_wrong_claim_is_priced_before_and_paid_after(table, read):
    before, seq = read(table.part("alice")), table.game.seq
    assert "you lose half of your remaining time, at most 3 min, and your opponent gets 3 min extra" in before
    illegal = table.do("alice", "claim", claim="repetition", intended="e2-e5")
    assert (illegal.status_code, table.game.seq) == (422, seq)
    answer = table.do("alice", "claim", claim="repetition", intended="e2-e4")
    text = read(answer)
    assert "rejected" in text and "Tavreli 9.5" in text
    assert "You announced e2-e4 with your claim, and it must be played now." in text
    clock = table.game.snapshot["clock"]
    assert (clock["white"]["ms"], clock["black"]["ms"]) == (57 * 60_000, 63 * 60_000)
    assert table.move("alice", "d2-d4").status_code == 409


def test_draughts_have_no_claims_because_their_draws_come_about_by_themselves(table_of, read):
    table = table_of(game="draughts", regime="draughts64", control="45 +15")
    assert "Claim draw" not in read(table.part("alice"))


@pytest.mark.parametrize("username", ["charlie", ""])
def test_a_user_who_does_not_play_here_cannot_act(table, username):
    before = RecordEntry.objects.count()
    for act in ACTS:
        answer = table.do(username, act, move="e2-e4", side="white", claim="repetition")
        assert answer.status_code == 403, act
    assert RecordEntry.objects.count() == before


def test_an_act_on_an_older_board_is_refused_and_says_what_has_happened(table, read):
    seen = table.game.seq
    table.move("alice", "e2-e4")
    before = RecordEntry.objects.count()
    for act in ACTS:
        answer = table.do("bob", act, seq=seen, move="e7-e5", side="black", claim="repetition")
        assert answer.status_code == 409, act
        assert "In the meantime: 1. e2-e4 White pressed the clock." in read(answer)
        assert f'data-seq="{table.game.seq}"' in answer.content.decode()
    assert RecordEntry.objects.count() == before


def test_nonsense_is_refused_and_never_breaks_the_page(table):
    before = RecordEntry.objects.count()
    for fields in ({"seq": "x"}, {"seq": "9" * 40}, {"side": "green"}, {"move": "é" * 500}):
        assert table.move("alice", **{"move": "e2-e9", **fields}).status_code == 422
    assert RecordEntry.objects.count() == before


def test_addresses_take_their_own_acts_alone_and_no_act_a_get(table):
    assert table.do("alice", "annul").status_code == 404
    assert table.client("alice").post(table.url()).status_code == 405
    assert table.client("alice").get(table.url("resign")).status_code == 405
    assert table.game.result == ""


@pytest.mark.article("tavreli:13.6")
def test_a_forgotten_clock_and_the_moves_left_are_not_shown(table_of, read):
    table = table_of(control="40/60:30")
    table.do("alice", "move", move="e2-e4")
    table.at = 600
    for user in ("alice", "bob", ""):
        part = table.part(user)
        text = read(part).lower()
        assert "white has moved." in text
        assert not any(word in text for word in ("forg", "still to be", "moves left", "to go", "39", "40"))
        assert "data-clock-to-go" not in part.content.decode()
    # Each has only their own clock to press.
    assert 'id="press"' not in table.part("bob").content.decode()


def test_each_visitor_has_their_controls_and_their_side_below(table, read):
    card = reverse("board-card", args=[table.world.slug, table.game.pk])
    pages = {name: table.page(name) for name in ("", "alice", "bob", "hana")}
    texts = {name: read(page) for name, page in pages.items()}
    bodies = {name: page.content.decode() for name, page in pages.items()}
    assert [page_of(page).problems for page in pages.values()] == [[]] * 4
    assert "You are watching." in texts[""] and "White to move" in texts[""]
    assert not any(control in bodies[""] for control in ("Resign", "move-form", "data-moves", 'name="seq"'))
    assert "You play White." in texts["alice"] and "You play Black." in texts["bob"]
    assert "You enter the moves of both players; White to move." in texts["hana"]
    for name, order in (("alice", ["black", "white"]), ("bob", ["white", "black"])):
        assert re.findall(r'data-clock="(\w+)"', bodies[name])[:2] == order
    assert [name for name, body in bodies.items() if card in body] == ["hana"]
    assert ["no-store" in page["Cache-Control"] for page in pages.values()] == [False, True, True, True]


def test_only_the_side_to_move_has_a_board_to_play_on_and_a_helper_both(table):
    assert "data-moves" in table.page("alice").content.decode()
    assert "data-moves" not in table.page("bob").content.decode()
    assert table.move("hana", "e2-e4").status_code == 200
    assert "data-moves" not in table.page("alice").content.decode()
    assert "data-moves" in table.page("bob").content.decode()
    assert table.move("hana", "e7-e5").status_code == 200


def test_one_visitor_may_play_both_sides_and_sees_which_is_to_move(table, read):
    pairing = table.world.pairing
    for registration in (pairing.white, pairing.black):
        registration.player.user_id = table.world.charlie.user_id
        registration.player.save(update_fields=["user"])
    assert "You play both sides; White to move." in read(table.page("charlie"))
    assert "You play both sides; Black to move." in read(table.move("charlie", "e2-e4"))
    assert "You play both sides; White to move." in read(table.move("charlie", "e7-e5"))


@pytest.mark.parametrize(("turned", "first"), [("white", "black"), ("black", "white"), ("auto", "white")])
def test_the_board_can_be_turned_or_turn_by_itself(table, turned, first):
    table.move("alice", "e2-e4")
    body = table.page("", f"?bottom={turned}").content.decode()
    assert re.findall(r'data-clock="(\w+)"', body)[0] == first


def moves_in(response) -> dict[str, list]:
    moves = re.search(r'data-moves="([^"]*)"', response.content.decode())[1]
    return json.loads(unescape(moves))


def test_the_legal_moves_go_with_the_board_for_the_script(table):
    table.world.play("e2-e4", "d7-d5", "e4-d5", "d8-d5", "a2-a3")
    data = moves_in(table.part("bob"))
    lifts = [[text, words] for text, path, words in data["moves"] if path == ["d5", "a5"]]
    assert lifts == [["d5-a5(1)", "1"], ["d5-a5(2)", "2"], ["d5-a5", "all 3"]]
    assert "d5" in data["own"] and "a3" not in data["own"]


def test_a_promotion_is_described_by_its_piece(table_of):
    table = table_of(game="chess", regime="fide-2023")
    table.world.play("a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "c8b7", "a6b7", "h7h6")
    moves = moves_in(table.part("alice"))["moves"]
    descriptions = {text: words for text, path, words in moves if path == ["b7", "a8"]}
    pieces = {"q": "queen", "r": "rook", "b": "bishop", "n": "knight"}
    assert descriptions == {f"b7a8{letter}": f"white {name}" for letter, name in pieces.items()}


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
    client = table.client("alice")
    with django_assert_max_num_queries(14):
        assert 'name="seq"' in client.get(table.url(), headers=part).content.decode()


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
    ambiguous = table.move("alice", "Q-e5")
    assert ambiguous.status_code == 422
    assert "It was played like this" not in read(ambiguous), "an ambiguous move cannot stand"
    assert 'value="hello"' in table.move("alice", "hello").content.decode(), "the input stays in the field"
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


def test_a_text_that_fits_several_moves_lets_the_player_choose(table_of):
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


INTERNATIONAL = {"game": "draughts100", "regime": "draughts64", "control": "45"}
GIVEAWAY = {"game": "antichess", "regime": "fide-2023", "control": "15+10"}


@pytest.fixture
def offered(settings, monkeypatch):
    settings.EXTRA_GAMES = ["draughts100"]
    monkeypatch.setitem(SPECS, ANTICHESS.game, ANTICHESS)


@pytest.mark.parametrize(
    ("options", "name", "squares", "moves", "refused", "ending"),
    [
        (INTERNATIONAL, "International draughts", 100, ("32-28", "19-23"), "31-27", "pdn"),
        (GIVEAWAY, "Antichess", 64, ("e3", "b5"), "d4", "pgn"),
    ],
    ids=["draughts100", "antichess"],
)
def test_a_game_is_played_on_the_live_board(offered, table_of, read, options, name, squares, moves, refused, ending):
    table = table_of(**options)
    page = table.page("alice")
    assert name in read(page)
    assert ("type the squares of the move" in read(page)) is (ending == "pdn"), "only chess is read in any notation"
    assert page.content.decode().count("data-square=") == squares
    assert moves_in(page)["moves"]
    assert table.move("alice", moves[0]).status_code == 200
    assert table.move("bob", moves[1]).status_code == 200
    answer = table.move("alice", refused)
    assert answer.status_code == 422
    assert "compulsory" in read(answer)
    assert table.game.snapshot["ply"] == 2
    event = f"/events/{table.world.slug}/"
    game = f"{event}games/{table.game.pk}"
    for address in (f"{game}/", f"{game}/?ply=1", f"{event}open/crosstable/", f"{event}open/rounds/1/", "/"):
        assert Client().get(address).status_code == 200, address
    file = Client().get(f"{game}.{ending}").content.decode()
    assert {"pdn": '[GameType "20,W,10,10,N2,0"]', "pgn": '[Variant "Antichess"]'}[ending] in file
    sheet = table.client("olga").get(f"/desk/{table.world.slug}/open/rounds/1/outputs/sheets.pdf")
    assert len(pages(sheet.content)) == 1
    assert table.client("olga").get(f"/desk/{table.world.slug}/open/").status_code == 200


def test_a_game_that_the_operator_does_not_offer_is_refused(db, settings):
    settings.EXTRA_GAMES = []
    with pytest.raises(BadInput, match="does not offer the game"):
        World(**INTERNATIONAL)


START = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"
CHESS960 = {"game": "chess960", "regime": "fide-2023", "control": "15+10", "rules": {"start_position": START}}


def test_castling_is_tapped_as_king_takes_rook_and_an_illegal_one_refused_with_its_reason(table_of, read):
    table: Table = table_of(**CHESS960)
    refused = table.move("alice", "O-O-O")
    assert refused.status_code == 422
    assert "There is a piece in the way of king or rook on c1, d1, e1." in read(refused)
    page = table.page("alice")
    assert "Start position 325: NRBBQKRN" in read(page) and "Chess960" in read(page)
    assert 'data-asks="promote"' in page.content.decode()
    assert ["f1g1", ["f1", "g1"]] in [move[:2] for move in moves_in(page)["moves"]]
    assert table.move("alice", "f1g1").status_code == 200
    assert table.move("bob", "O-O").status_code == 200
    assert table.game.snapshot["ply"] == 2
    assert "0-0" in read(table.page())


def test_the_pages_and_papers_around_the_game_are_there(table_of, read):
    table: Table = table_of(**CHESS960)
    table.move("alice", "O-O")
    event = f"/events/{table.world.slug}/"
    game = f"{event}games/{table.game.pk}"
    for address in (f"{game}/", f"{event}open/crosstable/", f"{event}open/rounds/1/", f"{event}open/rules/"):
        assert Client().get(address).status_code == 200, address
    file = Client().get(f"{game}.pgn").content.decode()
    assert '[Variant "Chess960"]' in file and f'[FEN "{START}"]' in file and "1. O-O {" in file
    sheet = table.client("olga").get(f"/desk/{table.world.slug}/open/rounds/1/outputs/sheets.pdf")
    [page] = pages(sheet.content)
    assert "Start position" in page and "325: NRBBQKRN" in page
    assert "♞" in page and "♖" in page
    card = table.client("artur").get(reverse("board-card", args=[table.world.slug, table.game.pk]))
    assert "Touch-move" in read(card) and "Irregularity (draughts" not in read(card)
