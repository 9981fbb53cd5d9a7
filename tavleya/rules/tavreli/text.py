"""Writer of position texts: `<board> <side> <castling> <double> <ep> <half> <full>` (`setup` reads them).

The board is from rank 8 to rank 1 with `/` between, digits for empty squares, a lone piece plain and a tower in `( )`
from the top down.  `castling` is a subset of KQkq; `double` has the files of the ratniks that have never left their
squares, A–H white and a–h black; `ep` is the crossed square, only if an en passant capture is legal.
"""

from tavleya.rules.tavreli.board import TavreliBoard
from tavleya.rules.tavreli.pieces import BIT, NAMES, NOWHERE, SIGNS, SQUARE_OF

START = "rnbqkbnr/prpnpbpqphpbpnpr/8/8/8/8/PRPNPBPQPHPBPNPR/RNBQKBNR w KQkq ABCDEFGHabcdefgh - 0 1"

CASTLING = {"K": SQUARE_OF["h1"], "Q": SQUARE_OF["a1"], "k": SQUARE_OF["h8"], "q": SQUARE_OF["a8"]}
DOUBLE = {letter: 8 + file for file, letter in enumerate("ABCDEFGH")} | {
    letter: 48 + file for file, letter in enumerate("abcdefgh")
}


def write(position: TavreliBoard, crossed: int) -> str:
    """Return the text.  `crossed`: the square of a legal en passant capture, or NOWHERE."""
    return " ".join(
        (
            "/".join(_write_rank(position.towers[first : first + 8]) for first in range(56, -8, -8)),
            "b" if position.black else "w",
            "".join(letter for letter, square in CASTLING.items() if position.rights & BIT[square]) or "-",
            "".join(letter for letter, square in DOUBLE.items() if position.rights & BIT[square]) or "-",
            NAMES[crossed] if crossed != NOWHERE else "-",
            str(position.halfmoves),
            str(position.fullmoves),
        )
    )


def _write_rank(towers: list[bytes]) -> str:
    parts, gap = [], 0
    for tower in towers:
        if not tower:
            gap += 1
            continue
        if gap:
            parts.append(str(gap))
            gap = 0
        signs = "".join(SIGNS[code] for code in tower)
        parts.append(signs if len(tower) == 1 else f"({signs})")
    if gap:
        parts.append(str(gap))
    return "".join(parts)
