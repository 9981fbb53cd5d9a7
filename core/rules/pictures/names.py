"""What the pieces are called, side and rank in one phrase, since other languages inflect the side with the piece."""

from __future__ import annotations

from common.messages import N_, Message, label
from common.sides import Side
from core.rules.contract import Figure, Game

_CHESS = {
    "K": (N_("white king"), N_("black king")),
    "Q": (N_("white queen"), N_("black queen")),
    "R": (N_("white rook"), N_("black rook")),
    "B": (N_("white bishop"), N_("black bishop")),
    "N": (N_("white knight"), N_("black knight")),
    "P": (N_("white pawn"), N_("black pawn")),
}

_DRAUGHTS = {
    "M": (N_("white man"), N_("black man")),
    "D": (N_("white draughts king"), N_("black draughts king")),
}

_TAVRELI = {
    "K": (N_("white volhv"), N_("black volhv")),
    "Q": (N_("white knyaz"), N_("black knyaz")),
    "R": (N_("white ratoborets"), N_("black ratoborets")),
    "B": (N_("white luchnik"), N_("black luchnik")),
    "N": (N_("white vsadnik"), N_("black vsadnik")),
    "H": (N_("white helgi"), N_("black helgi")),
    "PQ": (N_("white ratnik of the knyaz"), N_("black ratnik of the knyaz")),
    "PR": (N_("white ratnik of the ratoborets"), N_("black ratnik of the ratoborets")),
    "PB": (N_("white ratnik of the luchnik"), N_("black ratnik of the luchnik")),
    "PN": (N_("white ratnik of the vsadnik"), N_("black ratnik of the vsadnik")),
    "PH": (N_("white ratnik of the helgi"), N_("black ratnik of the helgi")),
    "+Q": (N_("white knyaz, a promoted ratnik"), N_("black knyaz, a promoted ratnik")),
    "+R": (N_("white ratoborets, a promoted ratnik"), N_("black ratoborets, a promoted ratnik")),
    "+B": (N_("white luchnik, a promoted ratnik"), N_("black luchnik, a promoted ratnik")),
    "+N": (N_("white vsadnik, a promoted ratnik"), N_("black vsadnik, a promoted ratnik")),
    "+H": (N_("white helgi, a promoted ratnik"), N_("black helgi, a promoted ratnik")),
}

_NAMES = {Game.CHESS: _CHESS, Game.DRAUGHTS: _DRAUGHTS, Game.TAVRELI: _TAVRELI}


def piece_name(figure: Figure, game: Game) -> Message:
    """The name of one piece: "white ratnik of the luchnik".  Raises KeyError for a piece that the game has not."""
    mark = "+" + figure.kind if figure.promoted else figure.kind + figure.becomes
    white, black = _NAMES[game][mark]
    return label("piece", white if figure.side is Side.WHITE else black)
