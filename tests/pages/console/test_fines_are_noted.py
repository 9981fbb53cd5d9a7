"""A fine is listed in the log and the report with its amount, and an arbiter marks it as paid."""

import csv
import io

import pytest
from django.urls import reverse

from arbiter.models.fine import Fine
from arbiter.models.ruling import Ruling
from arbiter.services import reversal
from arbiter.services.fines import note_payment
from arbiter.services.regimes import set_regulations
from arbiter.services.ruling import rule
from tavleya.errors import Conflict, NotFound
from tests.databases import remembered
from tests.pages.html import page_of
from tests.pages.live.table import Table
from tests.world import World, later

pytestmark = [pytest.mark.django_db, pytest.mark.article("chess:12.9.7")]


@pytest.fixture
def table(monkeypatch):
    return Table(world_with_a_fine(), monkeypatch)


@remembered
def world_with_a_fine() -> World:
    world = World(game="chess", regime="fide-2023", control="60")
    set_regulations(
        actor=world.olga,
        now=later(seconds=1),
        section_id=world.section.pk,
        regulations={"fines": {"currency": "EUR", "amounts": [20, 50]}},
    )
    world.started()
    facts = {"offender": "white", "measure": "fine", "amount": 50, "article": "fide-2023:11.3.2.2"}
    rule(actor=world.artur, now=later(seconds=5), game_id=world.board.pk, kind="penalty", facts=facts)
    return world


def log(table, who="artur"):
    return page_of(table.client(who).get(reverse("rulings", args=[table.world.slug]))).words


def note(table, who="artur", paid="yes"):
    address = reverse("board-fine", args=[table.world.slug, table.game.pk, 1])
    return table.client(who).post(address, {"paid": paid})


def test_the_ruling_form_takes_a_fine_of_the_tariff_and_refuses_another(table):
    address = reverse("board-ruling", args=[table.world.slug, table.game.pk])
    values = {
        "kind": "penalty",
        "do": "preview",
        "seq": table.game.seq,
        "offender": "black",
        "measure": "fine",
    }
    page = page_of(table.client("artur").post(address, {**values, "amount": "20"}))
    assert "Black owes a fine: 20 EUR." in page.words
    refused = table.client("artur").post(address, {**values, "amount": "30"})
    assert "announced: 20, 50" in page_of(refused).words


def test_the_log_says_what_is_owed_and_then_that_it_was_paid(table):
    assert "Fine: 50 EUR (not paid)" in log(table)
    assert note(table).status_code == 302
    assert "Fine: 50 EUR (paid" in log(table)
    assert Fine.objects.get().paid_to_id == table.world.artur.user_id
    address = reverse("board-fine", args=[table.world.slug, table.game.pk, 1])
    response = table.client("artur").post(address, {"paid": "yes"}, follow=True)
    assert "This is already recorded." in page_of(response).words
    note(table, paid="no")
    assert "Fine: 50 EUR (not paid)" in log(table)
    report = page_of(table.client("artur").get(reverse("rulings-report", args=[table.world.slug])))
    assert "Fine: 50 EUR (not paid)" in report.words and "Mark as paid" not in report.words


def test_the_table_has_amount_and_payment(table):
    note(table)
    answer = table.client("artur").get(reverse("rulings-table", args=[table.world.slug]))
    (row,) = csv.DictReader(io.StringIO(answer.content.decode().lstrip("\ufeff")))
    assert row["fine"] == "50 EUR" and row["fine_paid_at"].startswith("20")


def test_a_fine_goes_with_its_ruling(table):
    ruling = Ruling.objects.get()
    reversal.reverse(actor=table.world.artur, now=later(seconds=9), ruling_id=ruling.pk, note="on appeal")
    assert "Fine: 50 EUR (not due)" in log(table)
    with pytest.raises(Conflict) as excinfo:
        note_payment(actor=table.world.artur, now=later(seconds=10), ruling_id=ruling.pk)
    assert excinfo.value.code == "fine_not_owed"


def test_only_arbiters_note_a_payment(table):
    for user, status in (("hana", 403), ("alice", 403), ("charlie", 404)):
        assert note(table, user).status_code in (status, 403, 404)
    assert Fine.objects.get().paid_at is None


def test_there_is_none_where_none_was_laid(table):
    created = rule(
        actor=table.world.artur,
        now=later(seconds=20),
        game_id=table.game.pk,
        kind="penalty",
        facts={"offender": "white", "measure": "warning"},
    )
    with pytest.raises(NotFound):
        note_payment(actor=table.world.artur, now=later(seconds=21), ruling_id=created.pk)
