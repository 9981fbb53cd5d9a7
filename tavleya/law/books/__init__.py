"""The law books, one data folder each, and their reader.

<book>/book.toml        game, edition, since (the day from which it is in force)
<book>/<language>.toml  name, short name, citation formats, chapters with their articles

The folder's name is the key of the book, and `book:number` the permanent address of an article, which rulings store.  A
book has English and other languages; a missing language falls back to English.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, NoReturn

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
        """Return the number of the article that is spelled so: as stored, or cited in any language; empty if none.

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
        article.name.removesuffix(".toml"): _translation(article, f"{key}/{article.name}")
        for article in sorted(folder.iterdir(), key=lambda article: article.name)
        if article.name.endswith(".toml") and article.name != "book.toml"
    }
    if SOURCE not in languages:
        _broken(key, f"there is no {SOURCE}.toml")
    for language, article in languages.items():
        _compare(f"{key}/{language}.toml", article, languages[SOURCE])
    return Book(
        key=key,
        game=_text(about["game"], f"{key}/book.toml", "game"),
        edition=_text(about["edition"], f"{key}/book.toml", "edition"),
        since=since,
        name=MappingProxyType({language: article.name for language, article in languages.items()}),
        short=MappingProxyType({language: article.short for language, article in languages.items()}),
        cited=MappingProxyType({language: article.cited for language, article in languages.items()}),
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
    result = _read(file, place, {"name", "short", "chapter"}, {"cited"})
    return _Translation(
        _text(result["name"], place, "name"),
        _text(result["short"], place, "short"),
        MappingProxyType(_patterns(result.get("cited", {}), place)),
        tuple(_chapter(item, place) for item in _list(result["chapter"], place)),
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
        _broken(
            place,
            f"it has {len(translation.chapters)} chapters, and {SOURCE}.toml has {len(source.chapters)}",
        )
    for (title, articles), (_, wanted) in zip(translation.chapters, source.chapters, strict=True):
        if list(articles) != list(wanted):
            odd = ", ".join(sorted(set(articles) ^ set(wanted))) or "their order"
            _broken(place, f"the articles of “{title}” differ from those of {SOURCE}.toml: {odd}")


# Reading


def _read(file: Traversable, place: str, needed: set[str], existing: set[str]) -> dict[str, Any]:
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BrokenLaws(f"{place}: {problem}") from problem
    if missing := needed - set(data):
        _broken(place, f"missing: {', '.join(sorted(missing))}")
    if odd := set(data) - needed - existing:
        _broken(place, f"not known here: {', '.join(sorted(odd))}")
    return data


def _text(value: object, place: str, name: str) -> str:
    if not isinstance(value, str) or not value.strip():
        _broken(place, f"{name}: a text is missing")
    return value


def _texts(values: object, place: str, name: str) -> dict[str, str]:
    if not isinstance(values, dict):
        _broken(place, f'{name}: lines of the form name = "text" are wanted')
    return {key: _text(value, place, f"{name}, {key}") for key, value in values.items()}


def _list(value: object, place: str) -> list[object]:
    if not isinstance(value, list):
        _broken(place, "a chapter begins with [[chapter]]")
    return value


def _broken(place: str, reason: str) -> NoReturn:
    raise BrokenLaws(f"{place}: {reason}")
