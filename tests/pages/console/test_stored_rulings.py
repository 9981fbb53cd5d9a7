"""Stored rulings: replaced and undone on pages, listed, filtered, exported, printed; and the rules they cite."""

import csv
import io
import re

import pytest
from django.urls import reverse

from arbiter.models import Ruling
from arbiter.services import reversal, ruling
from arbiter.services.duty import set_regulations
from arbiter.services.ruling import claim_draw
from games.models.record import RecordEntry
from games.views.ledger import line
from tavleya.clocks.timekeeping import clock_text
from tavleya.rules.contract import ClaimKind
from tests.arbiter.ruling import rule
from tests.pages.html import page_of
from tests.tavleya.documents.reading import pages
from tests.world import later

pytestmark = pytest.mark.long


MINUTE = 60_000


def address(table, name, *args):
    return reverse(name, args=[table.world.slug, table.game.pk, *args])


def looked_at(answer):
    return re.search(r'name="looked_at" value="(\w*)"', answer.content.decode())[1]


def apply_ruling(table, **facts):
    """Apply ruling 1 as its page does."""
    url, values = address(table, "board-ruling"), {"kind": "penalty", "seq": table.game.seq, **facts}
    seen = looked_at(table.client("artur").post(url, {**values, "do": "preview"}))
    answer = table.client("artur").post(url, {**values, "do": "apply", "looked_at": seen})
    assert answer.status_code == 302, page_of(answer).words


def replacement(table, username="artur", query="", **fields):
    url = address(table, "board-ruling-replace", 1)
    client = table.client(username)
    return client.post(url, {"seq": table.game.seq, **fields}) if fields else client.get(url + query)


def replace(table, **facts):
    values = {"kind": "penalty", **facts}
    seen = looked_at(replacement(table, **values, do="preview"))
    return replacement(table, **values, do="apply", looked_at=seen)


TIME = {"offender": "white", "measure": "opponent_time", "ms": "2:00", "reason": "talking"}


def test_the_form_opens_with_the_facts_of_the_old_ruling(table):
    apply_ruling(table, **TIME)
    content = replacement(table).content.decode()
    assert re.search(r'name="ms" value="2:00"', content) and "talking" in content
    assert re.search(r'name="measure" value="opponent_time" checked', content)
    assert re.search(r'name="offender" value="white" checked', content)
    assert "Penalty" in page_of(replacement(table, query="?kind=")).words, "another kind can replace it"
    assert "opponent_time" not in page_of(replacement(table, query="?kind=incident")).text


def test_the_new_ruling_stands_and_the_old_one_is_superseded_once_and_as_if_it_had_not_been(table):
    apply_ruling(table, **TIME)
    assert table.game.snapshot["clock"]["black"]["ms"] == 62 * MINUTE
    facts = {**TIME, "measure": "time_off", "ms": "5:00"}
    assert replace(table, **facts, note="the tariff").status_code == 302
    clock = table.game.snapshot["clock"]
    assert clock["black"]["ms"] == 60 * MINUTE, "the two minutes are gone again"
    assert 54 * MINUTE < clock["white"]["ms"] <= 55 * MINUTE
    old, new = Ruling.objects.order_by("number")
    assert new.supersedes_id == old.pk and not Ruling.objects.get(pk=old.pk).stands
    entries = table.game.entries.filter(seq__gte=new.first_seq - 1)
    assert entries.filter(kind="reversal").exists(), "nothing is deleted"
    answer = replacement(table, kind="penalty", **TIME, do="preview")
    assert "already been superseded" in page_of(answer).words
    assert Ruling.objects.count() == 2


def test_a_replacement_without_a_preview_is_refused(table):
    apply_ruling(table, **TIME)
    answer = replacement(table, kind="penalty", **TIME, do="apply", looked_at="0" * 16)
    assert answer.status_code == 422
    assert Ruling.objects.count() == 1


@pytest.mark.parametrize("username", ["hana", "alice", "charlie"])
def test_only_an_arbiter_puts_another_in_its_place(table, username):
    apply_ruling(table, **TIME)
    answer = replacement(table, username, kind="penalty", **TIME, do="apply", looked_at="x")
    assert answer.status_code in (403, 404)
    assert Ruling.objects.count() == 1


# The clocks on the page that undoes a ruling


def undo(table, **fields):
    url = address(table, "board-ruling-undo", 1)
    client = table.client("artur")
    return client.post(url, {"seq": table.game.seq, **fields}) if fields else client.get(url)


def shown_clocks(answer):
    text = answer.content.decode()
    clocks = {}
    for side in ("white", "black"):
        reading = re.search(rf'name="clock_{side}" value="([^"]*)"', text)[1]
        clocks[side] = (reading, int(re.search(rf'name="proposed_{side}" value="(\d+)"', text)[1]))
    return clocks


def test_the_page_proposes_the_clocks_as_they_were_before_the_ruling(table):
    apply_ruling(table, **TIME)
    clocks = shown_clocks(undo(table))
    assert clocks["black"] == (clock_text(60 * MINUTE), 60 * MINUTE)
    fields = {f"clock_{side}": reading for side, (reading, _) in clocks.items()}
    fields |= {f"proposed_{side}": str(ms) for side, (_, ms) in clocks.items()}
    assert undo(table, note="the wrong board", **fields).status_code == 302
    clock = table.game.snapshot["clock"]
    assert {side: clock[side]["ms"] for side in clocks} == {side: ms for side, (_, ms) in clocks.items()}


def test_other_clocks_can_be_typed(table):
    apply_ruling(table, **TIME)
    clocks = shown_clocks(undo(table))
    proposed = {f"proposed_{side}": str(ms) for side, (_, ms) in clocks.items()}
    answer = undo(table, note="the wrong board", clock_white="50:00", clock_black="61:30", **proposed)
    assert answer.status_code == 302
    clock = table.game.snapshot["clock"]
    assert (clock["white"]["ms"], clock["black"]["ms"]) == (50 * MINUTE, 61 * MINUTE + 30_000)


def test_a_reading_that_is_none_is_refused_and_the_note_is_kept(table):
    apply_ruling(table, **TIME)
    proposed = {"proposed_white": "1", "proposed_black": "2"}
    answer = undo(table, note="the wrong board", clock_white="half past", clock_black="61:30", **proposed)
    assert answer.status_code == 422
    assert "the wrong board" in answer.content.decode()
    assert Ruling.objects.count() == 1


WARNING = {"offender": "white", "measure": "warning", "article": "tavreli-1997:12.5", "reason": "talking"}


@pytest.fixture
def ruled(table):
    """Two rulings at board 1, the second undone; the note looks like a formula."""
    common = {"actor": table.world.artur, "now": later(seconds=10), "game_id": table.game.pk}
    ruling.rule(**common, kind="penalty", facts=WARNING, note="=1+1")
    second = rule(table.world, "time", 20, black_ms=120_000, article="tavreli-1997:13.4", reason="noise")
    reversal.reverse(actor=table.world.artur, now=later(seconds=30), ruling_id=second.pk, note="wrong board")
    return table


def get(table, name="rulings", query="", username="artur"):
    return table.client(username).get(reverse(name, args=[table.world.slug]) + query)


def test_the_list_tells_every_ruling_with_board_article_and_arbiter(ruled):
    page = page_of(get(ruled))
    assert page.problems == []
    assert "Penalty: applied" in page.words or "Penalty: upheld" in page.words
    assert "Open, Round 1, board 1: Alice – Bob" in page.words
    assert "Tavreli 12.5" in page.words and "artur" in page.words
    assert "Withdrawn by ruling 3." in page.words
    assert "3 rulings" in page.words


#: The number of rulings that a filter finds.
FILTERS = {
    "kind=penalty": 1, "kind=time": 1, "article=tavreli-1997:12": 1, "article=tavreli-1997:1": 0,
    "section=open": 3, "section=nowhere": 0, "round=1": 3, "round=2": 0,
    "round=x&arbiter=99999999999999": 3, "arbiter=999999": 0, "article=tavreli-1997:13.4": None,
}  # fmt: skip


def test_filters_find_what_they_say(ruled):
    for query, count in FILTERS.items():
        text = get(ruled, "rulings-table", f"?{query}").content.decode("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text)))
        if count is None:  # cited for the offence in one ruling, for the penalty in another
            assert rows and all("Tavreli 13.4" in (row["article"], row["penalty_article"]) for row in rows)
        else:
            assert len(rows) == count, query
        assert f"{len(rows)} ruling" in page_of(get(ruled, "rulings", f"?{query}")).words


@pytest.fixture
def claimed(table_of):
    """Alice has wrongly claimed a draw in chess, and no arbiter has acted."""
    table = table_of(game="chess", regime="fide-2023-blitz")
    common = {"actor": table.world.alice, "now": later(seconds=10), "game_id": table.game.pk}
    claim_draw(**common, kind=ClaimKind.REPETITION)
    return table


def test_a_decision_by_the_laws_is_signed_by_its_article_and_by_no_player(claimed, read):
    signed = "by FIDE Laws 9.5.3, B.3"
    log = read(get(claimed))
    assert signed in log and "Ruled against White: Alice" in log
    assert signed in read(get(claimed, "rulings-report"))
    assert signed in " ".join(pages(get(claimed, "rulings-report-pdf").content))
    (row,) = csv.DictReader(io.StringIO(get(claimed, "rulings-table").content.decode("utf-8-sig")))
    assert row["arbiter"] == signed and row["penalty_article"] == "FIDE Laws 9.5.3, B.3"
    choices = get(claimed).content.decode().partition('id="f-arbiter"')[2].partition("</select>")[0]
    assert "alice" not in choices and '<option value="0">the laws, based on the record</option>' in choices
    assert "1 ruling" in read(get(claimed, "rulings", "?arbiter=0"))


def test_the_record_of_the_game_is_signed_so_too(claimed):
    rows = {row.kind: line(row).who for row in RecordEntry.objects.filter(game=claimed.game)}
    assert rows["claim"] == "alice", "the claim is the player's"
    assert (rows["decision"], rows["adjustment"]) == ("by FIDE Laws 9.2", "by FIDE Laws 9.5.3, B.3")


def test_a_mate_is_signed_by_the_article_that_ends_the_game(table_of):
    table = table_of(game="chess", regime="fide-2023")
    table.world.play("f2f3", "e7e5", "g2g4", "d8h4")
    result = RecordEntry.objects.get(game=table.game, kind="result")
    assert line(result).who == "by FIDE Laws 5.1.1"


def test_a_ruling_that_rests_on_several_articles_is_found_by_each(claimed):
    for article in ("9.5.3", "9.5", "B.3"):
        assert "1 ruling" in page_of(get(claimed, "rulings", f"?article=fide-2023:{article}")).words
    assert "0 rulings" in page_of(get(claimed, "rulings", "?article=fide-2023:9.4")).words
    choices = get(claimed).content.decode().partition('id="f-article"')[2].partition("</select>")[0]
    assert ">FIDE Laws B.3<" in choices and ">FIDE Laws 9.5.3<" in choices


def test_the_table_has_clocks_and_no_formula(ruled):
    answer = get(ruled, "rulings-table")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert answer["Content-Type"].startswith("text/csv")
    assert [row["number"] for row in rows] == ["1", "2", "3"]
    assert rows[0]["note"] == "'=1+1"
    assert (rows[1]["black_before"], rows[1]["black_after"]) == ("1:00:00", "1:02:00")
    assert rows[1]["undone_by"] == "3"


def test_the_report_is_for_print_and_quotes_the_articles(ruled):
    page = page_of(get(ruled, "rulings-report"))
    assert page.problems == []
    assert "Arbiters' report: Spring Cup" in page.words
    assert "Nobody distracts the opponent" in page.words


def test_rulings_on_an_annulled_game_stay_in_the_list_of_its_board(table, read):
    facts = {"what": "pieces", "decision": "new_game", "reason": "kings reversed"}
    rule(table.world, "beginning", 10, **facts)
    assert "Incorrect start of the game" in read(get(table))
    assert "Open, Round 1, board 1" in read(get(table))


def test_the_list_takes_few_queries(ruled, django_assert_max_num_queries):
    client = ruled.client("artur")
    with django_assert_max_num_queries(12):
        client.get(reverse("rulings", args=[ruled.world.slug]))


def rules_page(table, username=""):
    return table.client(username).get(reverse("rules", args=[table.world.slug, "open"]))


@pytest.mark.parametrize(
    ("game", "regime", "article"),
    [
        ("tavreli", "tavreli-1997", "Tavreli 7.4"),
        ("chess", "fide-2023", "FIDE Laws 7.5.1"),
        ("draughts", "draughts64", "Draughts, violations 1"),
    ],
)
def test_the_public_reads_the_rules_of_a_section(table_of, game, regime, article):
    page = page_of(rules_page(table_of(game=game, regime=regime)))
    assert page.problems == []
    assert article in page.words
    missing = [link for link in page.links if link.startswith("#") and not page.labelled(link[1:])]
    assert missing == []


def test_a_rule_of_the_event_is_marked(table):
    assert "rule of this event" not in page_of(rules_page(table)).words
    common = {"actor": table.world.olga, "now": later(seconds=5), "section_id": table.world.section.pk}
    set_regulations(**common, regulations={"default_time_minutes": 15})
    words = page_of(rules_page(table)).words
    assert words.count("rule of this event") == 1
    assert "15 min" in words


def test_the_report_on_paper_says_what_its_page_says(ruled):
    response = get(ruled, "rulings-report-pdf")
    assert response["Content-Type"] == "application/pdf"
    text = " ".join(pages(response.content))
    for words in ("Penalty", "Open, Round 1, board 1: Alice – Bob", "Tavreli 12.5", "=1+1", "artur", "3 rulings"):
        assert words in text
    assert "Withdrawn by ruling 3." in text
    assert "Chief arbiter" in text and "UTC" in text
    assert "1 ruling" in " ".join(pages(get(ruled, "rulings-report-pdf", "?kind=penalty").content))
