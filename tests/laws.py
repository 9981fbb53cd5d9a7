"""Law books of tests, written into a folder as a lawyer would write them, and added to the real ones."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tavleya.law import library
from tavleya.law.library import Library, read_books
from tavleya.law.terms import Regime

BOOK = """
game = "chess"
edition = "2027"
since = 2027-01-01
"""
TEXT = """
name = "FIDE Laws of Chess"
short = "FIDE Laws 2027"

[[chapter]]
title = "Irregularities"
[chapter.articles]
"7.5.1" = "An illegal move is taken back."
"""


def write_book(shelf: Path, key: str = "fide-2027", book: str = BOOK, **languages: str) -> Path:
    """Create a folder for `key` on the shelf, with a file for each language; by default only English."""
    folder = shelf / key
    folder.mkdir(parents=True)
    (folder / "book.toml").write_text(book, encoding="utf-8")
    for language, text in (languages or {"en": TEXT}).items():
        (folder / f"{language}.toml").write_text(text, encoding="utf-8")
    return folder


@contextmanager
def beside(shelf: Path, *regimes: Regime) -> Iterator[Library]:
    """Temporarily add the books of the shelf and these regimes to the real ones."""
    before = library.current()
    books, more = (*before.books.values(), *read_books(shelf)), (*before.regimes.values(), *regimes)
    library.install(Library.of(books, more))
    try:
        yield library.current()
    finally:
        library.install(before)
