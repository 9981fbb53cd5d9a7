"""Matching of written moves with legal moves."""

from tavleya.rules.draughts.board import Board
from tavleya.rules.draughts.generator import Route
from tavleya.rules.draughts.notation import WrittenMove
from tavleya.rules.draughts.position import DraughtsMove, DraughtsPosition


def matches(position: DraughtsPosition, written: WrittenMove) -> list[DraughtsMove]:
    """Return the legal moves with the same first and last square that pass the written squares in their order."""
    moves = position.legal_moves()
    if written.from_file:
        return [
            move for move in moves if move.target == written.target and move.origin[0] == written.from_file
        ]
    board = position.board
    if any(name not in board.bit for name in written.squares):
        return []
    ends = (board.bit[written.origin], board.bit[written.target])
    draughts_moves = [move for move in moves if move.raw[:2] == ends]
    passed = written.squares[1:-1]
    fitting = [
        move
        for move in draughts_moves
        if not passed or any(_passes(board, route, passed, move.raw[2]) for route in move.routes)
    ]
    # A capture written with all its stops means itself, even if a longer one has the same squares and more.
    whole = [move for move in fitting if any(len(route) == len(written.squares) for route in move.routes)]
    return whole if len(whole) == 1 else fitting


def _passes(board: Board, route: Route, passed: tuple[str, ...], taken: int) -> bool:
    """Return whether the written squares are stops of the route, in its order (stops may be omitted)."""
    stops = iter(_stops(board, route, taken))
    return all(any(name in stop for stop in stops) for name in passed)


def _stops(board: Board, route: Route, taken: int) -> list[tuple[str, ...]]:
    """Return the squares of each stop on the way: that of a turn, or all free ones if the piece goes straight on."""
    squares = [board.name[bit] for bit in route]
    stops: list[tuple[str, ...]] = []
    for before, stop, after in zip(squares, squares[1:], squares[2:], strict=False):
        ahead = board.between(before, after)
        if ahead is None or stop not in ahead:
            stops.append((stop,))
            continue
        free = [stop]
        for name in board.between(stop, after) or ():
            if board.bit[name] & taken:
                break
            free.append(name)
        stops.append(tuple(free))
    return stops
