"""The first field of a FEN alone, as an electronic board tells it: any pieces anywhere, also where no game could be."""

from __future__ import annotations

from collections.abc import Mapping

import chess

from tavleya.rules.chess.position import figures_on
from tavleya.rules.contract import Figure


def figures_placed(placement: str) -> Mapping[str, tuple[Figure, ...]] | None:
    """Occupied square → its piece; None where the text is no placement."""
    try:
        board = chess.BaseBoard(placement.split(" ", maxsplit=1)[0])
    except ValueError:
        return None
    return figures_on(board)
