"""Prize money and fines in the report of an event, on its page and on paper."""

import pytest
from django.urls import reverse

from arbiter.services import reversal
from arbiter.services.fines import note_payment
from arbiter.services.regimes import set_regulations
from arbiter.services.ruling import rule
from documents.services.prizes import approve_awards, set_prizes
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.tavleya.documents.reading import pages
from tests.world import NOW, World, later
from tournaments.services.results import enter_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    world = World(game="chess", regime="fide-2023", control="60")
    set_regulations(
        actor=world.olga,
        now=later(seconds=1),
        section_id=world.section.pk,
        regulations={"fines": {"currency": "EUR", "amounts": [20, 50]}},
    )
    return world


def report_texts(world: World) -> tuple[str, str]:
    client = signed_in("artur")
    page = page_of(client.get(reverse("rulings-report", args=[world.event.slug])))
    paper = client.get(reverse("rulings-report-pdf", args=[world.event.slug])).content
    return page.words.replace("\u202f", " ").replace("\xa0", " "), " ".join(pages(paper)).replace(
        "\u202f", " "
    )


def fined(world: World, amount: int, at: int) -> None:
    facts = {"offender": "white", "measure": "fine", "amount": amount, "article": "fide-2023:11.3.2.2"}
    rule(actor=world.artur, now=later(seconds=at), game_id=world.board.pk, kind="penalty", facts=facts)


def test_a_report_without_money_says_nothing_of_it(world: World) -> None:
    for words in report_texts(world):
        assert "Prizes and fines" not in words


def test_fines_are_summed_and_those_taken_back_are_not(world: World) -> None:
    world.started()
    fined(world, 20, 5)
    fined(world, 50, 6)
    fined(world, 50, 7)
    reversal.reverse(actor=world.artur, now=later(seconds=8), ruling_id=world.board.rulings.get(number=3).pk)
    note_payment(actor=world.artur, now=later(seconds=9), ruling_id=world.board.rulings.get(number=1).pk)
    for words in report_texts(world):
        assert "2 fines, 70 EUR in all, of which 20 EUR paid" in words


def test_prizes_stand_there_as_the_table_has_them_and_then_as_approved(world: World) -> None:
    enter_result(actor=world.olga, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    set_prizes(
        actor=world.olga,
        now=NOW,
        section_id=world.section.pk,
        currency="UAH",
        sharing="hort",
        prizes={"": [30000, 10000]},
    )
    for words in report_texts(world):
        assert "prizes, not yet approved" in words and "1. Alice: 300 UAH (Main prizes)" in words
        assert "In all: 400 UAH" in words
    approve_awards(actor=world.olga, now=NOW, section_id=world.section.pk, provisional=True)
    for words in report_texts(world):
        assert "prizes, approved as provisional" in words
