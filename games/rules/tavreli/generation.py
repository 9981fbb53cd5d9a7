"""Legal moves, found without trying them: a list of (origin, number lifted, target squares).

A move changes two squares only: the target gets a new top, and the origin is left empty or with the piece that was
beneath.  So what a tower may do follows from three masks: the squares that answer a check, the line that a pinned
tower may not leave when it moves as a whole, and the line to the volhv that a freed piece of the opponent must not
look along.  Only en passant, which empties two squares, is tried out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.sides import Side
from games.rules.tavreli.geometry import (
    ADVANCE,
    BETWEEN,
    BIT,
    CORNERS,
    DIAGONAL,
    DIAGONAL_AROUND,
    DIAGONAL_MASK,
    DIAGONAL_OPEN,
    EVERYWHERE,
    LAST_RANK_OF,
    LEAP,
    LEAP_AROUND,
    NOWHERE,
    REACH,
    STEP,
    STEP_AROUND,
    STRAIGHT,
    STRAIGHT_AROUND,
    STRAIGHT_MASK,
    STRAIGHT_OPEN,
    TAKE,
    TAKE_AROUND,
    VOLHV_HOME,
    squares_in,
)
from games.rules.tavreli.move import ALL
from games.rules.tavreli.pieces import BLACK, PROMOTED, is_ratnik

if TYPE_CHECKING:
    from games.rules.tavreli.position import TavreliPosition

# Origin, number of pieces lifted (ALL: the whole tower), bitboard of targets (never empty).
Lift = tuple[int, int, int]

_BLACK_SIDE = Side.BLACK


def lifts(position: TavreliPosition) -> list[Lift]:
    """Every legal move but castling."""
    own, their, towers = position.own, position.their, position.towers
    straights, diagonals, leapers, ratniks = (
        position.straights,
        position.diagonals,
        position.leapers,
        position.ratniks,
    )
    volhv = position.own_volhv
    black = BLACK if position.turn is _BLACK_SIDE else 0
    occupied = own | their
    found: list[Lift] = []

    _volhv_lifts(position, black, found)

    # Checks, and own towers that alone stand between a line piece and the volhv.
    checkers = (
        LEAP[volhv] & leapers | TAKE[black][volhv] & ratniks | STEP[volhv] & BIT[position.their_volhv]
    ) & their
    pinned = 0
    pins: dict[int, int] = {}
    snipers = (STRAIGHT_OPEN[volhv] & straights | DIAGONAL_OPEN[volhv] & diagonals) & their
    while snipers:
        sniper = snipers.bit_length() - 1
        snipers ^= BIT[sniper]
        line = BETWEEN[volhv][sniper]
        # A helgi or knyaz is found here by either line, whichever it stands on.
        blockers = line & occupied
        if not blockers:
            checkers |= BIT[sniper]
        elif not blockers & (blockers - 1) and blockers & own:
            pinned |= blockers
            pins[blockers] = line | BIT[sniper]
    answers = EVERYWHERE
    if checkers:
        if checkers & (checkers - 1):
            return found
        answers = BETWEEN[volhv][checkers.bit_length() - 1] | checkers

    allowed = answers & ~(BIT[volhv] | BIT[position.their_volhv])
    movers = own ^ BIT[volhv]
    while movers:
        origin = movers.bit_length() - 1
        bit = BIT[origin]
        movers ^= bit
        if ratniks & bit:
            targets = _ratnik_targets(origin, black, own, their, occupied, position)
        else:
            targets = LEAP[origin] if leapers & bit else 0
            if straights & bit:
                targets |= STRAIGHT[origin][occupied & STRAIGHT_MASK[origin]]
            if diagonals & bit:
                targets |= DIAGONAL[origin][occupied & DIAGONAL_MASK[origin]]
        targets &= allowed
        if not targets:
            continue
        whole = targets & pins[bit] if pinned & bit else targets
        if whole:
            found.append((origin, ALL, whole))
        tower = towers[origin]
        for lifted in range(1, len(tower)):
            left = tower[lifted]
            if (left ^ black) & BLACK:
                split = targets & _shields(position, origin, left, volhv, occupied)
                if split:
                    found.append((origin, lifted, split))
            else:
                found.append((origin, lifted, targets))

    if position.crossed != NOWHERE:
        found += en_passant(position)
    return found


def _ratnik_targets(
    origin: int, black: int, own: int, their: int, occupied: int, position: TavreliPosition
) -> int:
    targets = ADVANCE[black][origin] & ~their
    # The right is that of the bottom piece: another ratnik may stand on it.
    if targets and position.rights & BIT[origin] and len(position.towers[origin]) == 1:
        double = targets << 8 if not black else targets >> 8
        if not targets & occupied or (position.rulings.double_step_over_own and targets & own):
            targets |= double & ~their
    return targets | TAKE[black][origin] & their


def _shields(position: TavreliPosition, origin: int, freed: int, volhv: int, occupied: int) -> int:
    """Targets that keep the opponent's piece `freed` on `origin` from attacking the volhv."""
    if is_ratnik(freed) and BIT[origin] & LAST_RANK_OF[freed & BLACK]:
        if not position.rulings.promotes(freed, position.turn):
            return EVERYWHERE
        freed |= PROMOTED
    if not REACH[freed][origin] & BIT[volhv]:
        return EVERYWHERE
    line = BETWEEN[origin][volhv]
    return EVERYWHERE if line & occupied else line


def _volhv_lifts(position: TavreliPosition, black: int, found: list[Lift]) -> None:
    """Moves of the volhv alone, with part of its tower, or with all of it."""
    origin = position.own_volhv
    bit = BIT[origin]
    their, their_volhv = position.their, BIT[position.their_volhv]
    targets = STEP[origin] & ~their_volhv
    occupied = position.own | their
    tower = position.towers[origin]

    lines = their & (
        position.straights & STRAIGHT_AROUND[origin] | position.diagonals & DIAGONAL_AROUND[origin]
    )
    others = their & (position.leapers & LEAP_AROUND[origin] | position.ratniks & TAKE_AROUND[black][origin])
    danger = STEP[position.their_volhv] if STEP_AROUND[origin] & their_volhv else 0
    for square in squares_in(others):
        danger |= REACH[position.towers[square][0]][square] if not lines & BIT[square] else LEAP[square]
    targets &= ~danger

    # Behind a volhv that leaves nothing, lines go on.
    whole = targets & ~_line_danger(position, lines, occupied ^ bit)
    if whole:
        found.append((origin, ALL, whole))
    height = len(tower)
    if height > 1:
        targets &= ~_line_danger(position, lines, occupied)
        for lifted in range(1, height):
            split = targets
            left = tower[lifted]
            if (left ^ black) & BLACK:
                if is_ratnik(left) and bit & LAST_RANK_OF[left & BLACK]:
                    if position.rulings.promotes(left, position.turn):
                        split &= ~REACH[left | PROMOTED][origin]
                else:
                    split &= ~REACH[left][origin]
            if split:
                found.append((origin, lifted, split))


def _line_danger(position: TavreliPosition, lines: int, occupied: int) -> int:
    danger = 0
    for square in squares_in(lines):
        if position.straights & BIT[square]:
            danger |= STRAIGHT[square][occupied & STRAIGHT_MASK[square]]
        if position.diagonals & BIT[square]:
            danger |= DIAGONAL[square][occupied & DIAGONAL_MASK[square]]
    return danger


def en_passant(position: TavreliPosition) -> list[Lift]:
    """The legal captures on the crossed square, by origin and number lifted."""
    target = position.crossed
    black = BLACK if position.turn is _BLACK_SIDE else 0
    behind = target + (8 if black else -8)
    if position.rulings.en_passant == "lone" and len(position.towers[behind]) > 1:
        return []
    found = []
    # A ratnik of the other side on the crossed square would take on the squares from which we take on it.
    for origin in squares_in(TAKE[BLACK - black][target] & position.ratniks & position.own):
        for lifted in (ALL, *range(1, len(position.towers[origin]))):
            if not position.after(origin, target, lifted).exposers():
                found.append((origin, lifted, BIT[target]))
    return found


def castlings(position: TavreliPosition) -> list[int]:
    """The squares to which the volhv may castle now."""
    black = BLACK if position.turn is _BLACK_SIDE else 0
    rights = position.rights & CORNERS[black]
    if not rights:
        return []
    home = VOLHV_HOME[black]
    occupied = position.own | position.their
    found: list[int] = []
    for corner, target in ((home + 3, home + 2), (home - 4, home - 2)):
        if (
            rights & BIT[corner]
            and len(position.towers[corner]) == 1
            and not BETWEEN[home][corner] & occupied
            and not any(
                position.attackers(square, occupied, black) & position.their
                for square in (home, (home + target) >> 1, target)
            )
        ):
            found.append(target)
    return found
