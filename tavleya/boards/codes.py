"""Codes of faults and states of electronic boards."""

from enum import StrEnum


class FaultCode(StrEnum):
    """The reason why a board's position or clock cannot be used."""

    NOT_LEGAL = "not_legal"  # a change that no legal move explains
    MISMATCH = "mismatch"  # the program of the board says that the board is not at its position
    PIECE_MISSING = "piece_missing"
    START_POSITION = "start_position"  # the game begins with a wrong setup
    MOVES_DIFFER = "moves_differ"  # the moves of LiveChess differ from those of the board
    CLOCK_STOPPED = "clock_stopped"  # the clock is missing or stopped while pieces are moved
    CLOCK_JUMP = "clock_jump"  # a reading that elapsed time, increment and period do not explain
    OFFLINE = "offline"
    BATTERY_LOW = "battery_low"
    UNKNOWN_SERIAL = "unknown_serial"  # no board with this number is connected
    RESULT_UNSAID = "result_unsaid"  # the game is over on the board, but the result is unknown


class BoardStatus(StrEnum):
    """The state of a board."""

    WAITING = "waiting"  # no move yet
    PLAYING = "playing"
    DOUBTFUL = "doubtful"  # the position has been illegal for longer than a hand needs
    FINISHED = "finished"  # a result is proposed
    OFFLINE = "offline"
    PAUSED = "paused"  # the clock is stopped in the middle of the game
