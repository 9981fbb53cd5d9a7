"""The pieces of one square."""

from tavleya.rules.contract import Figure
from tavleya.rules.pictures.defs import code, drawing_id
from tavleya.rules.pictures.paint import Theme, paint, side_role
from tavleya.rules.pictures.stacks import stack
from tavleya.rules.spec import PieceSet


def on_square(pieces: tuple[Figure, ...], piece_set: PieceSet, theme: Theme, prefix: str) -> str:
    """Return the markup of the pieces of one square, in a box of 100 by 100; `pieces` are from the top down."""
    if piece_set.stacked:
        return stack(pieces, piece_set.key, theme, prefix)
    return "".join(
        f'<use href="#{drawing_id(piece_set.key, code(figure), prefix)}" {paint(side_role(figure.side), theme)}/>'
        for figure in pieces
    )
