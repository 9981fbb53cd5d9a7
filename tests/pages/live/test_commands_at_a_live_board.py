"""Everything that can be done at a live board, through its page: done, refused, too late, and by the wrong person."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games.models.record import RecordEntry

ACTS = ("move", "press", "offer", "accept", "decline", "resign", "call", "claim", "flag")


def test_a_move_is_recorded_and_the_board_comes_back(table, read):
    answer = table.move("alice", "e2-e4")
    assert answer.status_code == 200
    assert answer["X-Seq"] == str(table.game.seq)
    assert table.game.snapshot["last"] == "e2-e4"
    assert "Black to move" in read(answer)


def test_without_the_script_a_move_leads_back_to_the_board(table):
    client = table.client("alice")
    answer = client.post(table.url("move"), {"move": "e2-e4", "press": "1", "seq": table.game.seq})
    assert (answer.status_code, answer["Location"]) == (302, table.url())
    assert table.game.snapshot["last"] == "e2-e4"


def test_without_the_script_a_refused_move_is_explained_on_the_whole_page(table, read):
    client = table.client("alice")
    answer = client.post(table.url("move"), {"move": "e2-e5", "press": "1", "seq": table.game.seq})
    assert answer.status_code == 422
    assert "<html" in answer.content.decode() and "e2 to e5" in read(answer)


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


def test_a_draw_is_offered_with_the_move_and_accepted(table, read):
    table.move("alice", "e2-e4", offer="1")
    part = table.part("bob")
    assert "White offers a draw." in read(part) and "Accept draw" in read(part)
    table.do("bob", "accept")
    assert (table.game.result, table.game.termination) == ("1/2-1/2", "agreement")


def test_a_draw_is_declined(table):
    table.do("alice", "offer")
    table.do("bob", "decline")
    assert table.game.snapshot["offer"] is None


def test_a_player_resigns(table, read):
    answer = table.do("bob", "resign")
    assert table.game.result == "1-0"
    assert "1 – 0 by resignation" in read(answer)


def test_calling_the_arbiter_stops_the_clocks(table, read):
    table.move("alice", "e2-e5", irregular="1")
    answer = table.do("bob", "call")
    assert (table.game.phase, table.game.calls) == ("paused", 1)
    assert "The clocks are stopped: the arbiter has been called." in read(answer)


@pytest.mark.article("tavreli:6.9")
def test_a_fallen_flag_is_claimed_by_the_opponent(table, read):
    table.at = 3600 + 10
    answer = table.do("bob", "flag", side="white")
    assert table.game.result == "0-1"
    assert "The flag of White has fallen." in read(answer) and "Tavreli 6.9" in read(answer)


def test_a_player_does_not_claim_their_own_side_to_have_lost(table):
    table.at = 3600 + 10
    answer = table.do("alice", "flag", side="white")
    assert answer.status_code == 403
    assert table.game.result == ""


@pytest.mark.article("tavreli:9.5")
def test_a_wrong_claim_is_priced_before_and_paid_after(table, read):
    before = read(table.part("alice"))
    assert "you lose half of your remaining time, at most 3 min, and your opponent gets 3 min extra" in before
    answer = table.do("alice", "claim", claim="repetition", intended="e2-e4")
    text = read(answer)
    assert "rejected" in text and "Tavreli 9.5" in text
    assert "You announced e2-e4 with your claim, and it must be played now." in text
    clock = table.game.snapshot["clock"]
    assert (clock["white"]["ms"], clock["black"]["ms"]) == (57 * 60_000, 63 * 60_000)
    refused = table.move("alice", "d2-d4")
    assert refused.status_code == 409


def test_a_claim_with_a_move_that_is_not_legal_is_refused_before_it_is_made(table):
    seq = table.game.seq
    answer = table.do("alice", "claim", claim="repetition", intended="e2-e5")
    assert answer.status_code == 422
    assert table.game.seq == seq


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
    for value in ({"seq": "x"}, {"seq": "9" * 40}, {"side": "green"}, {"move": "é" * 500}):
        assert table.move("alice", **{"move": "e2-e9", **value}).status_code == 422
    assert RecordEntry.objects.count() == before


def test_there_is_no_such_act(table):
    assert table.do("alice", "annul").status_code == 404


def test_a_read_only_address_takes_no_post_and_an_act_no_get(table):
    assert table.client("alice").post(table.url()).status_code == 405
    assert table.client("alice").get(table.url("resign")).status_code == 405
    assert table.game.result == ""


def test_an_act_needs_the_forms_own_token(table):
    client = Client(enforce_csrf_checks=True)
    client.force_login(get_user_model().objects.get(username="alice"))
    assert client.post(table.url("resign"), {"seq": table.game.seq}).status_code == 403
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
