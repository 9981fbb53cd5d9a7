"""The obligation of a player after touching men (moves.11–14)."""

from collections.abc import Iterable

from tavleya.errors import BadInput
from tavleya.rules.contract import Touch, TouchObligation
from tavleya.rules.draughts.messages import say
from tavleya.rules.draughts.position import DraughtsPosition


def bound_moves(position: DraughtsPosition, touches: Iterable[Touch]) -> TouchObligation:
    """Return the obligation to move the first touched own man that has a legal move, to any square.

    Men that cannot move, and the opponent's men, do not bind: the rules name only own men.  Raises: BadInput for an
    invalid square.
    """
    legal = position.legal_moves()
    duty = None
    for touch in touches:
        if touch.square not in position.board.grid.places:
            raise BadInput(say("no_such_square", square=touch.square[:12]))
        if touch.adjusting or duty:
            continue
        moves = tuple(move for move in legal if move.origin == touch.square)
        if moves:
            message = say("touched_man_moves", square=touch.square)
            duty = TouchObligation(moves, message, "moves.11", touch.square)
    return duty or TouchObligation(legal, say("free_choice"), "moves.11", free=True)
