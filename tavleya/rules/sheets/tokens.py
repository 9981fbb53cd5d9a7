"""Tokenizer for score sheets: moves, move numbers, a result and remarks, with their places.

Unlike in files, moves contain blanks (`г2 – г3`, `exd6 e.p.`), numbers may lack their dot or be split (`1 8 .`), and a
scanner misreads signs.  Every possible move is a move token, however damaged.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from tavleya.rules.filegame import BLACK_WON, DRAWN, WHITE_WON
from tavleya.rules.letters import DASH
from tavleya.rules.registry import spec_of


class TokenKind(Enum):
    MOVE = auto()
    NUMBER = auto()
    RESULT = auto()
    REMARK = auto()


@dataclass(frozen=True, slots=True)
class SheetToken:
    """A token of the sheet: `text` as written, with single blanks; `line` and `column` from 1."""

    kind: TokenKind
    text: str
    line: int
    column: int


_RESULT = (
    rf"(?P<white>1\s*(?:{DASH}|:)\s*0)|(?P<black>0\s*(?:{DASH}|:)\s*1)|"
    rf"(?P<drawn>(?:1/2|½)\s*(?:{DASH}|:)\s*(?:1/2|½))"
)
_RESULTS = {"white": WHITE_WON, "black": BLACK_WON, "drawn": DRAWN}


@cache
def _pattern(game: str) -> re.Pattern[str]:
    moves = spec_of(game).written.pattern
    return re.compile(
        rf"(?P<result>(?:\(\s*)?(?:{_RESULT})\s*\)?\.?(?!\w))|{moves}|(?P<word>\S+)", re.MULTILINE
    )


def tokenize(text: str, game: str) -> tuple[SheetToken, ...]:
    """Return all of `text` except blanks, in order.  A result has its usual text (`1-0`), a number only its digits."""
    return tuple(_scraps(text, game))


def _scraps(text: str, game: str) -> Iterator[SheetToken]:
    move_like = spec_of(game).written.move_like
    for match in _pattern(game).finditer(text):
        start = match.start()
        line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
        results = " ".join(match[0].split())
        kind = (
            TokenKind[match.lastgroup.upper()] if match.lastgroup in ("move", "number") else TokenKind.REMARK
        )
        if match["result"]:
            kind = TokenKind.RESULT
            results = next(result for name, result in _RESULTS.items() if match[name])
        elif kind is TokenKind.NUMBER:
            results = "".join(sign for sign in results if sign.isdigit())
        elif kind is TokenKind.MOVE and move_like is not None and not move_like.match(results):
            kind = TokenKind.REMARK
        elif match["word"] and any(map(str.isdigit, results)):
            kind = TokenKind.MOVE  # an unusual move, but a word with a digit is not a remark
        yield SheetToken(kind, results, line, column)
