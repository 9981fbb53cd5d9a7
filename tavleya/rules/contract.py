"""One contract for all games.

`Rules` is a frozen set of options of one game and the way to its positions; `Position` is immutable; `Move` is a
value whose `text` is the canonical coordinate form that the record stores.  A `LineOfPlay` is a game so far: what
repetition and move counters are decided from.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Protocol, runtime_checkable

from tavleya.errors import BadInput
from tavleya.languages import DEFAULT
from tavleya.messages import Message
from tavleya.sides import Side


class StatusKind(StrEnum):
    """What one position alone says about the game (counters and repetitions need a `LineOfPlay`)."""

    ONGOING = "ongoing"
    CHECK = "check"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    BLOCKED = "blocked"  # draughts: pieces left, none can move: lost
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

    `kind`: K Q R B N P (chess, tavreli), H (helgi), M (draughts man), D (draughts king).  In tavreli a pawn's
    `becomes` is the letter of its own piece, and `promoted` says that it is that piece now (then `kind` is it).
    """

    kind: str
    side: Side
    becomes: str = ""
    promoted: bool = False


class Move(Protocol):
    """Frozen and hashable.  `text`: `e2e4`, `e7e8q` (chess, UCI); `c3-d4`, `c3:e5:g7` (draughts); `e2-e4(2)`.

    Castling in Chess960 is king takes rook, `e1h1`.
    """

    @property
    def text(self) -> str: ...

    @property
    def squares(self) -> tuple[str, ...]:
        """Squares to mark in a picture: from, passed, to."""
        ...


@runtime_checkable
class Position(Protocol):
    """An immutable position with the side to move, and everything that the next move depends on."""

    @property
    def turn(self) -> Side: ...

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, sorted by text."""
        ...

    def play(self, move: Move) -> Position:
        """The position after a legal move.  Legality is the caller's knowledge (`Rules.read`, `legal_moves`)."""
        ...

    def status(self) -> Status: ...

    def repetition_key(self) -> Hashable:
        """Equal keys = the same position for the repetition rule of this game."""
        ...

    def text(self) -> str:
        """The position text of this game: FEN, algebraic PDN FEN, tavreli text.  `Rules.position` reads it."""
        ...

    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        """Occupied square → pieces from the top down (one outside tavreli)."""
        ...


class UnreadableMove(BadInput):
    """The text is not a move in any notation of this game."""


class IllegalMove(BadInput):
    """The text is a move that this position does not allow; `nearest` are legal readings close to it."""

    def __init__(self, message: Message, nearest: tuple[str, ...] = (), **detail: object) -> None:
        super().__init__(message, nearest=list(nearest), **detail)
        self.nearest = nearest


class AmbiguousMove(BadInput):
    """Several legal moves fit the text; `candidates` are their canonical texts."""

    def __init__(self, message: Message, candidates: tuple[str, ...], **detail: object) -> None:
        super().__init__(message, candidates=list(candidates), **detail)
        self.candidates = candidates


class BadPosition(BadInput):
    """The text is no position of this game; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Style:
    """How to write a move: `form` canonical | short | long | figurine | book, `language` of the piece letters.

    Chess has `pgn` too: the short form as PGN files want it (`O-O`, `e8=Q`, English letters).
    """

    form: str = "canonical"
    language: str = DEFAULT


@dataclass(frozen=True, slots=True)
class Ply:
    """One half-move of a line: its canonical text and the position after it.

    An irregular ply (played on the board against the rules, and standing) has `irregular` set.
    """

    text: str
    position: Position
    irregular: bool = False


@dataclass(frozen=True, slots=True)
class LineOfPlay:
    """A game so far: the start position and the plies that stand (struck-out plies are not in it)."""

    start: Position
    plies: tuple[Ply, ...] = ()

    @property
    def position(self) -> Position:
        return self.plies[-1].position if self.plies else self.start

    @property
    def positions(self) -> tuple[Position, ...]:
        """Start position first; index = number of plies made."""
        return (self.start, *(ply.position for ply in self.plies))

    def add(self, ply: Ply) -> LineOfPlay:
        return LineOfPlay(self.start, (*self.plies, ply))

    def cut(self, plies: int) -> LineOfPlay:
        """The line after its first `plies` half-moves."""
        return LineOfPlay(self.start, self.plies[:plies])

    @classmethod
    def of(cls, start: Position, moves: Iterable[Move]) -> LineOfPlay:
        position, plies = start, []
        for move in moves:
            position = position.play(move)
            plies.append(Ply(move.text, position))
        return cls(start, tuple(plies))


class EndingKind(StrEnum):
    """Why a game is over by the rules of the board alone."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    BLOCKED = "blocked"
    NO_PIECES = "no_pieces"
    DEAD = "dead"
    REPETITION = "repetition"
    FIVEFOLD = "fivefold"
    FIFTY_MOVES = "fifty_moves"
    SEVENTY_FIVE_MOVES = "seventy_five_moves"
    KINGS_ONLY = "kings_only"  # draughts: 15 moves by each with kings alone
    SHORT_ENDING = "short_ending"  # draughts: 2K, K+man, K v a single king
    PIECE_BALANCE = "piece_balance"  # fmjd64: 4-7 pieces
    THREE_KINGS = "three_kings"  # fmjd64: three kings or more v one
    MAIN_ROAD = "main_road"  # fmjd64


@dataclass(frozen=True, slots=True)
class Ending:
    """`article` is a number of the game's laws such as `5.1`; `plies` (1-based) are those that prove it, where that
    says more.
    """

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
    """A piece that the player to move touched on purpose; `adjusting`: announced first, so that it binds to nothing."""

    square: str
    adjusting: bool = False


@dataclass(frozen=True, slots=True)
class TouchObligation:
    """What touched pieces bind a player to: the moves to choose from, why, and by which article.

    `free`: they are all the legal moves.  `square` is the piece that must move or be taken, where there is one.
    """

    moves: tuple[Move, ...]
    reason: Message
    article: str
    square: str = ""
    free: bool = False


class Rules(Protocol):
    """The options of one game, frozen, and the way to its positions.  `game` is the key of its record."""

    game: ClassVar[str]

    def start(self) -> Position: ...

    def position(self, text: str) -> Position:
        """Raises BadPosition.  `start` stands for the starting position."""
        ...

    def standing(self, text: str) -> Position:
        """A position in a game that goes on after an irregular move, as `displace` left it.  Raises BadPosition."""
        return self.position(text)

    def read(self, position: Position, text: str, *, language: str = "") -> Move:
        """The one legal move that `text` means, in any notation of the game (`language`: of piece letters).

        Raises UnreadableMove, IllegalMove or AmbiguousMove, each with a sentence that says why.
        """
        ...

    def write(self, position: Position, move: Move, style: Style) -> str: ...

    def explain(self, position: Position, text: str, *, language: str = "") -> Message | None:
        """Why `text` is not a legal move here; None when it is one.  `language` as in `read`."""
        ...

    def bound_moves(self, position: Position, touches: Iterable[Touch]) -> TouchObligation:
        """What the player to move is bound to after `touches`, in the order in which they were made.

        Raises BadInput for what is no square.
        """
        ...

    def displace(self, position: Position, text: str) -> Position:
        """The position after an irregular move, done bodily as `text` says, the turn passed.

        Raises UnreadableMove where the text does not say what was done (no piece to move …).
        """
        ...

    def touched_by(self, position: Position, text: str) -> tuple[Touch, ...]:
        """The pieces that an irregular move of this text touches, in order: what its replacement is bound by.

        Raises UnreadableMove as `displace` does.
        """
        ...

    def stands_as(self, position: Position, text: str) -> Move | None:
        """The legal move that an irregular one becomes by law: a pawn left on the last rank is replaced by a queen
        (FIDE 7.5.2).  None where the move is taken back."""
        ...

    def can_mate(self, position: Position, side: Side) -> bool:
        """Whether `side` could still win by some series of legal moves (FIDE 5.1.2, 6.9)."""
        ...

    def both_in_check(self, position: Position) -> bool:
        """Whether the kings of both sides are attacked, which only irregular moves bring about (FIDE A.5.4); False
        where the laws of the game draw nothing from it."""
        return False

    def ending(self, line: LineOfPlay) -> Ending | None:
        """Whether the last ply ended the game without anyone's claim."""
        ...

    def claim(self, line: LineOfPlay, kind: ClaimKind, intended: str | None = None) -> ClaimVerdict:
        """Decide a draw claim by the player to move.  Raises BadInput if the game has no such claim."""
        ...
