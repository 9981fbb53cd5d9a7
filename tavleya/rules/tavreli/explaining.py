"""Explanations of illegal moves: one message for each reason, the most informative first."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from tavleya.languages import is_cyrillic
from tavleya.messages import Message
from tavleya.rules.contract import StatusKind, Touch, UnreadableMove
from tavleya.rules.tavreli.generation import rights_after_covering
from tavleya.rules.tavreli.messages import say
from tavleya.rules.tavreli.pieces import (
    ADVANCE,
    ALL,
    BETWEEN,
    BISHOP,
    BIT,
    BLACK,
    CORNERS,
    FORWARD,
    HELGI,
    KIND,
    KNIGHT,
    LAST_RANK_OF,
    NAMES,
    NOWHERE,
    QUEEN,
    RATNIK,
    REACH,
    ROOK,
    SECOND_RANK_OF,
    SQUARE_OF,
    TAKE,
    VOLHV,
    VOLHV_HOME,
    distance,
    is_ratnik,
    name_of,
    promoted,
    squares_in,
)
from tavleya.rules.tavreli.position import CASTLING, TavreliPosition

# Parser of a written move, before its legality is checked: squares, number lifted, castling.
#
# Two systems of file letters are in use: Latin a–h, and the book's Cyrillic а б в г д е ж з. Some letters
# look the same and mean different files (Cyrillic е is the sixth file, Latin e the fifth), so a text can
# have two readings.

CYRILLIC_FILES = "абвгдежз"


@dataclass(frozen=True, slots=True)
class Wording:
    """One reading of a text.  `lifted` is None without a number, `kind` 0 without a figurine.

    Castling has `castling` of +1 (short) or -1 (long) and no squares.
    """

    origin: int = NOWHERE
    target: int = NOWHERE
    lifted: int | None = None
    castling: int = 0
    kind: int = 0


_BOOK_FILES = dict(zip(CYRILLIC_FILES, "abcdefgh", strict=True))
_CYRILLIC = frozenset("абвгдежзсн")
# Cyrillic look-alikes of Latin files, and the reverse.  A 6 for a file is left to the reader of whole sheets, because
# scanners read both б and д as 6.
_LATIN_READING = {letter: letter for letter in "abcdefgh"} | {"а": "a", "в": "b", "с": "c", "е": "e", "н": "h"}
_BOOK_READING = _BOOK_FILES | {"a": "a", "e": "f"}
_RANKS = {rank: rank for rank in "12345678"} | {"з": "3", "б": "6", "l": "1", "i": "1", "і": "1"}
_FIGURINES = dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", (VOLHV, QUEEN, ROOK, BISHOP, KNIGHT, RATNIK) * 2, strict=True))
_FIGURINES["h"] = HELGI  # no sign is printed for it

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−", "-"))
#: A longer text is never a move.
_LONGEST = 80
_ENDING = re.compile(r"[\s+#!?=]+$|\s*\$\d+$|\s*\b(?:e\.?p\.?|мат|шах|mate)$")
_NUMBER = re.compile(r"^\d+\s*(?:\.{1,3}|…)\s*")
_CASTLING = re.compile(r"[0oо](?:\s*-?\s*[0oо]){1,2}")
_MOVE = re.compile(
    r"(?:\(\s*(?P<before>\d{1,2})\s*\)\s*)?"
    r"(?P<figurine>[♔-♟h]\ufe0e?)?\s*"
    r"(?P<from_file>[a-hа-зсн])(?P<from_rank>[1-8збliі])"
    r"(?P<between>\s*[-:xх×]?\s*)"
    r"(?P<to_file>[a-hа-зсн])(?P<to_rank>[1-8збliі])"
    r"\.?(?:\s*\(\s*(?P<after>\d{1,2})\s*\))?"
)


def wordings(text: str, language: str = "") -> tuple[Wording, ...]:
    """Return the readings of `text`, the likeliest first.  Raises: UnreadableMove.

    In `ru` and `uk`, letters that are all Cyrillic are the book's files; in other languages they are look-alikes of
    Latin ones.  Without a language such a text has both readings, unless its layout is the book's.
    """
    if len(text) > _LONGEST:
        raise UnreadableMove(say("unreadable_move.tavreli", text=text.strip()[:40]))
    body = _NUMBER.sub("", text.translate(_DASHES).strip().lower())
    while (shorter := _ENDING.sub("", body)) != body:
        body = shorter
    if _CASTLING.fullmatch(body):
        zeros = sum(letter in "0oо" for letter in body)
        return (Wording(castling=1 if zeros == 2 else -1),)
    match = _MOVE.fullmatch(body)
    if not match:
        raise UnreadableMove(say("unreadable_move.tavreli", text=text.strip()[:40]))
    counts = {int(count) for count in (match["before"], match["after"]) if count}
    if len(counts) > 1:
        raise UnreadableMove(say("two_counts", text=text.strip()[:40]))
    lifted = counts.pop() if counts else None
    kind = _FIGURINES[match["figurine"][0]] if match["figurine"] else 0
    readings = []
    for files in _systems(match, language):
        origin = SQUARE_OF[files[match["from_file"]] + _RANKS[match["from_rank"]]]
        target = SQUARE_OF[files[match["to_file"]] + _RANKS[match["to_rank"]]]
        wording = Wording(origin, target, lifted, kind=kind)
        if wording not in readings:
            readings.append(wording)
    return tuple(readings)


def only_wording(text: str) -> Wording:
    """Return the only reading of `text`.  Raises: UnreadableMove if there is none, or more than one."""
    readings = wordings(text)
    if len(readings) > 1:
        raise UnreadableMove(two_alphabets(text))
    return readings[0]


def two_alphabets(text: str) -> Message:
    return say("two_alphabets", text=text.strip())


def _systems(match: re.Match[str], language: str) -> list[dict[str, str]]:
    """Return the systems of file letters in which the two squares can be read."""
    files = {match["from_file"], match["to_file"]}
    if not files <= _LATIN_READING.keys():
        if files <= _BOOK_READING.keys():
            return [_BOOK_READING]
        raise UnreadableMove(say("mixed_alphabets"))
    if not files <= _CYRILLIC or not files <= _BOOK_READING.keys():
        return [_LATIN_READING]
    book_layout = match["before"] or match["between"] != match["between"].strip()
    if book_layout or is_cyrillic(language):
        return [_BOOK_READING]
    return [_LATIN_READING] if language else [_BOOK_READING, _LATIN_READING]


def illegality_reason(position: TavreliPosition, wording: Wording) -> Message | None:
    """Return why the move is not legal here; None if it is."""
    status = position.status()
    if status.kind is StatusKind.CHECKMATE:
        return say("game_over_checkmate")
    if status.kind is StatusKind.STALEMATE:
        return say("game_over_stalemate")
    if wording.castling:
        return _castling_fault(position, wording.castling)
    return _tower_fault(position, wording) or _path_fault(position, wording) or _volhv_left_attacked(position, wording)


def castling_wing(position: TavreliPosition, wording: Wording) -> int:
    """Return +1 or -1 if the wording castles, explicitly or by the volhv's two squares along its home rank; else 0."""
    if wording.castling:
        return wording.castling
    home = VOLHV_HOME[position.black]
    if wording.origin == position.own_volhv == home and wording.target - home in (2, -2):
        return 1 if wording.target > home else -1
    return 0


def _tower_fault(position: TavreliPosition, wording: Wording) -> Message | None:
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


def _path_fault(position: TavreliPosition, wording: Wording) -> Message | None:
    """Return why the top piece does not move that way, or what obstructs it."""
    origin, target = wording.origin, wording.target
    code = position.towers[origin][0]
    if is_ratnik(code):
        return _ratnik_fault(position, origin, target)
    if code & KIND == VOLHV and (wing := castling_wing(position, wording)):
        return _castling_fault(position, wing)
    if not REACH[code][origin] & BIT[target]:
        return _not_its_way(code, origin, target)
    passed = BETWEEN[origin][target] & (position.own | position.their)
    if passed:
        nearest = min(squares_in(passed), key=lambda square: distance(origin, square))
        return say("blocked.tavreli", origin=NAMES[origin], target=NAMES[target], square=NAMES[nearest])
    return None


def _not_its_way(code: int, origin: int, target: int) -> Message:
    return say("not_its_way", piece=name_of(code), origin=NAMES[origin], target=NAMES[target])


def _ratnik_fault(position: TavreliPosition, origin: int, target: int) -> Message | None:
    black = position.black
    params = {"square": NAMES[target]}
    if TAKE[black][origin] & BIT[target]:
        return _ratnik_capture_fault(position, target, params)
    single = origin + FORWARD[black]
    if ADVANCE[black][origin] & BIT[target]:
        return say("ratnik_blocked", **params) if position.their & BIT[target] else None
    if target != single + FORWARD[black] or not SECOND_RANK_OF[black] & BIT[origin]:
        return _not_its_way(position.towers[origin][0], origin, target)
    return _double_step_fault(position, origin, single, target, params)


def _ratnik_capture_fault(position: TavreliPosition, target: int, params: Mapping[str, object]) -> Message | None:
    if position.their & BIT[target]:
        return None
    if position.own & BIT[target]:
        return say("diagonal_onto_own", **params)
    if target != position.crossed:
        return say("diagonal_onto_nothing", **params)
    behind = target - FORWARD[position.black]
    if position.rulings.en_passant == "lone" and len(position.towers[behind]) > 1:
        return say("en_passant_from_tower", square=NAMES[behind])
    return None


def _double_step_fault(
    position: TavreliPosition, origin: int, single: int, target: int, params: Mapping[str, object]
) -> Message | None:
    if not position.rights & BIT[origin] or len(position.towers[origin]) > 1:
        return say("double_step_lost", square=NAMES[origin])
    blocking = position.their if position.rulings.double_step_over_own else position.their | position.own
    if blocking & BIT[single]:
        return say("double_step_blocked", square=NAMES[single])
    if position.their & BIT[target]:
        return say("double_step_onto_opponent", **params)
    return None


def _castling_fault(position: TavreliPosition, wing: int) -> Message | None:
    black = position.black
    home = VOLHV_HOME[black]
    corner = home + 3 if wing > 0 else home - 4
    params = {"square": NAMES[corner]}
    if not position.rights & CORNERS[black]:
        return say("castling_lost")
    if not position.rights & BIT[corner]:
        return say("castling_lost_there", **params)
    if position.towers[corner] != bytes((ROOK | black,)):
        return say("castling_rook_covered", **params)
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


def _attack(position: TavreliPosition, square: int, attacker: int) -> dict[str, object]:
    return {"square": NAMES[square], "piece": name_of(position.towers[attacker][0]), "attacker": NAMES[attacker]}


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
    attacker = origin if exposers & BIT[origin] else exposers.bit_length() - 1
    params = _attack(after, volhv, attacker)
    if attacker == origin:
        if after.towers[origin][0] != tower[lifted]:
            return say("promotes_attacker", **params)
        return say("frees_attacker", **params)
    if after.towers[attacker][0] & KIND == VOLHV:
        return say("volhvs_adjacent")
    if volhv == target:
        return say("volhv_into_attack", **params)
    if position.checkers() & BIT[attacker]:
        return say("still_in_check", **params)
    return say("exposes_volhv", **params)


# Irregular moves that remain in force: they are executed on the board as played, regardless of the rules.


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
        _refuse("lifts_too_many" if lifted else "lifts_none", square=NAMES[origin], height=len(tower), lifted=lifted)
    if origin == target:
        _refuse("goes_nowhere")
    if _takes_en_passant(position, origin, target):
        # It is irregular only because the volhv is left attacked: the captive was captured all the same.
        return position.after(origin, target, ALL if lifted == len(tower) else lifted)
    rights, halfmoves = _put(position, towers, origin, target, lifted, position.rights)
    return _pass_turn(position, towers, rights, _crossed(position, towers, origin, target, tower[0]), halfmoves)


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
        _refuse("castling_not_there", volhv=NAMES[home], ratoborets=NAMES[corner])
    rights, volhv_count = _put(position, towers, home, home + 2 * wing, len(towers[home]), position.rights)
    rights, rook_count = _put(position, towers, corner, home + wing, len(rook), rights)
    return _pass_turn(position, towers, rights, NOWHERE, min(volhv_count, rook_count))


def _pass_turn(
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
