"""Irregular moves that remain in force: they are executed on the board as played, regardless of the rules."""

from typing import NoReturn

from tavleya.rules.contract import Touch, UnreadableMove
from tavleya.rules.tavreli.carrying import rights_after_covering
from tavleya.rules.tavreli.explaining import castling_wing
from tavleya.rules.tavreli.geometry import (
    BIT,
    FORWARD,
    LAST_RANK_OF,
    NAMES,
    NOWHERE,
    SECOND_RANK_OF,
    TAKE,
    VOLHV_HOME,
)
from tavleya.rules.tavreli.messages import say
from tavleya.rules.tavreli.move import ALL
from tavleya.rules.tavreli.pieces import BLACK, KIND, ROOK, VOLHV, is_ratnik, promoted
from tavleya.rules.tavreli.position import TavreliPosition
from tavleya.rules.tavreli.text import CASTLING
from tavleya.rules.tavreli.wording import Wording


def displace(position: TavreliPosition, wording: Wording) -> TavreliPosition:
    """Return the position after the pieces were carried as worded; the turn passes.

    Ratniks are promoted and demoted, and rights lost, as by any move.  `e1-g1` castles if the ratoborets is there, as
    in reading; `e1-g1(1)` moves the volhv alone.  Raises: UnreadableMove if it is impossible with the pieces on the
    board.
    """
    wing = castling_wing(position, wording) if wording.lifted is None else 0
    if wording.castling or (wing and _rook_waits(position, wing)):
        return _castle(position, wing)
    origin, target = wording.origin, wording.target
    towers = position.towers.copy()
    tower = towers[origin]
    if not tower:
        _refuse("nothing_there", square=NAMES[origin])
    lifted = len(tower) if wording.lifted is None else wording.lifted
    if not 0 < lifted <= len(tower):
        _refuse(
            "lifts_too_many" if lifted else "lifts_none",
            square=NAMES[origin],
            height=len(tower),
            lifted=lifted,
        )
    if origin == target:
        _refuse("goes_nowhere")
    if _takes_en_passant(position, origin, target):
        # It is irregular only because the volhv is left attacked: the captive was captured all the same.
        return position.after(origin, target, ALL if lifted == len(tower) else lifted)
    rights, halfmoves = _put(position, towers, origin, target, lifted, position.rights)
    return _passed(position, towers, rights, _crossed(position, towers, origin, target, tower[0]), halfmoves)


def touched_by(position: TavreliPosition, wording: Wording) -> tuple[Touch, ...]:
    """Return the lifted tower; volhv and ratoborets of a castling, in this order."""
    wing = castling_wing(position, wording) if wording.lifted is None else 0
    if wording.castling or (wing and _rook_waits(position, wing)):
        home = VOLHV_HOME[position.black]
        return Touch(NAMES[home]), Touch(NAMES[home + 3 if wing > 0 else home - 4])
    return (Touch(NAMES[wording.origin]),)


def _takes_en_passant(position: TavreliPosition, origin: int, target: int) -> bool:
    code = position.towers[origin][0]
    black = position.black
    return (
        target == position.crossed
        and is_ratnik(code)
        and code & BLACK == black
        and bool(TAKE[black][origin] & BIT[target])
    )


def _put(
    position: TavreliPosition, towers: list[bytes], origin: int, target: int, lifted: int, rights: int
) -> tuple[int, int]:
    """Carry `lifted` pieces over; return the remaining rights, and the counter of the 50 moves."""
    rulings = position.rulings
    carried, left, below = towers[origin][:lifted], towers[origin][lifted:], towers[target]
    if below and below[0] & KIND == VOLHV:
        _refuse("onto_volhv", square=NAMES[target])
    halfmoves = position.halfmoves + 1
    if below:
        halfmoves = 0
        below = rulings.covered(below, carried[0])
        if rights & BIT[target]:
            rights = rights_after_covering(rulings, rights, BIT[target], carried[0] & BLACK)
    if left:
        if rulings.uncovered(left[0], origin, position.black) != left[0]:
            left = promoted(left)
        if rulings.splitting_resets and lifted > 1:
            halfmoves = 0
    else:
        rights &= ~BIT[origin]
    if is_ratnik(carried[0]) or (rulings.carried_ratnik_resets and any(map(is_ratnik, carried))):
        halfmoves = 0
    if is_ratnik(carried[0]) and BIT[target] & LAST_RANK_OF[carried[0] & BLACK]:
        carried = promoted(carried)
    towers[origin], towers[target] = left, carried + below
    return _remaining_rights(towers, rights), halfmoves


def _remaining_rights(towers: list[bytes], rights: int) -> int:
    """Return the castling rights whose volhv is still at home."""
    for letter, corner in CASTLING.items():
        black = BLACK if letter.islower() else 0
        if towers[VOLHV_HOME[black]] != bytes((VOLHV | black,)):
            rights &= ~BIT[corner]
    return rights


def _crossed(position: TavreliPosition, towers: list[bytes], origin: int, target: int, top: int) -> int:
    """Return the crossed square of a lone ratnik that left its second rank by two squares, even without the right."""
    black = top & BLACK
    crossed = origin + FORWARD[black]
    stepped = (
        is_ratnik(top)
        and position.black == black
        and SECOND_RANK_OF[black] & BIT[origin]
        and target == crossed + FORWARD[black]
        and not towers[origin]
        and len(position.towers[origin]) == 1
        and not towers[crossed]
    )
    return crossed if stepped else NOWHERE


def _rook_waits(position: TavreliPosition, wing: int) -> bool:
    """Return whether a ratoborets of the side to move is on top in that corner."""
    black = position.black
    corner = VOLHV_HOME[black] + (3 if wing > 0 else -4)
    return position.towers[corner][:1] == bytes((ROOK | black,))


def _castle(position: TavreliPosition, wing: int) -> TavreliPosition:
    home = VOLHV_HOME[position.black]
    corner = home + 3 if wing > 0 else home - 4
    towers = position.towers.copy()
    rook = towers[corner]
    if position.own_volhv != home or not _rook_waits(position, wing):
        _refuse(
            "castling_not_there",
            volhv=NAMES[home],
            ratoborets=NAMES[corner],
        )
    rights, volhv_count = _put(position, towers, home, home + 2 * wing, len(towers[home]), position.rights)
    rights, rook_count = _put(position, towers, corner, home + wing, len(rook), rights)
    return _passed(position, towers, rights, NOWHERE, min(volhv_count, rook_count))


def _passed(
    position: TavreliPosition, towers: list[bytes], rights: int, crossed: int, halfmoves: int
) -> TavreliPosition:
    return TavreliPosition(
        position.rulings,
        towers,
        BLACK - position.black,
        rights,
        crossed,
        halfmoves,
        position.fullmoves + bool(position.black),
    )


def _refuse(key: str, /, **params: object) -> NoReturn:
    raise UnreadableMove(say(key, **params))
