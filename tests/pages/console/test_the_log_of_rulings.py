"""The event's rulings in one list: found by filters, taken away as CSV, printed; and the rules they rest on."""

import csv
import io

import pytest
from django.urls import reverse

from arbiter.services import reversal
from arbiter.services.claims import claim_draw
from arbiter.services.regimes import set_regulations
from arbiter.services.ruling import rule
from games.models.record import RecordEntry
from games.services.play import play_move
from games.views.ledger import line
from tavleya.rules.contract import ClaimKind
from tests.pages.html import page_of
from tests.tavleya.documents.reading import pages
from tests.world import later
from tournaments.models.section import Section

pytestmark = pytest.mark.long


@pytest.fixture
def ruled(table):
    """Two rulings at board 1, the second undone; the note looks like a formula."""
    values = {"actor": table.world.artur, "game_id": table.game.pk}
    rule(
        **values,
        now=later(seconds=10),
        kind="penalty",
        facts={
            "offender": "white",
            "measure": "warning",
            "article": "tavreli-1997:12.5",
            "reason": "talking",
        },
        note="=1+1",
    )
    second = rule(
        **values,
        now=later(seconds=20),
        kind="time",
        facts={"black_ms": 120_000, "article": "tavreli-1997:13.4", "reason": "noise"},
    )
    reversal.reverse(actor=table.world.artur, now=later(seconds=30), ruling_id=second.pk, note="wrong board")
    return table


def get(table, name="rulings", query="", who="artur"):
    return table.client(who).get(reverse(name, args=[table.world.slug]) + query)


def test_the_list_tells_every_ruling_with_board_article_and_arbiter(ruled, read):
    page = page_of(get(ruled))
    assert page.problems == []
    assert "Penalty: applied" in page.words or "Penalty: upheld" in page.words
    assert "Open, Round 1, board 1: Alice – Bob" in page.words
    assert "Tavreli 12.5" in page.words and "artur" in page.words
    assert "Withdrawn by ruling 3." in page.words
    assert "3 rulings" in page.words


@pytest.mark.parametrize(
    ("query", "result"),
    [
        ("?kind=penalty", 1),
        ("?kind=time", 1),
        ("?article=tavreli-1997:13.4", None),
        ("?article=tavreli-1997:12", 1),
        ("?article=tavreli-1997:1", 0),
        ("?section=open", 3),
        ("?section=nowhere", 0),
        ("?round=1", 3),
        ("?round=2", 0),
        ("?round=x&arbiter=99999999999999", 3),
        ("?arbiter=999999", 0),
    ],
)
def test_filters_find_what_they_say(ruled, query, result):
    rows = list(csv.DictReader(io.StringIO(get(ruled, "rulings-table", query).content.decode("utf-8-sig"))))
    if result is None:  # cited as the breach in one ruling, as the price in another
        assert rows and all("Tavreli 13.4" in (row["article"], row["penalty_article"]) for row in rows)
    else:
        assert len(rows) == result
    assert f"{len(rows)} ruling" in page_of(get(ruled, "rulings", query)).words


@pytest.fixture
def claimed(table_of):
    """Alice has wrongly claimed a draw in chess, and no arbiter has acted."""
    table = table_of(game="chess", regime="fide-2023-blitz")
    claim_draw(
        actor=table.world.alice, now=later(seconds=10), game_id=table.game.pk, kind=ClaimKind.REPETITION
    )
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
    for number, (user, move) in enumerate(
        [("alice", "f2f3"), ("bob", "e7e5"), ("alice", "g2g4"), ("bob", "d8h4")]
    ):
        play_move(
            actor=table.world.people[user], now=later(seconds=10 + number), game_id=table.game.pk, text=move
        )
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


def test_the_report_is_for_print_and_quotes_the_articles(ruled, read):
    page = page_of(get(ruled, "rulings-report"))
    assert page.problems == []
    assert "Arbiters' report: Spring Cup" in page.words
    assert "Nobody distracts the opponent" in page.words


def test_rulings_on_an_annulled_game_stay_in_the_list_of_its_board(table, read):
    rule(
        actor=table.world.artur,
        now=later(seconds=10),
        game_id=table.game.pk,
        kind="beginning",
        facts={"what": "pieces", "decision": "new_game", "reason": "kings reversed"},
    )
    assert "Incorrect start of the game" in read(get(table))
    assert "Open, Round 1, board 1" in read(get(table))


@pytest.mark.parametrize("name", ["rulings", "rulings-table", "rulings-report"])
def test_only_the_desk_reads_the_list(ruled, name):
    assert get(ruled, name, who="hana").status_code == 200
    assert get(ruled, name, who="alice").status_code == 403
    assert get(ruled, name, who="").status_code == 302


def test_the_list_takes_few_queries(ruled, django_assert_max_num_queries):
    client = ruled.client("artur")
    with django_assert_max_num_queries(12):
        client.get(reverse("rulings", args=[ruled.world.slug]))


def rules_page(table, who=""):
    return table.client(who).get(reverse("rules", args=[table.world.slug, "open"]))


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
    section = Section.objects.get(slug="open")
    set_regulations(
        actor=table.world.olga,
        now=later(seconds=5),
        section_id=section.pk,
        regulations={"default_time_minutes": 15},
    )
    words = page_of(rules_page(table)).words
    assert words.count("rule of this event") == 1
    assert "15 min" in words


def test_the_report_on_paper_says_what_its_page_says(ruled):
    response = get(ruled, "rulings-report-pdf")
    assert response["Content-Type"] == "application/pdf"
    text = " ".join(pages(response.content))
    for words in (
        "Penalty",
        "Open, Round 1, board 1: Alice – Bob",
        "Tavreli 12.5",
        "=1+1",
        "artur",
        "3 rulings",
    ):
        assert words in text
    assert "Withdrawn by ruling 3." in text
    assert "Chief arbiter" in text and "UTC" in text
    assert "1 ruling" in " ".join(pages(get(ruled, "rulings-report-pdf", "?kind=penalty").content))


@pytest.mark.parametrize(
    ("username", "status"), [("artur", 200), ("olga", 200), ("hana", 200), ("alice", 403), ("charlie", 403)]
)
def test_the_report_on_paper_is_for_the_desk(ruled, username, status):
    assert get(ruled, "rulings-report-pdf", who=username).status_code == status
