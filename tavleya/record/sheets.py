"""Score sheets: their text split into plies in the writer's own words (tavreli 8.1).

This module has no positions.  The meaning of a word depends on the moves before it and on the other sheet: see
`merging`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tavleya.messages import Message
from tavleya.record.messages import say
from tavleya.rules.registry import spec_of


class Keeper(StrEnum):
    """The writer of the sheet: a player, or the arbiter or their assistant (8.5)."""

    WHITE = "white"
    BLACK = "black"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class Word:
    """The text of a sheet for one half-move; empty for an open line.  `offered`: marked with “=” (8.1).

    `line` is its line in the entered text, from 1; 0 for a missing word.
    """

    text: str
    offered: bool = False
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """`words[n]` is the text for half-move n + 1.  `language` is that of its piece letters; `result` as written."""

    keeper: Keeper
    words: tuple[Word, ...]
    language: str = ""
    result: str = ""
    warnings: tuple[Message, ...] = ()


_SQUARE = r"[a-hа-зA-HА-З6][1-8збЗБліl]"
_DASH = r"[-‐‑‒–—―−:xхXХ×]"
_SPREAD = re.compile(rf"({_SQUARE})\s*({_DASH})\s*(?={_SQUARE})")
_COUNT_BEFORE = re.compile(rf"(\(\s*\d{{1,2}}\s*\))\s+(?={_SQUARE})")
# A number in brackets behind a move belongs to it, unless it precedes the squares of the next one.
_COUNT_AFTER = re.compile(rf"({_SQUARE})\s+(?=\(\s*\d{{1,2}}\s*\)(?!\s*{_SQUARE}))")
_MATE = re.compile(r"\+\s+\+")
_COMMENT = re.compile(r"(?P<open>\{)[^}]*(?P<close>\})?|;[^\n]*")
_REST_OF_LINE = re.compile(r";[^\n]*")
_EN_PASSANT = re.compile(r"(?<!\s)\s+(?=[eе]\.\s?[pр]\.?)", re.IGNORECASE)
_OFFER = re.compile(r"\(\s*=\s*\)|(?<=[1-8+#!?])=(?![A-Za-zА-Яа-я])|(?<!\S)=(?!\S)")
_NUMBER = re.compile(r"(\d{1,3})\s*(\.{1,3}|…|\))?")
_JOINED = re.compile(r"(\d{1,3})(\.{1,3}|…)(?=[^\s.])")
_RESULTS = frozenset({"1-0", "0-1", "1/2-1/2", "½-½", "1/2", "½", "1:0", "0:1", "2-0", "0-2", "1-1", "*"})
_BLANKS = frozenset({"?", "??", "--", "—", "–", "-", "_", "___", "[?]", "n/a"})
_NEXT_IS_BLACK = frozenset({"...", "…", ".."})
_FARTHEST = 6  # maximum lead (plies) of a move number; a larger one is a slip of the pen


def read_sheet(game: str, keeper: Keeper, text: str, language: str = "") -> Sheet:
    """Split an entered or pasted score sheet into half-moves.  Never raises: an invalid move is a word too.

    Move numbers reveal omitted half-moves.
    """
    words: list[Word] = []
    warnings: list[Message] = []
    result = ""
    for piece, line in _tokens(game, text):
        number = _number(piece, len(words))
        if piece == "=":
            if words:
                words[-1] = replace(words[-1], offered=True)
        elif _is_result(game, piece):
            result = piece
        elif number is not None:
            missing = 2 * (number - 1) - len(words)
            if 0 < missing <= _FARTHEST:
                words += [Word("")] * missing
            elif missing not in (0, -1):
                warnings.append(say("number_out_of_order", number=number, expected=len(words) // 2 + 1))
        elif piece in _NEXT_IS_BLACK:
            if len(words) % 2 == 0:
                words.append(Word(""))
        elif piece in _BLANKS:
            words.append(Word("", line=line))
        elif piece.strip("!?+#") or not words:
            words.append(Word(piece, line=line))
    return Sheet(keeper, tuple(words), language, result, tuple(warnings))


def _tokens(game: str, text: str) -> Iterator[tuple[str, int]]:
    """Yield the tokens of the text, each with its line."""
    text = _COMMENT.sub(_without_comment, text)
    text = _OFFER.sub(" = ", text)
    text = _MATE.sub("++", text)
    if spec_of(game).written.by_squares:
        text = _SPREAD.sub(r"\1\2", text)
        text = _COUNT_BEFORE.sub(r"\1", text)
        text = _COUNT_AFTER.sub(r"\1", text)
    else:
        text = _EN_PASSANT.sub("", text)
    for number, line in enumerate(text.split("\n"), start=1):
        for word in line.split():
            joined = _JOINED.match(word)
            if joined:
                yield joined[0], number
            yield word[joined.end() :] if joined else word, number


def _without_comment(comment: re.Match[str]) -> str:
    """Return the line ends of a comment.

    An unclosed brace is not a comment; the rest then has no comments in braces.
    """
    if comment["open"] and not comment["close"]:
        return _REST_OF_LINE.sub(" ", comment[0])
    return " " + "\n" * comment[0].count("\n")


def _number(piece: str, so_far: int) -> int | None:
    """Return a move number, with its dot, or without one if it fits."""
    match = _NUMBER.fullmatch(piece)
    if not match:
        return None
    number = int(match[1])
    if match[2]:
        return number
    return number if abs(2 * (number - 1) - so_far) <= _FARTHEST and number > 0 else None


def _is_result(game: str, piece: str) -> bool:
    # 0-0 is castling in games with castling.
    return piece in _RESULTS or (piece == "0-0" and not spec_of(game).castles)
