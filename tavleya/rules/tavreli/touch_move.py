"""Touch-move (4.1–4.5): the moves a player must choose from after pieces were touched.

Only deliberate touches count, in their order; a square represents its tower, because the top piece moves a tower.
"""

from collections.abc import Iterable

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.rules.contract import Touch, TouchObligation
from tavleya.rules.tavreli.geometry import BIT, CORNERS, NAMES, SQUARE_OF
from tavleya.rules.tavreli.messages import say
from tavleya.rules.tavreli.move import TavreliMove
from tavleya.rules.tavreli.pieces import ROOK
from tavleya.rules.tavreli.position import TavreliPosition


def bound_moves(position: TavreliPosition, touches: Iterable[Touch]) -> TouchObligation:
    """Return the obligation of the player to move after `touches`, in the order in which they were made.

    Raises: BadInput for an invalid square.
    """
    touched = _deliberately(touches)
    if not touched:
        return _free(
            position,
            say("nothing_touched.tavreli"),
            "4.1",
        )
    own = [square for square in touched if position.own & BIT[square]]
    if position.rulings.touched_opponent_binds:
        duty = _take_what_was_touched(position, touched, own)
        if duty:
            return duty
    for order, square in enumerate(own):
        if square == position.own_volhv:
            duty = _volhv(position, own[:order], own[order + 1 :])
        else:
            duty = _first_touched(position, square)
        if duty:
            return duty
    return _free(position, say("none_can_move.tavreli"), "4.4")


def _deliberately(touches: Iterable[Touch]) -> list[int]:
    touched: list[int] = []
    for touch in touches:
        square = SQUARE_OF.get(touch.square)
        if square is None:
            raise BadInput(say("no_square", square=touch.square[:12]))
        if not touch.adjusting and square not in touched:
            touched.append(square)
    return touched


def _moves_from(position: TavreliPosition, square: int) -> tuple[TavreliMove, ...]:
    """Return moves of the tower, without castling, which is a move of the volhv (3.9)."""
    return tuple(move for move in position.legal_moves() if move.origin == square and not move.castling)


def _first_touched(position: TavreliPosition, square: int) -> TouchObligation | None:
    moves = _moves_from(position, square)
    if not moves:
        return None
    return TouchObligation(moves, say("touched_first", square=NAMES[square]), "4.2", NAMES[square])


def _volhv(position: TavreliPosition, earlier: list[int], later: list[int]) -> TouchObligation | None:
    """Return the obligation from a touched volhv; touches before and after it decide about castling."""
    volhv = position.own_volhv
    common = {"square": NAMES[volhv]}
    if any(_may_castle(position, square) for square in earlier):
        moves = _moves_from(position, volhv)
        reason = say("ratoborets_before_volhv", **common)
    else:
        moves = tuple(move for move in position.legal_moves() if move.origin == volhv)
        reason = say("volhv_touched", **common)
        if not moves and any(_may_castle(position, square) for square in later):
            # Castling was intended and the volhv has no move at all: 4.3 frees the player, also from the ratoborets.
            reason = say("volhv_cannot_move", **common)
            return _free(position, reason, "4.3")
    return TouchObligation(moves, reason, "4.3", NAMES[volhv]) if moves else None


def _may_castle(position: TavreliPosition, square: int) -> bool:
    """Return whether an own ratoborets is on this corner, so that touching it with the volhv means castling."""
    black = position.black
    return position.towers[square][0] == ROOK | black and bool(CORNERS[black] & BIT[square])


def _take_what_was_touched(
    position: TavreliPosition, touched: list[int], own: list[int]
) -> TouchObligation | None:
    """Return the obligation about the first touched opponent's piece that can be covered, if the federation has it."""
    first_own = {own[0]} if own else set()
    for square in touched:
        if not position.their & BIT[square]:
            continue
        onto = tuple(move for move in position.legal_moves() if move.target == square)
        moves = tuple(move for move in onto if move.origin in first_own) or (() if own else onto)
        if moves:
            return TouchObligation(
                moves,
                say("opponent_touched", square=NAMES[square]),
                "4.2",
                NAMES[square],
            )
    return None


def _free(position: TavreliPosition, reason: Message, article: str) -> TouchObligation:
    return TouchObligation(position.legal_moves(), reason, article, free=True)
