"""FIDE issues new Laws: earlier rulings keep their text, and new events follow the new Laws."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from arbiter.models import Ruling
from arbiter.services.ruling import rule_illegal_move
from games.services.moves import play_move
from games.services.record import export_record
from tavleya.errors import BadInput
from tavleya.law.regimes import STANDARD
from tavleya.law.terms import MINUTE, IllegalMoveStep
from tavleya.messages import label
from tests.laws import beside
from tests.pages.html import page_of
from tests.paths import ROOT
from tests.refusals import refused
from tests.tavleya.documents.reading import pages
from tests.world import SYSTEM, World, later
from tournaments.forms.sections import SectionForm
from tournaments.services.section_settings import edit_section
from tournaments.services.sections import create_section

pytestmark = pytest.mark.django_db
OLD = "An illegal move once completed is taken back to the position before it"
NEW = "An illegal move is taken back and a camel is placed beside the board"
LAWS_2027 = replace(
    STANDARD, key="fide-2027", book="fide-2027", name=label("regime_fide-2027", "FIDE Laws 2027, standard"),
    illegal_moves=(IllegalMoveStep(3 * MINUTE), IllegalMoveStep(loses=True)),
)  # fmt: skip


@contextmanager
def laws_of_2027(shelf: Path) -> Iterator[None]:
    """Temporarily add the Laws of 2023 with another year, sentence and penalty for an illegal move."""
    folder = shelf / "fide-2027"
    shutil.copytree(ROOT / "tavleya/law/books/fide-2023", folder)
    book = folder / "book.toml"
    book.write_text(book.read_text().replace("2023", "2027"))
    for path in folder.glob("??.toml"):
        text = path.read_text()
        text = text.replace('short = "FIDE Laws"', 'short = "FIDE Laws 2027"')
        text = text.replace(' ФИДЕ"\n\n', ' ФИДЕ 2027"\n\n').replace(' ФІДЕ"\n\n', ' ФІДЕ 2027"\n\n')
        old_line = next(line for line in text.splitlines() if line.startswith('"7.5.1"'))
        path.write_text(text.replace(old_line, f'"7.5.1" = "{NEW}."'))
    with beside(shelf, LAWS_2027):
        yield


def client(username: str) -> Client:
    browser = Client()
    browser.force_login(get_user_model().objects.get(username=username))
    return browser


def ruled(slug: str, regime: str, starts_on: date) -> World:
    """An event with an illegal move of White that has been ruled on."""
    world = World(slug=slug, game="chess", regime=regime, starts_on=starts_on)
    world.started()
    play_move(actor=SYSTEM, now=later(seconds=10), game_id=world.board.pk, text="e2-e5", irregular=True)
    rule_illegal_move(actor=world.artur, now=later(seconds=20), game_id=world.board.pk)
    return world


def published_rulings(world: World) -> dict[str, object]:
    """Return every page, file and response that shows the rulings of the event."""
    artur, result = client("artur"), dict[str, object]()
    for name in ("rulings", "rulings-report"):
        result[name] = page_of(artur.get(reverse(name, args=[world.slug]))).words
    result["table"] = artur.get(reverse("rulings-table", args=[world.slug])).content.decode()
    result["paper"] = pages(artur.get(reverse("rulings-report-pdf", args=[world.slug])).content)
    for language in ("en", "ru", "uk"):
        rules = artur.get(reverse("rules", args=[world.slug, "open"]), headers={"Accept-Language": language})
        result[f"rules, {language}"] = page_of(rules).words
    result["board"] = page_of(artur.get(reverse("live-board", args=[world.slug, world.board.pk]))).words
    result["api"] = artur.get(reverse("api-rulings", args=[world.slug])).json()["results"]
    result["export"] = list(export_record(actor=SYSTEM, game=world.board))
    return result


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock: reports contain their time of creation."""
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 20, 10, 1, tzinfo=UTC))


@pytest.mark.long
def test_old_rulings_reports_and_exports_keep_their_words(tmp_path: Path) -> None:
    world = ruled("spring-cup", "fide-2023", date(2026, 11, 20))
    before = published_rulings(world)
    for name in ("rulings", "rulings-report", "table", "paper", "rules, en", "board"):
        assert "FIDE Laws 7.5.1" in str(before[name]), name
    assert OLD in str(before["rulings-report"])
    assert '"article": "fide-2023:7.5.1"' in str(before["export"]).replace('":"', '": "')
    with laws_of_2027(tmp_path):
        after = published_rulings(world)
        # A game under the old Laws continues under them.
        ruling = Ruling.objects.get(game=world.board)
        assert (ruling.regime, ruling.article) == ("fide-2023", "fide-2023:7.5.1")
    assert NEW not in str(after)
    assert {name for name in before if before[name] != after[name]} == set()


def test_events_of_the_new_year_are_ruled_by_the_new_laws(tmp_path: Path) -> None:
    with laws_of_2027(tmp_path):
        world = ruled("new-year", LAWS_2027.key, date(2027, 1, 2))
        result, ruling = published_rulings(world), Ruling.objects.get(game=world.board)
    assert (ruling.article, ruling.penalty_article) == ("fide-2027:7.5.1", "fide-2027:7.5.5")
    gained = ruling.clock_after["black"] - ruling.clock_before["black"]
    assert gained == 3 * MINUTE
    assert "FIDE Laws 2027 7.5.1" in str(result["rulings"])
    assert NEW in str(result["rulings-report"]) and NEW in str(result["rules, en"])
    assert "Правила ФИДЕ 2027 7.5.1" in str(result["rules, ru"])
    assert "fide-2027:7.5.1" in str(result["api"]) and '"laws":"fide-2027"' in str(result["export"])


def test_a_game_cites_the_laws_that_applied_at_its_end(tmp_path: Path) -> None:
    with laws_of_2027(tmp_path):
        world = World(slug="new-year", game="chess", regime=LAWS_2027.key, starts_on=date(2027, 1, 2))
        world.started()
        world.play("f3", "e5", "g4", "Qh4")
        entry = world.board.entries.get(kind="result")
    assert entry.data["article"] == "fide-2027:5.1.1"


@pytest.mark.parametrize(
    ("day", "first", "offered"), [(date(2026, 12, 31), "fide-2023", False), (date(2027, 1, 1), "fide-2027", True)]
)
def test_an_event_is_offered_the_laws_of_its_day_the_newest_first(tmp_path, day, first, offered):
    with laws_of_2027(tmp_path):
        choices = dict(SectionForm(languages=("en",), day=day).fields["regime"].choices)
        keys = [key for key, _ in choices["Chess"]]
        assert keys[0] == first and "fide-2023" in keys
        assert ("fide-2027" in keys) is offered
        world = World(slug="at-the-turn", starts_on=day)
        page = client("olga").get(reverse("desk_section_new", args=[world.slug]))
        assert ("fide-2027" in page.content.decode()) is offered


def test_laws_to_come_are_refused_before_their_day(tmp_path: Path) -> None:
    with laws_of_2027(tmp_path):
        with refused(BadInput, "regime_not_in_force"):
            World(game="chess", regime=LAWS_2027.key, starts_on=date(2026, 12, 31))
        world = World(game="chess", regime="fide-2023", slug="moved", starts_on=date(2026, 12, 31))
        section = create_section(
            actor=world.olga, now=later(), event_id=world.event.pk, slug="second", names={"en": "Second"},
            game="chess", regime="fide-2023", format="round_robin",
        )  # fmt: skip
        with refused(BadInput, "regime_not_in_force"):
            edit_section(actor=world.olga, now=later(), section_id=section.pk, changes={"regime": LAWS_2027.key})
