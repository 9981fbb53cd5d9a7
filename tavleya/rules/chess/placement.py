"""The first field of a FEN alone, as sent by an electronic board: any pieces anywhere, also in impossible positions."""

from collections.abc import Mapping

import chess

from tavleya.rules.chess.position import figures_on
from tavleya.rules.contract import Figure


def figures_placed(placement: str) -> Mapping[str, tuple[Figure, ...]] | None:
    """Return occupied square → its piece; None if the text is not a placement."""
    try:
        board = chess.BaseBoard(placement.split(" ", maxsplit=1)[0])
    except ValueError:
        return None
    return figures_on(board)
