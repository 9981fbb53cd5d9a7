"""What a player is bound to after touching men (moves.11–14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from common.messages import N_, Message
from games.rules.draughts.position import DraughtsMove, DraughtsPosition


@dataclass(frozen=True, slots=True)
class Touch:
    """A man touched by the player whose turn it is; `adjusting`: announced before, so that it binds to nothing."""

    square: str
    adjusting: bool = False


@dataclass(frozen=True, slots=True)
class Duty:
    """The moves the player may choose from, and why; `square` is the man that must move, or empty."""

    moves: tuple[DraughtsMove, ...]
    message: Message
    square: str = ""


def touch_duty(position: DraughtsPosition, touches: Sequence[Touch]) -> Duty:
    """The first own man touched that has a legal move must move, to any square it can reach.

    Men that cannot move bind to nothing, and neither do the opponent's: the rules name one's own only.
    """
    legal = position.legal_moves()
    for touch in touches:
        if touch.adjusting:
            continue
        moves = tuple(move for move in legal if move.origin == touch.square)
        if moves:
            message = Message(
                "touched_man_moves",
                N_("The man on %(square)s was touched and can move: it must."),
                {"square": touch.square},
            )
            return Duty(moves, message, touch.square)
    return Duty(legal, Message("free_choice", N_("No touched man binds the player.")))
