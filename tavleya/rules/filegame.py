"""The result of reading a game file (PDN, PGN): games replayed by the rules, and the problems of the file.

All games share one format, so that imports, checks and pages do not depend on the notation of a file.  A reader never
raises because of the content: every unreadable part becomes a `Problem`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from tavleya.errors import Problem
from tavleya.languages import DEFAULT
from tavleya.messages import Message
from tavleya.rules.contract import LineOfPlay
from tavleya.rules.messages import say

WHITE_WON, DRAWN, BLACK_WON, BOTH_LOST, UNKNOWN = "1-0", "1/2-1/2", "0-1", "0-0", "*"
RESULTS = (WHITE_WON, DRAWN, BLACK_WON, BOTH_LOST, UNKNOWN)


_REST_OF_LINE = r";(?P<comment>[^\n]*)|(?<=\n)%[^\n]*"
_UNBRACED = re.compile(_REST_OF_LINE)
#: An unclosed brace takes the rest of the text: otherwise each further brace would read it again.
_LINE_COMMENT = re.compile(rf"\{{[^}}]*(?P<close>\}})?|{_REST_OF_LINE}")


def side_line(text: str) -> str:
    """Return a side line of a file as one line of text; comments closed by the end of a line get a closing sign."""

    def close_comment(match: re.Match[str]) -> str:
        if match[0][0] == "{":
            return match[0] if match["close"] else _UNBRACED.sub(close_comment, match[0])
        return "{" + match["comment"].strip().replace("}", ")") + "}" if match["comment"] else ""

    return " ".join(_LINE_COMMENT.sub(close_comment, text).split())


@dataclass(frozen=True, slots=True)
class FileGame:
    """One game of a file, as far as it could be replayed.

    `number` is its place in the file (1-based), `line` the line on which it begins (1-based).  `tags` are as written.
    `start` is the text of the start position (`Rules.position` reads it).  `line_of_play` holds the legal plies; it
    ends before the first bad one, and a Problem of the reading has this game's number.  `texts` are the moves of
    `line_of_play` as written in the file.  `result` is one of RESULTS, whatever its spelling in the file.  `comments`
    and `marks` are by ply, 0 = before the first; a mark is `!`, `?!`, `$5` … as in the file, without an interpretation.
    `termination` is that tag, or empty.
    """

    number: int
    line: int
    tags: Mapping[str, str]
    game: str
    start: str
    line_of_play: LineOfPlay
    texts: tuple[str, ...] = ()
    result: str = UNKNOWN
    comments: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    termination: str = ""
    #: Milliseconds by ply: left on the mover's clock after it (`%clk`), used for it (`%emt`).
    clocks: Mapping[int, int] = field(default_factory=dict)
    elapsed: Mapping[int, int] = field(default_factory=dict)
    #: Side lines by the ply that they follow, as in the file and unchecked.
    variations: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def moves(self) -> tuple[str, ...]:
        """The canonical texts of the plies."""
        return tuple(ply.text for ply in self.line_of_play.plies)


@dataclass(frozen=True, slots=True)
class Notes:
    """Annotations of a writer for the moves, by ply (0 = before the first); times in milliseconds."""

    comments: Mapping[int, str] = field(default_factory=dict)
    marks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    clocks: Mapping[int, int] = field(default_factory=dict)
    elapsed: Mapping[int, int] = field(default_factory=dict)
    #: Side lines by the ply that they follow, as returned by a reader.
    variations: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: FileGame) -> Notes:
        """Create notes from all annotations of a game that was read."""
        return cls(game.comments, game.marks, game.clocks, game.elapsed, game.variations)


@dataclass(frozen=True, slots=True)
class FileReading:
    """The games of one file in order, and every problem, in order of lines.

    `warnings` are deviations from the standard that were understood (a numeric draughts FEN, a result that contradicts
    the tag …); the games are read nevertheless.
    """

    games: tuple[FileGame, ...]
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()

    @property
    def clean(self) -> bool:
        return not self.problems

    def problems_of(self, number: int) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.game == number)


# Letters of the pieces in the languages of score sheets, and similar letters of two alphabets.
#
# FIDE Laws C.3 lets each player write the letters of their own country, so the language belongs to the
# score sheet: the Cyrillic К is a knight on a Russian sheet and looks exactly like the K of an English
# king; R is a rook in English and a king in French. Nothing here guesses: a reader requests the letters of
# one language.

KINDS = "KQRBN"

#: A pattern for the sign between two squares: any dash.
DASH = "[-‐‑‒–—―−]"

_PIECES = {
    "en": {"K": "K", "Q": "Q", "R": "R", "B": "B", "N": "N", "P": "P"},
    "ru": {"K": "Кр", "Q": "Ф", "R": "Л", "B": "С", "N": "К", "P": "п"},
    "uk": {"K": "Кр", "Q": "Ф", "R": "Т", "B": "С", "N": "К", "P": "п"},
    "de": {"K": "K", "Q": "D", "R": "T", "B": "L", "N": "S", "P": "B"},
    "fr": {"K": "R", "Q": "D", "R": "T", "B": "F", "N": "C", "P": "P"},
    "nl": {"K": "K", "Q": "D", "R": "T", "B": "L", "N": "P", "P": "p"},
    "es": {"K": "R", "Q": "D", "R": "T", "B": "A", "N": "C", "P": "P"},
    "pl": {"K": "K", "Q": "H", "R": "W", "B": "G", "N": "S", "P": "p"},
    "it": {"K": "R", "Q": "D", "R": "T", "B": "A", "N": "C", "P": "P"},
}

#: Language → kind (`K Q R B N`, and `P` for lists) → its letter or letters on a score sheet.
PIECE_LETTERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {language: MappingProxyType(letters) for language, letters in _PIECES.items()}
)

#: Kind → printed figurine (C.3 recommends them for print); both colours are read, the outlined ones are written.
FIGURINES: Mapping[str, str] = MappingProxyType(dict(zip("KQRBNP", "♔♕♖♗♘♙", strict=True)))
FIGURINE_KINDS: Mapping[str, str] = MappingProxyType(dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP", strict=True)))

#: Cyrillic letter → the Latin letter that looks the same in print.
LOOK_ALIKES: Mapping[str, str] = MappingProxyType(
    dict(zip("АВЕКМНОРСТХаеорсухіІ", "ABEKMHOPCTXaeopcyxiI", strict=True))
)
_TO_LATIN = str.maketrans(dict(LOOK_ALIKES))
_TO_CYRILLIC = str.maketrans({latin: cyrillic for cyrillic, latin in LOOK_ALIKES.items()})

PIECE_NAMES: Mapping[str, Message] = MappingProxyType(
    {
        "K": say("piece_king"),
        "Q": say("piece_queen"),
        "R": say("piece_rook"),
        "B": say("piece_bishop"),
        "N": say("piece_knight"),
        "P": say("piece_pawn"),
    }
)


def to_latin(text: str) -> str:
    """Replace Cyrillic letters with similar Latin ones: `е4` entered in Cyrillic becomes `e4`."""
    return text.translate(_TO_LATIN)


def to_cyrillic(text: str) -> str:
    """Replace Latin letters with similar Cyrillic ones: a Latin `K` on a Russian sheet becomes a `К`."""
    return text.translate(_TO_CYRILLIC)


def piece_prefixes(language: str) -> tuple[Mapping[str, str], ...]:
    """Return the possible letters of pieces on a sheet in `language`: letter → kind, in tables of decreasing priority.

    They are the letters of the language, then similar ones, then figurines, then English letters that the language does
    not use (many players mix them in), and similar ones.
    """
    letters = PIECE_LETTERS.get(language, PIECE_LETTERS[DEFAULT])
    own = {letter: kind for kind, letter in letters.items() if kind in KINDS}
    english = {letter: kind for kind, letter in PIECE_LETTERS[DEFAULT].items() if kind in KINDS}
    similar = {variant: kind for letter, kind in own.items() for variant in _variants(letter)}
    english_similar = {variant: kind for letter, kind in english.items() for variant in _variants(letter)}
    return (own, similar, dict(FIGURINE_KINDS), english, english_similar)


def _variants(letter: str) -> set[str]:
    """Return every spelling of `letter` with some characters from the other alphabet."""
    variants = {""}
    for character in letter:
        choices = {character, to_latin(character), to_cyrillic(character)}
        variants = {beginning + choice for beginning in variants for choice in choices}
    return variants
