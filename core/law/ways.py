"""Ways of play (draughts ways.1–7): what of the rules around the board each of them changes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from common.messages import Message
from core.law.messages import say


class Way(StrEnum):
    OVER_BOARD = "over_board"
    SIMULTANEOUS = "simultaneous"
    CORRESPONDENCE = "correspondence"
    BLINDFOLD = "blindfold"
    BLINDFOLD_SIMULTANEOUS = "blindfold_simultaneous"
    BLIND = "blind"
    HANDICAP = "handicap"


@dataclass(frozen=True, slots=True)
class WayRules:
    """`at_board`: the players sit at one board, and who is not there can lose by that.

    `one_board`: it lies between them really, so that it can lie wrongly.  `touch`: touching binds; `sightless_exempt`:
    but not the player who sees no board, or reads it with his fingers.  `days`: each move has its days.  `one_to_many`:
    one player sits at many boards, and no clock runs for a board at which he is not.
    """

    article: str
    name: Message
    at_board: bool = True
    one_board: bool = True
    touch: bool = True
    sightless_exempt: bool = False
    days: bool = False
    one_to_many: bool = False


WAYS: dict[Way, WayRules] = {
    Way.OVER_BOARD: WayRules("draughts:ways.1", say("way_over_board")),
    Way.SIMULTANEOUS: WayRules("draughts:ways.2", say("way_simultaneous"), one_to_many=True),
    Way.CORRESPONDENCE: WayRules(
        "draughts:ways.3",
        say("way_correspondence"),
        at_board=False,
        one_board=False,
        touch=False,
        days=True,
    ),
    Way.BLINDFOLD: WayRules("draughts:ways.4", say("way_blindfold"), one_board=False, sightless_exempt=True),
    Way.BLINDFOLD_SIMULTANEOUS: WayRules(
        "draughts:ways.5",
        say("way_blindfold_simultaneous"),
        one_board=False,
        sightless_exempt=True,
        one_to_many=True,
    ),
    Way.BLIND: WayRules("draughts:ways.6", say("way_blind"), sightless_exempt=True),
    Way.HANDICAP: WayRules("draughts:ways.7", say("way_handicap")),
}
