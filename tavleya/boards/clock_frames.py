"""The clock of a board: readings, presses that complete a move, and impossible readings."""

from dataclasses import replace

from tavleya.boards.clock_readings import ClockReading, jump
from tavleya.boards.codes import FaultCode
from tavleya.boards.frames import Frame
from tavleya.boards.move_detection import commit
from tavleya.boards.state import BoardState, Fault
from tavleya.sides import Side

#: A clock that jumps repeatedly adds a few faults, not hundreds.
_MOST_JUMPS = 5


def read(state: BoardState, frame: Frame, at: int) -> BoardState:
    """Apply the clock fields of a frame."""
    if frame.has_clock is False:
        if state.clock is None:
            return state
        return replace(state, clock=None, judged=None, unplugged_since=at)
    new = frame.clock
    if new is None or (state.clock is not None and new.same_as(state.clock)):
        return state
    state = _pressed(replace(state, unplugged_since=None), new, at)
    state = _judge(state, new, at)
    state = replace(state, clock=new, judged=new, plies_since_clock=0, stuck_since=None)
    line = state.line
    if line.moves and new.running is line.turn and line.clocks[-1] is None:
        line = replace(line, clocks=(*line.clocks[:-1], new.of(line.turn.other)))
        state = replace(state, line=line)
    return state


def _pressed(state: BoardState, new: ClockReading, at: int) -> BoardState:
    """Accept the pending move if the mover has pressed the clock."""
    pending = state.pending
    before = None if state.clock is None else state.clock.running
    if pending is None or state.over or new.running is not pending.end.turn or before is new.running:
        return state
    return commit(state, at)


def _judge(state: BoardState, new: ClockReading, at: int) -> BoardState:
    old = state.judged
    if old is None or state.over or not state.begun or len(state.jumps) >= _MOST_JUMPS:
        return state
    mades = {side: state.line.made_by(side) for side in Side}
    result = jump(old, new, state.plies_since_clock, mades, state.additions)
    if result is None:
        return state
    detail = {"side": result.side.value, "shown": result.shown, "least": result.least, "most": result.most}
    fault = Fault(FaultCode.CLOCK_JUMP, at, len(state.line.moves), detail=detail)
    others = tuple(item for item in state.jumps if item.ply != fault.ply)
    return replace(state, jumps=(*others, fault))
