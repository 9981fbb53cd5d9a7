"""State changes of a board on messages from LiveChess and on elapsed time.

Nothing here reads a clock: the instants (ms) are arguments and never decrease.  `due` tells when to call `tick`.
"""

from collections.abc import Iterator
from dataclasses import replace

import chess

from tavleya.boards.clock_readings import ClockReading, jump
from tavleya.boards.frames import Frame, percent
from tavleya.boards.reports import (
    DOUBT,
    LOW_BATTERY,
    REPLACED,
    SETTLED,
    START,
    UNSEEN,
    BoardState,
    Fault,
    FaultCode,
    Line,
    Pending,
    Rebuilt,
    differing,
    kings_result,
    pieces,
    placement_of,
    turned,
)
from tavleya.errors import DomainError
from tavleya.rules.chess import ChessMove, ChessPosition, ChessRules
from tavleya.sides import Side


def feed(state: BoardState, frame: Frame, at: int) -> BoardState:
    """Return the state after a frame of the feed or an entry of the list, received at `at`."""
    state = _seen(tick(state, at), frame, at)
    if frame.flipped is not None and frame.flipped != state.flipped:
        state = replace(state, flipped=frame.flipped)
    state = rebuild(state, frame, at)
    placement = _upright(state, frame)
    if placement is not None and placement != (state.placement, state.turned):
        state = look(replace(state, placement=placement[0], turned=placement[1]), at)
    state = read(state, frame, at)
    return compare(settle(state, at), at)


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
    state = settle(state, at)
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
    return min((since + wait for since, wait in waits if since is not None and since + wait > at), default=None)


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
        level = percent(frame.battery)
        low = level is not None and level < LOW_BATTERY
        since = (state.low_since if state.low_since is not None else at) if low else None
        state = replace(state, battery=frame.battery, low_since=since)
    return state


def _back(state: BoardState, at: int) -> BoardState:
    """Restart all durations after an outage, and do not compare the clock with its last reading before it."""
    if state.unseen_since is None or at - state.unseen_since < UNSEEN:
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
    expected = START if not state.begun else state.line.placement
    for view, is_turned in ((placement, False), (turned(placement), True)):
        if view == expected:
            return view, is_turned
    return (turned(placement), True) if state.turned else (placement, False)


# The moves of a board: legal moves explain its placement and are accepted once the pieces rest.
#
# LiveChess rebuilds moves itself. They are used if the placement alone is not enough, for instance after a
# cable was unplugged for several moves, and they are compared with the moves found here.

# Search for the legal moves that lead from a position to a placement.

#: The most missed half-moves that are recovered, if the way is unique.
MOST_PLIES = 2


def explanation(position: ChessPosition, placement: str, plies: int) -> tuple[str, ...] | None:
    """Return the unique sequence of `plies` (1 or 2) legal moves that leads to `placement`, or None."""
    squares = set(differing(placement_of(position), placement))
    # Each move empties its square, and only the other side can refill it within two moves: it differs afterwards.
    if not 2 <= len(squares) <= 4 * plies:
        return None
    ways = _single_moves(position, placement, squares) if plies == 1 else _two_moves(position, placement, squares)
    first_way = next(ways, None)
    return first_way if next(ways, None) is None else None


def _single_moves(position: ChessPosition, placement: str, squares: set[chess.Square]) -> Iterator[tuple[str, ...]]:
    for move in position.library_moves():
        if move.from_square in squares and move.to_square in squares:
            text = move.uci()
            if placement_of(position.play(ChessMove(text))) == placement:
                yield (text,)


def _two_moves(position: ChessPosition, placement: str, squares: set[chess.Square]) -> Iterator[tuple[str, ...]]:
    for move in position.library_moves():
        # A piece that was recaptured by one of the same kind leaves its square unchanged.
        if move.from_square in squares:
            first = ChessMove(move.uci())
            after = position.play(first)
            around = squares | {move.to_square}
            for rest in _single_moves(after, placement, around):
                yield (first.text, *rest)


_RULES = ChessRules()


def look(state: BoardState, at: int) -> BoardState:
    """Explain the current placement."""
    placement = state.placement
    assert placement is not None
    state = _withdrawn(state, placement)
    kings = kings_result(placement) if state.begun else None
    if kings != state.kings:
        state = replace(state, kings=kings, kings_since=None if kings is None else at)
    if state.over or kings is not None:
        return replace(state, odd_since=None)
    if placement == state.line.placement:
        return replace(state, pending=None, odd_since=None)
    if state.pending is not None and placement == placement_of(state.pending.end):
        pending = replace(state.pending, since=at) if state.odd_since is not None else state.pending
        return replace(state, pending=pending, odd_since=None)
    new_state = _explained(state, placement, at)
    if new_state is not None:
        return replace(new_state, odd_since=None)
    return state if state.odd_since is not None else replace(state, odd_since=at)


def _withdrawn(state: BoardState, placement: str) -> BoardState:
    """Withdraw the result if the kings return to the position while a clock runs."""
    running = state.clock is None or state.clock.running is not None
    if state.kings is not None and state.result is not None and running and placement == state.line.placement:
        return replace(state, result=None)
    return state


def _explained(state: BoardState, placement: str, at: int) -> BoardState | None:
    """Explain the placement, in this order: next move, reply, two moves at once, replaced last move."""
    line, pending = state.line, state.pending
    vanished = _vanished(line.placement, placement)
    for plies in range(1, MOST_PLIES + 1 - vanished):
        if moves := explanation(line.last, placement, plies):
            return _await(state, len(line.moves), moves, at)
        if pending is not None and (moves := explanation(pending.end, placement, plies)):
            state = commit(state, at)
            return _await(state, len(state.line.moves), moves, at)
    if (rebuilt := _rebuilt_moves(state, placement)) is not None:
        return _await(state, *rebuilt, at)
    for back in range(1, min(MOST_PLIES, len(line.moves)) + 1):
        after = len(line.moves) - back
        moves = explanation(line.positions[after], placement, 1)
        # A repetition of the same move means a board set back to an earlier position, which no move explains.
        if moves and moves[0] != line.moves[after]:
            return _await(state, after, moves, at)
    return None


def _vanished(before: str, after: str) -> bool:
    """Return whether pieces were only removed.

    A capture and a recapture could look the same, but the player is holding them.
    """
    pieces_before = pieces(before)
    return all(pieces_before.get(square) == piece for square, piece in pieces(after).items())


def _rebuilt_moves(state: BoardState, placement: str) -> tuple[int, tuple[str, ...]] | None:
    """Return the explanation of LiveChess, if it differs from the game in the last moves at most.

    The values are the number of moves that remain, and the moves that follow them.
    """
    rebuilt, moves = state.rebuilt, state.line.moves
    if rebuilt.moves is None or rebuilt.end is None or placement_of(rebuilt.end) != placement:
        return None
    first_difference = next((n for n, (a, b) in enumerate(zip(moves, rebuilt.moves, strict=False)) if a != b), None)
    after = min(len(moves), len(rebuilt.moves)) if first_difference is None else first_difference
    if after < len(moves) - MOST_PLIES or after >= len(rebuilt.moves):
        return None
    return after, rebuilt.moves[after:]


def _await(state: BoardState, after: int, moves: tuple[str, ...], at: int) -> BoardState:
    return replace(state, pending=Pending(after, moves, _end(state.line.positions[after], moves), at))


def _end(position: ChessPosition, moves: tuple[str, ...]) -> ChessPosition:
    for text in moves:
        position = position.play(ChessMove(text))
    return position


def settle(state: BoardState, at: int) -> BoardState:
    """Accept the pending move once it has rested long enough."""
    pending = state.pending
    if pending is None or state.over:
        return state
    if at - pending.since < _wait(state) or not _stands(state, pending):
        return state
    if not state.begun and state.clock is not None and state.clock.running is None:
        return state  # the clock is not started: a player tries the pieces
    return commit(state, at)


def _stands(state: BoardState, pending: Pending) -> bool:
    """Return whether the piece that moved last is on its target square, whatever else is lifted."""
    square = chess.parse_square(pending.moves[-1][2:4])
    return pieces(state.placement or "").get(square) == pieces(placement_of(pending.end)).get(square)


def commit(state: BoardState, at: int) -> BoardState:
    """Accept the pending moves."""
    pending = state.pending
    assert pending is not None
    line, new_moves = state.line, pending.moves
    positions, moves = line.positions[: pending.after + 1], line.moves[: pending.after] + new_moves
    for text in new_moves:
        positions += (positions[-1].play(ChessMove(text)),)
    clocks = line.clocks[: pending.after] + (None,) * len(new_moves)
    plies = state.plies_since_clock + len(new_moves)
    has_clock = state.clock is not None or state.unplugged_since is not None
    stuck = at if state.stuck_since is None and plies > 1 and has_clock else state.stuck_since
    state = replace(
        state, line=Line(positions, moves, clocks), pending=None, plies_since_clock=plies, stuck_since=stuck
    )
    return _stamped(_ended(state), pending.since)


def _ended(state: BoardState) -> BoardState:
    status = state.line.last.status()
    if not status.over:
        return state
    winner = status.winner
    return replace(state, result="1/2-1/2" if winner is None else "1-0" if winner.value == "white" else "0-1")


def _stamped(state: BoardState, since: int) -> BoardState:
    """Apply a clock press that came before the board reported the move."""
    clock, line = state.clock, state.line
    if clock is None or clock.running is not line.turn or clock.at < since - SETTLED:
        return state
    return replace(state, line=replace(line, clocks=(*line.clocks[:-1], clock.of(line.turn.other))))


def rebuild(state: BoardState, frame: Frame, at: int) -> BoardState:
    """Apply the moves that LiveChess reports."""
    rebuilt = state.rebuilt
    start = rebuilt.start if frame.start is None else frame.start
    san = rebuilt.san if frame.san is None else frame.san
    match = rebuilt.match if frame.match is None else frame.match
    if (start, san, match) == (rebuilt.start, rebuilt.san, rebuilt.match):
        return state
    same_moves = (start, san) == (rebuilt.start, rebuilt.san)
    updated = replace(rebuilt, match=match) if same_moves else _read_rebuilt(state, rebuilt, start, san, match)
    wrong = bool(start) and match is False
    since = (at if state.mismatch_since is None else state.mismatch_since) if wrong else None
    state = replace(state, rebuilt=updated, mismatch_since=since)
    if frame.placement is None and state.odd_since is not None:
        state = look(state, at)
    return state


def _read_rebuilt(state: BoardState, rebuilt: Rebuilt, start: str, san: tuple[str, ...], match: bool | None) -> Rebuilt:
    unreadable = Rebuilt(start, san, None, None, match)
    count = len(rebuilt.san)
    if start == rebuilt.start and rebuilt.end is not None and rebuilt.moves is not None and san[:count] == rebuilt.san:
        moves, position, new_san = rebuilt.moves, rebuilt.end, san[count:]
    else:
        base = _base(state.line, start)
        if base is None:
            return unreadable
        moves, position, new_san = state.line.moves[:base], state.line.positions[base], san
    for text in new_san:
        try:
            move = _RULES.read(position, text)
        except DomainError:
            return unreadable
        moves, position = (*moves, move.text), position.play(move)
    return Rebuilt(start, san, moves, position, match)


def _base(line: Line, start: str) -> int | None:
    """Return the half-move of the game where LiveChess begins; the last one if the position was repeated."""
    fields = start.split()[:2]
    for number in range(len(line.positions) - 1, -1, -1):
        if line.positions[number].text().split()[:2] == fields:
            return number
    return None


def compare(state: BoardState, at: int) -> BoardState:
    """Record since when the moves of LiveChess differ from those of the board."""
    moves = state.rebuilt.moves
    pending = state.pending
    own = state.line.moves if pending is None else state.line.moves[: pending.after] + pending.moves
    shared = 0 if moves is None else min(len(moves), len(own))
    if moves is None or state.over or moves[:shared] == own[:shared]:
        return state if state.differ_since is None else replace(state, differ_since=None)
    return state if state.differ_since is not None else replace(state, differ_since=at)


# The clock of a board: readings, presses that complete a move, and impossible readings.

#: A clock that jumps repeatedly adds a few faults, not hundreds.
_MOST_JUMPS = 5


def read(state: BoardState, frame: Frame, at: int) -> BoardState:
    """Apply the clock fields of a frame."""
    if frame.has_clock is False:
        return state if state.clock is None else replace(state, clock=None, judged=None, unplugged_since=at)
    new = frame.clock
    if new is None or (state.clock is not None and new.same_as(state.clock)):
        return state
    state = _judge(_pressed(replace(state, unplugged_since=None), new, at), new, at)
    line = state.line
    if line.moves and new.running is line.turn and line.clocks[-1] is None:
        line = replace(line, clocks=(*line.clocks[:-1], new.of(line.turn.other)))
    return replace(state, line=line, clock=new, judged=new, plies_since_clock=0, stuck_since=None)


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
    moves_made = {side: state.line.made_by(side) for side in Side}
    reading = jump(old, new, state.plies_since_clock, moves_made, state.additions)
    if reading is None:
        return state
    detail = {"side": reading.side.value, "shown": reading.shown, "least": reading.least, "most": reading.most}
    fault = Fault(FaultCode.CLOCK_JUMP, at, len(state.line.moves), detail=detail)
    others = tuple(earlier for earlier in state.jumps if earlier.ply != fault.ply)
    return replace(state, jumps=(*others, fault))
