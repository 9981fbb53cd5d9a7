"""What stands on a board: the first field of a FEN, without the side to move."""

from __future__ import annotations

import chess

from tavleya.rules.chess import ChessPosition

START = chess.STARTING_BOARD_FEN
#: The squares on which kings say a result: a light and a dark pair.
LIGHT, DARK = frozenset({chess.E4, chess.D5}), frozenset({chess.D4, chess.E5})
CENTRE = LIGHT | DARK


def read_placement(text: object) -> str | None:
    """The placement as the library writes it; None where it is none."""
    if not isinstance(text, str) or len(text) > 71:
        return None
    try:
        return chess.BaseBoard(text).board_fen()
    except ValueError:
        return None


def placement_of(position: ChessPosition) -> str:
    return position.text().partition(" ")[0]


def turned(placement: str) -> str:
    """The same board seen from the other side, as a board placed the wrong way round tells it."""
    return placement[::-1]


def pieces(placement: str) -> dict[chess.Square, str]:
    """The letter of the piece on each square that is not empty."""
    found = {}
    square = chess.A8
    for sign in placement:
        if sign == "/":
            square -= 16
        elif sign.isdigit():
            square += int(sign)
        else:
            found[square] = sign
            square += 1
    return found


def differing(one: str, other: str) -> tuple[chess.Square, ...]:
    """The squares on which two placements differ."""
    if one == other:
        return ()
    here, there = pieces(one), pieces(other)
    return tuple(square for square in chess.SQUARES if here.get(square) != there.get(square))


def kings_result(placement: str) -> str | None:
    """The result that two kings in the centre say, as the maker of the boards has it; None where they do not stand so.

    Both light: White won; both dark: Black; one of each: a draw.  Central squares touch each other, so no legal move
    ever brings this about.
    """
    kings = [square for square, piece in pieces(placement).items() if piece in "Kk"]
    if len(kings) != 2 or not CENTRE.issuperset(kings):
        return None
    if LIGHT.issuperset(kings):
        return "1-0"
    return "0-1" if DARK.issuperset(kings) else "1/2-1/2"


def lone_king(before: str, placement: str) -> bool:
    """Whether one king was put in the centre, from elsewhere, and the other was not."""
    was = {piece: square for square, piece in pieces(before).items() if piece in "Kk"}
    now = {piece: square for square, piece in pieces(placement).items() if piece in "Kk"}
    return len(now) == 2 and sum(now[king] in CENTRE and now[king] != was.get(king) for king in now) == 1
