"""Parser of written moves, before their legality is checked.

Accepted: `c3-d4`, `c3d4`, `c3:e5:g7`, `c3xe5`, numbers (`22-18`), the short `cd4`, and marks after it (`!?`, `x` won,
`=` drawn).  Similar Cyrillic and Latin letters are equal.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

from tavleya.messages import Message
from tavleya.rules.contract import BadPosition, UnreadableMove
from tavleya.rules.draughts.generator import RUSSIAN, Board, Route
from tavleya.rules.draughts.messages import say
from tavleya.rules.draughts.position import DraughtsMove, DraughtsPosition
from tavleya.sides import Side

_LOOKALIKES = str.maketrans(
    {
        "а": "a", "А": "a", "в": "b", "В": "b", "с": "c", "С": "c", "ԁ": "d", "е": "e", "Е": "e", "һ": "h", "Н": "h",
        "н": "h", "х": "x", "Х": "x", "×": "x", "✕": "x", "·": "-", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-",
        "―": "-", "−": "-", "﹣": "-", "∶": ":", "÷": ":", "\u00a0": " ", "\u200b": "", "\ufeff": "",
    }
)  # fmt: skip
_LONGEST = 120

_NUMBERS = re.compile(r"\d{1,2}(?:\s*[-:x]\s*\d{1,2})+")
_SHORT = re.compile(r"([a-h])\s*([-:x]?)\s*([a-h][1-8])")
_MARKS = re.compile(r"(?:\(?[!?]{1,3}\)?|=|x|\*)+\Z")
_NUMBER = re.compile(r"\d{1,2}")


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move as written: its squares in order, or the file and the target of a short form; `marks` are separate."""

    squares: tuple[str, ...]
    from_file: str = ""
    marks: str = ""

    @property
    def origin(self) -> str:
        return self.squares[0]

    @property
    def target(self) -> str:
        return self.squares[-1]


def fold(text: str) -> str:
    """Return `text` in lower-case Latin letters and plain signs."""
    return unicodedata.normalize("NFKC", text.translate(_LOOKALIKES)).translate(_LOOKALIKES).lower().strip()


@cache
def _squares(board: Board) -> re.Pattern[str]:
    square, sign = board.grid.pattern, "[-:x]" if board.grid.numbered else "(?:[-:x]|)"
    return re.compile(rf"(?:{square})(?:\s*{sign}\s*(?:{square}))+")


def read_written(text: str, board: Board = RUSSIAN) -> WrittenMove:
    """Read a move.  Raises: UnreadableMove if `text` is not a move in any notation of draughts."""
    if len(text) > _LONGEST:
        raise _unreadable(text[:20] + "…", board)
    folded = fold(text)
    match = _MARKS.search(folded)
    body, marks = (folded[: match.start()], match.group()) if match else (folded, "")
    body = body.strip()
    if _squares(board).fullmatch(body):
        return WrittenMove(board.grid.find(body), marks=marks)
    if board.grid.numbered:
        raise _unreadable(text, board)
    short = _SHORT.fullmatch(body)
    if short:
        return WrittenMove((short[3],), from_file=short[1], marks=marks)
    if _NUMBERS.fullmatch(body):
        numbers = [int(number) for number in _NUMBER.findall(body)]
        if all(1 <= number <= len(board.numbered) for number in numbers):
            return WrittenMove(tuple(board.numbered[number - 1] for number in numbers), marks=marks)
    raise _unreadable(text, board)


def _unreadable(text: str, board: Board) -> UnreadableMove:
    step, take, _ = board.examples
    return UnreadableMove(say("unreadable_move.draughts", text=text.strip(), step=step, take=take))


# Reader of position texts: algebraic and numeric PDN FEN.
#
# `W:Wa3,c3,Kd4:Bb8` has the side to move, then the squares of each side; `K` marks a king. Numeric squares
# (`W:W21-32:B1-12`) count from b8, as in most files. If this puts a man on its crowning row and counting
# from a1 does not, they are read from a1. Numbers alone can be ambiguous, hence the warning.

_SIDES = {"W": Side.WHITE, "B": Side.BLACK}
_COUNTERS = re.compile(r"(?::[HF]\d{1,4})+\Z|:\+\d\+\d\Z")
_RANGE = re.compile(r"(\d{1,2})-(\d{1,2})\Z")
_FEN_LONGEST = 400


@dataclass(frozen=True, slots=True)
class ReadPosition:
    """A position and the doubts about its text."""

    position: DraughtsPosition
    warnings: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class _Placement:
    """The squares of one side as written: (name or number, is a king)."""

    side: Side
    items: tuple[tuple[str, bool], ...]


def read_position(text: str, kind: type[DraughtsPosition] = DraughtsPosition) -> ReadPosition:
    """Read a position of this `kind`.  Raises: BadPosition, with a code for the reason."""
    text = text.strip()
    if text.lower() == "start":
        return ReadPosition(kind.start())
    board = kind.board
    turn, placements = _split(text, board)
    numeric = [item for placement in placements for item, _ in placement.items if item.isdigit()]
    if not numeric or board.grid.numbered:
        return ReadPosition(_build(kind, turn, placements))
    if len(numeric) != sum(len(placement.items) for placement in placements):
        raise BadPosition(say("mixed_squares"))
    try:
        position = _build(kind, turn, _with_square_names(placements, board.numbered))
    except BadPosition as problem:
        if problem.code != "man_on_crowning_row":
            raise
        try:
            position = _build(kind, turn, _with_square_names(placements, tuple(board.bit)))
        except BadPosition:
            raise problem from None
        return ReadPosition(position, (_doubt("a1"),))
    return ReadPosition(position, () if position == kind.start() else (_doubt("b8"),))


def _doubt(corner: str) -> Message:
    return say("numbered_squares", corner=corner)


def _split(text: str, board: Board) -> tuple[Side, tuple[_Placement, ...]]:
    if len(text) > _FEN_LONGEST:
        raise _shapeless(text[:40] + "…", board)
    body = _COUNTERS.sub("", text.removesuffix(".").strip())
    parts = [part.strip() for part in body.split(":")]
    if len(parts) != 3 or parts[0].upper() not in _SIDES:
        raise _shapeless(text, board)
    placements: list[_Placement] = []
    for part in parts[1:]:
        side = _SIDES.get(part[:1].upper())
        if side is None or any(side is other.side for other in placements):
            raise _shapeless(text, board)
        placements.append(_Placement(side, _items(part[1:], board)))
    return _SIDES[parts[0].upper()], tuple(placements)


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


def _with_square_names(placements: tuple[_Placement, ...], squares: tuple[str, ...]) -> tuple[_Placement, ...]:
    def name(number: str) -> str:
        return squares[int(number) - 1] if 1 <= int(number) <= len(squares) else number

    return tuple(_Placement(p.side, tuple((name(item), king) for item, king in p.items)) for p in placements)


def _build(kind: type[DraughtsPosition], turn: Side, placements: tuple[_Placement, ...]) -> DraughtsPosition:
    boards = {side: {True: 0, False: 0} for side in Side}
    occupied = 0
    for placement in placements:
        for item, king in placement.items:
            bit = _playing_square(item, kind.board)
            if bit & occupied:
                raise BadPosition(say("square_twice", square=item))
            occupied |= bit
            boards[placement.side][king] |= bit
    position = kind(
        boards[Side.WHITE][False], boards[Side.WHITE][True], boards[Side.BLACK][False], boards[Side.BLACK][True], turn
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
        misplaced = position.men(side) & board.crown[side is Side.WHITE]
        if misplaced:
            raise BadPosition(say("man_on_crowning_row", square=board.names(misplaced)[0]))
    if not position.owned(Side.WHITE) and not position.owned(Side.BLACK):
        raise BadPosition(say("no_men_at_all"))


# Matching of written moves with legal moves.


def matches(position: DraughtsPosition, written: WrittenMove) -> list[DraughtsMove]:
    """Return the legal moves with the same first and last square that pass the written squares in their order."""
    moves = position.legal_moves()
    if written.from_file:
        return [move for move in moves if move.target == written.target and move.origin[0] == written.from_file]
    board = position.board
    if any(name not in board.bit for name in written.squares):
        return []
    ends = (board.bit[written.origin], board.bit[written.target])
    candidates = [move for move in moves if move.raw[:2] == ends]
    passed = written.squares[1:-1]
    fitting = [
        move
        for move in candidates
        if not passed or any(_passes(board, route, passed, move.raw[2]) for route in move.routes)
    ]
    # A capture written with all its stops means itself, even if a longer one has the same squares and more.
    exact = [move for move in fitting if any(len(route) == len(written.squares) for route in move.routes)]
    return exact if len(exact) == 1 else fitting


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
