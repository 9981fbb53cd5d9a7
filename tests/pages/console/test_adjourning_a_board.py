"""A game is adjourned and resumed from the board card: the sealed move stays hidden, the cards are shown once."""

import json
import re

import pytest
from django.urls import reverse

from arbiter.models import Envelope
from games.models.record import RecordEntry
from games.services.moves import play_move
from tavleya.law.sealing import Policy, entropy_needed
from tavleya.law.sealing import seal as seal_move
from tavleya.sides import Side
from tests.arbiter.envelopes import DUE, ENDS, in_session
from tests.pages.html import page_of
from tests.pages.live.table import Table
from tests.world import NOW, World

pytestmark = pytest.mark.long


@pytest.fixture
def table(db, monkeypatch):
    return table_after(monkeypatch)


def table_after(monkeypatch, *moves, **options):
    table = Table(in_session(*moves, **options), monkeypatch)
    table.at = (ENDS - NOW).total_seconds()
    return table


def url(table, name="board-adjournment"):
    return reverse(name, args=[table.world.slug, table.game.pk])


def do(table, act, username="artur", **fields):
    return table.client(username).post(url(table), {"do": act, "seq": table.game.seq, **fields})


def seal(table, username="alice", **fields):
    address = reverse("live-seal", args=[table.world.slug, table.game.pk])
    client = table.client(username)
    return client.post(address, fields) if fields else client.get(address)


def adjourned(table, move="g1-f3"):
    """Seal a move, adjourn the game and return the cards in the order of the page."""
    do(table, "call")
    answer = seal(table, move=move)
    do(table, "adjourn", holder="")
    return re.findall(r"<code>([\w-]+)</code>", answer.content.decode())


def resumed(table):
    table.at = (DUE - NOW).total_seconds()
    assert do(table, "set_up").status_code == 302


@pytest.mark.article("tavreli:A.1", "tavreli:A.2", "tavreli:A.7")
def test_from_the_call_to_the_opened_envelope(table):
    page(table)
    assert do(table, "call").status_code == 302
    page(table)
    answer = seal(table, move="g1-f3")
    assert page_of(answer).problems == []
    cards = re.findall(r"<code>([\w-]+)</code>", answer.content.decode())
    assert len(cards) == 4  # three cards and the receipt
    page(table)
    assert do(table, "adjourn").status_code == 302
    assert table.game.phase == "adjourned"
    page(table)
    resumed(table)
    page(table)
    assert do(table, "open", card_1=cards[0], card_2=cards[2], present_black="1").status_code == 302
    assert table.game.snapshot["ply"] == 3


def test_the_answer_with_the_cards_is_kept_nowhere(table):
    do(table, "call")
    answer = seal(table, move="g1-f3")
    assert "no-store" in answer["Cache-Control"]
    cards = re.findall(r"<code>([\w-]+)</code>", answer.content.decode())
    content = seal(table).content.decode()
    assert not any(card in content for card in cards)
    assert "g1-f3" not in answer.content.decode()
    assert "g1-f3" not in table.client("artur").get(url(table)).content.decode()


def test_only_the_player_asked_can_seal_and_a_missing_request_is_shown(table, read):
    assert "has not asked for a sealed move" in read(seal(table))
    do(table, "call")
    for user in ("hana", "charlie"):
        assert seal(table, user, move="g1-f3").status_code == 403
    assert seal(table, "bob", move="g8-f6").status_code in (403, 409)
    assert not Envelope.objects.exists()


@pytest.mark.article("tavreli:A.5", "tavreli:A.7")
def test_an_envelope_opened_early_or_without_its_cards_is_refused_in_words(table, read):
    cards = adjourned(table)
    early = do(table, "set_up")
    assert early.status_code == 409 and "It is not yet time to resume this game" in read(early)
    resumed(table)
    for fields in ({"card_1": cards[0]}, {"card_1": cards[0], "card_2": "ABCD"}):
        answer = do(table, "open", present_black="1", **fields)
        assert answer.status_code in (409, 422)
        assert "Not saved." in read(answer)
        assert cards[0] not in answer.content.decode()
    assert table.game.snapshot["ply"] == 2


@pytest.mark.article("tavreli:A.3")
def test_the_printed_envelope_has_times_and_the_chain_of_keepers(table):
    adjourned(table)
    assert do(table, "hand_over", holder="hotel safe").status_code == 302
    assert do(table, "hand_over", holder=" ").status_code == 422
    page = page_of(table.client("artur").get(url(table, "board-envelope")))
    assert page.problems == []
    assert "artur → hotel safe" in page.words
    assert "move 2, White" in page.words
    assert Envelope.objects.get().commitment in page.words


@pytest.mark.article("tavreli:A.11")
def test_a_lost_envelope_is_made_good_by_the_move_and_its_receipt(table):
    cards = adjourned(table)
    resumed(table)
    assert do(table, "lost", note="burnt").status_code == 302
    assert do(table, "restore", move="g1-f3", receipt=cards[3]).status_code == 302
    assert table.game.snapshot["ply"] == 3


ACTS = "call paper adjourn hand_over reschedule set_up open start_absent rule late correct_time lost restore annul"


@pytest.mark.parametrize("username", ["hana", "alice", "olga"])
def test_only_an_arbiter_can_adjourn(table, username):
    before = RecordEntry.objects.count()
    for act in ACTS.split():
        assert do(table, act, username, holder="me", note="x").status_code == 403, act
    assert RecordEntry.objects.count() == before


def test_the_live_board_leads_the_player_who_is_asked_to_the_sealing(table, read):
    assert "Seal a move" not in read(table.page("alice"))
    do(table, "call")
    assert "Seal a move" in read(table.page("alice"))
    assert "Seal a move" not in read(table.page("bob"))
    assert "Seal a move" not in read(table.page())


@pytest.mark.parametrize("due", ["tomorrow", "2026-02-31T10:00"])
def test_a_time_that_is_none_is_refused(table, due):
    do(table, "call")
    seal(table, move="g1-f3")
    assert do(table, "adjourn", due=due).status_code == 422
    assert table.game.phase != "adjourned"


def page(table):
    parsed = page_of(table.client("artur").get(url(table)))
    assert parsed.problems == []
    return parsed


@pytest.mark.article("tavreli:A.1", "tavreli:A.9")
def test_a_paper_envelope_is_taken_opened_and_followed_by_a_second_one(table, read):
    do(table, "call")
    assert do(table, "paper").status_code == 302
    assert "is in a paper envelope" in page(table).words
    assert do(table, "adjourn").status_code == 302
    resumed(table)
    assert "Text on the paper" in page(table).words
    blank = do(table, "open", present_black="1", written=" ")
    assert blank.status_code == 422 and "Enter what is written on the paper" in read(blank)
    assert do(table, "open", present_black="1", written="g1-f3").status_code == 302
    assert "may reply on the board or seal the reply" in page(table).words
    assert do(table, "paper", holder="Olga").status_code == 302
    assert Envelope.objects.get(number=2).holder == "Olga"
    assert "Open second envelope" in page(table).words
    assert do(table, "open", present_white="1", written="b8-c6").status_code == 302
    assert table.game.snapshot["ply"] == 4


@pytest.mark.article("tavreli:A.9")
def test_the_reply_can_be_sealed_on_a_lent_device(table):
    cards = adjourned(table)
    resumed(table)
    do(table, "open", card_1=cards[0], card_2=cards[2], present_black="1")
    assert "may seal the reply in a second envelope" in page_of(seal(table, "artur")).words
    assert seal(table, "bob", move="b8-c6").status_code == 200
    assert Envelope.objects.get(number=2).second


@pytest.mark.article("tavreli:A.9")
def test_the_clock_of_who_must_reply_is_started_while_they_are_away(table):
    adjourned(table)
    resumed(table)
    assert "is absent: start the clock" in page(table).words
    assert do(table, "start_absent").status_code == 302
    assert table.game.phase == "playing"
    assert "is absent: start the clock" not in page(table).words


@pytest.mark.article("tavreli:A.10")
def test_a_player_more_than_an_hour_late_loses_once_the_envelope_is_open(table, read):
    cards = adjourned(table)
    assert "A player is late" not in page(table).words
    resumed(table)
    early = do(table, "late", late_black="1", without_opening="cards locked up")
    assert early.status_code == 409 and "The default time has not passed yet" in read(early)
    table.at += 3601
    closed = do(table, "late", late_black="1")
    assert closed.status_code == 409 and "opened only in that player's presence" in read(closed)
    assert do(table, "open", card_1=cards[0], card_2=cards[2]).status_code == 302
    assert "A player more than 60 minutes late loses" in page(table).words
    assert do(table, "late", late_black="1").status_code == 302
    assert table.game.result == "1-0"


@pytest.mark.article("tavreli:A.12")
def test_a_wrong_time_is_corrected_before_the_first_move_and_later_only_with_a_reason(table, read):
    cards = adjourned(table)
    resumed(table)
    do(table, "open", card_1=cards[0], card_2=cards[2], present_black="1")
    assert "A clock was set incorrectly" in page(table).words
    unreadable = do(table, "correct_time", left_black="soon")
    assert unreadable.status_code == 422 and 'value="soon"' in unreadable.content.decode()
    assert do(table, "correct_time", left_black="0:59:00").status_code == 302
    assert table.game.snapshot["clock"]["black"]["ms"] == 59 * 60_000
    table.at += 5
    play_move(actor=table.world.bob, now=table.now(), game_id=table.game.pk, text="b8-c6")
    late = do(table, "correct_time", left_white="1:00:00")
    assert late.status_code == 409 and "A move has been made since" in read(late)
    serious = {"serious": "1", "reason": "an hour was missing"}
    assert do(table, "correct_time", left_white="1:00:00", **serious).status_code == 302


@pytest.mark.article("tavreli:A.11")
def test_where_nothing_can_be_restored_the_page_leads_to_the_new_game(table):
    adjourned(table)
    do(table, "lost", note="burnt")
    assert "annul the game" in page(table).words
    old = table.game.pk
    assert do(table, "annul", reason=" ").status_code == 422
    answer = do(table, "annul", reason="nobody has the position")
    assert answer.status_code == 302 and table.game.pk != old
    assert str(table.game.pk) in answer["Location"]


@pytest.mark.article("tavreli:A.8", "chess:I.8")
@pytest.mark.parametrize(("reading", "result", "plies"), [("", "0-1", 4), ("Nbd2", "", 5)])
def test_an_ambiguous_sealed_move_loses_or_is_read_by_the_arbiter_with_their_reason(
    db, monkeypatch, read, reading, result, plies
):
    moves, chess = ("d4", "d5", "Nf3", "Nf6"), {"game": "chess", "regime": "fide-2023"}
    table = table_after(monkeypatch, *moves, **chess)
    cards = adjourned(table, "Nd2")  # both knights can go there
    resumed(table)
    do(table, "open", card_1=cards[0], card_2=cards[2], present_black="1")
    assert table.game.snapshot["sealed"][0]["outcome"] == "ambiguous"
    assert "Nd2" in page(table).words
    unexplained = do(table, "rule", reading="Nbd2")
    assert unexplained.status_code == 422 and "State why" in read(unexplained)
    assert do(table, "rule", reading=reading, reason="the sheet says which").status_code == 302
    assert (table.game.result, table.game.snapshot["ply"]) == (result, plies)


def test_a_move_sealed_by_a_browser_is_accepted_and_a_garbled_one_is_refused(table):
    do(table, "call")
    sealed_move = browser_seals(table, "g1-f3")
    for garbled in ("{", "[]", "{}", json.dumps(sealed_move.stored.to_json() | {"ply": 9}), "[" * 5000):
        answer = seal(table, sealed=garbled)
        assert answer.status_code == 422 and answer.json()["sentence"]
    answer = seal(table, sealed=json.dumps(sealed_move.stored.to_json()), offer="1")
    assert answer.json() == {"sealed": True} and "no-store" in answer["Cache-Control"]
    assert seal(table, sealed=json.dumps(sealed_move.stored.to_json())).status_code == 200
    assert RecordEntry.objects.filter(kind="sealing").count() == 1
    assert table.game.snapshot["offer"]["side"] == "white"
    assert seal(table, "bob", sealed="{}").status_code in (403, 409, 422)


def browser_seals(table, move):
    entropy = bytes(range(entropy_needed(Policy.TWO_OF_THREE)))
    return seal_move(move, game=str(table.game.key), ply=3, side=Side.WHITE, entropy=entropy, language="en")


def test_a_board_that_is_not_followed_is_adjourned_from_the_paper(db, monkeypatch, read):
    table = Table(World(tracking="result", control="120"), monkeypatch)
    assert "copy the position and the number" in page(table).words
    start = table.game.start_position
    copied = {"position": start, "number": "31"}
    wrong = do(table, "call", **copied, turn="black")
    assert wrong.status_code == 422 and "the other side is to move" in read(wrong)
    assert start in wrong.content.decode()
    assert do(table, "call", position=start, number="x", turn="white").status_code == 422
    assert do(table, "call", position="9/9", number="31", turn="white").status_code == 422
    assert do(table, "call", **copied, turn="white").status_code == 302
    assert page(table)
    assert do(table, "paper").status_code == 302
    assert "What the clocks showed" in page(table).words
    fields = {"due": "2026-11-21T16:00", "place": "Hall 2", "left_white": "0:20:00"}
    missing = do(table, "adjourn", **fields)
    assert missing.status_code == 422 and "what both clocks showed" in read(missing)
    assert 'value="0:20:00"' in missing.content.decode()
    assert do(table, "adjourn", **fields, left_black="0:50:00", used_white="1:40:00").status_code == 302
    sheet = page_of(table.client("artur").get(url(table, "board-envelope")))
    assert "move 31, White" in sheet.words and "1:40:00" in sheet.words
    table.at = 30 * 3600
    assert do(table, "set_up").status_code == 302
    assert do(table, "start_absent").status_code == 302
    assert do(table, "open", present_black="1", written="e2-e4").status_code == 302
    assert table.game.phase == "pending"
