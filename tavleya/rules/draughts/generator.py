"""Fast generation of legal moves on bits, without messages.

A raw move is `(origin, target, taken)`, each a set of bits; two ways of capturing the same men from the same square to
the same square are one move.  `Route` is one such way: the bits of origin, of the squares where it stops, and of
target.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tavleya.rules.contract import CHESSBOARD, Grid

# The dark squares of a draughts board as bits of one integer.
#
# Two rows take eleven bits: five squares, one unused bit, five squares …; on a board of eight by eight the
# fifth bit of each row is unused too. Then on every board a step to the north-west is a left shift by 5 and
# one to the north-east by 6, right shifts are south-east and south-west, and a step off the board lands on
# an unused bit.


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board of up to ten by ten squares with `rows` of men on each side, and its rules for captures by men.

    `majority`: a capture must remove as many men as possible.  `crowned_in_passing`: a man that reaches the last row
    during a capture continues as a king; else it is crowned only if its capture ends there.  `take_sign` separates the
    squares of a capture.  `examples`: a step, a capture and a position as texts.

    The others are sets of squares; pairs are those of Black and White, indexed by whether the side is White: `crown`
    and `crown_in_passing`, where men are crowned at the end of a move and during a capture; `passed`, the second to
    last row, which is passed by a capture that crowns on the way.  `numbered`: the squares in the order of their
    numbers.
    """

    grid: Grid
    rows: int
    majority: bool = False
    crowned_in_passing: bool = True
    take_sign: str = ":"
    examples: tuple[str, str, str] = ("c3-d4", "c3:e5", "W:Wa3,c3,Kd4:Bb8")
    bit: Mapping[str, int] = field(init=False, repr=False)
    name: Mapping[int, str] = field(init=False, repr=False)
    all: int = field(init=False, repr=False)
    main_road: int = field(init=False, repr=False)
    start: tuple[int, int] = field(init=False, repr=False)
    crown: tuple[int, int] = field(init=False, repr=False)
    crown_in_passing: tuple[int, int] = field(init=False, repr=False)
    passed: tuple[int, int] = field(init=False, repr=False)
    numbered: tuple[str, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        size, places = self.grid.size, self.grid.places
        bit = {
            name: 1 << (rank // 2 * 11 + rank % 2 * 6 + file // 2)
            for name, (file, rank) in places.items()
            if (file + rank) % 2 == 0
        }

        def ranks(*wanted: int) -> int:
            return sum(bit[name] for name in bit if places[name][1] in wanted)

        last, nowhere = (ranks(0), ranks(size - 1)), (0, 0)
        attributes: dict[str, object] = {
            "bit": bit,
            "name": {value: name for name, value in bit.items()},
            "all": sum(bit.values()),
            "main_road": sum(bit[name] for name in bit if places[name][0] == places[name][1]),
            "start": (ranks(*range(size - self.rows, size)), ranks(*range(self.rows))),
            "crown": last,
            "crown_in_passing": last if self.crowned_in_passing else nowhere,
            "passed": (ranks(1), ranks(size - 2)) if self.crowned_in_passing else nowhere,
            "numbered": tuple(sorted(bit, key=lambda name: (-places[name][1], places[name][0]))),
        }
        for key, attribute in attributes.items():
            object.__setattr__(self, key, attribute)

    @property
    def men(self) -> int:
        """The number of men of each side at the start."""
        return self.start[True].bit_count()

    def names(self, squares: int) -> tuple[str, ...]:
        """Return the names of a set of squares, from White's left corner on."""
        return tuple(self.name[bit] for bit in bits(squares))

    def squares(self, names: Iterable[str]) -> int:
        """Return the set of dark squares with these names."""
        result = 0
        for name in names:
            result |= self.bit[name]
        return result

    def between(self, start: str, end: str) -> tuple[str, ...] | None:
        """Return the squares strictly between two on one diagonal, from `start` on; None if they share no diagonal."""
        (file, rank), (end_file, end_rank) = self.grid.places[start], self.grid.places[end]
        across, up = end_file - file, end_rank - rank
        if across == 0 or abs(across) != abs(up):
            return None
        step = (self.grid.size if up > 0 else -self.grid.size) + (1 if across > 0 else -1)
        first = rank * self.grid.size + file
        return tuple(self.grid.names[first + step * n] for n in range(1, abs(up)))


def bits(squares: int) -> Iterator[int]:
    """Yield the single bits of `squares`, White's left corner first."""
    while squares:
        low = squares & -squares
        yield low
        squares ^= low


#: Russian draughts.
RUSSIAN = Board(CHESSBOARD, 3)


Raw = tuple[int, int, int]
Route = tuple[int, ...]
Pieces = tuple[int, int, int, int]
"""Men and kings of the side to move, then men and kings of the other."""


def quiet_moves(men: int, kings: int, empty: int, white: bool) -> list[Raw]:
    """Return moves without captures (legal only if no capture is possible)."""
    moves: list[Raw] = []
    add = moves.append
    for shift in (5, 6):
        if white:
            targets = men << shift & empty
            while targets:
                target = targets & -targets
                targets ^= target
                add((target >> shift, target, 0))
        else:
            targets = men >> shift & empty
            while targets:
                target = targets & -targets
                targets ^= target
                add((target << shift, target, 0))
    while kings:
        king = kings & -kings
        kings ^= king
        for shift in (5, 6):
            target = (king << shift) & empty
            while target:
                add((king, target, 0))
                target = (target << shift) & empty
            target = (king >> shift) & empty
            while target:
                add((king, target, 0))
                target = (target >> shift) & empty
    return moves


def captures(men: int, kings: int, opponents: int, empty: int, crown: int) -> dict[Raw, list[Route]]:
    """Return every complete capture with all its routes (orders of capturing the same men).

    `crown`: the squares where a man continues as a king.
    """
    result: dict[Raw, list[Route]] = {}
    if men:
        # One shift finds the men that have a man next to them and a free square behind it.
        starters = (
            (((men << 5) & opponents) << 5 & empty) >> 10
            | (((men << 6) & opponents) << 6 & empty) >> 12
            | (((men >> 5) & opponents) >> 5 & empty) << 10
            | (((men >> 6) & opponents) >> 6 & empty) << 12
        )
        while starters:
            man = starters & -starters
            starters ^= man
            _man_takes(man, man, 0, (man,), opponents, empty | man, crown, result)
    while kings:
        king = kings & -kings
        kings ^= king
        _king_takes(king, king, 0, (king,), opponents, empty | king, result)
    return result


def _man_takes(
    origin: int,
    at: int,
    taken: int,
    route: Route,
    opponents: int,
    empty: int,
    crown: int,
    result: dict[Raw, list[Route]],
) -> None:
    """Continue a capture by a man on `at`; `opponents` are those not yet jumped."""
    ended = True
    for over, target in ((at << 5, at << 10), (at << 6, at << 12), (at >> 5, at >> 10), (at >> 6, at >> 12)):
        if over & opponents and target & empty:
            ended = False
            if target & crown:
                # Crowned on the way: it continues as a king at once if it can (takes.14).
                _king_takes(origin, target, taken | over, (*route, target), opponents ^ over, empty, result)
            else:
                _man_takes(origin, target, taken | over, (*route, target), opponents ^ over, empty, crown, result)
    if ended:
        result.setdefault((origin, at, taken), []).append(route)


def _ray(at: int, shift: int, empty: int) -> tuple[int, int]:
    """Return the free squares from `at` in one direction (a negative shift goes down) and the first occupied bit."""
    free = 0
    if shift > 0:
        at <<= shift
        while at & empty:
            free |= at
            at <<= shift
    else:
        at >>= -shift
        while at & empty:
            free |= at
            at >>= -shift
    return free, at


_DIRECTIONS = (5, 6, -5, -6)


def _first_take(at: int, shift: int, opponents: int, empty: int) -> int:
    """Return the man that a king on `at` can capture in one direction, or 0."""
    _, over = _ray(at, shift, empty)
    if not over & opponents:
        return 0
    behind = over << shift if shift > 0 else over >> -shift
    return over if behind & empty else 0


def _king_takes(
    origin: int, at: int, taken: int, route: Route, opponents: int, empty: int, result: dict[Raw, list[Route]]
) -> None:
    """Continue a capture by a king on `at`, or end it there.

    Men already jumped are neither in `opponents` nor in `empty`: they are obstacles until the end (takes.8, 11).
    """
    ended = True
    for shift in _DIRECTIONS:
        over = _first_take(at, shift, opponents, empty)
        if over:
            ended = False
            _king_lands(origin, over, shift, taken | over, route, opponents ^ over, empty, result)
    if ended and taken:
        result.setdefault((origin, at, taken), []).append(route)


def _king_lands(
    origin: int,
    over: int,
    shift: int,
    taken: int,
    route: Route,
    opponents: int,
    empty: int,
    result: dict[Raw, list[Route]],
) -> None:
    """Land a king that has passed `over`: where it can continue capturing, else anywhere behind the man."""
    landings: list[int] = []
    at = over << shift if shift > 0 else over >> -shift
    while at & empty:
        landings.append(at)
        at = at << shift if shift > 0 else at >> -shift
    continued = False
    # Straight on is the same capture from every landing; it is followed once, from the square behind the man.
    ahead = _first_take(landings[0], shift, opponents, empty)
    if ahead:
        continued = True
        _king_lands(origin, ahead, shift, taken | ahead, (*route, landings[0]), opponents ^ ahead, empty, result)
    sideways = (6, -6) if shift in (5, -5) else (5, -5)
    for landing in landings:
        for turn in sideways:
            beside = _first_take(landing, turn, opponents, empty)
            if beside:
                continued = True
                _king_lands(origin, beside, turn, taken | beside, (*route, landing), opponents ^ beside, empty, result)
    if not continued:
        for landing in landings:
            result.setdefault((origin, landing, taken), []).append((*route, landing))


def most(takes: Mapping[Raw, list[Route]]) -> dict[Raw, list[Route]]:
    """Return the captures of as many men as possible."""
    count = max((move[2].bit_count() for move in takes), default=0)
    return {move: routes for move, routes in takes.items() if move[2].bit_count() == count}


def raw_moves(position: Pieces, white: bool, board: Board = RUSSIAN) -> Collection[Raw]:
    """Return every legal move, distinct, in no particular order."""
    men, kings, other_men, other_kings = position
    opponents = other_men | other_kings
    empty = board.all & ~(men | kings | opponents)
    takes = captures(men, kings, opponents, empty, board.crown_in_passing[white])
    if not takes:
        return quiet_moves(men, kings, empty, white)
    return most(takes) if board.majority else takes


def crowns(move: Raw, white: bool, board: Board = RUSSIAN) -> bool:
    """Return whether a man is a king after this move.

    A capture crowns in passing exactly if it passes the second to last row.
    """
    _, target, taken = move
    return bool(target & board.crown[white] or taken & board.passed[white])


def apply(position: Pieces, white: bool, move: Raw, board: Board = RUSSIAN) -> Pieces:
    """Return the pieces after `move`, those of the next side to move first."""
    men, kings, other_men, other_kings = position
    origin, target, taken = move
    if origin & kings:
        kings = kings ^ origin | target
    elif target & board.crown[white] or taken & board.passed[white]:
        men ^= origin
        kings |= target
    else:
        men = men ^ origin | target
    return other_men & ~taken, other_kings & ~taken, men, kings


def perft(position: Pieces, white: bool, depth: int, board: Board = RUSSIAN) -> int:
    """Return the number of lines of `depth` legal moves (without games that end earlier)."""
    if depth == 0:
        return 1
    moves = raw_moves(position, white, board)
    if depth == 1:
        return len(moves)
    return sum(perft(apply(position, white, move, board), not white, depth - 1, board) for move in moves)


def can_take(at: int, king: bool, opponents: int, empty: int) -> bool:
    """Return whether a man or king on `at` can capture one of `opponents` from there."""
    if king:
        return any(_first_take(at, shift, opponents, empty) for shift in _DIRECTIONS)
    return bool(
        (at << 5 & opponents) << 5 & empty
        or (at << 6 & opponents) << 6 & empty
        or (at >> 5 & opponents) >> 5 & empty
        or (at >> 6 & opponents) >> 6 & empty
    )
