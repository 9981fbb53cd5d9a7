"""The tavreli as small integers, one for each kind of piece, and towers as bytes from the top down.

A code consists of bits: the movement of the piece when it is not a pawn (1–6), whether it is a ratnik by origin,
whether that ratnik is promoted, and whether it is black.  A tower is `bytes`, top first: `tower[0]` is the piece that
decides, `tower[:k]` the part that a move lifts and `tower[k:]` the part that stays.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Literal, get_args

from tavleya.messages import Message
from tavleya.rules.contract import Figure
from tavleya.rules.tavreli.messages import say
from tavleya.sides import Side

ROOK, KNIGHT, BISHOP, QUEEN, HELGI, VOLHV = 1, 2, 3, 4, 5, 6
KIND = 7
RATNIK = 8
PROMOTED = 16
BLACK = 32
# Distinguishes an unpromoted ratnik from all other pieces: `code & RATNIK_STATE == RATNIK`.
RATNIK_STATE = RATNIK | PROMOTED

NOTHING = b""

LETTERS = {ROOK: "R", KNIGHT: "N", BISHOP: "B", QUEEN: "Q", HELGI: "H", VOLHV: "K"}

# The number of each kind for one side; a promoted ratnik counts as a ratnik.
LIMITS = {
    VOLHV: 1,
    QUEEN: 1,
    ROOK: 2,
    BISHOP: 2,
    KNIGHT: 2,
    RATNIK | ROOK: 2,
    RATNIK | KNIGHT: 2,
    RATNIK | BISHOP: 2,
    RATNIK | QUEEN: 1,
    RATNIK | HELGI: 1,
}

BACK_RANK = (ROOK, KNIGHT, BISHOP, QUEEN, VOLHV, BISHOP, KNIGHT, ROOK)
# A ratnik turns into the piece behind it; the one before the volhv into the helgi.
RATNIKS = tuple(RATNIK | (HELGI if kind == VOLHV else kind) for kind in BACK_RANK)


def is_ratnik(code: int) -> bool:
    """Return whether the piece moves as a ratnik (and not as its promotion)."""
    return code & RATNIK_STATE == RATNIK


def promoted(tower: bytes) -> bytes:
    """Return the tower with the ratnik on top promoted."""
    return bytes((tower[0] | PROMOTED,)) + tower[1:]


def demoted(tower: bytes) -> bytes:
    """Return the tower with its promoted top turned back into a ratnik."""
    return bytes((tower[0] ^ PROMOTED,)) + tower[1:]


def side_of(code: int) -> Side:
    return Side.BLACK if code & BLACK else Side.WHITE


def _sign(code: int) -> str:
    letter = LETTERS[code & KIND]
    sign = ("+" if code & PROMOTED else "P" if code & RATNIK else "") + letter
    return sign.lower() if code & BLACK else sign


def _figure(code: int) -> Figure:
    letter = LETTERS[code & KIND]
    if not code & RATNIK:
        return Figure(letter, side_of(code))
    is_promoted = bool(code & PROMOTED)
    return Figure(letter if is_promoted else "P", side_of(code), letter, is_promoted)


_WHITE_CODES = (*LIMITS, *(code | PROMOTED for code in LIMITS if code & RATNIK))
CODES = tuple(sorted(_WHITE_CODES + tuple(code | BLACK for code in _WHITE_CODES)))

SIGNS = {code: _sign(code) for code in CODES}
CODE_OF = {sign: code for code, sign in SIGNS.items()}
FIGURES = {code: _figure(code) for code in CODES}

# The current movement of a piece, by code.
_GAITS = {code: 0 if is_ratnik(code) else code & KIND for code in CODES}
GOES_STRAIGHT = tuple(_GAITS.get(code) in (ROOK, QUEEN, HELGI) for code in range(64))
GOES_DIAGONALLY = tuple(_GAITS.get(code) in (BISHOP, QUEEN, HELGI) for code in range(64))
LEAPS = tuple(_GAITS.get(code) in (KNIGHT, HELGI) for code in range(64))

_NAMES = {
    ROOK: say("piece_ratoborets"),
    KNIGHT: say("piece_vsadnik"),
    BISHOP: say("piece_luchnik"),
    QUEEN: say("piece_knyaz"),
    HELGI: say("piece_helgi"),
    VOLHV: say("piece_volhv"),
}
_RATNIK_NAME = say("piece_ratnik")


def name_of(code: int) -> Message:
    """Return the name of the piece by its current movement."""
    return _RATNIK_NAME if is_ratnik(code) else _NAMES[code & KIND]


# Squares, lines and reaches of the 8×8 board as tables of bitboards.
#
# A square is 0 (a1) to 63 (h8); a bitboard is an int with one bit per square. Line attacks depend on the
# occupied squares and are cached on first use.

SQUARES = range(64)
NAMES = tuple(file + rank for rank in "12345678" for file in "abcdefgh")
SQUARE_OF = {name: square for square, name in enumerate(NAMES)}
BIT = tuple(1 << square for square in SQUARES)
EVERYWHERE = (1 << 64) - 1
NOWHERE = -1

FIRST_RANK = 0xFF
LAST_RANK = FIRST_RANK << 56
# Indexed by the BLACK bit of a code (0 or 32), as are all tables below that depend on the side.
SECOND_RANK_OF = {0: FIRST_RANK << 8, BLACK: FIRST_RANK << 48}
LAST_RANK_OF = {0: LAST_RANK, BLACK: FIRST_RANK}
FORWARD = {0: 8, BLACK: -8}
VOLHV_HOME = {0: SQUARE_OF["e1"], BLACK: SQUARE_OF["e8"]}
CORNERS = {0: BIT[SQUARE_OF["a1"]] | BIT[SQUARE_OF["h1"]], BLACK: BIT[SQUARE_OF["a8"]] | BIT[SQUARE_OF["h8"]]}
ALL_CORNERS = CORNERS[0] | CORNERS[BLACK]
RATNIK_HOMES = SECOND_RANK_OF[0] | SECOND_RANK_OF[BLACK]

_STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
_LEAPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


def squares_in(board: int) -> Iterable[int]:
    """Yield the squares of a bitboard, from h8 down to a1."""
    while board:
        square = board.bit_length() - 1
        board ^= BIT[square]
        yield square


def distance(a: int, b: int) -> int:
    """Return the number of steps of a volhv from one square to the other."""
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


def _ray(square: int, step: tuple[int, int]) -> list[int]:
    file, rank = (square & 7) + step[0], (square >> 3) + step[1]
    ray = []
    while 0 <= file < 8 and 0 <= rank < 8:
        ray.append(rank * 8 + file)
        file, rank = file + step[0], rank + step[1]
    return ray


def _board(squares: Iterable[int]) -> int:
    return sum(BIT[square] for square in squares)


def _steps(square: int, steps: Iterable[tuple[int, int]]) -> int:
    return _board(ray[0] for step in steps if (ray := _ray(square, step)))


def _step_on(reach: tuple[int, ...], board: int) -> int:
    """Return a board of one square or none, one step further."""
    return reach[board.bit_length() - 1] if board else 0


class Lines(dict[int, int]):
    """The attacks of a line piece on one square, by the occupied squares of its `mask` (without board edges)."""

    def __init__(self, square: int, steps: tuple[tuple[int, int], ...]) -> None:
        super().__init__()
        self.rays = [_ray(square, step) for step in steps]
        self.mask = _board(inner for ray in self.rays for inner in ray[:-1])
        self.open = _board(target for ray in self.rays for target in ray)

    def __missing__(self, occupied: int) -> int:
        attacked = 0
        for ray in self.rays:
            for square in ray:
                attacked |= BIT[square]
                if occupied & BIT[square]:
                    break
        self[occupied] = attacked
        return attacked


STRAIGHT = tuple(Lines(square, _STRAIGHT) for square in SQUARES)
DIAGONAL = tuple(Lines(square, _DIAGONAL) for square in SQUARES)
STRAIGHT_MASK = tuple(lines.mask for lines in STRAIGHT)
DIAGONAL_MASK = tuple(lines.mask for lines in DIAGONAL)
STRAIGHT_OPEN = tuple(lines.open for lines in STRAIGHT)
DIAGONAL_OPEN = tuple(lines.open for lines in DIAGONAL)

LEAP = tuple(_steps(square, _LEAPS) for square in SQUARES)
STEP = tuple(_steps(square, _STRAIGHT + _DIAGONAL) for square in SQUARES)
# The squares where a ratnik of the side captures, and where it advances by one and by two.
TAKE = {
    0: tuple(_steps(square, ((-1, 1), (1, 1))) for square in SQUARES),
    BLACK: tuple(_steps(square, ((-1, -1), (1, -1))) for square in SQUARES),
}
ADVANCE = {
    0: tuple(_steps(square, ((0, 1),)) for square in SQUARES),
    BLACK: tuple(_steps(square, ((0, -1),)) for square in SQUARES),
}
ADVANCE_TWO = {side: tuple(_step_on(ADVANCE[side], ADVANCE[side][square]) for square in SQUARES) for side in (0, BLACK)}


def _between() -> tuple[tuple[int, ...], ...]:
    table = [[0] * 64 for _ in SQUARES]
    for square in SQUARES:
        for step in _STRAIGHT + _DIAGONAL:
            passed = 0
            for target in _ray(square, step):
                table[square][target] = passed
                passed |= BIT[target]
    return tuple(map(tuple, table))


# Squares strictly between two squares of one line (otherwise 0).
BETWEEN = _between()

# The squares that `code` on a square attacks on an empty board.
_OPEN: dict[int, Callable[[int], int]] = {
    ROOK: lambda square: STRAIGHT_OPEN[square],
    KNIGHT: lambda square: LEAP[square],
    BISHOP: lambda square: DIAGONAL_OPEN[square],
    QUEEN: lambda square: STRAIGHT_OPEN[square] | DIAGONAL_OPEN[square],
    HELGI: lambda square: STRAIGHT_OPEN[square] | DIAGONAL_OPEN[square] | LEAP[square],
    VOLHV: lambda square: STEP[square],
}
REACH = {
    code: TAKE[code & BLACK] if is_ratnik(code) else tuple(_OPEN[code & KIND](square) for square in SQUARES)
    for code in CODES
}


def _around(reach: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each square of a volhv the origins from which this reach could attack an adjacent square."""
    table = []
    for square in SQUARES:
        board = 0
        for adjacent in squares_in(STEP[square]):
            board |= reach[adjacent]
        table.append(board)
    return tuple(table)


STRAIGHT_AROUND = _around(STRAIGHT_OPEN)
DIAGONAL_AROUND = _around(DIAGONAL_OPEN)
LEAP_AROUND = _around(LEAP)
STEP_AROUND = _around(STEP)
# Ratniks of the *other* side are on the squares that an own ratnik would attack backwards.
TAKE_AROUND = {side: _around(TAKE[side]) for side in (0, BLACK)}


# Options of a federation: every point on which the texts of the rules are silent or disagree.

Uncovered = Literal["always", "owner", "never"]
Covered = Literal["always", "opponent", "never"]
EnPassant = Literal["ratnik", "tower", "lone"]

_CHOICES = {
    "promote_when_uncovered": get_args(Uncovered),
    "demote_when_covered": get_args(Covered),
    "en_passant": get_args(EnPassant),
}


@dataclass(frozen=True)
class Rulings:
    """The options of tavreli; the defaults are the choices of this program.

    double_step_over_own: a double step may pass a square with an own piece on top. covered_ratnik_keeps_double_step: a
    ratnik covered and uncovered on its initial square may still step by two. en_passant: the captured part: the
    `ratnik` alone, the whole `tower` under it, or nothing at all unless the ratnik is alone there (`lone`).
    promote_when_uncovered: a ratnik uncovered on its last rank is promoted `always`, only by a move of its `owner`, or
    `never` (then it remains a ratnik there). demote_when_covered: a promoted ratnik turns back when any piece is put on
    it (`always`), only a piece of the `opponent`, or `never`. captured_rook_keeps_castling: a cover by the opponent
    does not cost the castling right; being carried off does. carried_ratnik_resets, splitting_resets: the count of 50
    moves also restarts when a ratnik is carried inside a tower, or when two or more pieces split off and become a new
    tower. touched_opponent_binds: a touched piece of the opponent must be covered if possible.
    """

    double_step_over_own: bool = False
    covered_ratnik_keeps_double_step: bool = True
    en_passant: EnPassant = "ratnik"
    promote_when_uncovered: Uncovered = "always"
    demote_when_covered: Covered = "always"
    captured_rook_keeps_castling: bool = True
    carried_ratnik_resets: bool = False
    splitting_resets: bool = False
    touched_opponent_binds: bool = False

    def __post_init__(self) -> None:
        for option in fields(self):
            value = getattr(self, option.name)
            choices = _CHOICES.get(option.name, (True, False))
            if not any(value is choice or (isinstance(value, str) and value == choice) for choice in choices):
                raise ValueError(f"{option.name}={value!r}")

    def uncovered(self, code: int, square: int, mover: int) -> int:
        """Return the piece after a move of the side `mover` has left it on top, which may promote a ratnik."""
        if code & RATNIK_STATE == RATNIK and BIT[square] & LAST_RANK_OF[code & BLACK]:
            if self.promote_when_uncovered == "always" or (
                self.promote_when_uncovered == "owner" and code & BLACK == mover
            ):
                return code | PROMOTED
        return code

    def covered(self, tower: bytes, cover: int) -> bytes:
        """Return `tower` after the piece `cover` was put on it: a promoted top turns back into a ratnik."""
        top = tower[0]
        if top & PROMOTED and (
            self.demote_when_covered == "always" or (self.demote_when_covered == "opponent" and (top ^ cover) & BLACK)
        ):
            return demoted(tower)
        return tower


# The value of a tavreli move.

ALL = 0


@dataclass(frozen=True, slots=True)
class TavreliMove:
    """Origin, target, and the number of pieces lifted from the top (`ALL` = 0: the whole tower).

    `text` is the canonical, complete form, so it alone decides equality: `e2-e4`, `e2-e4(2)` when two or more are
    lifted, `0-0`, `0-0-0`.
    """

    text: str
    origin: int = field(compare=False)
    target: int = field(compare=False)
    lifted: int = field(default=ALL, compare=False)

    @property
    def castling(self) -> bool:
        return self.text[0] == "0"

    @property
    def squares(self) -> tuple[str, ...]:
        return (NAMES[self.origin], NAMES[self.target])

    def __str__(self) -> str:
        return self.text


@cache
def move_of(origin: int, target: int, lifted: int = ALL) -> TavreliMove:
    """Return the only move object for these squares and this many pieces, shared by all positions."""
    count = f"({lifted})" if lifted else ""
    return TavreliMove(f"{NAMES[origin]}-{NAMES[target]}{count}", origin, target, lifted)


@cache
def castling_of(home: int, target: int) -> TavreliMove:
    """Return the castling of the volhv on `home`, by its target square."""
    return TavreliMove("0-0" if target > home else "0-0-0", home, target)
