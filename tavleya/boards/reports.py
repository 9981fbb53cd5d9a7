"""The report of a board at an instant: moves, clocks and faults for the service."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import chess

from tavleya.boards.clock_readings import Additions, ClockReading
from tavleya.rules.chess import ChessPosition
from tavleya.sides import Side

# Codes of faults and states of electronic boards.


class FaultCode(StrEnum):
    """The reason why a board's position or clock cannot be used."""

    NOT_LEGAL = "not_legal"  # a change that no legal move explains
    MISMATCH = "mismatch"  # the program of the board says that the board is not at its position
    PIECE_MISSING = "piece_missing"
    START_POSITION = "start_position"  # the game begins with a wrong setup
    MOVES_DIFFER = "moves_differ"  # the moves of LiveChess differ from those of the board
    CLOCK_STOPPED = "clock_stopped"  # the clock is missing or stopped while pieces are moved
    CLOCK_JUMP = "clock_jump"  # a reading that elapsed time, increment and period do not explain
    OFFLINE = "offline"
    BATTERY_LOW = "battery_low"
    UNKNOWN_SERIAL = "unknown_serial"  # no board with this number is connected
    RESULT_UNSAID = "result_unsaid"  # the game is over on the board, but the result is unknown


class BoardStatus(StrEnum):
    """The state of a board."""

    WAITING = "waiting"  # no move yet
    PLAYING = "playing"
    DOUBTFUL = "doubtful"  # the position has been illegal for longer than a hand needs
    FINISHED = "finished"  # a result is proposed
    OFFLINE = "offline"
    PAUSED = "paused"  # the clock is stopped in the middle of the game


# Placements of a board: the first field of a FEN, without the side to move.

START = chess.STARTING_BOARD_FEN
#: The squares on which kings signal a result: a light and a dark pair.
LIGHT, DARK = frozenset({chess.E4, chess.D5}), frozenset({chess.D4, chess.E5})
CENTRE = LIGHT | DARK


def read_placement(text: object) -> str | None:
    """Return the placement in the spelling of python-chess, or None if `text` is not a placement."""
    if not isinstance(text, str) or len(text) > 71:
        return None
    try:
        return chess.BaseBoard(text).board_fen()
    except ValueError:
        return None


def placement_of(position: ChessPosition) -> str:
    return position.text().partition(" ")[0]


def turned(placement: str) -> str:
    """Return the placement seen from the other side, as a reversed board reports it."""
    return placement[::-1]


def pieces(placement: str) -> dict[chess.Square, str]:
    """Return the letter of the piece on each occupied square."""
    result = {}
    square = chess.A8
    for sign in placement:
        if sign == "/":
            square -= 16
        elif sign.isdigit():
            square += int(sign)
        else:
            result[square] = sign
            square += 1
    return result


def differing(placement: str, other: str) -> tuple[chess.Square, ...]:
    """Return the squares on which two placements differ."""
    if placement == other:
        return ()
    first, second = pieces(placement), pieces(other)
    return tuple(square for square in chess.SQUARES if first.get(square) != second.get(square))


def kings_result(placement: str) -> str | None:
    """Return the result that two kings in the centre signal by the maker's convention, or None.

    Both on light squares: White won; both on dark: Black won; one of each: a draw.  Central squares are adjacent, so no
    legal move creates this placement.
    """
    kings = [square for square, piece in pieces(placement).items() if piece in "Kk"]
    if len(kings) != 2 or not CENTRE.issuperset(kings):
        return None
    if LIGHT.issuperset(kings):
        return "1-0"
    return "0-1" if DARK.issuperset(kings) else "1/2-1/2"


def lone_king(before: str, placement: str) -> bool:
    """Return whether exactly one king was moved to the centre from elsewhere."""
    was = {piece: square for square, piece in pieces(before).items() if piece in "Kk"}
    now = {piece: square for square, piece in pieces(placement).items() if piece in "Kk"}
    return len(now) == 2 and sum(now[king] in CENTRE and now[king] != was.get(king) for king in now) == 1


# The known state of one electronic board during one game.

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


@dataclass(frozen=True, slots=True)
class Report:
    """All known data of a board.  `moves` are the whole game (UCI); `result` is only proposed."""

    serial: str
    status: BoardStatus
    flipped: bool
    moves: tuple[str, ...]
    clocks: tuple[int | None, ...]
    clock: ClockReading | None
    result: str | None
    battery: str
    faults: tuple[Fault, ...]

    def as_json(self, ahead: int = 0) -> dict[str, Any]:
        """Return the entry for the call `boards` of a round, without the table.

        `ahead`: by how many milliseconds the clock of the service is ahead of the clock of the instants.
        """
        entry: dict[str, Any] = {
            "serial": self.serial,
            "state": self.status.value,
            "flipped": self.flipped,
            "moves": list(self.moves),
            "clocks": [[ms, None] for ms in self.clocks],
            "result": self.result,
            "faults": [_fault_json(fault, ahead) for fault in self.faults],
        }
        if self.battery:
            entry["battery"] = self.battery
        clock = self.clock
        if clock is not None:
            entry["running"] = clock.running and clock.running.value
            entry["clock"] = {"white": clock.white, "black": clock.black, "at": _instant(clock.at + ahead)}
        return entry


def report_of(state: BoardState, at: int) -> Report:
    """Create the report of the board at `at` (ms)."""
    faults = tuple(_faults(state, at))
    return Report(
        state.serial,
        _status(state, at, faults),
        state.flipped or state.turned,
        state.line.moves,
        state.line.clocks,
        state.clock,
        state.result,
        state.battery,
        faults,
    )


def _lasts(since: int | None, at: int, wait: int = DOUBT) -> bool:
    return since is not None and at - since >= wait


def _status(state: BoardState, at: int, faults: tuple[Fault, ...]) -> BoardStatus:
    if state.over:
        return BoardStatus.FINISHED
    if _lasts(state.unseen_since, at, UNSEEN):
        return BoardStatus.OFFLINE
    if any(fault.code in _PIECE_FAULTS for fault in faults):
        return BoardStatus.DOUBTFUL
    if not state.begun:
        return BoardStatus.WAITING
    if state.clock is not None and state.clock.running is None:
        return BoardStatus.PAUSED
    return BoardStatus.PLAYING


_PIECE_FAULTS = frozenset(
    {
        FaultCode.NOT_LEGAL,
        FaultCode.MISMATCH,
        FaultCode.PIECE_MISSING,
        FaultCode.START_POSITION,
        FaultCode.MOVES_DIFFER,
        FaultCode.RESULT_UNSAID,
    }
)


def _faults(state: BoardState, at: int) -> Iterator[Fault]:
    if state.over:
        return
    if state.low_since is not None:
        yield Fault(FaultCode.BATTERY_LOW, state.low_since, detail={"battery": state.battery})
    yield from state.jumps
    if _lasts(state.unseen_since, at, UNSEEN):
        assert state.unseen_since is not None
        yield Fault(FaultCode.OFFLINE if state.known else FaultCode.UNKNOWN_SERIAL, state.unseen_since)
        return
    yield from _clock_faults(state, at)
    if state.kings is None and (fault := _piece_fault(state, at)) is not None:
        yield fault


def _clock_faults(state: BoardState, at: int) -> Iterator[Fault]:
    since, clock = state.unplugged_since, "none"
    if since is None:
        since, clock = state.stuck_since, "stands"
    if state.begun and since is not None and _lasts(since, at):
        yield Fault(FaultCode.CLOCK_STOPPED, since, detail={"clock": clock})


def _piece_fault(state: BoardState, at: int) -> Fault | None:
    """Return the fault of the current placement, if it has lasted long enough: the plainest one that applies."""
    ply, placement = len(state.line.moves) + 1, state.placement or ""
    if state.odd_since is not None:
        if not _lasts(state.odd_since, at):
            return None
        code, detail = _odd(state, placement)
        return None if code is None else Fault(code, state.odd_since, ply, placement, detail)
    if state.differ_since is not None and _lasts(state.differ_since, at):
        moves = list(state.rebuilt.san[-6:])
        return Fault(FaultCode.MOVES_DIFFER, state.differ_since, ply, placement, {"moves": moves})
    if state.mismatch_since is not None and _lasts(state.mismatch_since, at):
        return Fault(FaultCode.MISMATCH, state.mismatch_since, ply, placement)
    return None


def _odd(state: BoardState, placement: str) -> tuple[FaultCode | None, dict[str, Any]]:
    expected = state.line.placement if state.pending is None else placement_of(state.pending.end)
    squares = differing(expected, placement)
    detail: dict[str, Any] = {"squares": [chess.SQUARE_NAMES[square] for square in squares]}
    was, now = pieces(expected), pieces(placement)
    move = _relocated(was, now, squares)
    if not state.begun and state.pending is None:
        return _before_the_game(state, now, move, detail)
    if placement == START or lone_king(expected, placement):
        return FaultCode.RESULT_UNSAID, detail
    if all(square not in now for square in squares):
        return FaultCode.PIECE_MISSING, detail
    if move is not None:
        return FaultCode.NOT_LEGAL, {**detail, "move": move}
    return (FaultCode.MISMATCH if len(squares) <= 2 else FaultCode.NOT_LEGAL), detail


def _before_the_game(
    state: BoardState, now: dict[chess.Square, str], move: str | None, detail: dict[str, Any]
) -> tuple[FaultCode | None, dict[str, Any]]:
    """Return a fault of the start position.

    An incomplete setup is a fault only once the clock runs or all pieces are there.
    """
    started = state.clock is not None and state.clock.running is not None
    if started and move is not None:
        return FaultCode.NOT_LEGAL, {**detail, "move": move}
    complete = len(now) == 32 and move is None
    return (FaultCode.START_POSITION if started or complete else None), detail


def _relocated(
    was: dict[chess.Square, str], now: dict[chess.Square, str], squares: tuple[chess.Square, ...]
) -> str | None:
    """Return the move of the single displaced piece, legal or not."""
    if len(squares) != 2:
        return None
    for origin, goal in (squares, squares[::-1]):
        if origin in was and origin not in now and now.get(goal) == was[origin]:
            return chess.SQUARE_NAMES[origin] + chess.SQUARE_NAMES[goal]
    return None


def _fault_json(fault: Fault, ahead: int) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "code": fault.code.value,
        "since": _instant(fault.since + ahead),
        "detail": dict(fault.detail),
    }
    if fault.ply:
        entry["ply"] = fault.ply
    if fault.placement:
        entry["fen"] = fault.placement
    return entry


def _instant(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat().replace("+00:00", "Z")
