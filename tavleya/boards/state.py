"""What is known of one electronic board during one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tavleya.boards.clock_readings import Additions, ClockReading
from tavleya.boards.codes import FaultCode
from tavleya.boards.placements import placement_of
from tavleya.rules.chess import ChessPosition
from tavleya.sides import Side

#: A hand may stay on the board so long before what it shows is a fault (ms).
DOUBT = 5_000
#: So long stands a piece before its move is one, where nobody presses the clock; a move that replaces one, longer.
SETTLED, REPLACED = 3_000, DOUBT
#: A board that LiveChess does not see for so long is offline.
UNSEEN = 3_000
#: A battery below so many percent is low.
LOW_BATTERY = 15


@dataclass(frozen=True, slots=True)
class Line:
    """The game so far: `positions` has one more than `moves` (UCI); `clocks`: what the mover had left after each."""

    positions: tuple[ChessPosition, ...] = field(default_factory=lambda: (ChessPosition.start(),))
    moves: tuple[str, ...] = ()
    clocks: tuple[int | None, ...] = ()

    @property
    def last(self) -> ChessPosition:
        return self.positions[-1]

    @property
    def placement(self) -> str:
        return placement_of(self.last)

    @property
    def turn(self) -> Side:
        return self.last.turn

    def made_by(self, side: Side) -> int:
        first = self.positions[0].turn
        return (len(self.moves) + (side is first)) // 2


@dataclass(frozen=True, slots=True)
class Pending:
    """Moves that explain what the board shows since `since`, and may still be put right.

    They follow the first `after` half-moves of the game.
    """

    after: int
    moves: tuple[str, ...]
    end: ChessPosition
    since: int


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The moves as LiveChess has them: `san` since the position `start`, and the same as moves of the whole game.

    `moves` None: its start is no position of the game, or a move cannot be read.
    """

    start: str = ""
    san: tuple[str, ...] = ()
    moves: tuple[str, ...] | None = None
    end: ChessPosition | None = None
    match: bool | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at a board since the instant `since` (ms); `ply` is the half-move it concerns, 0 for none."""

    code: FaultCode
    since: int
    ply: int = 0
    placement: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardState:
    """One board in one game.  Instants are milliseconds; None: it is not so.

    `placement` is as White sees it, whichever way the board stands; `turned`: it stands the wrong way and LiveChess
    does not know.  `..._since` say since when what can become a fault lasts.
    """

    serial: str
    additions: Additions = field(default_factory=Additions)
    line: Line = field(default_factory=Line)
    placement: str | None = None
    turned: bool = False
    flipped: bool = False
    pending: Pending | None = None
    odd_since: int | None = None
    rebuilt: Rebuilt = field(default_factory=Rebuilt)
    mismatch_since: int | None = None
    differ_since: int | None = None
    clock: ClockReading | None = None
    judged: ClockReading | None = None
    plies_since_clock: int = 0
    stuck_since: int | None = None
    unplugged_since: int | None = None
    jumps: tuple[Fault, ...] = ()
    known: bool = False
    unseen_since: int | None = None
    battery: str = ""
    low_since: int | None = None
    kings: str | None = None
    kings_since: int | None = None
    result: str | None = None
    closed: bool = False

    @property
    def over(self) -> bool:
        """Whether nothing that the board shows belongs to the game any more."""
        return self.closed or self.result is not None

    @property
    def begun(self) -> bool:
        return bool(self.line.moves)
