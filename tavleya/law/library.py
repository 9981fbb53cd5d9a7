"""The library of laws: the books, and the regimes based on them.

An article's address is its book and number: `fide-2023:7.5.1`.  A rule based on several articles of one book names all:
`fide-2023:7.5.5,A.3`.  Editions of one game exist in parallel; the regime of an event decides which one applies, and
the day of a new event which ones are offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from importlib.resources import files
from types import MappingProxyType
from typing import TypeVar

from tavleya.errors import BadInput, NotFound
from tavleya.law.books import LONGEST_ADDRESS, SOURCE, Article, Book, BrokenLaws, in_language, read_books
from tavleya.law.messages import say
from tavleya.law.regimes import REGIMES
from tavleya.law.terms import Regime


@dataclass(frozen=True, slots=True)
class Library:
    """Books and regimes by key, the regimes in menu order."""

    books: Mapping[str, Book]
    regimes: Mapping[str, Regime]

    @classmethod
    def of(cls, books: Iterable[Book], regimes: Iterable[Regime]) -> Library:
        """Create a library.  Raises: BrokenLaws for duplicate books or regimes, or a citation of a missing article."""
        library = cls(_by_key(books), _by_key(regimes))
        _check_names(library.books.values())
        for regime in library.regimes.values():
            _check_regime(regime, library.books.get(regime.book))
        return library


_Held = TypeVar("_Held", Book, Regime)


def _by_key(helds: Iterable[_Held]) -> Mapping[str, _Held]:
    result: dict[str, _Held] = {}
    for regime in helds:
        if regime.key in result:
            raise BrokenLaws(f"{regime.key}: there are two of this key")
        result[regime.key] = regime
    return MappingProxyType(result)


def _check_names(books: Iterable[Book]) -> None:
    """Check that no two books have the same name in citations; a new edition has its year in it."""
    seen: dict[tuple[str, str], str] = {}
    for book in books:
        for language, name in book.short.items():
            if (other := seen.setdefault((language, name), book.key)) != book.key:
                raise BrokenLaws(f"{book.key}/{language}.toml: {other} has the short name “{name}” already")


def _check_regime(regime: Regime, book: Book | None) -> None:
    if book is None:
        raise BrokenLaws(f"the regime {regime.key} has a book that there is not: {regime.book}")
    if book.game != regime.game:
        raise BrokenLaws(f"the regime {regime.key} has a book of another game: {regime.book}")
    if missing := regime.cited - set(book.articles):
        raise BrokenLaws(
            f"the regime {regime.key} cites what {book.key} has not: {', '.join(sorted(missing))}"
        )
    for name in regime.articles.values():
        if len(regime.address(name)) > LONGEST_ADDRESS:
            raise BrokenLaws(f"the regime {regime.key} names too many articles at once: {name}")


_library = Library.of(read_books(files("tavleya.law.books")), REGIMES)


def current() -> Library:
    return _library


def install(library: Library) -> Library:
    """Install the laws and return the previous ones, for restoring them."""
    global _library
    before, _library = _library, library
    return before


def book(key: str) -> Book:
    """Return the book.  Raises: NotFound ("no_such_book")."""
    if key not in _library.books:
        raise NotFound(say("no_such_book"))
    return _library.books[key]


def article(address: str) -> Article:
    """Return the article at an address such as `tavreli-1997:7.4`.  Raises: NotFound ("no_such_article")."""
    result = _find(address)
    if result is None:
        raise NotFound(say("no_such_article", id=address[:40]))
    return result


def each(*addresses: str) -> tuple[str, ...]:
    """Return the single articles of these addresses, each once; a text that is not an address is kept."""
    result: dict[str, None] = {}
    for address in filter(None, addresses):
        key, _, numbers = address.partition(":")
        several = numbers.split(",") if key in _library.books else ()
        result |= dict.fromkeys(f"{key}:{number}" for number in several) or {address: None}
    return tuple(result)


def sentence(address: str, language: str) -> str:
    """Return the text of the articles at an address, in the language or in English; empty if it is not an article."""
    filter_ = filter(None, map(_find, each(address)))
    return " ".join(in_language(article.text, language) for article in filter_)


def cite(address: str, language: str = SOURCE) -> str:
    """Return `FIDE Laws 7.5.5, A.3`, `Таврели Б.6`, `Draughts, violations 4.2`; other texts are kept."""
    key, _, numbers = address.partition(":")
    if key not in _library.books or not numbers:
        return address
    book, (first, *others) = _library.books[key], numbers.split(",")
    cited = [book.cite(name, language, named=False) for name in others]
    return ", ".join([book.cite(first, language), *cited])


def known(address: str) -> bool:
    """Return whether it is the address of articles."""
    return bool(address) and all(_find(name) for name in each(address))


def _find(address: str) -> Article | None:
    key, _, number = address.partition(":")
    book = _library.books.get(key)
    return book.articles.get(number) if book else None


def regime(key: str) -> Regime:
    """Return the regime, without regulations.  Raises: BadInput ("unknown_regime")."""
    try:
        return _library.regimes[key]
    except KeyError:
        raise BadInput(say("unknown_regime", regime=key)) from None


def laws_for(game: str, day: date) -> tuple[Book, ...]:
    """Return the books of the game in force on that day, the newest first; before all of them, the oldest."""
    own = [book for book in _library.books.values() if book.game == game]
    own.sort(key=lambda book: book.since or date.min, reverse=True)
    return tuple(book for book in own if (book.since or date.min) <= day) or tuple(own[-1:])


def regimes_for(game: str, day: date) -> tuple[Regime, ...]:
    """Return the regimes for an event of that day: those of the newest laws first, with the usual one at the top."""
    return tuple(
        regime
        for book in laws_for(game, day)
        for regime in _library.regimes.values()
        if regime.book == book.key
    )
