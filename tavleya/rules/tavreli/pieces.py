"""The tavreli as small integers, one for each kind of piece, and towers as bytes from the top down.

A code consists of bits: the movement of the piece when it is not a pawn (1–6), whether it is a ratnik by origin,
whether that ratnik is promoted, and whether it is black.  A tower is `bytes`, top first: `tower[0]` is the piece that
decides, `tower[:k]` the part that a move lifts and `tower[k:]` the part that stays.
"""

from tavleya.messages import Message
from tavleya.rules.contract import Figure
from tavleya.rules.tavreli.messages import say
from tavleya.sides import Side

ROOK, KNIGHT, BISHOP, QUEEN, HELGI, VOLHV = 1, 2, 3, 4, 5, 6
KIND = 7
RATNIK = 8
PROMOTED = 16
BLACK = 32
# Distinguishes an unpromoted ratnik from all other pieces: `code & RATNIK_STATE == RATNIK`.
RATNIK_STATE = RATNIK | PROMOTED

NOTHING = b""

LETTERS = {ROOK: "R", KNIGHT: "N", BISHOP: "B", QUEEN: "Q", HELGI: "H", VOLHV: "K"}

# The number of each kind for one side; a promoted ratnik counts as a ratnik.
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
# A ratnik turns into the piece behind it; the one before the volhv into the helgi.
RATNIKS = tuple(RATNIK | (HELGI if kind == VOLHV else kind) for kind in BACK_RANK)


def is_ratnik(code: int) -> bool:
    """Return whether the piece moves as a ratnik (and not as its promotion)."""
    return code & RATNIK_STATE == RATNIK


def promoted(tower: bytes) -> bytes:
    """Return the tower with the ratnik on top promoted."""
    return bytes((tower[0] | PROMOTED,)) + tower[1:]


def demoted(tower: bytes) -> bytes:
    """Return the tower with its promoted top turned back into a ratnik."""
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

# The current movement of a piece, by code.
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
    """Return the name of the piece by its current movement."""
    return _RATNIK_NAME if is_ratnik(code) else _NAMES[code & KIND]
