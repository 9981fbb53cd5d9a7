"""Ways of play (draughts ways.1–7), and the rules around the board that each of them changes."""

from dataclasses import dataclass
from enum import StrEnum

from tavleya.law.messages import say
from tavleya.messages import Message


class ModeOfPlay(StrEnum):
    OVER_BOARD = "over_board"
    SIMULTANEOUS = "simultaneous"
    CORRESPONDENCE = "correspondence"
    BLINDFOLD = "blindfold"
    BLINDFOLD_SIMULTANEOUS = "blindfold_simultaneous"
    BLIND = "blind"
    HANDICAP = "handicap"


@dataclass(frozen=True, slots=True)
class ModeRules:
    """`at_board`: the players sit at one board, and absence can lose the game.

    `one_board`: it is a physical board between them, which can be placed wrongly.  `touch`: touch-move applies;
    `sightless_exempt`: but not to a player without sight of a board, or with a tactile one.  `days`: each move has a
    limit in days.
    """

    name: Message
    at_board: bool = True
    one_board: bool = True
    touch: bool = True
    sightless_exempt: bool = False
    days: bool = False


MODES: dict[ModeOfPlay, ModeRules] = {
    ModeOfPlay.OVER_BOARD: ModeRules(say("way_over_board")),
    ModeOfPlay.SIMULTANEOUS: ModeRules(say("way_simultaneous")),
    ModeOfPlay.CORRESPONDENCE: ModeRules(
        say("way_correspondence"), at_board=False, one_board=False, touch=False, days=True
    ),
    ModeOfPlay.BLINDFOLD: ModeRules(say("way_blindfold"), one_board=False, sightless_exempt=True),
    ModeOfPlay.BLINDFOLD_SIMULTANEOUS: ModeRules(
        say("way_blindfold_simultaneous"), one_board=False, sightless_exempt=True
    ),
    ModeOfPlay.BLIND: ModeRules(say("way_blind"), sightless_exempt=True),
    ModeOfPlay.HANDICAP: ModeRules(say("way_handicap")),
}
