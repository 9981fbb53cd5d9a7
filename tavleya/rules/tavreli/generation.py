"""Generation of legal moves without trying them: a list of (origin, number lifted, target squares).

A move changes only two squares: the target gets a new top, and the origin becomes empty or shows the piece beneath.
Three masks therefore decide the moves of a tower: the squares that answer a check, the line that a pinned tower may not
leave when it moves as a whole, and the line to the volhv on which a freed piece of the opponent must not attack.  Only
en passant, which empties two squares, is tried.
"""

from typing import TypeVar

from tavleya.rules.tavreli.board import Lift, TavreliBoard
from tavleya.rules.tavreli.pieces import (
    ADVANCE,
    ADVANCE_TWO,
    ALL,
    ALL_CORNERS,
    BETWEEN,
    BIT,
    BLACK,
    CORNERS,
    DIAGONAL,
    DIAGONAL_AROUND,
    DIAGONAL_MASK,
    DIAGONAL_OPEN,
    EVERYWHERE,
    FORWARD,
    GOES_DIAGONALLY,
    GOES_STRAIGHT,
    KIND,
    LAST_RANK_OF,
    LEAP,
    LEAP_AROUND,
    LEAPS,
    NOTHING,
    NOWHERE,
    PROMOTED,
    RATNIK,
    RATNIK_HOMES,
    RATNIK_STATE,
    REACH,
    STEP,
    STEP_AROUND,
    STRAIGHT,
    STRAIGHT_AROUND,
    STRAIGHT_MASK,
    STRAIGHT_OPEN,
    TAKE,
    TAKE_AROUND,
    VOLHV,
    VOLHV_HOME,
    Rulings,
    is_ratnik,
    promoted,
    squares_in,
)

# The targets that answer every check (0 in double check); the towers that are not free to move there as a whole,
# because they are tall or pinned; and the pins: each own tower (its bit) that alone is between a line piece and the
# volhv, with the squares to which it may move as a whole.
Bonds = tuple[int, int, dict[int, int]]


def lifts(position: TavreliBoard) -> list[Lift]:
    """Return every legal move except castling."""
    results: list[Lift] = []
    _volhv_lifts(position, results)
    bonds = _bonds(position)
    if bonds[0]:
        _ratnik_lifts(position, bonds, results)
        _piece_lifts(position, bonds, results)
        if position.crossed != NOWHERE:
            results += en_passant(position)
    return results


def _bonds(position: TavreliBoard) -> Bonds:
    """Return the restrictions of all towers except the volhv's."""
    volhv = position.own_volhv
    their, occupied = position.their, position.own | position.their
    checkers = their & (
        LEAP[volhv] & position.leapers
        | TAKE[position.black][volhv] & position.ratniks
        | STEP[volhv] & BIT[position.their_volhv]
    )
    pins: dict[int, int] = {}
    bound = position.tall
    snipers = their & (STRAIGHT_OPEN[volhv] & position.straights | DIAGONAL_OPEN[volhv] & position.diagonals)
    while snipers:
        sniper = snipers.bit_length() - 1
        snipers ^= BIT[sniper]
        line = BETWEEN[volhv][sniper]
        blockers = line & occupied
        if not blockers:
            checkers |= BIT[sniper]
        elif not blockers & (blockers - 1) and blockers & position.own:
            pins[blockers] = line | BIT[sniper]
            bound |= blockers
    allowed = ~(BIT[volhv] | BIT[position.their_volhv])
    if checkers:
        if checkers & (checkers - 1):
            return 0, bound, pins
        allowed &= BETWEEN[volhv][checkers.bit_length() - 1] | checkers
    return allowed, bound, pins


def _ratnik_lifts(position: TavreliBoard, bonds: Bonds, results: list[Lift]) -> None:
    """Add moves of ratniks and of towers under them, without en passant."""
    allowed, bound, pins = bonds
    own, their, black = position.own, position.their, position.black
    advance, advance_two, take = ADVANCE[black], ADVANCE_TWO[black], TAKE[black]
    # The right to step by two belongs to the bottom piece: only a lone ratnik can use it.
    fresh = position.rights & ~position.tall
    obstacles = their if position.rulings.double_step_over_own else own | their
    ratniks = own & position.ratniks
    while ratniks:
        origin = ratniks.bit_length() - 1
        bit = BIT[origin]
        ratniks ^= bit
        ahead = advance[origin]
        targets = take[origin] & their | ahead & ~their
        if fresh & bit and not ahead & obstacles:
            targets |= advance_two[origin] & ~their
        targets &= allowed
        if targets:
            if bound & bit:
                _tower_lifts(position, origin, targets, pins, results)
            else:
                results.append((origin, ALL, targets))


def _piece_lifts(position: TavreliBoard, bonds: Bonds, results: list[Lift]) -> None:
    """Add moves of the towers with neither a ratnik nor the volhv on top."""
    allowed, bound, pins = bonds
    occupied = position.own | position.their
    straights, diagonals, leapers = position.straights, position.diagonals, position.leapers
    movers = position.own & (straights | diagonals | leapers)
    while movers:
        origin = movers.bit_length() - 1
        bit = BIT[origin]
        movers ^= bit
        targets = LEAP[origin] if leapers & bit else 0
        if straights & bit:
            targets |= STRAIGHT[origin][occupied & STRAIGHT_MASK[origin]]
        if diagonals & bit:
            targets |= DIAGONAL[origin][occupied & DIAGONAL_MASK[origin]]
        targets &= allowed
        if targets:
            if bound & bit:
                _tower_lifts(position, origin, targets, pins, results)
            else:
                results.append((origin, ALL, targets))


def _tower_lifts(position: TavreliBoard, origin: int, targets: int, pins: dict[int, int], results: list[Lift]) -> None:
    """Add moves of a tower to `targets`, as a whole (if a pin permits) and in part."""
    whole = targets & pins.get(BIT[origin], targets)
    if whole:
        results.append((origin, ALL, whole))
    tower, black = position.towers[origin], position.black
    for lifted in range(1, len(tower)):
        left = tower[lifted]
        split = targets if left & BLACK == black else targets & _shields(position, origin, left)
        if split:
            results.append((origin, lifted, split))


def _shields(position: TavreliBoard, origin: int, freed: int) -> int:
    """Return the targets that keep the opponent's piece `freed` on `origin` from attacking the volhv."""
    freed = position.rulings.uncovered(freed, origin, position.black)
    volhv = position.own_volhv
    if not REACH[freed][origin] & BIT[volhv]:
        return EVERYWHERE
    line = BETWEEN[origin][volhv]
    return EVERYWHERE if line & (position.own | position.their) else line


def _volhv_lifts(position: TavreliBoard, results: list[Lift]) -> None:
    """Add moves of the volhv alone, with part of its tower, or with all of it."""
    origin = position.own_volhv
    black = position.black
    their, their_volhv = position.their, BIT[position.their_volhv]
    targets = STEP[origin] & ~their_volhv
    occupied = position.own | their
    tower = position.towers[origin]

    lines = their & (position.straights & STRAIGHT_AROUND[origin] | position.diagonals & DIAGONAL_AROUND[origin])
    others = their & (position.leapers & LEAP_AROUND[origin] | position.ratniks & TAKE_AROUND[black][origin])
    danger = STEP[position.their_volhv] if STEP_AROUND[origin] & their_volhv else 0
    for square in squares_in(others):
        danger |= REACH[position.towers[square][0]][square] if not lines & BIT[square] else LEAP[square]
    targets &= ~danger

    # Lines continue behind a volhv that leaves nothing.
    whole = targets & ~_line_danger(position, lines, occupied ^ BIT[origin])
    if whole:
        results.append((origin, ALL, whole))
    height = len(tower)
    if height > 1:
        targets &= ~_line_danger(position, lines, occupied)
        for lifted in range(1, height):
            split = targets
            left = tower[lifted]
            if left & BLACK != black:
                # It is next to every target: nothing can come between.
                split &= ~REACH[position.rulings.uncovered(left, origin, black)][origin]
            if split:
                results.append((origin, lifted, split))


def _line_danger(position: TavreliBoard, lines: int, occupied: int) -> int:
    danger = 0
    for square in squares_in(lines):
        if position.straights & BIT[square]:
            danger |= STRAIGHT[square][occupied & STRAIGHT_MASK[square]]
        if position.diagonals & BIT[square]:
            danger |= DIAGONAL[square][occupied & DIAGONAL_MASK[square]]
    return danger


def en_passant(position: TavreliBoard) -> list[Lift]:
    """Return the legal captures on the crossed square, by origin and number lifted."""
    target = position.crossed
    black = position.black
    behind = target + (8 if black else -8)
    if position.rulings.en_passant == "lone" and len(position.towers[behind]) > 1:
        return []
    results = []
    # A ratnik of the other side on the crossed square would capture on the squares from which we capture on it.
    for origin in squares_in(TAKE[BLACK - black][target] & position.ratniks & position.own):
        for lifted in (ALL, *range(1, len(position.towers[origin]))):
            if not carry(position, origin, target, lifted).exposers():
                results.append((origin, lifted, BIT[target]))
    return results


def castlings(position: TavreliBoard) -> list[int]:
    """Return the squares to which the volhv may castle now."""
    black = position.black
    rights = position.rights & CORNERS[black]
    if not rights:
        return []
    home = VOLHV_HOME[black]
    occupied = position.own | position.their
    results: list[int] = []
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
            results.append(target)
    return results


# Execution of a legal move: the changes of towers, bitboards, rights and counters.

Position = TypeVar("Position", bound=TavreliBoard)


def carry(position: Position, origin: int, target: int, lifted: int = ALL) -> Position:
    """Return the position after the side to move has carried `lifted` pieces from `origin` to `target`.

    A volhv that moves two squares castles; a ratnik that moves to the crossed square off its file captures en passant.
    """
    rulings = position.rulings
    towers = position.towers.copy()
    tower = towers[origin]
    top = tower[0]
    black = position.black
    rights = position.rights
    halfmoves = position.halfmoves + 1
    crossed = NOWHERE
    changed: tuple[int, ...] = (origin, target)

    if lifted:
        left, tower = tower[lifted:], tower[:lifted]
        if rulings.uncovered(left[0], origin, black) != left[0]:
            left = promoted(left)
        towers[origin] = left
        if lifted > 1 and rulings.splitting_resets:
            halfmoves = 0
    else:
        towers[origin] = NOTHING
        rights &= ~BIT[origin]

    below = towers[target]
    if below:
        halfmoves = 0
        if below[0] & PROMOTED:
            below = rulings.covered(below, top)
        if rights & BIT[target]:
            rights = rights_after_covering(rulings, rights, BIT[target], black)

    if top & RATNIK_STATE == RATNIK:
        halfmoves = 0
        advance = target - origin
        if BIT[target] & LAST_RANK_OF[black]:
            tower = promoted(tower)
        elif advance == 16 or advance == -16:
            passed = (origin + target) >> 1
            if not towers[passed]:
                crossed = passed
        elif target == position.crossed and advance & 7:
            behind = target - FORWARD[black]
            below, towers[behind] = _taken_en_passant(rulings, towers[behind])
            changed = (origin, target, behind)
    elif top & KIND == VOLHV:
        rights &= ~CORNERS[black]
        if target - origin in (2, -2):
            changed = (origin, target, *_rook_castles(towers, origin, target))
    towers[target] = tower + below
    if rulings.carried_ratnik_resets and any(map(is_ratnik, tower)):
        halfmoves = 0
    return _pass_turn(position, towers, changed, rights, crossed, halfmoves)


def rights_after_covering(rulings: Rulings, rights: int, covered: int, black: int) -> int:
    """Return the rights left after a piece of the side `black` was put on an occupied square."""
    if covered & RATNIK_HOMES:
        return rights if rulings.covered_ratnik_keeps_double_step else rights & ~covered
    if covered & ALL_CORNERS & ~CORNERS[black] and not rulings.captured_rook_keeps_castling:
        return rights & ~covered
    return rights


def _taken_en_passant(rulings: Rulings, tower: bytes) -> tuple[bytes, bytes]:
    """Return the part that goes beneath the capturer, and the part that stays on the target of the double step."""
    count = len(tower) if rulings.en_passant == "tower" else 1
    return tower[:count], tower[count:]


def _rook_castles(towers: list[bytes], home: int, target: int) -> tuple[int, int]:
    corner, rook_target = (target + 1, target - 1) if target > home else (target - 2, target + 1)
    towers[rook_target], towers[corner] = towers[corner], NOTHING
    return rook_target, corner


def _pass_turn(
    position: Position, towers: list[bytes], changed: tuple[int, ...], rights: int, crossed: int, halfmoves: int
) -> Position:
    """Return the next position: the turn passes, and only the bitboards of the `changed` squares are updated."""
    own, their = position.own, position.their
    ratniks, leapers = position.ratniks, position.leapers
    diagonals, straights = position.diagonals, position.straights
    tall, own_volhv = position.tall, position.own_volhv
    black = position.black
    for square in changed:
        bit = BIT[square]
        other_squares = ~bit
        own &= other_squares
        their &= other_squares
        ratniks &= other_squares
        leapers &= other_squares
        diagonals &= other_squares
        straights &= other_squares
        tall &= other_squares
        tower = towers[square]
        if not tower:
            continue
        if len(tower) > 1:
            tall |= bit
        top = tower[0]
        if top & BLACK == black:
            own |= bit
        else:
            their |= bit
        if top & RATNIK_STATE == RATNIK:
            ratniks |= bit
        elif top & KIND == VOLHV:
            own_volhv = square
        else:
            if GOES_STRAIGHT[top]:
                straights |= bit
            if GOES_DIAGONALLY[top]:
                diagonals |= bit
            if LEAPS[top]:
                leapers |= bit

    after = object.__new__(type(position))
    after.rulings = position.rulings
    after.towers = towers
    after.own, after.their = their, own
    after.own_volhv, after.their_volhv = position.their_volhv, own_volhv
    after.ratniks, after.leapers = ratniks, leapers
    after.diagonals, after.straights = diagonals, straights
    after.tall = tall
    after.rights, after.crossed, after.halfmoves = rights, crossed, halfmoves
    after.black = BLACK - black
    after.fullmoves = position.fullmoves + 1 if black else position.fullmoves
    after.forget()
    return after
