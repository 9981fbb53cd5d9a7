"""Tokenizer for PGN, with line numbers.  It refuses nothing: a broken part becomes a token that says so."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from tavleya.messages import Message
from tavleya.rules.messages import say


class TokenKind(Enum):
    TAG = auto()  # name and value
    WORD = auto()  # a move, a number, a result, a sign
    NAG = auto()  # $5
    COMMENT = auto()  # of either form, without its signs
    OPEN = auto()  # a variation begins
    CLOSE = auto()
    TROUBLE = auto()


@dataclass(frozen=True, slots=True)
class Token:
    """`text` is the content; `value` a tag's value; `line` is 1-based; `end` is its end in the text."""

    kind: TokenKind
    text: str
    line: int
    start: int
    end: int
    value: str = ""
    trouble: Message | None = None


_UNCLOSED_COMMENT = say("unclosed_comment")
_BAD_TAG = say("bad_tag.pgn")

_BLANK = re.compile(r"\s+")
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
#: A value with unescaped quotation marks: the last ones on the line close it.
_LOOSE_TAG = re.compile(r'\[\s*(\w+)\s+"(.*)"\s*\][^\S\n]*$', re.MULTILINE)
_ESCAPE = re.compile(r"\\(.)")
_END_OF_COMMENT = re.compile(r"\}|^\[Event\s", re.MULTILINE)
_NAG = re.compile(r"\$\d{1,4}")
_OFFER = re.compile(r"\(\s*=\s*\)")
#: Up to a space or a sign; a count or promotion piece in brackets belongs to its move: `a2-a8(2)`, `d8(Q)`.
_WORD = re.compile(r"\*|[^\s(){};\[\]$*]+(?:\((?:\d{1,2}|\w|=|[♔-♟])\)[^\s(){};\[\]$*]*)*")
_LINE = re.compile(r"[^\n]*")


def tokenize(text: str) -> Iterator[Token]:
    """Yield the tokens of `text`, whose line ends are `\\n`."""
    place, line = 0, 1
    while place < len(text):
        token = _next(text, place, line)
        end = token.end if token else _skip(text, place)
        if token:
            yield token
        line += text.count("\n", place, end)
        place = end


def _skip(text: str, place: int) -> int:
    """Return the end of the blanks or of the escaped line at `place`."""
    if match := _BLANK.match(text, place):
        return match.end()
    return _end_of(_LINE, text, place)


def _next(text: str, place: int, line: int) -> Token | None:
    sign = text[place]
    if sign.isspace() or (sign == "%" and (place == 0 or text[place - 1] == "\n")):
        return None
    if sign == "[":
        return _tag(text, place, line)
    if sign == "{":
        return _brace(text, place, line)
    if sign == ";":
        end = _end_of(_LINE, text, place)
        return Token(TokenKind.COMMENT, text[place + 1 : end], line, place, end)
    if match := _OFFER.match(text, place):
        return Token(TokenKind.WORD, "(=)", line, place, match.end())
    if sign in "()":
        return Token(TokenKind.OPEN if sign == "(" else TokenKind.CLOSE, sign, line, place, place + 1)
    if match := _NAG.match(text, place):
        return Token(TokenKind.NAG, match[0], line, place, match.end())
    if match := _WORD.match(text, place):
        return Token(TokenKind.WORD, match[0], line, place, match.end())
    return Token(TokenKind.TROUBLE, sign, line, place, place + 1, trouble=say("stray_sign", sign=sign))


def _tag(text: str, place: int, line: int) -> Token:
    match = _TAG.match(text, place) or _LOOSE_TAG.match(text, place)
    if match is None:
        end = _end_of(_LINE, text, place)
        return Token(TokenKind.TROUBLE, text[place:end], line, place, end, trouble=_BAD_TAG)
    value = _ESCAPE.sub(r"\1", match[2]).strip()
    return Token(TokenKind.TAG, match[1], line, place, match.end(), value=value)


def _brace(text: str, place: int, line: int) -> Token:
    """Return a comment in braces; one that would contain the beginning of another game was never closed."""
    end = _END_OF_COMMENT.search(text, place)
    if end is None or end[0] != "}":
        stop = end.start() if end else len(text)
        return Token(TokenKind.TROUBLE, "{", line, place, stop, trouble=_UNCLOSED_COMMENT)
    return Token(TokenKind.COMMENT, text[place + 1 : end.start()], line, place, end.end())


def _end_of(pattern: re.Pattern[str], text: str, place: int) -> int:
    match = pattern.match(text, place)
    return match.end() if match else place + 1
