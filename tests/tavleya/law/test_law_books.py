"""The law books: complete in three languages, read from files, cited by the program, and changed by regulations."""

import ast
import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tavleya.errors import BadInput, NotFound
from tavleya.law import library
from tavleya.law.claims import agreement_bar, decide_claim
from tavleya.law.illegal_acts import ACTS
from tavleya.law.illegal_moves import rule_illegal_move
from tavleya.law.kinds import INCIDENTS, KINDS
from tavleya.law.library import (
    BrokenLaws,
    Library,
    article,
    book,
    books_of,
    cite,
    current,
    each,
    find_address,
    known,
    laws_for,
    read_books,
    regime,
    regimes_for,
    sentence,
)
from tavleya.law.regimes import REGIMES, STANDARD
from tavleya.law.regulations import articles_as_lines, articles_from_lines, describe, overlay
from tavleya.law.terms import Measure, Regime, Topic
from tavleya.record.results import Result
from tavleya.rules.contract import ClaimKind
from tavleya.rules.registry import SPECS, spec_of
from tavleya.sides import Side
from tests.laws import BOOK, TEXT, beside, write_book
from tests.paths import ROOT
from tests.refusals import refused
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.record.build import START

#: Articles of the laws; those of title norms (B.01) are in `tavleya.norms`.
IDS = [id_ for id_ in (ROOT / "tests/data/articles.txt").read_text().split() if not id_.startswith("b01:")]
BOOKS = current().books
CYRILLIC = re.compile(r"[а-яіїєґ]", re.IGNORECASE)
NUMBER = re.compile(r"\d+\.\d+(\.\d+)*|(violations|moves|draws|result|ways)\.\d+(\.\d+)*")
every_regime = pytest.mark.parametrize("laws", REGIMES, ids=lambda laws: laws.key)


@pytest.mark.parametrize("id_", IDS)
def test_every_article_of_the_laws_is_in_a_book_of_its_game(id_: str) -> None:
    game, _, number = id_.partition(":")
    books = [law_book for law_book in BOOKS.values() if law_book.game == game and number in law_book.articles]
    assert books
    for law_book in books:
        assert article(f"{law_book.key}:{number}").address == f"{law_book.key}:{number}"
        assert set(law_book.articles[number].text) == set(law_book.articles[number].title) == {"en", "ru", "uk"}


def test_each_sentence_is_one_of_its_language() -> None:
    for entry in (entry for law_book in BOOKS.values() for entry in law_book.articles.values()):
        for language, text in entry.text.items():
            assert text.endswith("."), entry.address
            latin = entry.address == "tavreli-1997:G.1"
            assert bool(CYRILLIC.search(text)) is (language != "en") or latin, entry.address
            assert len(text) < 300, entry.address
        # Ukrainian is not a copy of Russian.
        if len(entry.text["ru"]) > 40:
            assert entry.text["ru"] != entry.text["uk"], entry.address


def cited_in(game: str) -> set[str]:
    """Return the numbers that the rules of the board cite, and those that the record cites for the game."""
    numbers = set()
    for path in (ROOT / "tavleya/rules" / game).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and NUMBER.fullmatch(node.value):
                # In the draughts code only the violations have numbers without a name.
                bare = game == "draughts" and node.value[0].isdecimal()
                numbers.add(f"violations.{node.value}" if bare else node.value)
    for path in (ROOT / "tavleya/record/commands.py", ROOT / "games/services/checking.py"):
        numbers.update(re.findall(rf'"{game}": "([^"]+)"', path.read_text(encoding="utf-8")))
    return numbers


@pytest.mark.parametrize("game", ["chess", "draughts", "tavreli"])
def test_whatever_the_engines_cite_is_in_every_book_of_the_game(game: str) -> None:
    cited = cited_in(game)
    assert len(cited) > 6
    for law_book in laws_for(game, date.max):
        assert cited - set(law_book.articles) == set(), law_book.key


def test_no_engine_names_a_book_or_a_game_before_a_number() -> None:
    """They cite by number; the regime names the book."""
    address = re.compile(rf"[\"'](?:chess|draughts|tavreli|{'|'.join(BOOKS)}):[A-Za-z0-9]")
    named = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for folder in ("tavleya/law", "tavleya/rules", "tavleya/record", "games", "tournaments")
        for path in (ROOT / folder).rglob("*.py")
        if (match := address.search(path.read_text(encoding="utf-8")))
    ]
    assert named == []


@every_regime
def test_every_regime_cites_articles_of_its_book(laws: Regime) -> None:
    addresses = {article.address for article in book(laws.book).articles.values()}
    topics: tuple[Topic, ...] = ("illegal_move", "illegal_move_penalty", "flag", "bad_sealed_move", "record")
    cited = {address for topic in topics for address in each(laws.article(topic))}
    cited |= {laws.penalty_article(measure) for measure in Measure} | {laws.way_article}
    assert cited <= addresses
    assert len(laws.cited) > 10
    assert set(laws.incidents) <= {incident.code for incident in INCIDENTS}
    assert set(laws.illegal_acts) <= set(ACTS)


@pytest.mark.parametrize("key", sorted(BOOKS))
def test_no_article_is_left_out_between_two_others(key: str) -> None:
    """Numbers of one parent count from 1, sub-articles too; the Tavreli text itself has no G.3 and no G.5."""
    parts: dict[str, set[int]] = {}
    for number in book(key).articles:
        parent, _, last = number.rpartition(".")
        while last.isdecimal() and parent:
            parts.setdefault(parent, set()).add(int(last))
            parent, _, last = parent.rpartition(".")
    gaps = {f"{parent}.{n}" for parent, used in parts.items() for n in range(1, max(used)) if n not in used}
    assert gaps == ({"G.3", "G.5"} if key == "tavreli-1997" else set())


@pytest.mark.parametrize(("key", "numbers"), [
    ("fide-2023", "4.7.3 6.1 6.2.1.2 6.2.6 6.3.2 6.11 6.11.4 6.12.2 7.5.5 8.5.3 9.1.2.3 9.2.3.2 9.3.2 9.6.2 10.2"),
    ("fide-2023", "11.2.3.3 11.2.4 11.3.2.2 11.12 12.2.7 12.9.9 A.4.3 A.5.1.2 A.5.5 A.6 B.2.3 B.4 C.13 D.2.11"),
    ("fide-2023", "I.1.2 I.2.7 I.8.3 I.9.3 I.12.2 I.14 II.2.3 II.3.2 III.2.2 III.3.1.2 III.5.3 III.6.1.2 III.6.2"),
    ("draughts64", "moves.14 takes.14 violations.4 violations.4.14 violations.8 draws.3 result.2.d result.3.c ways.7"),
    ("tavreli-1997", "2.5 3.9 4.5 5.5 6.14 7.4 8.6 9.5 10.4 11.1 12.8 13.7 A.13 B.7 V.4 G.7"),
])  # fmt: skip
def test_each_book_goes_to_the_last_article_of_its_chapters(key: str, numbers: str) -> None:
    assert set(numbers.split()) <= set(book(key).articles)


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
    ("the rule: no talking", "en", "the rule: no talking"), ("regulations:5,6", "en", "Regulations 5, 6"),
    ("regulations:5", "uk", "Регламент 5"),
])  # fmt: skip
def test_an_article_is_cited_as_people_do(address: str, language: str, text: str) -> None:
    assert cite(address, language) == text


def test_an_address_can_name_several_articles_of_a_book() -> None:
    both = "fide-2023:7.5.5,A.3"
    assert each(both, "", "fide-2023:A.3", "item 5") == ("fide-2023:7.5.5", "fide-2023:A.3", "item 5")
    assert sentence(both, "en") == f"{sentence('fide-2023:7.5.5', 'en')} {sentence('fide-2023:A.3', 'en')}"
    assert known(both) and not known("fide-2023:7.5.5,A.99") and not known("")


@pytest.mark.long
@pytest.mark.parametrize("key", ["fide-2023", "draughts64", "tavreli-1997"])
def test_every_article_is_found_by_its_address_and_by_each_of_its_citations(key: str) -> None:
    for item in book(key).articles.values():
        for spelling in (item.address, item.number, *(cite(item.address, language) for language in ("en", "ru", "uk"))):
            assert find_address(regime(key), spelling) == item.address


def test_the_regulations_of_an_event_are_a_small_book() -> None:
    articles = articles_from_lines("§5 No talking.\n\n 12.1  Mate ends  the game. ")
    assert articles == {"5": "No talking.", "12.1": "Mate ends  the game."}
    own, laws = books_of(overlay(STANDARD, {"articles": articles}))
    assert ([str(entry.address) for entry in own.articles.values()], laws.key) == (
        ["regulations:5", "regulations:12.1"], "fide-2023",
    )  # fmt: skip
    assert articles_from_lines(articles_as_lines(articles)) == articles
    assert books_of(STANDARD) == (laws,)
    for text in ("5", "5 a\n5 b", "5/6 a", f"5 {'a' * 501}", f"{'5' * 21} a"):
        with refused(BadInput, "bad_regulation", key="articles"):
            articles_from_lines(text)


@every_regime
def test_every_article_of_every_regime_can_be_cited_and_read(laws: Regime) -> None:
    for number in laws.cited:
        for language in ("en", "ru", "uk"):
            assert ":" not in cite(laws.address(number), language)
            assert sentence(laws.address(number), language)


def test_unknown_articles_are_not_found() -> None:
    for look_up in (lambda: article("tavreli-1997:99"), lambda: article("chess:7.5.1"), lambda: book("fide-1884")):
        with pytest.raises(NotFound):
            look_up()
    assert not known("tavreli-1997:99") and sentence("regulations, item 5", "en") == ""
    with refused(BadInput, "unknown_regime"):
        regime("fide-1884")


def test_before_the_oldest_laws_there_are_those_are_the_ones_offered() -> None:
    assert [law_book.key for law_book in laws_for("chess", date(1972, 7, 11))] == ["fide-2023"]
    assert [laws.key for laws in regimes_for("chess", date(1972, 7, 11))] == [
        *("fide-2023", "fide-2023-rapid", "fide-2023-rapid-supervised"),
        *("fide-2023-blitz", "fide-2023-blitz-supervised"),
    ]
    assert regimes_for("draughts", date.max)[0].key == "draughts64"


def test_the_lines_of_the_files_are_plain_text() -> None:
    for path in (ROOT / "tavleya/law/books").rglob("*.toml"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("#") and "\t" not in text


RUSSIAN = TEXT.replace("FIDE Laws", "Правила ФИДЕ").replace("Irregularities", "Нарушения")


def test_a_book_is_what_its_folder_says(tmp_path: Path) -> None:
    write_book(tmp_path, en=TEXT, ru=RUSSIAN)
    (book,) = read_books(tmp_path)
    assert (book.key, book.game, book.edition, book.since) == (*("fide-2027", "chess", "2027"), date(2027, 1, 1))
    article = book.articles["7.5.1"]
    assert (article.address, dict(article.title)) == ("fide-2027:7.5.1", {"en": "Irregularities", "ru": "Нарушения"})
    assert book.cite("7.5.1", "ru") == "Правила ФИДЕ 2027 7.5.1"


def test_a_language_that_the_book_has_not_is_read_in_english(tmp_path: Path) -> None:
    write_book(tmp_path, en=TEXT, ru=RUSSIAN)
    with beside(tmp_path):
        assert library.cite("fide-2027:7.5.1", "kk") == "FIDE Laws 2027 7.5.1"
        assert library.sentence("fide-2027:7.5.1", "kk") == "An illegal move is taken back."
        assert library.sentence("fide-2027:7.5.1", "uk") == "An illegal move is taken back."
    assert not library.known("fide-2027:7.5.1")


@pytest.mark.parametrize(
    ("languages", "place"),
    [
        ({"ru": RUSSIAN}, "there is no en.toml"),
        ({"en": TEXT + '"7.5.2" = "More."\n', "ru": RUSSIAN}, "ru.toml.*7.5.2"),
        ({"en": TEXT, "ru": RUSSIAN + '[[chapter]]\ntitle = "x"\n[chapter.articles]\n'}, "2 chapters"),
        ({"en": TEXT + '[[chapter]]\ntitle = "x"\n[chapter.articles]\n"7.5.1" = "No."\n'}, "7.5.1 stands twice"),
        ({"en": TEXT + '"7.5.1" = "No."\n'}, "en.toml"),
        ({"en": TEXT + '"7.5.2" = ""\n'}, "7.5.2: a text is missing"),
        ({"en": TEXT + '"7.5:2" = "No."\n'}, "cannot be the number"),
        ({"en": TEXT + f'"{"9" * 31}" = "No."\n'}, "cannot be the number"),
        ({"en": TEXT.replace("short", "shrt")}, "missing: short"),
        ({"en": 'tittle = "x"\n' + TEXT}, "not known here: tittle"),
        ({"en": TEXT.replace("title", "name")}, "a chapter has a title"),
        ({"en": TEXT.replace("[[chapter]]", "[cited]\nA = '{boook} A'\n[[chapter]]")}, "cited, A"),
        (
            {"en": TEXT.replace("[[chapter]]", "[cited]\nA = '{book} A.{rest}'\n[[chapter]]"), "ru": RUSSIAN},
            "ru.toml.*not the same lines",
        ),
    ],
)
def test_a_file_that_does_not_fit_names_its_place(tmp_path, languages, place) -> None:
    write_book(tmp_path, **languages)
    with pytest.raises(BrokenLaws, match=place):
        read_books(tmp_path)


@pytest.mark.parametrize(
    ("key", "book"), [("FIDE 2027", BOOK), ("fide-2027", BOOK.replace("2027-01-01", '"2027"')), ("f", "game = 1")]
)
def test_a_book_that_says_no_day_or_has_no_key_is_refused(tmp_path: Path, key: str, book: str) -> None:
    write_book(tmp_path, key, book)
    with pytest.raises(BrokenLaws):
        read_books(tmp_path)


def test_a_regime_cites_only_what_is_in_its_own_book(tmp_path: Path) -> None:
    write_book(tmp_path)
    books = (*library.current().books.values(), *read_books(tmp_path))
    with pytest.raises(BrokenLaws, match=r"the regime fide-2027 cites what fide-2027 has not: .*12\.9"):
        Library.of(books, (*REGIMES, replace(STANDARD, key="fide-2027", book="fide-2027")))


@pytest.mark.parametrize(("changed", "reason"), [
    ({"key": "x", "book": "fide-1884"}, "a book that there is not"),
    ({"key": "x", "game": "tavreli"}, "a book of another game"), ({"key": "fide-2023"}, "two of this key"),
])  # fmt: skip
def test_a_regime_has_a_book_of_its_game_and_a_unique_key(changed: dict[str, str], reason: str) -> None:
    books = library.current().books.values()
    with pytest.raises(BrokenLaws, match=reason):
        Library.of(books, (*REGIMES, replace(STANDARD, **changed)))


def test_two_books_have_two_keys_and_are_not_cited_by_one_name(tmp_path: Path) -> None:
    books = tuple(library.current().books.values())
    with pytest.raises(BrokenLaws, match="two of this key"):
        Library.of((*books, books[0]), REGIMES)
    write_book(tmp_path, en=TEXT.replace("FIDE Laws 2027", "FIDE Laws"))
    with pytest.raises(BrokenLaws, match="fide-2023 has the short name “FIDE Laws” already"):
        Library.of((*books, *read_books(tmp_path)), REGIMES)


@pytest.mark.article("tavreli:11.1")
def test_a_win_is_a_point_and_a_draw_half_unless_the_organiser_sets_other_points() -> None:
    laws = regime("tavreli-1997")
    assert (laws.points.win, laws.points.draw, laws.points.loss) == (2, 1, 0)
    three = overlay(laws, {"points": {"win": 6, "draw": 2}})
    assert (three.points.win, three.points.draw, three.points.loss) == (6, 2, 0)
    texts = {line.key: str(line.value) for line in describe(three, {"points": {}})}
    assert texts["points"] == "3 for a win, 1 for a draw, 0 for a loss"


def test_the_steps_for_illegal_moves_are_the_event_s() -> None:
    table = Table("fide-2023", illegal_moves=[1, 1, "loss"]).started()
    gained = []
    for number in (1, 2, 3):
        table.irregular("e2e5", at=number * 20 * SECOND)
        remedy = rule_illegal_move(table.state, table.regime, START + number * 20 * SECOND + SECOND)
        table.board.do(lambda _, remedy=remedy: remedy.drafts, at=number * 20 * SECOND + SECOND)
        gained.append(remedy.clock.after[Side.BLACK])
    assert gained == [61 * MINUTE, 62 * MINUTE, 62 * MINUTE]
    assert table.state.result is Result.BLACK_WINS


def test_the_price_of_a_wrong_claim_is_the_event_s() -> None:
    table = Table(wrong_claim_minutes=1, wrong_claim_loses_at_most_minutes=0).started()
    remedy = decide_claim(table.state, table.regime, Side.WHITE, ClaimKind.REPETITION, None, START)
    assert remedy.clock.after == {Side.WHITE: 60 * MINUTE, Side.BLACK: 61 * MINUTE}


def test_a_draw_may_be_agreed_after_the_moves_that_the_event_wants() -> None:
    table = Table(agreed_draw_moves=2).started().play("e2-e4", "e7-e5", "g1-f3")
    bar = agreement_bar(table.state, table.regime)
    assert bar.code == "agreement_too_early" and bar.params["made"] == 1
    table.play("g8-f6", at=10 * SECOND)
    assert agreement_bar(table.state, table.regime) is None


@pytest.mark.parametrize(("key", "value"), [
    ("default_time_minutes", -1), ("default_time_minutes", True), ("illegal_moves", []),
    ("illegal_moves", ["gain"]), ("penalties", ["time_off"]), ("penalties", ["warning:2"]),
    ("penalties", ["time_off:0"]), ("flag_caller", "crowd"), ("agreed_draw_moves", "30"),
    ("quickplay", "yes"), ("points", {"win": 1, "draw": 1}), ("points", {"stalemate": 1}), ("bonus", 3),
    ("articles", ["5"]), ("articles", {"5": ""}), ("articles", {5: "a"}),
    ("fines", {"currency": "euro", "amounts": [20]}), ("fines", {"currency": "EUR", "amounts": []}),
    ("fines", {"currency": "EUR", "amounts": [0]}), ("fines", {"currency": "EUR"}),
    ("penalties", ["fine"]), ("penalties", ["points_off:0"]), ("penalties", ["rounds:x"]),
])  # fmt: skip
def test_a_regulation_that_makes_no_sense_is_refused_by_its_name(key: str, value: object) -> None:
    with pytest.raises(BadInput) as excinfo:
        overlay(regime("tavreli-1997"), {key: value})
    assert excinfo.value.code in ("bad_regulation", "unknown_regulation")
    assert excinfo.value.detail["key"] == key


def test_options_missing_from_the_text_cannot_be_switched_on() -> None:
    for key, values in (
        ("draughts64", {"wrong_claim_minutes": 2}),
        ("tavreli-1997-blitz", {"quickplay": True}),
        ("tavreli-1997-blitz", {"quickplay_minutes": 2}),
    ):
        with pytest.raises(BadInput):
            overlay(regime(key), values)


@pytest.mark.parametrize("key", [laws.key for laws in REGIMES])
def test_every_regime_describes_its_numbers_with_their_articles(key: str) -> None:
    lines = describe(regime(key), {"default_time_minutes": 5})
    assert all(str(line.name) and str(line.value) for line in lines)
    assert [line.key for line in lines if line.own] == ["default_time_minutes"]


@pytest.mark.article("tavreli:B.2", "tavreli:V.2")
def test_rapid_and_blitz_follow_the_classical_text_where_they_do_not_replace_it() -> None:
    for key in ("tavreli-1997-rapid", "tavreli-1997-blitz"):
        table = Table(key, "5").started()
        remedy = decide_claim(table.state, table.regime, Side.WHITE, ClaimKind.REPETITION, None, START)
        assert remedy.clock.after == {Side.WHITE: 150 * SECOND, Side.BLACK: 8 * MINUTE}


def test_the_rulings_are_those_of_chess() -> None:
    for kind in KINDS.values():
        assert ("chess960" in kind.games) is ("chess" in kind.games), kind.key


def test_every_game_has_regimes_of_its_laws() -> None:
    for spec in SPECS.values():
        assert {regime.game for regime in regimes_for(spec.laws, date(2026, 1, 1))} == {spec.laws}


@pytest.mark.parametrize("game", list(SPECS))
def test_the_articles_that_a_game_names_are_in_the_books_of_its_laws(game: str) -> None:
    spec = spec_of(game)
    named = {spec.agreement_article, spec.reconstruction_article} - {""}
    assert named
    for regime_of_laws in regimes_for(spec.laws, date(2026, 1, 1)):
        assert named <= book(regime_of_laws.book).articles.keys()
