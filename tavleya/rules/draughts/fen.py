"""Reader of position texts: algebraic and numeric PDN FEN.

`W:Wa3,c3,Kd4:Bb8` has the side to move, then the squares of each side; `K` marks a king.  Numeric squares
(`W:W21-32:B1-12`) count from b8, as in most files.  If this puts a man on its crowning row and counting from a1 does
not, they are read from a1.  Numbers alone can be ambiguous, hence the warning.
"""

import re
from dataclasses import dataclass

from tavleya.messages import Message
from tavleya.rules.contract import BadPosition
from tavleya.rules.draughts.board import Board
from tavleya.rules.draughts.messages import say
from tavleya.rules.draughts.position import DraughtsPosition
from tavleya.sides import Side

_SIDES = {"W": Side.WHITE, "B": Side.BLACK}
_COUNTERS = re.compile(r"(?::[HF]\d{1,4})+\Z|:\+\d\+\d\Z")
_RANGE = re.compile(r"(\d{1,2})-(\d{1,2})\Z")
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """A position and the doubts about its text."""

    position: DraughtsPosition
    warnings: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class _Placed:
    """The squares of one side as written: (name or number, is a king)."""

    side: Side
    items: tuple[tuple[str, bool], ...]


def read_position(text: str, kind: type[DraughtsPosition] = DraughtsPosition) -> ReadPosition:
    """Read a position of this `kind`.  Raises: BadPosition, with a code for the reason."""
    text = text.strip()
    if text.lower() == "start":
        return ReadPosition(kind.start())
    board = kind.board
    turn, placed = _split(text, board)
    numeric = [item for side in placed for item, _ in side.items if item.isdigit()]
    if not numeric or board.grid.numbered:
        return ReadPosition(_build(kind, turn, placed))
    if len(numeric) != sum(len(side.items) for side in placed):
        raise BadPosition(say("mixed_squares"))
    try:
        position = _build(kind, turn, _with_square_names(placed, board.numbered))
    except BadPosition as problem:
        if problem.code != "man_on_crowning_row":
            raise
        try:
            position = _build(kind, turn, _with_square_names(placed, tuple(board.bit)))
        except BadPosition:
            raise problem from None
        return ReadPosition(position, (_doubt("a1"),))
    return ReadPosition(position, () if position == kind.start() else (_doubt("b8"),))


def _doubt(corner: str) -> Message:
    return say("numbered_squares", corner=corner)


def _split(text: str, board: Board) -> tuple[Side, tuple[_Placed, ...]]:
    if len(text) > _LONGEST:
        raise _shapeless(text[:40] + "…", board)
    body = _COUNTERS.sub("", text.removesuffix(".").strip())
    parts = [part.strip() for part in body.split(":")]
    if len(parts) != 3 or parts[0].upper() not in _SIDES:
        raise _shapeless(text, board)
    placed: list[_Placed] = []
    for part in parts[1:]:
        side = _SIDES.get(part[:1].upper())
        if side is None or any(side is other.side for other in placed):
            raise _shapeless(text, board)
        placed.append(_Placed(side, _items(part[1:], board)))
    return _SIDES[parts[0].upper()], tuple(placed)


def _shapeless(text: str, board: Board) -> BadPosition:
    return BadPosition(say("position_shape", text=text, example=board.examples[2]))


def _items(text: str, board: Board) -> tuple[tuple[str, bool], ...]:
    items: list[tuple[str, bool]] = []
    for word in text.split(","):
        item = word.strip()
        if not item:
            continue
        king = item[0] in "Kk"
        item = item[1:] if king else item
        span = _RANGE.match(item)
        if span:
            low, high = int(span[1]), int(span[2])
            items += [(str(number), king) for number in range(low, min(high, len(board.bit) + 1) + 1)]
        else:
            items.append((item.lower(), king))
    return tuple(items)


def _with_square_names(placed: tuple[_Placed, ...], squares: tuple[str, ...]) -> tuple[_Placed, ...]:
    def name(number: str) -> str:
        return squares[int(number) - 1] if 1 <= int(number) <= len(squares) else number

    return tuple(
        _Placed(side.side, tuple((name(item), king) for item, king in side.items)) for side in placed
    )


def _build(kind: type[DraughtsPosition], turn: Side, placed: tuple[_Placed, ...]) -> DraughtsPosition:
    boards = {side: {True: 0, False: 0} for side in Side}
    taken = 0
    for part in placed:
        for item, king in part.items:
            bit = _playing_square(item, kind.board)
            if bit & taken:
                raise BadPosition(say("square_twice", square=item))
            taken |= bit
            boards[part.side][king] |= bit
    position = kind(
        boards[Side.WHITE][False],
        boards[Side.WHITE][True],
        boards[Side.BLACK][False],
        boards[Side.BLACK][True],
        turn,
    )
    _check(position)
    return position


def _playing_square(item: str, board: Board) -> int:
    if item in board.bit:
        return board.bit[item]
    if item in board.grid.places:
        raise BadPosition(say("light_square", square=item))
    raise BadPosition(say("no_such_square", square=item[:12]))


def _check(position: DraughtsPosition) -> None:
    board = position.board
    for side in Side:
        count = position.owned(side).bit_count()
        if count > board.men:
            raise BadPosition(say("too_many_men", count=count, most=board.men))
        stuck = position.men(side) & board.crown[side is Side.WHITE]
        if stuck:
            raise BadPosition(say("man_on_crowning_row", square=board.names(stuck)[0]))
    if not position.owned(Side.WHITE) and not position.owned(Side.BLACK):
        raise BadPosition(say("no_men_at_all"))
