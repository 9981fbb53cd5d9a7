"""The phase of a game."""

from enum import StrEnum


class GamePhase(StrEnum):
    """The phase of a game.  PAUSED: begun, both clocks stopped.  ADJOURNED: to be resumed in another session."""

    PENDING = "pending"
    PLAYING = "playing"
    PAUSED = "paused"
    ADJOURNED = "adjourned"
    FINISHED = "finished"
    ANNULLED = "annulled"
