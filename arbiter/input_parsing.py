"""Positions and move numbers as an arbiter types them."""

from arbiter.messages import say
from tavleya.errors import BadInput
from tavleya.rules.registry import spec_of
from tavleya.sides import Side


def position_text(game: str, text: str, turn: Side) -> str:
    """Complete a position of which only the board was entered: `turn` is to move, no castling."""
    return spec_of(game).complete_position(text.strip(), turn)


def ply_number(move_number: str, turn: Side) -> int:
    """Return the number of the half-move from that of the move. Raises: BadInput ("bad_move_number")."""
    if not move_number.strip().isdecimal() or not 1 <= int(move_number) <= 999:
        raise BadInput(say("bad_move_number"))
    return 2 * int(move_number) - (turn is Side.WHITE)
