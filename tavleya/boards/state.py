"""The known state of one electronic board during one game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tavleya.boards.clock_readings import Additions, ClockReading
from tavleya.boards.codes import FaultCode
from tavleya.boards.placements import placement_of
from tavleya.rules.chess import ChessPosition
from tavleya.sides import Side

#: How long a hand may cover the board before its placement is a fault (ms).
DOUBT = 5_000
#: How long a piece must rest to be a move without a clock press (ms); a replacing move rests longer.
SETTLED, REPLACED = 3_000, DOUBT
#: A board that LiveChess has not seen for this long is offline (ms).
UNSEEN = 3_000
#: The low-battery limit (percent).
LOW_BATTERY = 15


@dataclass(frozen=True, slots=True)
class Line:
    """The game so far.

    `positions` has one entry more than `moves` (UCI).  `clocks`: the mover's time left after each move.
    """

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
        return (len(self.moves) + (side is self.positions[0].turn)) // 2


@dataclass(frozen=True, slots=True)
class Pending:
    """Moves that explain the placement since `since` and may still be corrected.

    They follow the first `after` half-moves of the game.
    """

    after: int
    moves: tuple[str, ...]
    end: ChessPosition
    since: int


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The moves reported by LiveChess: `san` since the position `start`, and the same in `moves` of the whole game.

    `moves` is None if the start is not a position of the game or a move is unreadable.
    """

    start: str = ""
    san: tuple[str, ...] = ()
    moves: tuple[str, ...] | None = None
    end: ChessPosition | None = None
    match: bool | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a board since the instant `since` (ms).  `ply` is the half-move it concerns, or 0."""

    code: FaultCode
    since: int
    ply: int = 0
    placement: str = ""
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoardState:
    """One board in one game.  Instants are milliseconds; None means that the condition does not hold.

    `placement` is from White's view, whichever way the board is placed.  `turned`: the board is reversed and LiveChess
    does not know it.  The fields `..._since` hold the start of conditions that become faults if they last.
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
        """Whether later placements no longer belong to the game."""
        return self.closed or self.result is not None

    @property
    def begun(self) -> bool:
        return bool(self.line.moves)
