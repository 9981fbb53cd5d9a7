"""The law books: complete, in three languages, and every article that the program cites is in one."""

from __future__ import annotations

import re

import pytest

from common.errors import NotFound
from core.law.adjournment import rules_of
from core.law.incidents import INCIDENTS
from core.law.library import BOOKS, article, book, cite, known
from core.law.regimes import REGIMES, Measure
from tests.paths import ROOT

IDS = (ROOT / "tests/data/articles.txt").read_text().split()
CITED = re.compile(r"\"((?:tavreli|chess|draughts):[A-Za-z0-9.-]*[A-Za-z0-9])\"")
CYRILLIC = re.compile(r"[а-яіїєґ]", re.IGNORECASE)


@pytest.mark.parametrize("id_", IDS)
def test_every_article_of_the_laws_is_in_a_book(id_: str) -> None:
    found = article(id_)
    assert found.id == id_
    assert set(found.text) == set(found.title) == {"en", "ru", "uk"}


def test_each_sentence_is_one_of_its_language_and_stands_once() -> None:
    seen: dict[tuple[str, str], str] = {}
    for one in (one for each in BOOKS.values() for one in each.articles):
        for language, sentence in one.text.items():
            assert sentence.endswith("."), one.id
            assert bool(CYRILLIC.search(sentence)) is (language != "en") or one.id == "tavreli:G.1", one.id
            assert len(sentence) < 300, one.id
        # Ukrainian is not a copy of Russian.
        if len(one.text["ru"]) > 40:
            assert one.text["ru"] != one.text["uk"], one.id
        key = (one.id.partition(":")[0], one.id)
        assert key not in seen
        seen[key] = one.text["en"]


def test_whatever_article_the_program_cites_can_be_looked_up() -> None:
    cited = set()
    for folder in ("arbiter", "core", "games", "tournaments"):
        for path in (ROOT / folder).rglob("*.py"):
            cited |= set(CITED.findall(path.read_text(encoding="utf-8")))
    assert len(cited) > 80
    assert sorted(one for one in cited if not known(one)) == []


@pytest.mark.parametrize("key", REGIMES)
def test_every_regime_has_a_book_and_cites_only_what_is_in_it(key: str) -> None:
    regime = REGIMES[key]
    ids = {one.id for one in book(regime.book).articles}
    cited = {*regime.articles.values(), regime.illegal_article, regime.penalty_article, regime.flag_article}
    cited |= {regime.record.article, regime.setup.pieces[1], regime.setup.board[1], regime.setup.colours[1]}
    cited |= {regime.wrong_claim.article} if regime.wrong_claim else set()
    cited |= {regime.quickplay.article} if regime.quickplay else set()
    cited |= {regime.quickplay.bonus_article} if regime.quickplay and regime.quickplay.bonus_ms else set()
    cited |= {regime.no_quickplay_article} - {""}
    cited |= set(rules_of(regime).articles.values()) | {regime.measure_article(one) for one in Measure}
    assert cited <= ids


def test_the_guidelines_of_chess_on_adjournment_and_on_games_without_increment_are_whole() -> None:
    ids = [one.number for one in book("fide-2023").articles]
    assert [one for one in ids if one.startswith("I.")] == [f"I.{number}" for number in range(1, 15)]
    assert [one for one in ids if one.startswith("III.")] == [
        *("III.1", "III.2.1", "III.2.2", "III.3.1", "III.4", "III.5", "III.5.1", "III.5.2", "III.5.3")
    ]
    assert [one for one in ids if one.startswith("12.9.")] == [f"12.9.{number}" for number in range(1, 10)]


def test_incidents_cite_articles_of_their_own_game() -> None:
    for one in INCIDENTS:
        for game, id_ in one.articles.items():
            assert id_.startswith(f"{game}:") and known(id_)


@pytest.mark.parametrize(
    ("id_", "language", "text"),
    [
        ("tavreli:10.3", "en", "Tavreli 10.3"),
        ("tavreli:B.6", "ru", "Таврели Б.6"),
        ("tavreli:G.modern", "uk", "Таврелі Г, як пишуть сьогодні"),
        ("chess:7.5.1", "ru", "Правила ФИДЕ 7.5.1"),
        ("draughts:violations.4.2", "en", "Draughts, violations 4.2"),
        ("draughts:first-move", "uk", "Шашки, перший хід"),
        ("tavreli:7.4", "de", "Tavreli 7.4"),
        ("regulations, item 5", "en", "regulations, item 5"),
    ],
)
def test_an_article_is_cited_as_people_do(id_: str, language: str, text: str) -> None:
    assert cite(id_, language) == text


def test_what_is_no_article_is_not_found() -> None:
    for ask in (lambda: article("tavreli:99"), lambda: book("fide-1884")):
        with pytest.raises(NotFound):
            ask()
