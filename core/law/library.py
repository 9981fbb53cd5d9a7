"""The law books: every article that a ruling can cite, in our own words, in three languages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from common.errors import NotFound
from core.law.books import (
    chess_appendices,
    chess_guidelines,
    chess_hall,
    chess_play,
    draughts_board,
    draughts_rules,
    tavreli_appendices,
    tavreli_board,
    tavreli_hall,
    tavreli_play,
)
from core.law.books.shelf import LANGUAGES, Article, Book, texts
from core.law.messages import say

BOOKS: Mapping[str, Book] = MappingProxyType(
    {
        one.key: one
        for one in (
            Book(
                "tavreli-1997",
                "tavreli",
                texts(
                    "Tavreli, the rules of Russian chess",
                    "Таврели, правила русских шахмат",
                    "Таврелі, правила російських шахів",
                ),
                texts("Tavreli", "Таврели", "Таврелі"),
                "1997",
                "1997-01-01",
                (
                    *tavreli_board.ARTICLES,
                    *tavreli_play.ARTICLES,
                    *tavreli_hall.ARTICLES,
                    *tavreli_appendices.ARTICLES,
                ),
            ),
            Book(
                "fide-2023",
                "chess",
                texts("FIDE Laws of Chess", "Правила шахмат ФИДЕ", "Правила шахів ФІДЕ"),
                texts("FIDE Laws", "Правила ФИДЕ", "Правила ФІДЕ"),
                "2023",
                "2023-01-01",
                (
                    *chess_play.ARTICLES,
                    *chess_hall.ARTICLES,
                    *chess_appendices.ARTICLES,
                    *chess_guidelines.ARTICLES,
                ),
            ),
            Book(
                "draughts64",
                "draughts",
                texts("Russian draughts 64", "Русские шашки", "Російські шашки"),
                texts("Draughts", "Шашки", "Шашки"),
                "64",
                "",
                (*draughts_board.ARTICLES, *draughts_rules.ARTICLES),
            ),
        )
    }
)
_ARTICLES: Mapping[str, Article] = MappingProxyType(
    {one.id: one for book in BOOKS.values() for one in book.articles}
)
_BOOK_OF: Mapping[str, Book] = MappingProxyType({book.game: book for book in BOOKS.values()})

# The parts of the draughts code are named, not numbered.
_PARTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "moves": texts("moves", "ходы", "ходи"),
        "takes": texts("taking", "взятие", "взяття"),
        "first-move": texts("the first move", "первый ход", "перший хід"),
        "violations": texts("violations", "нарушения", "порушення"),
        "draws": texts("draws", "ничья", "нічия"),
        "result": texts("the result", "результат", "результат"),
        "notation": texts("notation", "запись", "запис"),
        "marks": texts("marks", "знаки", "знаки"),
        "ways": texts("ways of play", "способы игры", "способи гри"),
    }
)
# The appendices of the tavreli rules have Cyrillic letters.
_APPENDICES = str.maketrans({"A": "А", "B": "Б", "V": "В", "G": "Г"})


def book(key: str) -> Book:
    """Raises NotFound `no_such_book`."""
    if key not in BOOKS:
        raise NotFound(say("no_such_book"))
    return BOOKS[key]


def article(id_: str) -> Article:
    """The article of an id such as `tavreli:7.4`.  Raises NotFound `no_such_article`."""
    if id_ not in _ARTICLES:
        raise NotFound(say("no_such_article", id=id_[:40]))
    return _ARTICLES[id_]


def known(id_: str) -> bool:
    return id_ in _ARTICLES


#: What is not in the text of an appendix, and usual now.
_TODAY = {"en": "as written today", "ru": "как пишут сегодня", "uk": "як пишуть сьогодні"}


def cite(id_: str, language: str = "en") -> str:
    """`Tavreli Б.6`, `FIDE Laws 7.5.1`, `Draughts, violations 4.2`; what is no article stays as it is."""
    game, _, number = id_.partition(":")
    if game not in _BOOK_OF or not number:
        return id_
    tongue = language if language in LANGUAGES else "en"
    name = _BOOK_OF[game].short[tongue]
    if game == "tavreli":
        number, today, _ = number.partition(".modern")
        cited = f"{name} {number[0].translate(_APPENDICES)}{number[1:]}"
        return f"{cited}, {_TODAY[tongue]}" if today else cited
    part, _, item = number.partition(".")
    if part in _PARTS:
        return f"{name}, {_PARTS[part][tongue]} {item}".strip()
    return f"{name} {number}"
