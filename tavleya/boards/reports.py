"""The report of a board at an instant: moves, clocks and faults for the service."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import chess

from tavleya.boards.clock_readings import ClockReading
from tavleya.boards.codes import BoardStatus, FaultCode
from tavleya.boards.placements import START, differing, lone_king, pieces
from tavleya.boards.state import DOUBT, UNSEEN, BoardState, Fault


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
        log_data: dict[str, Any] = {
            "serial": self.serial,
            "state": self.status.value,
            "flipped": self.flipped,
            "moves": list(self.moves),
            "clocks": [[ms, None] for ms in self.clocks],
            "result": self.result,
            "faults": [_fault(fault, ahead) for fault in self.faults],
        }
        if self.battery:
            log_data["battery"] = self.battery
        clock = self.clock
        if clock is not None:
            log_data["running"] = clock.running and clock.running.value
            log_data["clock"] = {"white": clock.white, "black": clock.black, "at": _instant(clock.at + ahead)}
        return log_data


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
    if any(fault.code in _OF_PIECES for fault in faults):
        return BoardStatus.DOUBTFUL
    if not state.begun:
        return BoardStatus.WAITING
    if state.clock is not None and state.clock.running is None:
        return BoardStatus.PAUSED
    return BoardStatus.PLAYING


_OF_PIECES = frozenset(
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
    ply, count = len(state.line.moves) + 1, state.placement or ""
    if state.odd_since is not None:
        if not _lasts(state.odd_since, at):
            return None
        code, detail = _odd(state, count)
        return None if code is None else Fault(code, state.odd_since, ply, count, detail)
    if state.differ_since is not None and _lasts(state.differ_since, at):
        moves = list(state.rebuilt.san[-6:])
        return Fault(FaultCode.MOVES_DIFFER, state.differ_since, ply, count, {"moves": moves})
    if state.mismatch_since is not None and _lasts(state.mismatch_since, at):
        return Fault(FaultCode.MISMATCH, state.mismatch_since, ply, count)
    return None


def _odd(state: BoardState, text: str) -> tuple[FaultCode | None, dict[str, Any]]:
    placement = state.line.placement if state.pending is None else _with_pending(state)
    squares = differing(placement, text)
    detail: dict[str, Any] = {"squares": [chess.SQUARE_NAMES[square] for square in squares]}
    was, now = pieces(placement), pieces(text)
    move = _relocated(was, now, squares)
    if not state.begun and state.pending is None:
        return _before_the_game(state, now, move, detail)
    if text == START or lone_king(placement, text):
        return FaultCode.RESULT_UNSAID, detail
    if all(square not in now for square in squares):
        return FaultCode.PIECE_MISSING, detail
    if move is not None:
        return FaultCode.NOT_LEGAL, {**detail, "move": move}
    return (FaultCode.MISMATCH if len(squares) <= 2 else FaultCode.NOT_LEGAL), detail


def _with_pending(state: BoardState) -> str:
    assert state.pending is not None
    return state.pending.end.text().partition(" ")[0]


def _before_the_game(
    state: BoardState, now: dict[chess.Square, str], move: str | None, detail: dict[str, Any]
) -> tuple[FaultCode | None, dict[str, Any]]:
    """Return a fault of the start position.

    An incomplete setup is a fault only once the clock runs or all pieces are there.
    """
    started = state.clock is not None and state.clock.running is not None
    if started and move is not None:
        return FaultCode.NOT_LEGAL, {**detail, "move": move}
    whole = len(now) == 32 and move is None
    return (FaultCode.START_POSITION if started or whole else None), detail


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


def _fault(fault: Fault, ahead: int) -> dict[str, Any]:
    log_data: dict[str, Any] = {
        "code": fault.code.value,
        "since": _instant(fault.since + ahead),
        "detail": dict(fault.detail),
    }
    if fault.ply:
        log_data["ply"] = fault.ply
    if fault.placement:
        log_data["fen"] = fault.placement
    return log_data


def _instant(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat().replace("+00:00", "Z")
