"""A kind of ruling that no other module knows: its record alone puts it on every page that rulings are on."""

import csv
import io
import re

import pytest
from django.test import Client
from django.urls import reverse

from arbiter.models import Ruling
from games.views.ledger import ledger_text
from tavleya.law import kinds
from tavleya.law.facts import FactKind, fact
from tavleya.law.remedies import Remedy
from tavleya.law.ruling_kind import Board, Case, Group, RulingKind, Words, decision, irregularity
from tavleya.messages import label
from tavleya.record.commands import result_draft
from tavleya.record.results import win_for
from tests.pages.html import page_of
from tests.tavleya.documents.reading import pages

FACTS = (
    fact("offender", FactKind.SIDE, "who smuggled it in", required=True),
    fact("fruit", FactKind.CHOICE, "what it was", choices=(("pear", "a ripe pear"), ("plum", "a sour plum"))),
    fact("bites", FactKind.WHOLE, "how often it was bitten"),
)


def decide(case: Case) -> Remedy:
    offender = case.facts.side("offender")
    lost = win_for(offender.other)
    drafts = (
        irregularity(offender, "smuggled", case.regime.article("powers")),
        decision(case, "upheld", case.regime.article("powers")),
        result_draft(lost, "fruit", side=offender),
    )
    return Remedy(
        case.kind, case.regime.article("powers"), "", offender, drafts,
        (label("fruit_found", "Fruit was found at the board."),), result=lost, facts=case.facts.values,
    )  # fmt: skip


def bites(board: Board) -> dict[str, object]:
    return {"bites": board.state.ply + 3}


KIND = RulingKind(
    key="fruit",
    name=label("ruling_fruit", "Fruit at the board"),
    group=Group.CONDUCT,
    facts=FACTS,
    decide=decide,
    known=bites,
    games=frozenset({"tavreli"}),
    words=Words(
        decisions={"upheld": "The fruit was taken away."},
        breaches={"smuggled": "%(side)s smuggled fruit in."},
        endings={"fruit": "by a fruit"},
    ),
)
GIVEN = {"offender": "white", "fruit": "plum", "bites": "3"}


@pytest.fixture
def table(table_of, monkeypatch):
    monkeypatch.setitem(kinds._KINDS, KIND.key, KIND)
    return table_of()


def address(table, name):
    board = (table.game.pk,) if name.startswith("board-") else ()
    return reverse(name, args=[table.world.slug, *board])


def get(table, name, query=""):
    return table.client("artur").get(address(table, name) + query)


def post(table, do, **fields):
    values = {"kind": KIND.key, "seq": table.game.seq, "do": do, **GIVEN, **fields}
    return table.client("artur").post(address(table, "board-ruling"), values)


@pytest.fixture
def ruled(table):
    seen = re.search(r'name="looked_at" value="(\w+)"', post(table, "preview").content.decode())
    assert post(table, "apply", looked_at=seen[1]).status_code == 302
    return table


def test_it_stands_in_the_menu_of_its_group_and_of_its_games(table, table_of):
    for name in ("board-card", "board-ruling"):
        page = page_of(get(table, name))
        assert f"{address(table, 'board-ruling')}?kind=fruit" in page.links
        menu = page.words[page.words.index("Conduct") :]
        assert "Fruit at the board" in menu[: menu.index("Set-up")]
    chess = table_of(game="chess", regime="fide-2023", slug="other-cup")
    assert "Fruit at the board" not in page_of(get(chess, "board-ruling")).words


def test_its_form_asks_its_facts_in_its_own_words_and_fills_in_what_is_known(table):
    answer = get(table, "board-ruling", "?kind=fruit")
    page = page_of(answer)
    assert page.problems == []
    for words in ("Who smuggled it in", "What it was", "a ripe pear", "a sour plum", "How often it was bitten"):
        assert words in page.words
    assert re.search(r'name="bites"[^>]*value="3"', answer.content.decode())


def test_its_preview_says_what_it_would_do_and_writes_nothing(table, read):
    text = read(post(table, "preview"))
    assert "Fruit was found at the board." in text and "Result: 0 – 1" in text
    assert not Ruling.objects.exists()


def test_an_applied_kind_is_a_ruling_and_its_entries_use_its_own_sentences(ruled):
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.outcome, ruling.result) == ("fruit", "upheld", "0-1")
    assert ruling.facts == {"offender": "white", "fruit": "plum", "bites": 3}
    rows = ruled.game.entries.filter(seq__gte=ruling.first_seq).order_by("seq")
    assert [ledger_text(row) for row in rows] == [
        "White smuggled fruit in.",
        "The fruit was taken away.",
        "Result: 0 – 1 (by a fruit).",
    ]
    assert "by a fruit" in page_of(ruled.page("alice")).words


def test_it_is_found_in_the_log_the_report_and_the_list_for_programs(ruled):
    log = page_of(get(ruled, "rulings", "?kind=fruit"))
    assert "Fruit at the board: upheld" in log.words and "1 ruling" in log.words
    rows = list(csv.DictReader(io.StringIO(get(ruled, "rulings-table").content.decode("utf-8-sig"))))
    assert [row["kind"] for row in rows] == ["Fruit at the board"]
    assert "Fruit at the board" in page_of(get(ruled, "rulings-report")).words
    assert "Fruit at the board: upheld" in " ".join(pages(get(ruled, "rulings-report-pdf").content))
    (row,) = Client().get(f"/api/v1/events/{ruled.world.slug}/rulings/").json()["results"]
    assert (row["kind"], row["outcome"], row["grounds"]) == ("fruit", "upheld", ["Fruit was found at the board."])


def test_an_appeal_reads_its_facts_in_its_own_words(ruled):
    filing = reverse("appeal-file", args=[ruled.world.slug, ruled.game.pk, Ruling.objects.get().number])
    assert "a sour plum" in page_of(ruled.client("artur").get(filing)).words
