"""A position of tavreli: the towers, bitboards of their tops, and everything that the next move depends on."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from common.sides import Side
from games.rules.contract import Figure, Move, Status, StatusKind
from games.rules.tavreli import generation
from games.rules.tavreli.geometry import (
    ALL_CORNERS,
    BIT,
    CORNERS,
    DIAGONAL,
    DIAGONAL_MASK,
    FORWARD,
    LAST_RANK_OF,
    LEAP,
    NAMES,
    NOWHERE,
    RATNIK_HOMES,
    STEP,
    STRAIGHT,
    STRAIGHT_MASK,
    TAKE,
)
from games.rules.tavreli.move import ALL, TavreliMove, castling_of, move_of
from games.rules.tavreli.pieces import (
    BISHOP,
    BLACK,
    CODES,
    FIGURES,
    HELGI,
    KIND,
    KNIGHT,
    NOTHING,
    PROMOTED,
    QUEEN,
    RATNIK,
    RATNIK_STATE,
    ROOK,
    VOLHV,
    is_ratnik,
)
from games.rules.tavreli.rulings import Rulings

_KINDS = {code: 0 if is_ratnik(code) else code & KIND for code in CODES}
GOES_STRAIGHT = tuple(_KINDS.get(code) in (ROOK, QUEEN, HELGI) for code in range(64))
GOES_DIAGONALLY = tuple(_KINDS.get(code) in (BISHOP, QUEEN, HELGI) for code in range(64))
LEAPS = tuple(_KINDS.get(code) in (KNIGHT, HELGI) for code in range(64))
_WHITE_SIDE, _BLACK_SIDE = Side.WHITE, Side.BLACK


class TavreliPosition:
    """Immutable.  Bitboards hold the tops: `own` of the side to move, `their` of the other, and by way of moving.

    `rights` has a bit for every square whose bottom piece may still castle (corners) or step by two (second
    ranks): when that piece leaves the square, the right is gone.  `crossed` is the square passed by a double step
    in the last move, or NOWHERE.
    """

    __slots__ = (
        "_legal",
        "_lifts",
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
        "their",
        "their_volhv",
        "towers",
        "turn",
    )

    rulings: Rulings
    turn: Side
    towers: list[bytes]
    own: int
    their: int
    own_volhv: int
    their_volhv: int
    ratniks: int
    leapers: int
    diagonals: int
    straights: int
    rights: int
    crossed: int
    halfmoves: int
    fullmoves: int
    _lifts: list[generation.Lift] | None
    _legal: tuple[TavreliMove, ...] | None

    def __init__(
        self,
        rulings: Rulings,
        towers: list[bytes],
        turn: Side,
        rights: int,
        crossed: int = NOWHERE,
        halfmoves: int = 0,
        fullmoves: int = 1,
    ) -> None:
        """`towers`: 64 towers, top first; each side has one volhv, and it is a top (`text.read` sees to it)."""
        self.rulings, self.towers, self.turn = rulings, towers, turn
        self.rights, self.crossed, self.halfmoves, self.fullmoves = rights, crossed, halfmoves, fullmoves
        self._lifts = self._legal = None
        self.own = self.their = self.ratniks = self.leapers = self.diagonals = self.straights = 0
        for square, tower in enumerate(towers):
            if tower:
                self._set_top(square, tower[0])

    def _set_top(self, square: int, code: int) -> None:
        bit = BIT[square]
        own = (code & BLACK != 0) == (self.turn is _BLACK_SIDE)
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

    # --- what the contract asks for -------------------------------------------------------------------------

    def legal_moves(self) -> tuple[TavreliMove, ...]:
        if self._legal is None:
            moves = []
            for origin, lifted, targets in self.lifts():
                while targets:
                    target = targets.bit_length() - 1
                    targets ^= BIT[target]
                    moves.append(move_of(origin, target, lifted))
            home = self.own_volhv
            moves += [castling_of(home, target) for target in generation.castlings(self)]
            self._legal = tuple(sorted(moves, key=_by_text))
        return self._legal

    def play(self, move: Move) -> TavreliPosition:
        assert isinstance(move, TavreliMove)
        return self.after(move.origin, move.target, move.lifted)

    def status(self) -> Status:
        if self.can_move():
            return Status(StatusKind.CHECK if self.checkers() else StatusKind.ONGOING)
        if self.checkers():
            return Status(StatusKind.CHECKMATE, self.turn.other)
        return Status(StatusKind.STALEMATE)

    def repetition_key(self) -> Hashable:
        """Towers with colours, identities and promotion, side to move, rights, and en passant if it is legal."""
        return (*self.towers, self.turn, self.rights, self.en_passant_square())

    def text(self) -> str:
        from games.rules.tavreli.text import write  # it reads positions too, so it must know this class

        return write(self)

    def figures(self) -> Mapping[str, tuple[Figure, ...]]:
        return {
            NAMES[square]: tuple(FIGURES[code] for code in tower)
            for square, tower in enumerate(self.towers)
            if tower
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TavreliPosition):
            return NotImplemented
        return self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self.repetition_key())

    def _value(self) -> tuple[object, ...]:
        return (self.repetition_key(), self.halfmoves, self.fullmoves, self.rulings)

    def __repr__(self) -> str:
        return f"<TavreliPosition {self.text()}>"

    # --- what the rest of this package asks for --------------------------------------------------------------

    def lifts(self) -> list[generation.Lift]:
        """Legal moves by origin and number lifted, without castling; reckoned once."""
        if self._lifts is None:
            self._lifts = generation.lifts(self)
        return self._lifts

    def can_move(self) -> bool:
        # Whoever can castle can also move the rook or the volhv towards the other.
        return bool(self.lifts())

    def count_moves(self) -> int:
        return sum([targets.bit_count() for _, _, targets in self.lifts()]) + len(generation.castlings(self))

    def perft(self, depth: int) -> int:
        """The number of lines of `depth` legal moves from here."""
        if depth == 0:
            return 1
        if depth == 1:
            return self.count_moves()
        leaves = 0
        for origin, lifted, targets in self.lifts():
            while targets:
                target = targets.bit_length() - 1
                targets ^= BIT[target]
                leaves += self.after(origin, target, lifted).perft(depth - 1)
        for target in generation.castlings(self):
            leaves += self.after(self.own_volhv, target).perft(depth - 1)
        return leaves

    def attackers(self, square: int, occupied: int, black: int) -> int:
        """The tops that attack `square`, of both sides; ratniks count as those that attack a piece of `black`'s side."""
        volhvs = BIT[self.own_volhv] | BIT[self.their_volhv]
        return (
            STRAIGHT[square][occupied & STRAIGHT_MASK[square]] & self.straights
            | DIAGONAL[square][occupied & DIAGONAL_MASK[square]] & self.diagonals
            | LEAP[square] & self.leapers
            | TAKE[black][square] & self.ratniks
            | STEP[square] & volhvs
        )

    def checkers(self) -> int:
        """The opponent's tops that attack the volhv of the side to move."""
        black = BLACK if self.turn is _BLACK_SIDE else 0
        return self.attackers(self.own_volhv, self.own | self.their, black) & self.their

    def exposers(self) -> int:
        """The tops of the side to move that attack the *other* volhv: no legal move leaves any."""
        black = 0 if self.turn is _BLACK_SIDE else BLACK
        return self.attackers(self.their_volhv, self.own | self.their, black) & self.own

    def en_passant_square(self) -> int:
        """The crossed square if an en passant capture is legal now, else NOWHERE."""
        if self.crossed != NOWHERE and generation.en_passant(self):
            return self.crossed
        return NOWHERE

    def after(self, origin: int, target: int, lifted: int = ALL) -> TavreliPosition:
        """The position after the side to move has carried `lifted` pieces from `origin` to `target`.

        A volhv that goes two squares castles; a ratnik that goes to the crossed square off its file takes en passant.
        """
        rulings, turn = self.rulings, self.turn
        start, end = BIT[origin], BIT[target]
        towers = self.towers.copy()
        tower = towers[origin]
        top = tower[0]
        black = top & BLACK
        rights = self.rights
        halfmoves = self.halfmoves + 1
        crossed = NOWHERE
        own_volhv = self.own_volhv

        elsewhere = ~(start | end)
        own = self.own & elsewhere | end
        their = self.their & elsewhere
        ratniks = self.ratniks & elsewhere
        leapers = self.leapers & elsewhere
        diagonals = self.diagonals & elsewhere
        straights = self.straights & elsewhere

        if lifted:
            left = tower[lifted:]
            tower = tower[:lifted]
            uncovered = left[0]
            if uncovered & RATNIK_STATE == RATNIK:
                if start & LAST_RANK_OF[uncovered & BLACK] and rulings.promotes(uncovered, turn):
                    uncovered |= PROMOTED
                    left = bytes((uncovered,)) + left[1:]
                else:
                    ratniks |= start
            if (uncovered ^ top) & BLACK:
                their |= start
            else:
                own |= start
            if GOES_STRAIGHT[uncovered]:
                straights |= start
            if GOES_DIAGONALLY[uncovered]:
                diagonals |= start
            if LEAPS[uncovered]:
                leapers |= start
            towers[origin] = left
            if rulings.splitting_resets and lifted > 1:
                halfmoves = 0
        else:
            towers[origin] = NOTHING
            rights &= ~start

        below = towers[target]
        if below:
            halfmoves = 0
            if below[0] & PROMOTED:
                below = rulings.covered(below, top)
            if rights & end:
                rights = rights_after_covering(rulings, rights, end, black)

        if top & RATNIK_STATE == RATNIK:
            halfmoves = 0
            if end & LAST_RANK_OF[black]:
                top |= PROMOTED
                tower = bytes((top,)) + tower[1:]
            else:
                ratniks |= end
            advance = target - origin
            if advance in (16, -16):
                crossed = (origin + target) >> 1
                if towers[crossed]:
                    crossed = NOWHERE
            elif target == self.crossed and advance & 7:
                # The ratnik that stepped over this square is taken from the square behind it.
                behind = target - FORWARD[black]
                victims = towers[behind]
                taken = len(victims) if rulings.en_passant == "tower" else 1
                below, remaining = victims[:taken], victims[taken:]
                towers[behind] = remaining
                there = ~BIT[behind]
                their &= there
                ratniks &= there
                if remaining:
                    own, their, ratniks, leapers, diagonals, straights = _uncover(
                        BIT[behind], remaining[0], black, own, their, ratniks, leapers, diagonals, straights
                    )
        elif top & KIND == VOLHV:
            own_volhv = target
            rights &= ~CORNERS[black]
            if target - origin in (2, -2):
                corner, beside = (target + 1, target - 1) if target > origin else (target - 2, target + 1)
                towers[beside], towers[corner] = towers[corner], NOTHING
                swap = BIT[corner] | BIT[beside]
                own ^= swap
                straights ^= swap
        if GOES_STRAIGHT[top]:
            straights |= end
        if GOES_DIAGONALLY[top]:
            diagonals |= end
        if LEAPS[top]:
            leapers |= end
        towers[target] = tower + below
        if rulings.carried_ratnik_resets and any(code & RATNIK_STATE == RATNIK for code in tower):
            halfmoves = 0

        new = object.__new__(TavreliPosition)
        new.rulings = rulings
        new.towers = towers
        new.own = their
        new.their = own
        new.own_volhv = self.their_volhv
        new.their_volhv = own_volhv
        new.ratniks = ratniks
        new.leapers = leapers
        new.diagonals = diagonals
        new.straights = straights
        new.rights = rights
        new.crossed = crossed
        new.halfmoves = halfmoves
        if turn is _WHITE_SIDE:
            new.turn = _BLACK_SIDE
            new.fullmoves = self.fullmoves
        else:
            new.turn = _WHITE_SIDE
            new.fullmoves = self.fullmoves + 1
        new._lifts = new._legal = None
        return new


def _by_text(move: TavreliMove) -> str:
    return move.text


def rights_after_covering(rulings: Rulings, rights: int, covered: int, black: int) -> int:
    """The rights left once a piece of the side `black` has been put on a square that has one."""
    if covered & RATNIK_HOMES:
        return rights if rulings.covered_ratnik_keeps_double_step else rights & ~covered
    if covered & ALL_CORNERS & ~CORNERS[black] and not rulings.captured_rook_keeps_castling:
        return rights & ~covered
    return rights


def _uncover(
    bit: int,
    code: int,
    black: int,
    own: int,
    their: int,
    ratniks: int,
    leapers: int,
    diagonals: int,
    straights: int,
) -> tuple[int, int, int, int, int, int]:
    """The bitboards once `code` has become the top on an empty `bit`."""
    if (code ^ black) & BLACK:
        their |= bit
    else:
        own |= bit
    if code & RATNIK_STATE == RATNIK:
        ratniks |= bit
    return (
        own,
        their,
        ratniks,
        leapers | bit * LEAPS[code],
        diagonals | bit * GOES_DIAGONALLY[code],
        straights | bit * GOES_STRAIGHT[code],
    )
