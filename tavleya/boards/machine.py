"""State changes of a board on messages from LiveChess and on elapsed time.

Nothing here reads a clock: the instants (ms) are arguments and never decrease.  `due` tells when to call `tick`.
"""

from dataclasses import replace

from tavleya.boards import clock_frames, move_detection
from tavleya.boards.frames import Frame, percent
from tavleya.boards.placements import START, turned
from tavleya.boards.state import DOUBT, LOW_BATTERY, REPLACED, SETTLED, UNSEEN, BoardState


def feed(state: BoardState, frame: Frame, at: int) -> BoardState:
    """Return the state after a frame of the feed or an entry of the list, received at `at`."""
    state = _seen(tick(state, at), frame, at)
    if frame.flipped is not None and frame.flipped != state.flipped:
        state = replace(state, flipped=frame.flipped)
    state = move_detection.rebuild(state, frame, at)
    placement = _upright(state, frame)
    if placement is not None and (placement[0] != state.placement or placement[1] != state.turned):
        state = replace(state, placement=placement[0], turned=placement[1])
        state = move_detection.look(state, at)
    state = clock_frames.read(state, frame, at)
    return move_detection.compare(move_detection.settle(state, at), at)


def missing(state: BoardState, at: int) -> BoardState:
    """Return the state after a list of boards without this board."""
    return replace(state, unseen_since=at) if state.unseen_since is None else state


def lost(state: BoardState, at: int) -> BoardState:
    """Return the state after the connection to LiveChess was lost."""
    return missing(state, at)


def close(state: BoardState) -> BoardState:
    """End the game for the service: later positions of the board do not belong to it."""
    return state if state.closed else replace(state, closed=True)


def tick(state: BoardState, at: int) -> BoardState:
    """Return the state at an instant without a message."""
    if state.unseen_since is not None and at - state.unseen_since >= UNSEEN:
        return state
    state = move_detection.settle(state, at)
    if state.kings_since is not None and state.result is None and at - state.kings_since >= DOUBT:
        state = replace(state, result=state.kings)
    return state


def due(state: BoardState, at: int) -> int | None:
    """Return the next instant after `at` when time alone may change `tick` or a report, or None."""
    pending = state.pending
    waits = [
        (state.unseen_since, UNSEEN),
        (state.odd_since, DOUBT),
        (state.mismatch_since, DOUBT),
        (state.differ_since, DOUBT),
        (state.unplugged_since, DOUBT),
        (state.stuck_since, DOUBT),
        (state.kings_since, DOUBT),
        (pending.since if pending else None, _wait(state)),
    ]
    ends = [since + wait for since, wait in waits if since is not None and since + wait > at]
    return min(ends, default=None)


def _wait(state: BoardState) -> int:
    pending = state.pending
    return REPLACED if pending is not None and pending.after < len(state.line.moves) else SETTLED


def _seen(state: BoardState, frame: Frame, at: int) -> BoardState:
    """Update whether the board is readable, and its battery level."""
    if frame.connected is False:
        state = missing(replace(state, known=True), at)
    elif frame.connected or frame.placement is not None:
        if state.unseen_since is not None:
            state = _back(state, at)
        if not state.known:
            state = replace(state, known=True)
    if frame.battery is not None and frame.battery != state.battery:
        full = percent(frame.battery)
        low = full is not None and full < LOW_BATTERY
        since = (state.low_since if state.low_since is not None else at) if low else None
        state = replace(state, battery=frame.battery, low_since=since)
    return state


def _back(state: BoardState, at: int) -> BoardState:
    """Restart all durations after an outage, and do not compare the clock with its last reading before it."""
    was_long = state.unseen_since is not None and at - state.unseen_since >= UNSEEN
    if not was_long:
        return replace(state, unseen_since=None)
    return replace(
        state,
        unseen_since=None,
        judged=None,
        odd_since=None if state.odd_since is None else at,
        mismatch_since=None if state.mismatch_since is None else at,
        differ_since=None if state.differ_since is None else at,
        unplugged_since=None if state.unplugged_since is None else at,
        stuck_since=None,
        plies_since_clock=0,
    )


def _upright(state: BoardState, frame: Frame) -> tuple[str, bool] | None:
    """Return the placement from White's view, and whether the board was turned for that.

    A board that was reversed stays so until only the direct view fits the game.  A board becomes reversed if only the
    reversed view fits.
    """
    placement = frame.placement
    if placement is None:
        return None
    place = START if not state.begun else state.line.placement
    for name, round_ in ((placement, False), (turned(placement), True)):
        if name == place:
            return name, round_
    return (turned(placement), True) if state.turned else (placement, False)
