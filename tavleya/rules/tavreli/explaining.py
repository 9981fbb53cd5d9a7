"""Explanations of illegal moves: one message for each reason, the most informative first."""

from collections.abc import Mapping

from tavleya.messages import Message
from tavleya.rules.contract import StatusKind
from tavleya.rules.tavreli.geometry import (
    ADVANCE,
    BETWEEN,
    BIT,
    CORNERS,
    FORWARD,
    NAMES,
    REACH,
    SECOND_RANK_OF,
    TAKE,
    VOLHV_HOME,
    distance,
    squares_in,
)
from tavleya.rules.tavreli.messages import say
from tavleya.rules.tavreli.move import ALL
from tavleya.rules.tavreli.pieces import BLACK, KIND, RATNIK, ROOK, VOLHV, is_ratnik, name_of
from tavleya.rules.tavreli.position import TavreliPosition
from tavleya.rules.tavreli.wording import Wording


def illegality_reason(position: TavreliPosition, wording: Wording) -> Message | None:
    """Return why the move is not legal here; None if it is."""
    status = position.status()
    if status.kind is StatusKind.CHECKMATE:
        return say("game_over_checkmate")
    if status.kind is StatusKind.STALEMATE:
        return say("game_over_stalemate")
    if wording.castling:
        return _castling(position, wording.castling)
    return _tower(position, wording) or _way(position, wording) or _volhv_left_attacked(position, wording)


def castling_wing(position: TavreliPosition, wording: Wording) -> int:
    """Return +1 or -1 if the wording castles, explicitly or by the volhv's two squares along its home rank; else 0."""
    if wording.castling:
        return wording.castling
    home = VOLHV_HOME[position.black]
    if wording.origin == position.own_volhv == home and wording.target - home in (2, -2):
        return 1 if wording.target > home else -1
    return 0


def _tower(position: TavreliPosition, wording: Wording) -> Message | None:
    """Return the fault of the tower to be moved or of the target tower."""
    tower = position.towers[wording.origin]
    square = NAMES[wording.origin]
    if not tower:
        return say("nothing_there", square=square)
    if (tower[0] & BLACK) != position.black:
        return say("opponents_tower", square=square)
    kind = RATNIK if is_ratnik(tower[0]) else tower[0] & KIND
    if wording.kind and wording.kind != kind:
        return say("another_piece", square=square, piece=name_of(tower[0]))
    if wording.lifted is not None and not 0 < wording.lifted <= len(tower):
        return say(
            "lifts_too_many" if wording.lifted else "lifts_none",
            square=square,
            height=len(tower),
            lifted=wording.lifted,
        )
    if wording.target == wording.origin:
        return say("goes_nowhere")
    if wording.target in (position.own_volhv, position.their_volhv):
        return say("onto_volhv", square=NAMES[wording.target])
    return None


def _way(position: TavreliPosition, wording: Wording) -> Message | None:
    """Return why the top piece does not move that way, or what obstructs it."""
    origin, target = wording.origin, wording.target
    code = position.towers[origin][0]
    if is_ratnik(code):
        return _ratnik_way(position, origin, target)
    if code & KIND == VOLHV and (wing := castling_wing(position, wording)):
        return _castling(position, wing)
    if not REACH[code][origin] & BIT[target]:
        return _not_its_way(code, origin, target)
    passed = BETWEEN[origin][target] & (position.own | position.their)
    if passed:
        nearest = min(squares_in(passed), key=lambda square: distance(origin, square))
        return say("blocked.tavreli", origin=NAMES[origin], target=NAMES[target], square=NAMES[nearest])
    return None


def _not_its_way(code: int, origin: int, target: int) -> Message:
    return say("not_its_way", piece=name_of(code), origin=NAMES[origin], target=NAMES[target])


def _ratnik_way(position: TavreliPosition, origin: int, target: int) -> Message | None:
    black = position.black
    common = {"square": NAMES[target]}
    if TAKE[black][origin] & BIT[target]:
        return _ratnik_takes(position, target, common)
    single = origin + FORWARD[black]
    if ADVANCE[black][origin] & BIT[target]:
        return say("ratnik_blocked", **common) if position.their & BIT[target] else None
    if target != single + FORWARD[black] or not SECOND_RANK_OF[black] & BIT[origin]:
        return _not_its_way(position.towers[origin][0], origin, target)
    return _double_step(position, origin, single, target, common)


def _ratnik_takes(position: TavreliPosition, target: int, common: Mapping[str, object]) -> Message | None:
    if position.their & BIT[target]:
        return None
    if position.own & BIT[target]:
        return say("diagonal_onto_own", **common)
    if target != position.crossed:
        return say("diagonal_onto_nothing", **common)
    behind = target - FORWARD[position.black]
    if position.rulings.en_passant == "lone" and len(position.towers[behind]) > 1:
        return say("en_passant_from_tower", square=NAMES[behind])
    return None


def _double_step(
    position: TavreliPosition, origin: int, single: int, target: int, common: Mapping[str, object]
) -> Message | None:
    if not position.rights & BIT[origin] or len(position.towers[origin]) > 1:
        return say("double_step_lost", square=NAMES[origin])
    blocking = position.their if position.rulings.double_step_over_own else position.their | position.own
    if blocking & BIT[single]:
        return say("double_step_blocked", square=NAMES[single])
    if position.their & BIT[target]:
        return say("double_step_onto_opponent", **common)
    return None


def _castling(position: TavreliPosition, wing: int) -> Message | None:
    black = position.black
    home = VOLHV_HOME[black]
    corner = home + 3 if wing > 0 else home - 4
    common = {"square": NAMES[corner]}
    if not position.rights & CORNERS[black]:
        return say("castling_lost")
    if not position.rights & BIT[corner]:
        return say("castling_lost_there", **common)
    if position.towers[corner] != bytes((ROOK | black,)):
        return say("castling_rook_covered", **common)
    between = BETWEEN[home][corner] & (position.own | position.their)
    if between:
        nearest = min(squares_in(between), key=lambda square: distance(home, square))
        return say("castling_occupied", square=NAMES[nearest])
    for square, key in (
        (home, "castling_in_check.tavreli"),
        (home + wing, "castling_through_check.tavreli"),
        (home + 2 * wing, "castling_into_check.tavreli"),
    ):
        attackers = position.attackers(square, position.own | position.their, black) & position.their
        if attackers:
            return say(key, **_attack(position, square, attackers.bit_length() - 1))
    return None


def _attack(position: TavreliPosition, square: int, by: int) -> dict[str, object]:
    return {"square": NAMES[square], "piece": name_of(position.towers[by][0]), "attacker": NAMES[by]}


def _volhv_left_attacked(position: TavreliPosition, wording: Wording) -> Message | None:
    origin, target = wording.origin, wording.target
    tower = position.towers[origin]
    lifted = wording.lifted or len(tower)
    after = position.after(origin, target, ALL if lifted == len(tower) else lifted)
    exposers = after.exposers()
    if not exposers:
        return None
    volhv = after.their_volhv
    # A piece set free by the move itself is more informative than one that attacked before.
    by = origin if exposers & BIT[origin] else exposers.bit_length() - 1
    params = _attack(after, volhv, by)
    if by == origin:
        if after.towers[origin][0] != tower[lifted]:
            return say("promotes_attacker", **params)
        return say("frees_attacker", **params)
    if after.towers[by][0] & KIND == VOLHV:
        return say("volhvs_adjacent")
    if volhv == target:
        return say("volhv_into_attack", **params)
    if position.checkers() & BIT[by]:
        return say("still_in_check", **params)
    return say("exposes_volhv", **params)
