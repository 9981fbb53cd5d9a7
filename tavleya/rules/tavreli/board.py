"""The data of a tavreli position: towers, bitboards of their tops, rights and counters."""

from tavleya.rules.tavreli.pieces import (
    BIT,
    BLACK,
    DIAGONAL,
    DIAGONAL_MASK,
    GOES_DIAGONALLY,
    GOES_STRAIGHT,
    KIND,
    LEAP,
    LEAPS,
    NOWHERE,
    STEP,
    STRAIGHT,
    STRAIGHT_MASK,
    TAKE,
    VOLHV,
    Rulings,
    TavreliMove,
    is_ratnik,
)

# Origin, number of pieces lifted (ALL: the whole tower), bitboard of targets (never empty).
Lift = tuple[int, int, int]


class TavreliBoard:
    """An immutable board.

    Bitboards hold the tops: `own` of the side to move, `their` of the other, and by kind of movement; `tall` holds the
    towers of two and more.

    `black` is the colour bit of the side to move.  `rights` has a bit for every square whose bottom piece may still
    castle (corners) or step by two (second ranks): when that piece leaves the square, the right is lost.  `crossed` is
    the square passed by a double step in the last move, or NOWHERE.
    """

    __slots__ = (
        "_legal",
        "_lifts",
        "black",
        "crossed",
        "diagonals",
        "fullmoves",
        "halfmoves",
        "leapers",
        "own",
        "own_volhv",
        "ratniks",
        "rights",
        "rulings",
        "straights",
        "tall",
        "their",
        "their_volhv",
        "towers",
    )

    rulings: Rulings
    black: int
    towers: list[bytes]
    own: int
    their: int
    own_volhv: int
    their_volhv: int
    ratniks: int
    leapers: int
    diagonals: int
    straights: int
    tall: int
    rights: int
    crossed: int
    halfmoves: int
    fullmoves: int
    _lifts: list[Lift] | None
    _legal: tuple[TavreliMove, ...] | None

    def __init__(
        self,
        rulings: Rulings,
        towers: list[bytes],
        black: int,
        rights: int,
        crossed: int = NOWHERE,
        halfmoves: int = 0,
        fullmoves: int = 1,
    ) -> None:
        """`towers`: 64 towers, top first; each side has one volhv, and it is a top (ensured by `read_text`)."""
        self.rulings, self.towers, self.black = rulings, towers, black
        self.rights, self.crossed, self.halfmoves, self.fullmoves = rights, crossed, halfmoves, fullmoves
        self.forget()
        self.own = self.their = self.ratniks = self.leapers = self.diagonals = self.straights = self.tall = 0
        for square, tower in enumerate(towers):
            if tower:
                self._set_top(square, tower[0])
                if len(tower) > 1:
                    self.tall |= BIT[square]

    def _set_top(self, square: int, code: int) -> None:
        bit = BIT[square]
        own = code & BLACK == self.black
        if own:
            self.own |= bit
        else:
            self.their |= bit
        if code & KIND == VOLHV:
            if own:
                self.own_volhv = square
            else:
                self.their_volhv = square
        elif is_ratnik(code):
            self.ratniks |= bit
        self.straights |= bit * GOES_STRAIGHT[code]
        self.diagonals |= bit * GOES_DIAGONALLY[code]
        self.leapers |= bit * LEAPS[code]

    def attackers(self, square: int, occupied: int, black: int) -> int:
        """Return the tops of both sides that attack `square`; of ratniks, those that can capture a piece of `black`."""
        volhvs = BIT[self.own_volhv] | BIT[self.their_volhv]
        return (
            STRAIGHT[square][occupied & STRAIGHT_MASK[square]] & self.straights
            | DIAGONAL[square][occupied & DIAGONAL_MASK[square]] & self.diagonals
            | LEAP[square] & self.leapers
            | TAKE[black][square] & self.ratniks
            | STEP[square] & volhvs
        )

    def checkers(self) -> int:
        """Return the opponent's tops that attack the volhv of the side to move."""
        return self.attackers(self.own_volhv, self.own | self.their, self.black) & self.their

    def exposers(self) -> int:
        """Return the tops of the side to move that attack the *other* volhv: no legal move leaves any."""
        return self.attackers(self.their_volhv, self.own | self.their, BLACK - self.black) & self.own

    def forget(self) -> None:
        """Clear the cached values of this position."""
        self._lifts = self._legal = None
