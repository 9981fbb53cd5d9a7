"""Parser for palette commands: a board, a result, a side, a command and other words. Pure."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tavleya.formats.names import folded
from tavleya.record.results import Result
from tavleya.sides import Side

#: Accepted spellings of results: any dash or colon, and short forms that cannot be another number.
_RESULTS: Mapping[str, Result] = {
    **{result.value.casefold(): result for result in Result},
    "1": Result.WHITE_WINS,
    "0": Result.BLACK_WINS,
    "=": Result.DRAW,
    "½": Result.DRAW,
    "1/2": Result.DRAW,
    "0.5": Result.DRAW,
    "½-½": Result.DRAW,
    "=-=": Result.DRAW,
    "½-0": Result.WHITE_HALF,
    "0-½": Result.BLACK_HALF,
    "+-": Result.WHITE_FORFEIT_WIN,
    "+--": Result.WHITE_FORFEIT_WIN,
    "-+": Result.BLACK_FORFEIT_WIN,
    "--+": Result.BLACK_FORFEIT_WIN,
    "--": Result.BOTH_FORFEIT,
    "---": Result.BOTH_FORFEIT,
}
_DASHES = str.maketrans(dict.fromkeys("–—−:", "-"))
_SIDES: Mapping[Side, tuple[str, ...]] = {
    Side.WHITE: ("w", "white", "б", "белые", "білі"),
    Side.BLACK: ("b", "black", "ч", "черные", "чорні"),
}
#: A result with blanks around its dash.
_SPREAD = re.compile(r"(?<!\S)([01½]|1/2|[+-]) +- +([01½]|1/2|[+-])(?!\S)")
#: A word is taken for a longer one from so many letters on.
_PREFIX = 3
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Typed:
    """A parsed line. `command` is the key of the recognised command or empty; `words` are the other words, folded."""

    board: int | None = None
    result: Result | None = None
    side: Side | None = None
    command: str = ""
    words: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return " ".join(self.words)


def read(text: str, keywords: Mapping[str, Iterable[str]]) -> Typed:
    """Parse a line; never raises. `keywords`: the names of each command, in every language.

    The first whole number is the board; a following number that spells a result is the result: `12 1-0`, `12 =`.
    """
    board = result = side = None
    command, words = "", []
    for token in _tokens(text[:_LONGEST]):
        if board is None and token.isdecimal() and len(token) < 5:
            board = int(token)
        elif board is not None and result is None and token in _RESULTS:
            result = _RESULTS[token]
        elif not command and (named := _matching_key(token, keywords)):
            command = named
        elif side is None and (played := _side(token, sure=board is not None)):
            side = played
        elif plain := folded(token):
            words += plain.split()
    return Typed(board, result, side, command, tuple(words))


def _tokens(text: str) -> list[str]:
    """Return the words of a line; a result with spaces, `1 - 0`, is one word."""
    plain = text.translate(_DASHES).casefold()
    plain = _SPREAD.sub(r"\1-\2", plain)
    return plain.replace(",", " ").split()


def _side(token: str, *, sure: bool) -> Side | None:
    """Return the side of a word; a single letter is a side only next to a board, because it may begin a name."""
    plain = folded(token)
    for side, names in _SIDES.items():
        if plain in names and (sure or len(plain) > 1):
            return side
    return None


def _matching_key(token: str, keywords: Mapping[str, Iterable[str]]) -> str:
    plain = folded(token)
    if len(plain) < _PREFIX:
        return ""
    return next((key for key, words in keywords.items() if any(folded(word).startswith(plain) for word in words)), "")


def begins(words: Iterable[str], name: str) -> bool:
    """Return whether each of the words begins a word of the name."""
    existing = folded(name).split()
    return all(any(text.startswith(word) for text in existing) for word in words)
