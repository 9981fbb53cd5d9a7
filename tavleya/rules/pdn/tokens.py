"""Tokenizer for PDN text, with line numbers and without the rules of draughts."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto


class TokenKind(Enum):
    TAG = auto()  # text is the name, value the value
    COMMENT = auto()
    NAG = auto()
    MARK = auto()
    OPEN = auto()
    CLOSE = auto()
    WORD = auto()  # a move, a number or a result
    BAD_TAG = auto()
    OPEN_COMMENT = auto()  # a brace that is never closed
    STRAY = auto()


@dataclass(frozen=True, slots=True)
class Token:
    kind: TokenKind
    text: str
    line: int
    place: int  # of the first character in the text
    end: int  # just behind the last
    value: str = ""


_TOKEN = re.compile(
    r"""
      (?P<SPACE>\s+)
    | (?P<ESCAPE>(?:^)%[^\n]*)
    | (?P<TAG>\[[ \t]*(?P<name>[^\s\["\]]{1,80})[ \t]*"(?P<value>(?:[^"\\\n]|\\.)*)"[ \t]*\])
    | (?P<BAD_TAG>\[[^\n]*)
    | (?P<COMMENT>\{[^}]*\})
    | (?P<OPEN_COMMENT>\{[^\n]*)
    | (?P<REST>;[^\n]*)
    | (?P<NAG>\$\d{1,3})
    | (?P<MARK>\([!?]{1,2}\)|[!?]{1,3})
    | (?P<OPEN>\()
    | (?P<CLOSE>\))
    | (?P<WORD>[^\s\[\](){};$!?]+[!?]{0,3})
    | (?P<STRAY>.)
    """,
    re.VERBOSE | re.MULTILINE,
)
#: After an unclosed brace, no comment is searched: otherwise each further one would read the rest again.
_UNCLOSED = re.compile(_TOKEN.pattern.replace(r"\{[^}]*\}", "(?!)"), _TOKEN.flags)
_NUMBERED = re.compile(r"(\d{1,4})?\.+")


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of `text`: every character except white space and move numbers belongs to exactly one."""
    line, place, pattern = 1, 0, _TOKEN
    while match := pattern.match(text, place):
        place = match.end()
        kind, raw = match.lastgroup or "", match.group()
        # `name` and `value` are inside TAG, which closes last and so is the last group.
        if kind == "TAG":
            yield Token(TokenKind.TAG, match["name"], line, *match.span(), _unescaped(match["value"]))
        elif kind == "COMMENT":
            yield Token(TokenKind.COMMENT, " ".join(raw[1:-1].split()), line, *match.span())
        elif kind == "REST":
            yield Token(TokenKind.COMMENT, raw[1:].strip(), line, *match.span())
        elif kind == "WORD":
            word = _NUMBERED.sub("", raw, count=1) if _NUMBERED.match(raw) else raw
            if word and not word.isdigit():
                yield Token(TokenKind.WORD, word, line, match.end() - len(word), match.end())
        elif kind not in ("SPACE", "ESCAPE"):
            if kind == "OPEN_COMMENT":
                pattern = _UNCLOSED
            yield Token(TokenKind[kind], raw, line, *match.span())
        line += raw.count("\n")


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)
