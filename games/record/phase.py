"""Where a game stands."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """Where a game stands.  PAUSED: begun, both clocks stopped."""

    PENDING = "pending"
    PLAYING = "playing"
    PAUSED = "paused"
    FINISHED = "finished"
    ANNULLED = "annulled"
