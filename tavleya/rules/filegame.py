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
from tavleya.rules.contract import LineOfPlay

WHITE_WON, DRAWN, BLACK_WON, BOTH_LOST, UNKNOWN = "1-0", "1/2-1/2", "0-1", "0-0", "*"
RESULTS = (WHITE_WON, DRAWN, BLACK_WON, BOTH_LOST, UNKNOWN)


def _none() -> Mapping[int, str]:
    return MappingProxyType({})


def _no_words() -> Mapping[int, tuple[str, ...]]:
    return MappingProxyType({})


def _no_times() -> Mapping[int, int]:
    return MappingProxyType({})


_REST_OF_LINE = r";(?P<comment>[^\n]*)|(?<=\n)%[^\n]*"
_UNBRACED = re.compile(_REST_OF_LINE)
#: An unclosed brace takes the rest of the text: otherwise each further brace would read it again.
_LINE_COMMENT = re.compile(rf"\{{[^}}]*(?P<close>\}})?|{_REST_OF_LINE}")


def side_line(text: str) -> str:
    """Return a side line of a file as one line of text; comments closed by the end of a line get a closing sign."""

    def closed(match: re.Match[str]) -> str:
        if match[0][0] == "{":
            return match[0] if match["close"] else _UNBRACED.sub(closed, match[0])
        return "{" + match["comment"].strip().replace("}", ")") + "}" if match["comment"] else ""

    return " ".join(_LINE_COMMENT.sub(closed, text).split())


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
    comments: Mapping[int, str] = field(default_factory=_none)
    marks: Mapping[int, tuple[str, ...]] = field(default_factory=_no_words)
    termination: str = ""
    #: Milliseconds by ply: left on the mover's clock after it (`%clk`), used for it (`%emt`).
    clocks: Mapping[int, int] = field(default_factory=_no_times)
    elapsed: Mapping[int, int] = field(default_factory=_no_times)
    #: Side lines by the ply that they follow, as in the file and unchecked.
    variations: Mapping[int, tuple[str, ...]] = field(default_factory=_no_words)

    @property
    def moves(self) -> tuple[str, ...]:
        """The canonical texts of the plies."""
        return tuple(ply.text for ply in self.line_of_play.plies)


@dataclass(frozen=True, slots=True)
class Notes:
    """Annotations of a writer for the moves, by ply (0 = before the first); times in milliseconds."""

    comments: Mapping[int, str] = field(default_factory=_none)
    marks: Mapping[int, tuple[str, ...]] = field(default_factory=_no_words)
    clocks: Mapping[int, int] = field(default_factory=_no_times)
    elapsed: Mapping[int, int] = field(default_factory=_no_times)
    #: Side lines by the ply that they follow, as returned by a reader.
    variations: Mapping[int, tuple[str, ...]] = field(default_factory=_no_words)

    @classmethod
    def of(cls, game: FileGame) -> Notes:
        """Create notes from all annotations of a game that was read."""
        return cls(game.comments, game.marks, game.clocks, game.elapsed, game.variations)


@dataclass(frozen=True, slots=True)
class FileReading:
    """The games of one file in order, and every problem, in order of lines.

    `warnings` are deviations from the standard that were understood (a numeric draughts FEN, a result that contradicts
    the tag …); they do not refuse anything.
    """

    games: tuple[FileGame, ...]
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()

    @property
    def clean(self) -> bool:
        return not self.problems

    def problems_of(self, number: int) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.game == number)
