"""Irregular moves: the physical action on the board, applied to the position whatever the rules.

`c3-d5` carries the piece; `c3:e5` also removes the men it passed over; `c3-d4 -e5` and `c3:e5 -d4 -f6` list every
removed man, and `c3:e5 -0` says that none was removed; `-e5` alone removes a man and moves nothing.
"""

import re
from dataclasses import dataclass
from functools import cache

from tavleya.rules.contract import UnreadableMove
from tavleya.rules.draughts.generator import Board
from tavleya.rules.draughts.messages import say
from tavleya.rules.draughts.notation import fold
from tavleya.rules.draughts.position import DraughtsPosition
from tavleya.sides import Side

_MARKS = re.compile(r"[!?=x]+\Z")


@dataclass(frozen=True, slots=True)
class Displacement:
    """`path`: squares the piece passed, empty if none moved; `removed`: removed men, None if not stated."""

    path: tuple[str, ...]
    removed: tuple[str, ...] | None
    takes: bool


@cache
def _deed(board: Board) -> re.Pattern[str]:
    square, sign = board.grid.pattern, "[-:x]" if board.grid.numbered else "[-:x]?"
    return re.compile(rf"((?:{square})(?:{sign}(?:{square}))+)?((?:\s*-(?:{square}|0))*)")


def read_displacement(text: str, board: Board) -> Displacement:
    """Read an action.  Raises: UnreadableMove."""
    folded = fold(text[:200]) if len(text) <= 200 else ""
    moved, _, rest = folded.partition(" ")
    match = _deed(board).fullmatch(f"{_MARKS.sub('', moved)} {rest}".strip())
    if not match or not (match[1] or match[2]):
        step, take, _ = board.examples
        square = board.grid.find(step)[-1]
        raise _unclear("unreadable_deed", text=text[:40], step=step, take=take, square=square)
    path = board.grid.find(match[1] or "")
    removed = board.grid.find(match[2]) if match[2] else None
    return Displacement(path, removed, ":" in (match[1] or "") or "x" in (match[1] or ""))


def removed_by(position: DraughtsPosition, deed: Displacement) -> frozenset[str]:
    """Return the removed men: the listed ones, else the opponent's men that a capture passed over."""
    if deed.removed is not None:
        return frozenset(deed.removed)
    if not deed.takes:
        return frozenset()
    mover = _owner(position, deed.path[0]) or position.turn
    foes = position.owned(mover.other)
    passed = (
        name
        for start, end in zip(deed.path, deed.path[1:], strict=False)
        for name in position.board.between(start, end) or ()
    )
    return frozenset(name for name in passed if position.board.bit.get(name, 0) & foes)


def displace(position: DraughtsPosition, text: str, by: Side | None = None) -> DraughtsPosition:
    """Return the position after `by` (by default the side to move) executed `text`; the turn passes to the other side.

    A man that ends on its last row is crowned; a piece put on a light square is out of play (violations.3).  Raises:
    UnreadableMove if the action is unclear.
    """
    deed = read_displacement(text, position.board)
    boards = {side: [position.men(side), position.kings(side)] for side in (Side.WHITE, Side.BLACK)}
    for name in removed_by(position, deed):
        _take_off(boards, position, name)
    if deed.path:
        _carry(boards, position, deed)
    if not any(any(pair) for pair in boards.values()):
        raise _unclear("nothing_left")
    turn = (by or position.turn).other
    white, black = boards[Side.WHITE], boards[Side.BLACK]
    return type(position)(white[0], white[1], black[0], black[1], turn)


def _owner(position: DraughtsPosition, name: str) -> Side | None:
    bit = position.board.bit.get(name, 0)
    return next((side for side in Side if position.owned(side) & bit), None)


def _take_off(boards: dict[Side, list[int]], position: DraughtsPosition, name: str) -> None:
    side = _owner(position, name)
    if side is None:
        raise _unclear("nothing_to_remove", square=name)
    boards[side] = [board & ~position.board.bit[name] for board in boards[side]]


def _carry(boards: dict[Side, list[int]], position: DraughtsPosition, deed: Displacement) -> None:
    origin, target = deed.path[0], deed.path[-1]
    side = _owner(position, origin)
    if side is None:
        raise _unclear("nothing_to_move", square=origin)
    bit = position.board.bit[origin]
    if not (boards[side][0] | boards[side][1]) & bit:
        raise _unclear("moved_and_removed", square=origin)
    king = bool(boards[side][1] & bit)
    boards[side] = [board & ~bit for board in boards[side]]
    end = position.board.bit.get(target)
    if end is None:
        return
    if any(board & end for pair in boards.values() for board in pair):
        raise _unclear("square_held", square=target)
    crown = position.board.crown[side is Side.WHITE]
    boards[side][1 if king or end & crown else 0] |= end


def _unclear(key: str, /, **params: str) -> UnreadableMove:
    return UnreadableMove(say(key, **params))
