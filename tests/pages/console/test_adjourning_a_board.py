"""A game is adjourned and resumed from the board card: the sealed move is shown to nobody, the cards once."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from django.urls import reverse

from arbiter.models import Envelope
from games.models import RecordEntry
from tests.arbiter.envelopes import DUE, ENDS, in_session
from tests.pages.html import page_of
from tests.pages.live.table import Table
from tests.world import NOW


@pytest.fixture
def table(db, monkeypatch):
    table = Table(in_session(), monkeypatch)
    clock = SimpleNamespace(now=table.now)
    monkeypatch.setattr("arbiter.views.adjournments.timezone", clock)
    monkeypatch.setattr("arbiter.views.seal.timezone", clock)
    table.at = (ENDS - NOW).total_seconds()
    return table


def desk(table, name="board-adjournment"):
    return reverse(name, args=[table.world.slug, table.game.pk])


def do(table, act, who="artur", **fields):
    return table.client(who).post(desk(table), {"do": act, "seq": table.game.seq, **fields})


def seal(table, who="alice", **fields):
    address = reverse("live-seal", args=[table.world.slug, table.game.pk])
    client = table.client(who)
    return client.post(address, fields) if fields else client.get(address)


def adjourned(table, move="g1-f3"):
    """The cards, by their order on the page."""
    do(table, "call")
    answer = seal(table, move=move)
    do(table, "adjourn", holder="")
    return re.findall(r"<code>([\w-]+)</code>", answer.content.decode())


def resumed(table):
    table.at = (DUE - NOW).total_seconds()
    assert do(table, "set_up").status_code == 302


@pytest.mark.article("tavreli:A.1", "tavreli:A.2", "tavreli:A.7")
def test_from_the_call_to_the_opened_envelope(table):
    steps = [page_of(table.client("artur").get(desk(table)))]
    assert do(table, "call").status_code == 302
    steps.append(page_of(table.client("artur").get(desk(table))))
    answer = seal(table, move="g1-f3")
    steps.append(page_of(answer))
    cards = re.findall(r"<code>([\w-]+)</code>", answer.content.decode())
    assert len(cards) == 4  # three cards and the receipt
    steps.append(page_of(table.client("artur").get(desk(table))))
    assert do(table, "adjourn").status_code == 302
    assert table.game.phase == "adjourned"
    steps.append(page_of(table.client("artur").get(desk(table))))
    resumed(table)
    steps.append(page_of(table.client("artur").get(desk(table))))
    assert do(table, "open", card_1=cards[0], card_2=cards[2], present_black="1").status_code == 302
    assert table.game.snapshot["ply"] == 3
    for page in steps:
        assert page.problems == []


def test_the_answer_with_the_cards_is_kept_nowhere(table):
    do(table, "call")
    answer = seal(table, move="g1-f3")
    assert "no-store" in answer["Cache-Control"]
    cards = re.findall(r"<code>([\w-]+)</code>", answer.content.decode())
    again = seal(table).content.decode()
    assert not any(card in again for card in cards)
    assert "g1-f3" not in answer.content.decode()
    assert "g1-f3" not in table.client("artur").get(desk(table)).content.decode()


def test_only_who_is_asked_seals_and_the_page_says_when_nobody_is(table, read):
    assert "has not asked for a sealed move" in read(seal(table))
    do(table, "call")
    for who in ("hana", "charlie"):
        assert seal(table, who, move="g1-f3").status_code == 403
    assert seal(table, "bob", move="g8-f6").status_code in (403, 409)
    assert not Envelope.objects.exists()


@pytest.mark.article("tavreli:A.5", "tavreli:A.7")
def test_an_envelope_opened_early_or_without_its_cards_is_refused_in_words(table, read):
    cards = adjourned(table)
    early = do(table, "set_up")
    assert early.status_code == 409 and "It is not time to resume this game" in read(early)
    resumed(table)
    for given in ({"card_1": cards[0]}, {"card_1": cards[0], "card_2": "ABCD"}):
        answer = do(table, "open", present_black="1", **given)
        assert answer.status_code in (409, 422)
        assert "Not saved." in read(answer)
        assert cards[0] not in answer.content.decode()
    assert table.game.snapshot["ply"] == 2


@pytest.mark.article("tavreli:A.3")
def test_the_printed_envelope_has_times_and_the_chain_of_keepers(table, read):
    adjourned(table)
    assert do(table, "hand_over", holder="hotel safe").status_code == 302
    assert do(table, "hand_over", holder=" ").status_code == 422
    page = page_of(table.client("artur").get(desk(table, "board-envelope")))
    assert page.problems == []
    assert "artur → hotel safe" in page.words
    assert "move 2, White" in page.words
    assert Envelope.objects.get().commitment in page.words


@pytest.mark.article("tavreli:A.8")
def test_a_sealed_move_that_cannot_be_made_is_ruled_on(table, read):
    cards = adjourned(table, "horse somewhere")
    resumed(table)
    do(table, "open", card_1=cards[0], card_2=cards[2], present_black="1")
    assert "horse somewhere" in read(table.client("artur").get(desk(table)))
    assert do(table, "rule").status_code == 302
    assert table.game.result == "0-1"


@pytest.mark.article("tavreli:A.11")
def test_a_lost_envelope_is_made_good_by_the_move_and_its_receipt(table, read):
    cards = adjourned(table)
    resumed(table)
    assert do(table, "lost", note="burnt").status_code == 302
    assert do(table, "restore", move="g1-f3", receipt=cards[3]).status_code == 302
    assert table.game.snapshot["ply"] == 3


@pytest.mark.parametrize(
    "act", ["call", "adjourn", "hand_over", "reschedule", "set_up", "open", "rule", "lost"]
)
@pytest.mark.parametrize("who", ["hana", "alice", "olga"])
def test_nobody_but_an_arbiter_adjourns(table, who, act):
    before = RecordEntry.objects.count()
    assert do(table, act, who, holder="me", note="x").status_code == 403
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
