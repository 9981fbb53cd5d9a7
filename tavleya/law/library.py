"""The library of laws: the books, and the regimes based on them.

An article's address is its book and number: `fide-2023:7.5.1`.  A rule based on several articles of one book names all:
`fide-2023:7.5.5,A.3`.  Editions of one game exist in parallel; the regime of an event decides which one applies, and
the day of a new event which ones are offered.  The regulations of an event are a small book too: `regulations:12`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
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
        raise BrokenLaws(f"the regime {regime.key} cites what {book.key} has not: {', '.join(sorted(missing))}")
    for name in regime.articles.values():
        if len(regime.address(name)) > LONGEST_ADDRESS:
            raise BrokenLaws(f"the regime {regime.key} names too many articles at once: {name}")


#: The key of the regulations of an event as a book, and the book without articles, for citations.
REGULATIONS = "regulations"
_REGULATIONS = Book(
    REGULATIONS,
    game="",
    edition="",
    since=None,
    name={"en": "Regulations of the event", "ru": "Регламент соревнования", "uk": "Регламент змагання"},
    short={"en": "Regulations", "ru": "Регламент", "uk": "Регламент"},
    cited={SOURCE: {}},
    articles={},
)
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


def books_of(regime: Regime) -> tuple[Book, ...]:
    """Return the books whose articles a ruling can cite: the regulations of the event if there are any, the laws."""
    own = {
        number: Article(REGULATIONS, number, _REGULATIONS.name, {SOURCE: text})
        for number, text in regime.own_articles.items()
    }
    return (*((replace(_REGULATIONS, articles=own),) if own else ()), book(regime.book))


def find_address(regime: Regime, text: str) -> str:
    """Return the address of the articles that an arbiter names by address, numbers or citation; empty for no text.

    Raises: BadInput ("no_such_article") if neither the laws nor the regulations of the event have them.
    """
    text = text.strip()
    key, _, spelled = text.rpartition(":")
    for book in reversed(books_of(regime)) if text else ():
        for names in (spelled.split(","), [spelled]):  # the second: a citation with a comma in it
            numbers = [book.number(name.strip()) for name in names]
            address = f"{book.key}:{','.join(numbers)}"
            if all(numbers) and key in ("", book.key) and len(address) <= LONGEST_ADDRESS:
                return address
    if text:
        raise BadInput(say("no_such_article.named", id=text[:40]), fact="article")
    return ""


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
        several = numbers.split(",") if _book(key) else ()
        result |= dict.fromkeys(f"{key}:{number}" for number in several) or {address: None}
    return tuple(result)


def sentence(address: str, language: str) -> str:
    """Return the text of the articles at an address, in the language or in English; empty if it is not an article."""
    filter_ = filter(None, map(_find, each(address)))
    return " ".join(in_language(article.text, language) for article in filter_)


def cite(address: str, language: str = SOURCE) -> str:
    """Return `FIDE Laws 7.5.5, A.3`, `Таврели Б.6`, `Draughts, violations 4.2`; other texts are kept."""
    key, _, numbers = address.partition(":")
    book, (first, *others) = _book(key), numbers.split(",")
    if book is None or not numbers:
        return address
    cited = [book.cite(name, language, named=False) for name in others]
    return ", ".join([book.cite(first, language), *cited])


def _book(key: str) -> Book | None:
    return _REGULATIONS if key == REGULATIONS else _library.books.get(key)


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
        regime for book in laws_for(game, day) for regime in _library.regimes.values() if regime.book == book.key
    )
