"""The words in which electronic boards are reported: the codes of faults, and the states of a board."""

from __future__ import annotations

from enum import StrEnum


class FaultCode(StrEnum):
    """What a board shows that could not be made moves of."""

    NOT_LEGAL = "not_legal"  # a change that no legal move explains
    MISMATCH = "mismatch"  # the program of the board says that the board is not at its position
    PIECE_MISSING = "piece_missing"
    START_POSITION = "start_position"  # the game begins with pieces set up wrongly
    MOVES_DIFFER = "moves_differ"  # the moves of the program are not those of the board
    CLOCK_STOPPED = "clock_stopped"  # the clock is missing or stands while pieces are moved
    CLOCK_JUMP = "clock_jump"  # a reading that no time gone, increment or period explains
    OFFLINE = "offline"
    BATTERY_LOW = "battery_low"
    UNKNOWN_SERIAL = "unknown_serial"  # no board of this number is connected
    RESULT_UNSAID = "result_unsaid"  # the game is over on the board, which does not say how


class BoardStatus(StrEnum):
    """Where a board stands."""

    WAITING = "waiting"  # no move yet
    PLAYING = "playing"
    DOUBTFUL = "doubtful"  # it shows what is no move, for longer than a hand needs
    FINISHED = "finished"  # a result is proposed
    OFFLINE = "offline"
    PAUSED = "paused"  # the clock is stopped in the middle of the game
