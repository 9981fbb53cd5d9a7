"""The names of the pieces, side and rank in one phrase, because other languages inflect the side with the piece."""

from tavleya.messages import Message, label
from tavleya.rules.contract import Figure
from tavleya.rules.registry import spec_of
from tavleya.sides import Side


def piece_name(figure: Figure, game: str) -> Message:
    """Return the name of one piece: "white ratnik of the luchnik".  Raises: KeyError for a piece of another game."""
    mark = "+" + figure.kind if figure.promoted else figure.kind + figure.becomes
    white, black = spec_of(game).pieces.names[mark]
    return label("piece", white if figure.side is Side.WHITE else black)
