"""Parser of written moves, before their legality is checked.

Accepted: `c3-d4`, `c3d4`, `c3:e5:g7`, `c3xe5`, numbers (`22-18`), the short `cd4`, and marks after it (`!?`, `x` won,
`=` drawn).  Similar Cyrillic and Latin letters are equal.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from tavleya.rules.contract import UnreadableMove
from tavleya.rules.draughts.board import RUSSIAN, Board
from tavleya.rules.draughts.messages import say

_LOOKALIKES = str.maketrans(
    {
        "а": "a", "А": "a", "в": "b", "В": "b", "с": "c", "С": "c", "ԁ": "d", "е": "e", "Е": "e", "һ": "h", "Н": "h",
        "н": "h", "х": "x", "Х": "x", "×": "x", "✕": "x", "·": "-", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-",
        "―": "-", "−": "-", "﹣": "-", "∶": ":", "÷": ":", "\u00a0": " ", "\u200b": "", "\ufeff": "",
    }
)  # fmt: skip
_LONGEST = 120

_NUMBERS = re.compile(r"\d{1,2}(?:\s*[-:x]\s*\d{1,2})+")
_SHORT = re.compile(r"([a-h])\s*([-:x]?)\s*([a-h][1-8])")
_MARKS = re.compile(r"(?:\(?[!?]{1,3}\)?|=|x|\*)+\Z")
_NUMBER = re.compile(r"\d{1,2}")


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as written: its squares in order, or the file and the target of a short form; `marks` are separate."""

    squares: tuple[str, ...]
    from_file: str = ""
    marks: str = ""

    @property
    def origin(self) -> str:
        return self.squares[0]

    @property
    def target(self) -> str:
        return self.squares[-1]


def fold(text: str) -> str:
    """Return `text` in lower-case Latin letters and plain signs."""
    return unicodedata.normalize("NFKC", text.translate(_LOOKALIKES)).translate(_LOOKALIKES).lower().strip()


@cache
def _squares(board: Board) -> re.Pattern[str]:
    square, sign = board.grid.pattern, "[-:x]" if board.grid.numbered else "(?:[-:x]|)"
    return re.compile(rf"(?:{square})(?:\s*{sign}\s*(?:{square}))+")


def read_written(text: str, board: Board = RUSSIAN) -> WrittenMove:
    """Read a move.  Raises: UnreadableMove if `text` is not a move in any notation of draughts."""
    if len(text) > _LONGEST:
        raise _unreadable(text[:20] + "…", board)
    folded = fold(text)
    match = _MARKS.search(folded)
    body, marks = (folded[: match.start()], match.group()) if match else (folded, "")
    body = body.strip()
    if _squares(board).fullmatch(body):
        return WrittenMove(board.grid.find(body), marks=marks)
    if board.grid.numbered:
        raise _unreadable(text, board)
    short = _SHORT.fullmatch(body)
    if short:
        return WrittenMove((short[3],), from_file=short[1], marks=marks)
    if _NUMBERS.fullmatch(body):
        numbers = [int(number) for number in _NUMBER.findall(body)]
        if all(1 <= number <= len(board.numbered) for number in numbers):
            return WrittenMove(tuple(board.numbered[number - 1] for number in numbers), marks=marks)
    raise _unreadable(text, board)


def _unreadable(text: str, board: Board) -> UnreadableMove:
    step, take, _ = board.examples
    return UnreadableMove(say("unreadable_move.draughts", text=text.strip(), step=step, take=take))
