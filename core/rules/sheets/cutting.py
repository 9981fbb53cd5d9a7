"""The text of a score sheet cut into moves, move numbers, a result and remarks, each with its place.

A sheet is not a file: moves have blanks in them (`г2 – г3`, `exd6 e.p.`), numbers may lack their dot or fall apart
(`1 8 .`), and a scanner puts wrong signs in the place of right ones.  What could be a move is one, however damaged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from core.rules.contract import Game
from core.rules.filegame import BLACK_WON, DRAWN, WHITE_WON
from core.rules.letters import DASH
from core.rules.registry import spec_of


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


_RESULT = (
    rf"(?P<white>1\s*(?:{DASH}|:)\s*0)|(?P<black>0\s*(?:{DASH}|:)\s*1)|"
    rf"(?P<drawn>(?:1/2|½)\s*(?:{DASH}|:)\s*(?:1/2|½))"
)
_RESULTS = {"white": WHITE_WON, "black": BLACK_WON, "drawn": DRAWN}


@cache
def _pattern(game: Game) -> re.Pattern[str]:
    moves = spec_of(game).written.pattern
    return re.compile(rf"(?P<result>\(?\s*(?:{_RESULT})\s*\)?\.?(?!\w))|{moves}|(?P<word>\S+)", re.MULTILINE)


def cut(text: str, game: Game) -> tuple[Scrap, ...]:
    """All of `text`, blanks apart, in order.  A result has its usual text (`1-0`), a number its digits alone."""
    return tuple(_scraps(text, game))


def _scraps(text: str, game: Game) -> Iterator[Scrap]:
    move_like = spec_of(game).written.move_like
    for found in _pattern(game).finditer(text):
        start = found.start()
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        said = " ".join(found[0].split())
        kind = Kind[found.lastgroup.upper()] if found.lastgroup in ("move", "number") else Kind.REMARK
        if found["result"]:
            kind = Kind.RESULT
            said = next(result for name, result in _RESULTS.items() if found[name])
        elif kind is Kind.NUMBER:
            said = "".join(sign for sign in said if sign.isdigit())
        elif kind is Kind.MOVE and move_like is not None and not move_like.match(said):
            kind = Kind.REMARK
        elif found["word"] and any(map(str.isdigit, said)):
            kind = Kind.MOVE  # not like one, but a word with a digit is no remark
        yield Scrap(kind, said, line, column)
