"""What a law book is made of, and how its chapters are written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

LANGUAGES = ("en", "ru", "uk")
Texts = tuple[str, str, str]  # in the order of LANGUAGES


@dataclass(frozen=True, slots=True)
class Article:
    """`id` is what rulings store (`tavreli:7.4`); `title` is its chapter's; texts are by language, in our own words."""

    id: str
    number: str
    title: Mapping[str, str]
    text: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Book:
    """`edition` is what people call it, `since` the day from which it holds (ISO, empty where it is not known)."""

    key: str
    game: str
    name: Mapping[str, str]
    short: Mapping[str, str]
    edition: str
    since: str
    articles: tuple[Article, ...]


def texts(*given: str) -> Mapping[str, str]:
    return MappingProxyType(dict(zip(LANGUAGES, given, strict=True)))


def chapter(game: str, title: Texts, *articles: tuple[str, str, str, str]) -> tuple[Article, ...]:
    """Articles of one chapter: number, and the sentence in en, ru, uk."""
    heading = texts(*title)
    return tuple(
        Article(f"{game}:{number}", number, heading, texts(*sentence)) for number, *sentence in articles
    )
