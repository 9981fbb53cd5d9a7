"""The tavreli themselves: one small integer for each kind of piece, and towers as bytes from the top down.

A code is made of bits: what the piece moves as once it is not a pawn (1–6), whether it is a ratnik by origin, whether
that ratnik is promoted, and whether it is black.  A tower is `bytes`, top first, so that `tower[0]` is the piece
that decides, `tower[:k]` is what a move lifts and `tower[k:]` is what stays.
"""

from __future__ import annotations

from tavleya.messages import Message
from tavleya.rules.contract import Figure
from tavleya.rules.tavreli.messages import say
from tavleya.sides import Side

ROOK, KNIGHT, BISHOP, QUEEN, HELGI, VOLHV = 1, 2, 3, 4, 5, 6
KIND = 7
RATNIK = 8
PROMOTED = 16
BLACK = 32
# What tells an unpromoted ratnik from everything else: `code & RATNIK_STATE == RATNIK`.
RATNIK_STATE = RATNIK | PROMOTED

NOTHING = b""

LETTERS = {ROOK: "R", KNIGHT: "N", BISHOP: "B", QUEEN: "Q", HELGI: "H", VOLHV: "K"}

# How many of each a side has; a promoted ratnik counts as the ratnik that it is.
LIMITS = {
    VOLHV: 1,
    QUEEN: 1,
    ROOK: 2,
    BISHOP: 2,
    KNIGHT: 2,
    RATNIK | ROOK: 2,
    RATNIK | KNIGHT: 2,
    RATNIK | BISHOP: 2,
    RATNIK | QUEEN: 1,
    RATNIK | HELGI: 1,
}

BACK_RANK = (ROOK, KNIGHT, BISHOP, QUEEN, VOLHV, BISHOP, KNIGHT, ROOK)
# A ratnik turns into what it faces; the one before the volhv into the helgi.
RATNIKS = tuple(RATNIK | (HELGI if kind == VOLHV else kind) for kind in BACK_RANK)


def is_ratnik(code: int) -> bool:
    """Whether the piece moves as a ratnik (and not as what it was promoted to)."""
    return code & RATNIK_STATE == RATNIK


def promoted(tower: bytes) -> bytes:
    """The tower with the ratnik on top turned over."""
    return bytes((tower[0] | PROMOTED,)) + tower[1:]


def demoted(tower: bytes) -> bytes:
    """The tower with its promoted top turned back into a ratnik."""
    return bytes((tower[0] ^ PROMOTED,)) + tower[1:]


def side_of(code: int) -> Side:
    return Side.BLACK if code & BLACK else Side.WHITE


def _sign(code: int) -> str:
    letter = LETTERS[code & KIND]
    sign = ("+" if code & PROMOTED else "P" if code & RATNIK else "") + letter
    return sign.lower() if code & BLACK else sign


def _figure(code: int) -> Figure:
    letter = LETTERS[code & KIND]
    if not code & RATNIK:
        return Figure(letter, side_of(code))
    promoted = bool(code & PROMOTED)
    return Figure(letter if promoted else "P", side_of(code), letter, promoted)


_WHITE_CODES = (*LIMITS, *(code | PROMOTED for code in LIMITS if code & RATNIK))
CODES = tuple(sorted(_WHITE_CODES + tuple(code | BLACK for code in _WHITE_CODES)))

SIGNS = {code: _sign(code) for code in CODES}
CODE_OF = {sign: code for code, sign in SIGNS.items()}
FIGURES = {code: _figure(code) for code in CODES}

# Indexed by code: how the piece moves now.
_GAITS = {code: 0 if is_ratnik(code) else code & KIND for code in CODES}
GOES_STRAIGHT = tuple(_GAITS.get(code) in (ROOK, QUEEN, HELGI) for code in range(64))
GOES_DIAGONALLY = tuple(_GAITS.get(code) in (BISHOP, QUEEN, HELGI) for code in range(64))
LEAPS = tuple(_GAITS.get(code) in (KNIGHT, HELGI) for code in range(64))

_NAMES = {
    ROOK: say("piece_ratoborets"),
    KNIGHT: say("piece_vsadnik"),
    BISHOP: say("piece_luchnik"),
    QUEEN: say("piece_knyaz"),
    HELGI: say("piece_helgi"),
    VOLHV: say("piece_volhv"),
}
_RATNIK_NAME = say("piece_ratnik")


def name_of(code: int) -> Message:
    """What the piece is called for the way that it moves now."""
    return _RATNIK_NAME if is_ratnik(code) else _NAMES[code & KIND]
