"""The text of a score sheet cut into moves, move numbers, a result and remarks, each with its place.

A sheet is not a file: moves have blanks in them (`г2 – г3`, `exd6 e.p.`), numbers may lack their dot or fall apart
(`1 8 .`), and a scanner puts wrong signs in the place of right ones.  What could be a move is one, however damaged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType

from core.rules.contract import Game
from core.rules.filegame import BLACK_WON, DRAWN, WHITE_WON


class Kind(Enum):
    MOVE = auto()
    NUMBER = auto()
    RESULT = auto()
    REMARK = auto()


@dataclass(frozen=True, slots=True)
class Scrap:
    """A piece of the sheet: `text` as it stands, blanks made single; `line` and `column` from 1."""

    kind: Kind
    text: str
    line: int
    column: int


_DASH = "[-‐‑‒–—―−]"
_SIGNS = r"(?:\s*(?:\+\s?\+|[+#]|[!?]{1,2}|\(\s*=\s*\)|=))*"

# A square of tavreli with everything that a scanner is known to leave of it.
_TOWER = r"[а-зА-Зa-hA-H6][1-8ЗзбБlIiіІ|]"
_COUNT = r"\(\s*\d{1,2}\s*\)"
_CASTLING = rf"[0OoОо]\s*{_DASH}\s*[0OoОо](?:\s*{_DASH}\s*[0OoОо])?(?![\w/])"
_TAVRELI = (
    rf"(?:{_COUNT}\s*)?[♔-♟]?\ufe0e?{_TOWER}(?:\s*(?:{_DASH}|[xXхХ×:])\s*)?{_TOWER}"
    # A count behind the squares touches them, or ends the line; otherwise it is that of the next move.
    rf"(?:{_COUNT}|\s*{_COUNT}(?=\s*(?:$|\d+\s*\.)))?"
)
_FIELD = r"[a-hA-HасеАСЕвВнН][1-8]"
_DRAUGHTS = (
    rf"(?:{_FIELD}(?:(?:\s*(?:{_DASH}|[:xх×])\s*)?{_FIELD})+|\d\d?\s*(?:{_DASH}|[:xх])\s*\d\d?|[a-h][a-h][1-8])"
    rf"(?:[xх=]|\s*[!?]{{1,2}})*(?!\w)"
)
_WORD = r"[^\s.…]\S*"
_CHESS = rf"{_WORD}(?:\s+(?:\(?[eе]\.\s?[pр]\.?\)?|\(\s*=\s*\)|=|\+\+?|\#|[!?]{{1,2}})(?=\s|$))*"

# A word without a digit is no move, but for castling and for a rank that has become a letter.
_LIKE_CHESS = re.compile(r".*\d|[OoОо]\s?[-–]|[A-ZА-Я♔-♟]?[a-h]?[x:х]?[a-hасе][ЗзбБlIiіІ](?!\w)")

_RESULT = (
    rf"(?P<white>1\s*(?:{_DASH}|:)\s*0)|(?P<black>0\s*(?:{_DASH}|:)\s*1)|"
    rf"(?P<drawn>(?:1/2|½)\s*(?:{_DASH}|:)\s*(?:1/2|½))"
)
_PATTERNS: Mapping[Game, re.Pattern[str]] = MappingProxyType(
    {
        game: re.compile(
            rf"(?P<result>\(?\s*(?:{_RESULT})\s*\)?\.?(?!\w))|{rest}|(?P<word>\S+)", re.MULTILINE
        )
        for game, rest in (
            (
                Game.TAVRELI,
                rf"(?P<move>(?:{_TAVRELI}|{_CASTLING}){_SIGNS})|(?P<number>\d(?:\s?\d){{0,2}}\s*[.…]+|\d{{1,3}}(?=\s))",
            ),
            (Game.DRAUGHTS, rf"(?P<move>{_DRAUGHTS})|(?P<number>\d{{1,3}}(?:\s*[.…]+|(?=\s)))"),
            (Game.CHESS, rf"(?P<number>\d{{1,3}}(?:\s*[.…]+|(?=\s)))|(?P<move>{_CHESS})"),
        )
    }
)
_RESULTS = {"white": WHITE_WON, "black": BLACK_WON, "drawn": DRAWN}


def cut(text: str, game: Game) -> tuple[Scrap, ...]:
    """All of `text`, blanks apart, in order.  A result has its usual text (`1-0`), a number its digits alone."""
    return tuple(_scraps(text, game))


def _scraps(text: str, game: Game) -> Iterator[Scrap]:
    for found in _PATTERNS[game].finditer(text):
        start = found.start()
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        said = " ".join(found[0].split())
        kind = Kind[found.lastgroup.upper()] if found.lastgroup in ("move", "number") else Kind.REMARK
        if found["result"]:
            kind = Kind.RESULT
            said = next(result for name, result in _RESULTS.items() if found[name])
        elif kind is Kind.NUMBER:
            said = "".join(sign for sign in said if sign.isdigit())
        elif kind is Kind.MOVE and game is Game.CHESS and not _LIKE_CHESS.match(said):
            kind = Kind.REMARK
        elif found["word"] and any(map(str.isdigit, said)):
            kind = Kind.MOVE  # not like one, but a word with a digit is no remark
        yield Scrap(kind, said, line, column)
