"""The law books: complete in three languages, and whatever the program cites is in one."""

import ast
import json
import re
from datetime import date

import pytest

from tavleya.errors import BadInput, NotFound
from tavleya.law.illegal_acts import ACTS
from tavleya.law.incidents import INCIDENTS
from tavleya.law.library import (
    article,
    book,
    cite,
    current,
    each,
    known,
    laws_for,
    regime,
    regimes_for,
    sentence,
)
from tavleya.law.regimes import REGIMES
from tavleya.law.terms import Measure, Regime, Topic
from tests.paths import ROOT
from tests.tavleya.refusals import refused

#: Articles of the laws; those of title norms (B.01) are in `tavleya.norms`.
IDS = [one for one in (ROOT / "tests/data/articles.txt").read_text().split() if not one.startswith("b01:")]
BOOKS = current().books
CYRILLIC = re.compile(r"[а-яіїєґ]", re.IGNORECASE)
NUMBER = re.compile(r"\d+\.\d+(\.\d+)*|(violations|moves|draws|result|ways)\.\d+(\.\d+)*")
every_regime = pytest.mark.parametrize("one", REGIMES, ids=lambda one: one.key)


@pytest.mark.parametrize("id_", IDS)
def test_every_article_of_the_laws_is_in_a_book_of_its_game(id_: str) -> None:
    game, _, number = id_.partition(":")
    books = [item for item in BOOKS.values() if item.game == game and number in item.articles]
    assert books
    for item in books:
        assert article(f"{item.key}:{number}").address == f"{item.key}:{number}"
        assert set(item.articles[number].text) == set(item.articles[number].title) == {"en", "ru", "uk"}


def test_each_sentence_is_one_of_its_language() -> None:
    for item in (item for stored in BOOKS.values() for item in stored.articles.values()):
        for language, text in item.text.items():
            assert text.endswith("."), item.address
            latin = item.address == "tavreli-1997:G.1"
            assert bool(CYRILLIC.search(text)) is (language != "en") or latin, item.address
            assert len(text) < 300, item.address
        # Ukrainian is not a copy of Russian.
        if len(item.text["ru"]) > 40:
            assert item.text["ru"] != item.text["uk"], item.address


def cited_in(game: str) -> set[str]:
    """The numbers that the rules of the board cite, and those that the record cites for the game."""
    set_ = set()
    for path in (ROOT / "tavleya/rules" / game).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and NUMBER.fullmatch(node.value)
            ):
                # In the draughts code only the violations have numbers without a name.
                bare = game == "draughts" and node.value[0].isdecimal()
                set_.add(f"violations.{node.value}" if bare else node.value)
    for path in (ROOT / "tavleya/record/commands.py", ROOT / "games/services/reconstruction.py"):
        by_game = re.findall(rf'"{game}": "([^"]+)"', path.read_text(encoding="utf-8"))
        set_ |= set(by_game)
    return set_


@pytest.mark.parametrize("game", ["chess", "draughts", "tavreli"])
def test_whatever_the_engines_cite_is_in_every_book_of_the_game(game: str) -> None:
    cited = cited_in(game)
    assert len(cited) > 6
    for item in laws_for(game, date.max):
        assert cited - set(item.articles) == set(), item.key


def test_no_engine_names_a_book_or_a_game_before_a_number() -> None:
    """They cite by number; which book that is in, the regime says."""
    address = re.compile(rf"[\"'](?:chess|draughts|tavreli|{'|'.join(BOOKS)}):[A-Za-z0-9]")
    named = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for folder in ("tavleya/law", "tavleya/rules", "tavleya/record", "games", "tournaments")
        for path in (ROOT / folder).rglob("*.py")
        if (match := address.search(path.read_text(encoding="utf-8")))
    ]
    assert named == []


@every_regime
def test_every_regime_cites_articles_of_its_book(one: Regime) -> None:
    addresses = {result.address for result in book(one.book).articles.values()}
    topics: tuple[Topic, ...] = ("illegal_move", "illegal_move_penalty", "flag", "bad_sealed_move", "record")
    cited = {address for topic in topics for address in each(one.article(topic))}
    cited |= {one.penalty_article(measure) for measure in Measure} | {one.way_article}
    assert cited <= addresses
    assert len(one.cited) > 10
    assert set(one.incidents) <= {result.code for result in INCIDENTS}
    assert set(one.illegal_acts) <= set(ACTS)


def test_the_guidelines_of_chess_on_adjournment_and_on_games_without_increment_are_whole() -> None:
    ids = list(book("fide-2023").articles)
    assert [id_ for id_ in ids if id_.startswith("I.")] == [f"I.{number}" for number in range(1, 15)]
    assert [id_ for id_ in ids if id_.startswith("III.")] == [
        *("III.1", "III.2.1", "III.2.2", "III.3.1", "III.4", "III.5", "III.5.1", "III.5.2", "III.5.3")
    ]
    assert [id_ for id_ in ids if id_.startswith("12.9.")] == [f"12.9.{number}" for number in range(1, 10)]


@pytest.mark.parametrize(("address", "language", "text"), [
    ("tavreli-1997:10.3", "en", "Tavreli 10.3"), ("tavreli-1997:V.3", "en", "Tavreli В.3"),
    ("tavreli-1997:B.6", "ru", "Таврели Б.6"),
    ("tavreli-1997:G.modern", "uk", "Таврелі Г, як пишуть сьогодні"),
    ("fide-2023:7.5.1", "en", "FIDE Laws 7.5.1"), ("fide-2023:A.5.2", "en", "FIDE Laws A.5.2"),
    ("fide-2023:7.5.1", "ru", "Правила ФИДЕ 7.5.1"), ("fide-2023:7.5.5,A.3", "en", "FIDE Laws 7.5.5, A.3"),
    ("tavreli-1997:7.4,B.5", "uk", "Таврелі 7.4, Б.5"),
    ("draughts64:violations.4.2", "en", "Draughts, violations 4.2"),
    ("draughts64:violations.4.2", "ru", "Шашки, нарушения 4.2"),
    ("draughts64:first-move", "en", "Draughts, the first move"),
    ("draughts64:first-move", "uk", "Шашки, перший хід"), ("tavreli-1997:7.4", "de", "Tavreli 7.4"),
    ("regulations, item 5", "en", "regulations, item 5"),
    ("the rule: no talking", "en", "the rule: no talking"),
])  # fmt: skip
def test_an_article_is_cited_as_people_do(address: str, language: str, text: str) -> None:
    assert cite(address, language) == text


def test_an_address_can_name_several_articles_of_a_book() -> None:
    both = "fide-2023:7.5.5,A.3"
    assert each(both, "", "fide-2023:A.3", "item 5") == ("fide-2023:7.5.5", "fide-2023:A.3", "item 5")
    assert sentence(both, "en") == f"{sentence('fide-2023:7.5.5', 'en')} {sentence('fide-2023:A.3', 'en')}"
    assert known(both) and not known("fide-2023:7.5.5,A.99") and not known("")


@every_regime
def test_every_article_of_every_regime_can_be_cited_and_read(one: Regime) -> None:
    for number in one.cited:
        for language in ("en", "ru", "uk"):
            assert ":" not in cite(one.address(number), language)
            assert sentence(one.address(number), language)


def test_unknown_articles_are_not_found() -> None:
    for ask in (
        lambda: article("tavreli-1997:99"),
        lambda: article("chess:7.5.1"),
        lambda: book("fide-1884"),
    ):
        with pytest.raises(NotFound):
            ask()
    assert not known("tavreli-1997:99") and sentence("regulations, item 5", "en") == ""
    with refused(BadInput, "unknown_regime"):
        regime("fide-1884")


def test_before_the_oldest_laws_there_are_those_are_the_ones_offered() -> None:
    assert [item.key for item in laws_for("chess", date(1972, 7, 11))] == ["fide-2023"]
    assert [item.key for item in regimes_for("chess", date(1972, 7, 11))] == [
        *("fide-2023", "fide-2023-rapid", "fide-2023-rapid-supervised"),
        *("fide-2023-blitz", "fide-2023-blitz-supervised"),
    ]
    assert regimes_for("draughts", date.max)[0].key == "draughts64"


def test_the_lines_of_the_files_are_plain_text() -> None:
    for path in (ROOT / "tavleya/law/books").rglob("*.toml"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("#") and "\t" not in text and json.dumps(text)
