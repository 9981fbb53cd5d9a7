"""Law books are files: what a lawyer can get wrong in one is found when it is read."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tavleya.law import library
from tavleya.law.books import BrokenLaws, read_books
from tavleya.law.library import Library
from tavleya.law.regimes import REGIMES
from tavleya.law.regimes.fide import STANDARD
from tests.laws import BOOK, TEXT, beside, write_book

RUSSIAN = TEXT.replace("FIDE Laws", "Правила ФИДЕ").replace("Irregularities", "Нарушения")


def test_a_book_is_what_its_folder_says(tmp_path: Path) -> None:
    write_book(tmp_path, en=TEXT, ru=RUSSIAN)
    (book,) = read_books(tmp_path)
    assert (book.key, book.game, book.edition, book.since) == (
        *("fide-2027", "chess", "2027"),
        date(2027, 1, 1),
    )
    article = book.articles["7.5.1"]
    assert (article.address, dict(article.title)) == (
        "fide-2027:7.5.1",
        {"en": "Irregularities", "ru": "Нарушения"},
    )
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
        (
            {"en": TEXT + '[[chapter]]\ntitle = "x"\n[chapter.articles]\n"7.5.1" = "No."\n'},
            "7.5.1 stands twice",
        ),
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
def test_a_file_that_does_not_fit_names_its_place(
    tmp_path: Path, languages: dict[str, str], place: str
) -> None:
    write_book(tmp_path, **languages)
    with pytest.raises(BrokenLaws, match=place):
        read_books(tmp_path)


@pytest.mark.parametrize(
    ("key", "book"),
    [("FIDE 2027", BOOK), ("fide-2027", BOOK.replace("2027-01-01", '"2027"')), ("f", "game = 1")],
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
    own = tuple(library.current().books.values())
    with pytest.raises(BrokenLaws, match="two of this key"):
        Library.of((*own, own[0]), REGIMES)
    write_book(tmp_path, en=TEXT.replace("FIDE Laws 2027", "FIDE Laws"))
    with pytest.raises(BrokenLaws, match="fide-2023 has the short name “FIDE Laws” already"):
        Library.of((*own, *read_books(tmp_path)), REGIMES)
