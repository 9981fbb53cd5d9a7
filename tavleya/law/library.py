"""The library of laws: the law books, one data folder each, and the regimes based on them.

books/<book>/book.toml        game, edition, since (the day from which it is in force)
books/<book>/<language>.toml  name, short name, citation formats, chapters with their articles

The folder's name is the key of the book.  A book has English and other languages; a missing language falls back to
English.  An article's address, which rulings store, is its book and number: `fide-2023:7.5.1`.  A rule based on several
articles of one book names all: `fide-2023:7.5.5,A.3`.  Editions of one game exist in parallel; the regime of an event
decides which one applies, and the day of a new event which ones are offered.  The regulations of an event are a small
book too: `regulations:12`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar

from tavleya.errors import BadInput, NotFound
from tavleya.law.messages import say
from tavleya.law.regimes import REGIMES
from tavleya.law.terms import Regime

SOURCE = "en"  # every book is complete in this language; translations are checked against it
_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NUMBER = re.compile(r"[A-Za-z0-9]+([.-][A-Za-z0-9]+)*")
LONGEST_ADDRESS = 40  # field length in rulings


class BrokenLaws(ValueError):
    """An error in the files of the laws or regimes; the text names the place."""


@dataclass(frozen=True, slots=True)
class Article:
    """One article of one book.  `title` is the title of its chapter; texts are by language, in our own words."""

    book: str
    number: str
    title: Mapping[str, str]
    text: Mapping[str, str]

    @property
    def address(self) -> str:
        """The address stored in rulings: `fide-2023:7.5.1`."""
        return f"{self.book}:{self.number}"


@dataclass(frozen=True, slots=True)
class Book:
    """`edition` is the common name, `since` the day from which it is in force; None: always.

    `short`: the unique name in citations.  `cited`: by language, the citation format of articles by the prefix of their
    number.  `articles` by number, in the order of the book.
    """

    key: str
    game: str
    edition: str
    since: date | None
    name: Mapping[str, str]
    short: Mapping[str, str]
    cited: Mapping[str, Mapping[str, str]]
    articles: Mapping[str, Article]

    def cite(self, number: str, language: str, *, named: bool = True) -> str:
        """Return `FIDE Laws 7.5.1`, `Таврели Б.6`: the longest prefix of the number with a format decides.

        `named` off: without the name of the book, after another article of it.
        """
        patterns = self.cited.get(language, self.cited[SOURCE])
        name = in_language(self.short, language) if named else ""
        parts = number.split(".")
        for count in range(len(parts), 0, -1):
            pattern = patterns.get(".".join(parts[:count]))
            if pattern is not None:
                return pattern.format(book=name, rest=".".join(parts[count:])).strip()
        return f"{name} {number}".strip()

    def number(self, spelling: str) -> str:
        """Return the number of the article with this spelling, as stored or as cited in any language; empty if none.

        Spaces and capitals are ignored.  Cyrillic letters stand for their Latin look-alikes if nothing else fits.
        """
        if spelling in self.articles:
            return spelling
        for letters in ({}, _LOOK_ALIKES):
            wanted = _spelled(spelling, letters)
            for number in self.articles:
                cited = (self.cite(number, language, named=named) for language in self.name for named in (False, True))
                if wanted in (_spelled(text, letters) for text in (number, *cited)):
                    return number
        return ""


_LOOK_ALIKES = str.maketrans("АВЕІСавеіс", "ABEICabeic")


def _spelled(text: str, letters: Mapping[int, int]) -> str:
    return "".join(text.translate(letters).casefold().split()).strip(".,§")


def in_language(texts: Mapping[str, str], language: str) -> str:
    """Return the text in the language, or in English if there is none."""
    return texts.get(language) or texts[SOURCE]


def read_books(shelf: Traversable) -> tuple[Book, ...]:
    """Return the book of every folder in `shelf`, by key.  Raises: BrokenLaws."""
    folders = (resource for resource in shelf.iterdir() if resource.joinpath("book.toml").is_file())
    return tuple(_book(folder) for folder in sorted(folders, key=lambda resource: resource.name))


@dataclass(frozen=True, slots=True)
class _Translation:
    """One language of a book; a chapter has its title, and its sentences by number."""

    name: str
    short: str
    cited: Mapping[str, str]
    chapters: tuple[tuple[str, Mapping[str, str]], ...]


def _book(folder: Traversable) -> Book:
    key = folder.name
    about = _read(folder.joinpath("book.toml"), f"{key}/book.toml", {"game", "edition"}, {"since"})
    since = about.get("since")
    if since is not None and type(since) is not date:
        _broken(f"{key}/book.toml", "`since` is not a day, such as 2023-01-01")
    if not _KEY.fullmatch(key):
        _broken(key, "the key of a book has small Latin letters, digits and hyphens")
    languages = {
        file.name.removesuffix(".toml"): _translation(file, f"{key}/{file.name}")
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
        if file.name.endswith(".toml") and file.name != "book.toml"
    }
    if SOURCE not in languages:
        _broken(key, f"there is no {SOURCE}.toml")
    for language, translation in languages.items():
        _compare(f"{key}/{language}.toml", translation, languages[SOURCE])
    return Book(
        key=key,
        game=_text(about["game"], f"{key}/book.toml", "game"),
        edition=_text(about["edition"], f"{key}/book.toml", "edition"),
        since=since,
        name=MappingProxyType({language: translation.name for language, translation in languages.items()}),
        short=MappingProxyType({language: translation.short for language, translation in languages.items()}),
        cited=MappingProxyType({language: translation.cited for language, translation in languages.items()}),
        articles=MappingProxyType({article.number: article for article in _articles(key, languages)}),
    )


def _articles(key: str, languages: Mapping[str, _Translation]) -> Iterator[Article]:
    seen: set[str] = set()
    for place, (_, sentences) in enumerate(languages[SOURCE].chapters):
        title = {language: translation.chapters[place][0] for language, translation in languages.items()}
        for number in sentences:
            if number in seen:
                _broken(f"{key}/{SOURCE}.toml", f"the article {number} stands twice")
            if not NUMBER.fullmatch(number) or len(f"{key}:{number}") > LONGEST_ADDRESS:
                _broken(f"{key}/{SOURCE}.toml", f"“{number}” cannot be the number of an article")
            seen.add(number)
            text = {language: translation.chapters[place][1][number] for language, translation in languages.items()}
            yield Article(key, number, MappingProxyType(title), MappingProxyType(text))


def _translation(file: Traversable, place: str) -> _Translation:
    data = _read(file, place, {"name", "short", "chapter"}, {"cited"})
    return _Translation(
        _text(data["name"], place, "name"),
        _text(data["short"], place, "short"),
        MappingProxyType(_patterns(data.get("cited", {}), place)),
        tuple(_chapter(item, place) for item in _list(data["chapter"], place)),
    )


def _patterns(value: object, place: str) -> dict[str, str]:
    patterns = _texts(value, place, "cited")
    for beginning, pattern in patterns.items():
        try:
            pattern.format(book="", rest="")
        except (KeyError, ValueError, IndexError):
            _broken(place, f"cited, {beginning}: a pattern has {{book}} and {{rest}} in braces, and nothing else")
    return patterns


def _chapter(value: object, place: str) -> tuple[str, Mapping[str, str]]:
    if not isinstance(value, dict) or set(value) != {"title", "articles"}:
        _broken(place, "a chapter has a title, and then [chapter.articles]")
    title = _text(value["title"], place, "title")
    return title, MappingProxyType(_texts(value["articles"], place, title))


def _compare(place: str, translation: _Translation, source: _Translation) -> None:
    """Check that a translation has the chapters and articles of the source, in its order.  Raises: BrokenLaws."""
    if set(translation.cited) != set(source.cited):
        _broken(place, f"[cited] has not the same lines as {SOURCE}.toml")
    if len(translation.chapters) != len(source.chapters):
        _broken(place, f"it has {len(translation.chapters)} chapters, and {SOURCE}.toml has {len(source.chapters)}")
    for (title, articles), (_, wanted) in zip(translation.chapters, source.chapters, strict=True):
        if list(articles) != list(wanted):
            difference = ", ".join(sorted(set(articles) ^ set(wanted))) or "their order"
            _broken(place, f"the articles of “{title}” differ from those of {SOURCE}.toml: {difference}")


# Reading


def _read(file: Traversable, place: str, needed: set[str], optional: set[str]) -> dict[str, Any]:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BrokenLaws(f"{place}: {error}") from error
    if missing := needed - set(data):
        _broken(place, f"missing: {', '.join(sorted(missing))}")
    if unknown := set(data) - needed - optional:
        _broken(place, f"not known here: {', '.join(sorted(unknown))}")
    return data


def _text(value: object, place: str, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        _broken(place, f"{name}: a text is missing")
    return value


def _texts(values: object, place: str, name: str) -> dict[str, str]:
    if not isinstance(values, dict):
        _broken(place, f'{name}: expected lines of the form name = "text"')
    return {key: _text(value, place, f"{name}, {key}") for key, value in values.items()}


def _list(value: object, place: str) -> list[object]:
    if not isinstance(value, list):
        _broken(place, "a chapter begins with [[chapter]]")
    return value


def _broken(place: str, reason: str) -> NoReturn:
    raise BrokenLaws(f"{place}: {reason}")


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


_Law = TypeVar("_Law", Book, Regime)


def _by_key(laws: Iterable[_Law]) -> Mapping[str, _Law]:
    result: dict[str, _Law] = {}
    for law in laws:
        if law.key in result:
            raise BrokenLaws(f"{law.key}: there are two of this key")
        result[law.key] = law
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
_library = Library.of(read_books(files("tavleya.law").joinpath("books")), REGIMES)


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
        parts = numbers.split(",") if _book_or_regulations(key) else ()
        result |= dict.fromkeys(f"{key}:{number}" for number in parts) or {address: None}
    return tuple(result)


def sentence(address: str, language: str) -> str:
    """Return the text of the articles at an address, in the language or in English; empty if it is not an article."""
    articles = filter(None, map(_find, each(address)))
    return " ".join(in_language(article.text, language) for article in articles)


def cite(address: str, language: str = SOURCE) -> str:
    """Return `FIDE Laws 7.5.5, A.3`, `Таврели Б.6`, `Draughts, violations 4.2`; other texts are kept."""
    key, _, numbers = address.partition(":")
    book, (first, *others) = _book_or_regulations(key), numbers.split(",")
    if book is None or not numbers:
        return address
    return ", ".join([book.cite(first, language), *[book.cite(name, language, named=False) for name in others]])


def _book_or_regulations(key: str) -> Book | None:
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
