"""Placements of a board: the first field of a FEN, without the side to move."""

import chess

from tavleya.rules.chess import ChessPosition

START = chess.STARTING_BOARD_FEN
#: The squares on which kings signal a result: a light and a dark pair.
LIGHT, DARK = frozenset({chess.E4, chess.D5}), frozenset({chess.D4, chess.E5})
CENTRE = LIGHT | DARK


def read_placement(text: object) -> str | None:
    """Return the placement in the spelling of python-chess, or None if `text` is not a placement."""
    if not isinstance(text, str) or len(text) > 71:
        return None
    try:
        return chess.BaseBoard(text).board_fen()
    except ValueError:
        return None


def placement_of(position: ChessPosition) -> str:
    return position.text().partition(" ")[0]


def turned(placement: str) -> str:
    """Return the placement seen from the other side, as a reversed board reports it."""
    return placement[::-1]


def pieces(placement: str) -> dict[chess.Square, str]:
    """Return the letter of the piece on each occupied square."""
    result = {}
    square = chess.A8
    for sign in placement:
        if sign == "/":
            square -= 16
        elif sign.isdigit():
            square += int(sign)
        else:
            result[square] = sign
            square += 1
    return result


def differing(name: str, other: str) -> tuple[chess.Square, ...]:
    """Return the squares on which two placements differ."""
    if name == other:
        return ()
    place, existing = pieces(name), pieces(other)
    return tuple(square for square in chess.SQUARES if place.get(square) != existing.get(square))


def kings_result(placement: str) -> str | None:
    """Return the result that two kings in the centre signal by the maker's convention, or None.

    Both on light squares: White won; both on dark: Black won; one of each: a draw.  Central squares are adjacent, so no
    legal move creates this placement.
    """
    kings = [square for square, piece in pieces(placement).items() if piece in "Kk"]
    if len(kings) != 2 or not CENTRE.issuperset(kings):
        return None
    if LIGHT.issuperset(kings):
        return "1-0"
    return "0-1" if DARK.issuperset(kings) else "1/2-1/2"


def lone_king(before: str, placement: str) -> bool:
    """Return whether exactly one king was moved to the centre from elsewhere."""
    was = {piece: square for square, piece in pieces(before).items() if piece in "Kk"}
    now = {piece: square for square, piece in pieces(placement).items() if piece in "Kk"}
    return len(now) == 2 and sum(now[king] in CENTRE and now[king] != was.get(king) for king in now) == 1
