"""Any ruling at a board: its form and preview, applying it, only noting it, undoing it, replaying an annulled game."""

import csv
import io
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from arbiter.models import Ruling
from arbiter.services.ruling import rule_illegal_move
from games.models.game import Game
from games.models.record import RecordEntry, milliseconds
from games.services.moves import play_move
from games.states import state_of
from games.views.ledger import ledger_text
from tavleya.errors import Conflict
from tavleya.law import kinds
from tavleya.law.facts import FactKind, fact
from tavleya.law.kinds import kinds_of
from tavleya.law.library import regime as laws
from tavleya.law.remedies import Remedy
from tavleya.law.ruling_kind import Board, Case, Group, RulingKind, Words, decision, irregularity
from tavleya.messages import label
from tavleya.record.commands import result_draft
from tavleya.record.results import win_for
from tests.pages.html import page_of
from tests.refusals import refused
from tests.tavleya.documents.reading import pages
from tests.world import NOW

MINUTE = 60_000


def url(table):
    return reverse("board-ruling", args=[table.world.slug, table.game.pk])


def open_form(table, query, username="artur"):
    return table.client(username).get(f"{url(table)}?{query}")


def send(table, kind, do, username="artur", **fields):
    values = {"kind": kind, "seq": table.game.seq, "do": do, **fields}
    return table.client(username).post(url(table), values)


def rule(table, kind, do="apply", **fields):
    """Preview a ruling as an arbiter does, then act on the preview."""
    return send(table, kind, do, looked_at=looked_at(send(table, kind, "preview", **fields)), **fields)


def looked_at(answer):
    return re.search(r'name="looked_at" value="(\w*)"', answer.content.decode())[1]


def undo(table, number, username="artur", **fields):
    client, url = table.client(username), reverse("board-ruling-undo", args=[table.world.slug, table.game.pk, number])
    return client.post(url, {"seq": table.game.seq, **fields}) if fields else client.get(url)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "regime"), [("tavreli", "tavreli-1997"), ("chess", "fide-2023"), ("draughts", "draughts64")]
)
def test_every_kind_of_the_game_has_a_menu_entry_and_a_well_made_form(table_of, game, regime):
    table = table_of(game=game, regime=regime)
    menu = page_of(table.client("artur").get(url(table)))
    assert menu.problems == []
    for kind in kinds_of(laws(regime)):
        assert f"{url(table)}?kind={kind.key}" in menu.links
        page = page_of(open_form(table, f"kind={kind.key}"))
        assert page.problems == []
        settled = kind.settled(Board(state_of(table.game), milliseconds(NOW)))
        for form_fact in kind.asked(laws(regime), live=True):
            visible = any(field.get("name", "").startswith(form_fact.name) for _, field in page.attributes)
            assert visible is (form_fact.name not in settled), form_fact.name


def test_one_tap_on_an_incident_shows_the_computed_remedy_with_the_sentence_of_the_article(table, read):
    text = read(open_form(table, "incident=phone&side=white"))
    assert "Effects of the ruling" in text and "a warning" in text and "Result: 0 – 1" not in text
    assert "Tavreli 12.2" in text
    assert not Ruling.objects.exists()


def test_a_form_that_is_only_opened_says_that_the_ruling_is_not_possible_and_of_nothing_unsaved(table, read):
    text = read(open_form(table, "kind=illegal_move"))
    assert "Not possible now." in text and "Not saved." not in text
    assert "Not saved." in read(send(table, "illegal_move", "preview"))


def test_the_article_is_read_in_the_reader_s_language(table, read):
    client = table.client("artur")
    client.cookies["django_language"] = "ru"
    assert "Таврели" in read(client.get(f"{url(table)}?incident=phone&side=white"))


def test_applied_it_changes_the_clocks_as_it_was_shown(table, read):
    table.at = 60
    facts = {"white_ms": "0:00", "black_ms": "2:00", "article": "tavreli-1997:13.4", "reason": "noise"}
    text = read(send(table, "time", "preview", **facts))
    assert "Black 1:00:00 1:02:00" in text
    answer = rule(table, "time", **facts)
    assert answer.status_code == 302
    assert table.game.snapshot["clock"]["black"]["ms"] == 62 * MINUTE
    assert Ruling.objects.get().kind == "time"


def test_advice_is_written_down_and_changes_nothing(table, read):
    entries = RecordEntry.objects.count()
    rule(table, "penalty", "advice", offender="white", measure="opponent_time", ms="2:00", reason="talking")
    ruling = Ruling.objects.get()
    assert (ruling.outcome, RecordEntry.objects.count()) == ("advice", entries)
    card = reverse("board-card", args=[table.world.slug, table.game.pk])
    assert "Penalty: advice only" in read(table.client("artur").get(card))


def test_a_ruling_without_a_preview_is_not_applied(table, read):
    facts = {"offender": "white", "measure": "warning", "reason": "talking"}
    seen = looked_at(send(table, "penalty", "preview", **facts))
    answer = send(table, "penalty", "apply", looked_at=seen, **{**facts, "measure": "loss"})
    assert answer.status_code == 422
    assert "The facts have changed since you opened this page" in read(answer)
    assert "Result: 0 – 1" in read(answer)
    assert not Ruling.objects.exists()


def test_the_second_of_two_arbiters_sees_the_changes_and_keeps_the_input(table, read):
    seen = table.game.seq
    facts = {"offender": "black", "measure": "warning", "reason": "talking"}
    rule(table, "penalty", **facts)
    answer = rule(table, "penalty", seq=seen, note="mine", **facts)
    assert answer.status_code == 409
    text = read(answer)
    assert "The game has continued since you opened this page" in text and "In the meantime:" in text
    assert ">mine</textarea>" in answer.content.decode()
    assert f'name="seq" value="{table.game.seq}"' in answer.content.decode()
    assert Ruling.objects.count() == 1


BAD_FACTS = [
    ("time", {"black_ms": "soon", "article": "tavreli-1997:13.4", "reason": "x"}, "is not a clock reading"),
    ("time", {"white_ms": "-90:00", "article": "tavreli-1997:13.4", "reason": "x"}, "less than nothing"),
    ("time", {"black_ms": "2:00", "article": "tavreli-1997:13.4"}, "Missing: why the time is changed"),
    ("restored", {"ply": "many", "reason": "x"}, "Cannot be read"),
    ("restored", {"ply": "2147483648000000000000", "reason": "x"}, "Cannot be read"),
    ("absence", {"absent": "white", "scheduled_at": "2026-02-31T10:00"}, "Cannot be read"),
]


def test_facts_that_cannot_be_are_refused_in_words_and_stay_in_the_form(table, read):
    for kind, facts, reason in BAD_FACTS:
        answer = send(table, kind, "preview", **facts)
        assert answer.status_code == 422 and reason in read(answer), facts
        for value in facts.values():
            assert value in answer.content.decode()


def test_a_ruling_is_undone_with_a_reason_by_new_entries(table, read):
    rule(table, "time", black_ms="2:00", article="tavreli-1997:13.4", reason="noise")
    assert "Effects of undoing it" in read(undo(table, 1))
    assert undo(table, 1, note=" ").status_code == 422
    assert undo(table, 1, note="it was the other board").status_code == 302
    assert table.game.snapshot["clock"]["black"]["ms"] == 60 * MINUTE
    assert [ruling.outcome for ruling in Ruling.objects.order_by("number")] == ["applied", "reversed"]
    card = table.client("artur").get(reverse("board-card", args=[table.world.slug, table.game.pk]))
    assert "Withdrawn by ruling 2." in read(card)
    assert "already" in read(undo(table, 1))


@pytest.mark.long
@pytest.mark.parametrize("username", ["hana", "alice", "charlie"])
def test_only_arbiters_rule_and_undo(table, username):
    rule(table, "penalty", offender="white", measure="warning", reason="talking")
    before = RecordEntry.objects.count()
    assert open_form(table, "kind=time", username).status_code == 403
    score = {"result": "1-0", "article": "tavreli-1997:12.7", "reason": "x"}
    assert send(table, "score", "apply", username, **score).status_code == 403
    assert undo(table, 1, username, note="x").status_code == 403
    assert RecordEntry.objects.count() == before


@pytest.mark.parametrize("query", ["kind=nonsense", "incident=nonsense", "kind=draughts_violation"])
def test_rulings_that_the_game_does_not_know_have_no_page(table, query):
    assert open_form(table, query).status_code == 404


def test_a_ruling_that_annuls_leads_to_the_new_game_and_the_old_one_is_shown_as_annulled(table, read):
    old, client = table.game.pk, table.client("artur")
    answer = rule(table, "beginning", what="pieces")
    assert answer.url == reverse("board-card", args=[table.world.slug, Game.objects.get(replaces=old).pk])
    assert client.get(answer.url).status_code == 200
    for page in ("board-card", "live-board", "game"):
        annulled = client.get(reverse(page, args=[table.world.slug, old]))
        assert annulled.status_code == 200 and "annulled" in read(annulled).lower(), page
    assert client.get(reverse("board-ruling-undo", args=[table.world.slug, old, 1])).status_code == 200


def test_the_card_opens_the_violation_and_applies_nothing_itself(table_of):
    table = table_of(game="draughts", regime="draughts64")
    play_move(
        actor=table.world.alice, now=table.now() + timedelta(seconds=1), game_id=table.game.pk, text="c3-c5",
        irregular=True,
    )  # fmt: skip
    with refused(Conflict, "not_of_this_game"):
        rule_illegal_move(actor=table.world.artur, now=table.now() + timedelta(seconds=9), game_id=table.game.pk)
    card = reverse("board-card", args=[table.world.slug, table.game.pk])
    page = table.client("artur").get(card).content.decode()
    proposal = page[page.index("proposal-title") : page.index("</section>", page.index("proposal-title"))]
    assert "?kind=draughts_violation" in proposal
    assert reverse("board-action", args=[table.world.slug, table.game.pk, "rule"]) not in proposal


# A kind of ruling that no other module mentions: its definition alone puts it on every page of rulings.


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
FRUIT_FACTS = {"offender": "white", "fruit": "plum", "bites": "3"}


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
    values = {"kind": KIND.key, "seq": table.game.seq, "do": do, **FRUIT_FACTS, **fields}
    return table.client("artur").post(address(table, "board-ruling"), values)


@pytest.fixture
def ruled(table):
    assert post(table, "apply", looked_at=looked_at(post(table, "preview"))).status_code == 302
    return table


def test_it_stands_in_the_menu_of_its_group_and_of_its_games(table, table_of):
    for name in ("board-card", "board-ruling"):
        page = page_of(get(table, name))
        assert page.problems == []
        for query in ("kind=fruit", "kind=touch_move", "incident=phone&side=black"):
            assert f"{url(table)}?{query}" in page.links
        menu = page.words[page.words.index("Conduct") :]
        assert "Fruit at the board" in menu[: menu.index("Set-up")]
    chess = table_of(game="chess", regime="fide-2023", slug="other-cup")
    assert "Fruit at the board" not in page_of(get(chess, "board-ruling")).words


def test_its_form_asks_its_facts_in_its_own_words_and_its_preview_says_what_it_would_do(table, read):
    answer = get(table, "board-ruling", "?kind=fruit")
    page = page_of(answer)
    assert page.problems == []
    for words in ("Who smuggled it in", "What it was", "a ripe pear", "a sour plum", "How often it was bitten"):
        assert words in page.words
    assert re.search(r'name="bites"[^>]*value="3"', answer.content.decode()), "it fills in what is known"
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
