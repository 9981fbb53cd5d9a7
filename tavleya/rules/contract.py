"""The interface of all games.

`Rules` is a frozen set of options of one game and creates its positions; `Position` is immutable; `Move` is a value
whose `text` is the canonical coordinate form that the record stores.  A `LineOfPlay` is a game so far: the basis for
decisions on repetitions and move counters.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Protocol, runtime_checkable

from tavleya.errors import BadInput
from tavleya.languages import DEFAULT
from tavleya.messages import Message
from tavleya.sides import Side


class StatusKind(StrEnum):
    """The status of a game by one position alone (counters and repetitions need a `LineOfPlay`)."""

    ONGOING = "ongoing"
    CHECK = "check"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    BLOCKED = "blocked"  # draughts: pieces left, but none can move: lost
    NO_PIECES = "no_pieces"  # draughts: lost
    DEAD = "dead"  # chess 5.2.2: no series of legal moves can mate


@dataclass(frozen=True, slots=True)
class Status:
    """`winner` is set when the position itself ends the game decisively."""

    kind: StatusKind
    winner: Side | None = None

    @property
    def over(self) -> bool:
        return self.kind not in (StatusKind.ONGOING, StatusKind.CHECK)

    @property
    def drawn(self) -> bool:
        return self.over and self.winner is None


@dataclass(frozen=True, slots=True)
class Figure:
    """One piece in a picture or a list.

    `kind`: K Q R B N P (chess, tavreli), H (helgi), M (draughts man), D (draughts king).  In tavreli, `becomes` of a
    pawn is the letter of its piece, and `promoted` says that it is that piece now (and `kind` is its letter).
    """

    kind: str
    side: Side
    becomes: str = ""
    promoted: bool = False


class Move(Protocol):
    """A frozen, hashable move.  `text`: `e2e4`, `e7e8q` (chess, UCI); `c3-d4`, `c3:e5:g7` (draughts); `e2-e4(2)`.

    Castling in Chess960 is king takes rook, `e1h1`.
    """

    @property
    def text(self) -> str: ...

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares to mark in a picture: origin, passed, target."""
        ...


@runtime_checkable
class Position(Protocol):
    """An immutable position with the side to move, and all data that the next move depends on."""

    @property
    def turn(self) -> Side: ...

    def legal_moves(self) -> tuple[Move, ...]:
        """Return every legal move, sorted by text."""
        ...

    def play(self, move: Move) -> Position:
        """Return the position after a legal move.  The caller ensures legality (`Rules.read`, `legal_moves`)."""
        ...

    def status(self) -> Status: ...

    def repetition_key(self) -> Hashable:
        """Return a key; equal keys are the same position under the repetition rule of this game."""
        ...

    def text(self) -> str:
        """Return the position text of this game: FEN, algebraic PDN FEN, tavreli text.  `Rules.position` reads it."""
        ...

    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        """Return occupied square → pieces from the top down (one outside tavreli)."""
        ...


class UnreadableMove(BadInput):
    """The text is not a move in any notation of this game."""


class IllegalMove(BadInput):
    """The text is a move that this position does not allow; `nearest` are similar legal moves."""

    def __init__(self, message: Message, nearest: tuple[str, ...] = (), **detail: object) -> None:
        super().__init__(message, nearest=list(nearest), **detail)
        self.nearest = nearest


class AmbiguousMove(BadInput):
    """Several legal moves match the text; `candidates` are their canonical texts."""

    def __init__(self, message: Message, candidates: tuple[str, ...], **detail: object) -> None:
        super().__init__(message, candidates=list(candidates), **detail)
        self.candidates = candidates


class BadPosition(BadInput):
    """The text is not a position of this game; the message has the reason."""


@dataclass(frozen=True, slots=True)
class Style:
    """The notation of a move: `form` canonical | short | long | figurine | book, `language` of the piece letters.

    Chess also has `pgn`: the short form of PGN files (`O-O`, `e8=Q`, English letters).
    """

    form: str = "canonical"
    language: str = DEFAULT


@dataclass(frozen=True, slots=True)
class Ply:
    """One half-move of a line: its canonical text and the position after it.

    `irregular`: it was played on the board against the rules, and is in force.
    """

    text: str
    position: Position
    irregular: bool = False


@dataclass(frozen=True, slots=True)
class LineOfPlay:
    """A game so far: the start position and the plies in force (without struck ones)."""

    start: Position
    plies: tuple[Ply, ...] = ()

    @property
    def position(self) -> Position:
        return self.plies[-1].position if self.plies else self.start

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions, from the start position; index = number of plies made."""
        return (self.start, *(ply.position for ply in self.plies))

    def add(self, ply: Ply) -> LineOfPlay:
        return LineOfPlay(self.start, (*self.plies, ply))

    def cut(self, plies: int) -> LineOfPlay:
        """Return the line after its first `plies` half-moves."""
        return LineOfPlay(self.start, self.plies[:plies])

    @classmethod
    def of(cls, start: Position, moves: Iterable[Move]) -> LineOfPlay:
        position, plies = start, []
        for move in moves:
            position = position.play(move)
            plies.append(Ply(move.text, position))
        return cls(start, tuple(plies))


class EndingKind(StrEnum):
    """The reason why a game is over by the rules of the board alone."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    BLOCKED = "blocked"
    NO_PIECES = "no_pieces"
    DEAD = "dead"
    REPETITION = "repetition"
    FIVEFOLD = "fivefold"
    FIFTY_MOVES = "fifty_moves"
    SEVENTY_FIVE_MOVES = "seventy_five_moves"
    KINGS_ONLY = "kings_only"  # draughts: 15 moves by each with only kings
    SHORT_ENDING = "short_ending"  # draughts: 2K, K+man, K v a single king
    PIECE_BALANCE = "piece_balance"  # fmjd64: 4-7 pieces
    THREE_KINGS = "three_kings"  # fmjd64: three kings or more v one
    MAIN_ROAD = "main_road"  # fmjd64


@dataclass(frozen=True, slots=True)
class Ending:
    """`article` is a number of the game's laws such as `5.1`; `plies` (1-based) are those that prove it, if any."""

    kind: EndingKind
    winner: Side | None
    article: str
    plies: tuple[int, ...] = ()


class ClaimKind(StrEnum):
    REPETITION = "repetition"
    FIFTY_MOVES = "fifty_moves"
    KINGS_ONLY = "kings_only"
    SHORT_ENDING = "short_ending"
    PIECE_BALANCE = "piece_balance"
    THREE_KINGS = "three_kings"
    MAIN_ROAD = "main_road"


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """The decision on a draw claim, with the plies (1-based, 0 = start position) that prove or refute it."""

    upheld: bool
    kind: ClaimKind
    plies: tuple[int, ...]
    message: Message


@dataclass(frozen=True, slots=True)
class Touch:
    """A piece touched deliberately by the player to move; `adjusting`: announced first, so that it binds to nothing."""

    square: str
    adjusting: bool = False


@dataclass(frozen=True, slots=True)
class TouchObligation:
    """The touch-move obligation of a player: the permitted moves, the reason, and the article.

    `free`: they are all the legal moves.  `square` is the piece that must move or be captured, if any.
    """

    moves: tuple[Move, ...]
    reason: Message
    article: str
    square: str = ""
    free: bool = False


class Rules(Protocol):
    """The frozen options of one game, which create its positions.  `game` is the key of its specification."""

    game: ClassVar[str]

    def start(self) -> Position: ...

    def position(self, text: str) -> Position:
        """Read a position; `start` is the starting position.  Raises: BadPosition."""
        ...

    def standing(self, text: str) -> Position:
        """Read a position of a game that continued after an irregular move, as `displace` left it.

        Raises: BadPosition.
        """
        return self.position(text)

    def read(self, position: Position, text: str, *, language: str = "") -> Move:
        """Read the one legal move that `text` means, in any notation of the game (`language`: of piece letters).

        Raises: UnreadableMove, IllegalMove, AmbiguousMove, each with a sentence that gives the reason.
        """
        ...

    def write(self, position: Position, move: Move, style: Style) -> str: ...

    def explain(self, position: Position, text: str, *, language: str = "") -> Message | None:
        """Return why `text` is not a legal move here; None if it is legal.  `language` as in `read`."""
        try:
            self.read(position, text, language=language)
        except (UnreadableMove, IllegalMove, AmbiguousMove) as problem:
            return problem.message
        return None

    def bound_moves(self, position: Position, touches: Iterable[Touch]) -> TouchObligation:
        """Return the obligation of the player to move after `touches`, in the order in which they were made.

        Raises: BadInput for an invalid square.
        """
        ...

    def displace(self, position: Position, text: str) -> Position:
        """Return the position after an irregular move, executed as in `text`; the turn passes.

        Raises: UnreadableMove if the action is unclear (no piece to move …).
        """
        ...

    def touched_by(self, position: Position, text: str) -> tuple[Touch, ...]:
        """Return the pieces that an irregular move of this text touches, in order: they bind its replacement.

        Raises: UnreadableMove as in `displace`.
        """
        ...

    def stands_as(self, position: Position, text: str) -> Move | None:
        """Return the legal move that an irregular one becomes by law, or None if the move is undone.

        A pawn left on the last rank is replaced by a queen (FIDE 7.5.2).
        """
        ...

    def can_mate(self, position: Position, side: Side) -> bool:
        """Return whether `side` could still win by some series of legal moves (FIDE 5.1.2, 6.9)."""
        ...

    def both_in_check(self, position: Position) -> bool:
        """Return whether the kings of both sides are attacked, which needs irregular moves (FIDE A.5.4).

        False if this has no consequence under the laws of the game.
        """
        return False

    def ending(self, line: LineOfPlay) -> Ending | None:
        """Return the ending if the last ply ended the game without a claim."""
        ...

    def claim(self, line: LineOfPlay, kind: ClaimKind, intended: str | None = None) -> ClaimVerdict:
        """Decide a draw claim by the player to move.  Raises: BadInput if the game has no such claim."""
        ...


# Restrictions of a federation's regulations on a tournament.


@dataclass(frozen=True, slots=True)
class RegulatedMode:
    """The mode of a tournament under the regulations of its game; it can be left, but not entered again.

    `name` is its msgid, `report` its name in a tournament report.  `fixed` are the settings of a section that cannot
    change once round 1 is paired: its columns, and `restrictions`, the forbidden and required pairs.  A change of
    another setting is confirmed, the rounds are checked again, and the report lists it.  `correction_rounds`: in how
    many of the last rounds results may be corrected; 0 if the organiser decides.
    """

    name: str
    report: str
    fixed: frozenset[str]
    correction_rounds: int = 0


# The squares of a board: their names, places, and occurrences in texts.

FILES = "abcdefghij"


def lettered(size: int) -> Grid:
    """Return a board with the squares `a1`, `b1` …"""
    return Grid(size, tuple(f"{file}{rank}" for rank in range(1, size + 1) for file in FILES[:size]))


def numbered(size: int) -> Grid:
    """Return a board whose dark squares are numbered along the ranks, from 1 at Black's right."""
    names = list(lettered(size).names)
    dark = [index for index in range(size * size) if (index % size + index // size) % 2 == 0]
    for number, index in enumerate(sorted(dark, key=lambda index: (-(index // size), index)), start=1):
        names[index] = str(number)
    return Grid(size, tuple(names), numbered=True)


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """A square board whose corner at White's left is dark.

    `names` start at that corner along each rank, White's first rank first.  `numbered`: the names of dark squares are
    numbers, which pictures show on the squares; light squares have letters, because men can be put on them.  `places`:
    file and rank from 0 by name.  `pattern`: a regular expression of a name, without a group.
    """

    size: int
    names: tuple[str, ...]
    numbered: bool = False
    places: Mapping[str, tuple[int, int]] = field(init=False, repr=False)
    pattern: str = field(init=False, repr=False)
    _square: re.Pattern[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        places = {name: (index % self.size, index // self.size) for index, name in enumerate(self.names)}
        pattern = (
            "|".join(sorted(self.names, key=len, reverse=True))
            if self.numbered
            else f"[a-{FILES[self.size - 1]}][1-{self.size}]"
        )
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "pattern", pattern)
        object.__setattr__(self, "_square", re.compile(pattern))

    def find(self, text: str) -> tuple[str, ...]:
        """Return the squares that a move or another text mentions, in its order."""
        return tuple(self._square.findall(text))


CHESSBOARD = lettered(8)
