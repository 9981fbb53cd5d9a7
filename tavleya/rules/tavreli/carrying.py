"""Execution of a legal move: the changes of towers, bitboards, rights and counters."""

from typing import TypeVar

from tavleya.rules.tavreli.board import TavreliBoard
from tavleya.rules.tavreli.geometry import (
    ALL_CORNERS,
    BIT,
    CORNERS,
    FORWARD,
    LAST_RANK_OF,
    NOWHERE,
    RATNIK_HOMES,
)
from tavleya.rules.tavreli.move import ALL
from tavleya.rules.tavreli.pieces import (
    BLACK,
    GOES_DIAGONALLY,
    GOES_STRAIGHT,
    KIND,
    LEAPS,
    NOTHING,
    PROMOTED,
    RATNIK,
    RATNIK_STATE,
    VOLHV,
    is_ratnik,
    promoted,
)
from tavleya.rules.tavreli.rulings import Rulings

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
    return _passed(position, towers, changed, rights, crossed, halfmoves)


def rights_after_covering(rulings: Rulings, rights: int, covered: int, black: int) -> int:
    """Return the rights left after a piece of the side `black` was put on an occupied square."""
    if covered & RATNIK_HOMES:
        return rights if rulings.covered_ratnik_keeps_double_step else rights & ~covered
    if covered & ALL_CORNERS & ~CORNERS[black] and not rulings.captured_rook_keeps_castling:
        return rights & ~covered
    return rights


def _taken_en_passant(rulings: Rulings, tower: bytes) -> tuple[bytes, bytes]:
    """Return the part that goes beneath the capturer, and the part that stays on the target of the double step."""
    taken = len(tower) if rulings.en_passant == "tower" else 1
    return tower[:taken], tower[taken:]


def _rook_castles(towers: list[bytes], home: int, target: int) -> tuple[int, int]:
    corner, beside = (target + 1, target - 1) if target > home else (target - 2, target + 1)
    towers[beside], towers[corner] = towers[corner], NOTHING
    return beside, corner


def _passed(
    position: Position,
    towers: list[bytes],
    changed: tuple[int, ...],
    rights: int,
    crossed: int,
    halfmoves: int,
) -> Position:
    """Return the next position: the turn passes, and only the bitboards of the `changed` squares are updated."""
    own, their = position.own, position.their
    ratniks, leapers = position.ratniks, position.leapers
    diagonals, straights = position.diagonals, position.straights
    tall, own_volhv = position.tall, position.own_volhv
    black = position.black
    for square in changed:
        bit = BIT[square]
        elsewhere = ~bit
        own &= elsewhere
        their &= elsewhere
        ratniks &= elsewhere
        leapers &= elsewhere
        diagonals &= elsewhere
        straights &= elsewhere
        tall &= elsewhere
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
