"""Fines in the log, noted as paid by an arbiter; fines and prizes in the report of an event."""

import csv
import io

import pytest
from django.urls import reverse

from arbiter.models import Fine, Ruling
from arbiter.services import reversal
from arbiter.services.duty import set_regulations
from arbiter.services.rulings import note_payment
from documents.services.prizes import approve_awards, set_prizes
from tavleya.errors import Conflict, NotFound
from tests.arbiter.ruling import rule
from tests.databases import remembered
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.pages.live.table import Table
from tests.refusals import refused
from tests.tavleya.documents.reading import pages
from tests.world import NOW, World, later
from tournaments.services.results import enter_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(monkeypatch):
    return Table(world_with_a_fine(), monkeypatch)


def world_with_a_tariff() -> World:
    world = World(game="chess", regime="fide-2023", control="60")
    common = {"actor": world.olga, "now": later(seconds=1), "section_id": world.section.pk}
    set_regulations(**common, regulations={"fines": {"currency": "EUR", "amounts": [20, 50]}})
    return world


@remembered
def world_with_a_fine() -> World:
    world = world_with_a_tariff()
    world.started()
    impose_fine(world, 50, 5)
    return world


def log(table, username="artur"):
    return page_of(table.client(username).get(reverse("rulings", args=[table.world.slug]))).words


def note(table, username="artur", paid="yes"):
    address = reverse("board-fine", args=[table.world.slug, table.game.pk, 1])
    return table.client(username).post(address, {"paid": paid})


@pytest.mark.article("chess:12.9.7")
def test_the_ruling_form_takes_a_fine_of_the_tariff_and_refuses_another(table):
    address = reverse("board-ruling", args=[table.world.slug, table.game.pk])
    values = {"kind": "penalty", "do": "preview", "seq": table.game.seq, "offender": "black", "measure": "fine"}
    page = page_of(table.client("artur").post(address, {**values, "amount": "20"}))
    assert "Black owes a fine: 20 EUR." in page.words
    refusal = table.client("artur").post(address, {**values, "amount": "30"})
    assert "announced: 20, 50" in page_of(refusal).words


def test_log_and_table_say_what_is_owed_and_then_that_it_was_paid(table):
    assert "Fine: 50 EUR (not paid)" in log(table)
    assert note(table).status_code == 302
    assert "Fine: 50 EUR (paid" in log(table)
    assert Fine.objects.get().paid_to_id == table.world.artur.user_id
    answer = table.client("artur").get(reverse("rulings-table", args=[table.world.slug]))
    (row,) = csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig")))
    assert row["fine"] == "50 EUR" and row["fine_paid_at"].startswith("20")
    address = reverse("board-fine", args=[table.world.slug, table.game.pk, 1])
    response = table.client("artur").post(address, {"paid": "yes"}, follow=True)
    assert "This is already recorded." in page_of(response).words
    note(table, paid="no")
    assert "Fine: 50 EUR (not paid)" in log(table)
    report = page_of(table.client("artur").get(reverse("rulings-report", args=[table.world.slug])))
    assert "Fine: 50 EUR (not paid)" in report.words and "Mark as paid" not in report.words


def test_a_fine_goes_with_its_ruling(table):
    ruling = Ruling.objects.get()
    reversal.reverse(actor=table.world.artur, now=later(seconds=9), ruling_id=ruling.pk, note="on appeal")
    assert "Fine: 50 EUR (not due)" in log(table)
    with refused(Conflict, "fine_not_owed"):
        note_payment(actor=table.world.artur, now=later(seconds=10), ruling_id=ruling.pk)


def test_only_arbiters_note_a_payment(table):
    for user in ("hana", "alice", "charlie"):
        assert note(table, user).status_code == 403, user
    assert Fine.objects.get().paid_at is None


def test_a_ruling_without_a_fine_has_no_payment_to_note(table):
    ruling = rule(table.world, "penalty", 20, offender="white", measure="warning")
    with pytest.raises(NotFound):
        note_payment(actor=table.world.artur, now=later(seconds=21), ruling_id=ruling.pk)


@pytest.fixture
def world(db: None) -> World:
    return world_with_a_tariff()


def report_texts(world: World) -> tuple[str, str]:
    client = signed_in("artur")
    page = page_of(client.get(reverse("rulings-report", args=[world.event.slug])))
    paper = client.get(reverse("rulings-report-pdf", args=[world.event.slug])).content
    return page.words.replace("\u202f", " ").replace("\xa0", " "), " ".join(pages(paper)).replace("\u202f", " ")


def impose_fine(world: World, amount: int, seconds: int) -> None:
    facts = {"offender": "white", "measure": "fine", "amount": amount, "article": "fide-2023:11.3.2.2"}
    rule(world, "penalty", seconds, **facts)


def test_a_report_without_money_says_nothing_of_it(world: World) -> None:
    for words in report_texts(world):
        assert "Prizes and fines" not in words


def test_fines_are_summed_and_those_taken_back_are_not(world: World) -> None:
    world.started()
    impose_fine(world, 20, 5)
    impose_fine(world, 50, 6)
    impose_fine(world, 50, 7)
    reversal.reverse(actor=world.artur, now=later(seconds=8), ruling_id=world.board.rulings.get(number=3).pk)
    note_payment(actor=world.artur, now=later(seconds=9), ruling_id=world.board.rulings.get(number=1).pk)
    for words in report_texts(world):
        assert "2 fines, 70 EUR in all, of which 20 EUR paid" in words


def test_prizes_stand_there_as_the_table_has_them_and_then_as_approved(world: World) -> None:
    enter_result(actor=world.olga, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    common = {"actor": world.olga, "now": NOW, "section_id": world.section.pk}
    set_prizes(**common, currency="UAH", sharing="hort", prizes={"": [30000, 10000]})
    for words in report_texts(world):
        assert "prizes, not yet approved" in words and "1. Alice: 300 UAH (Main prizes)" in words
        assert "In all: 400 UAH" in words
    approve_awards(**common, provisional=True)
    for words in report_texts(world):
        assert "prizes, approved as provisional" in words
