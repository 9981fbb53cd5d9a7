"""The dark squares of a draughts board as bits of one integer.

Two rows take eleven bits: five squares, one unused bit, five squares …; on a board of eight by eight the fifth bit of
each row is unused too.  Then on every board a step to the north-west is a left shift by 5 and one to the north-east by
6, right shifts are south-east and south-west, and a step off the board lands on an unused bit.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from tavleya.rules.contract import CHESSBOARD, Grid


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
        tables: dict[str, object] = {
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
        for key, table in tables.items():
            object.__setattr__(self, key, table)

    @property
    def men(self) -> int:
        """The number of men of each side at the start."""
        return self.start[True].bit_count()

    def names(self, squares: int) -> tuple[str, ...]:
        """Return the names of a set of squares, from White's left corner on."""
        return tuple(self.name[bit] for bit in bits(squares))

    def squares(self, names: Iterable[str]) -> int:
        """Return the set of dark squares with these names."""
        board = 0
        for name in names:
            board |= self.bit[name]
        return board

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
