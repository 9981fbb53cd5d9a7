"""Kinds of acts that `venue` writes to the log."""

from tavleya.messages import N_
from tournaments.registry import Kind

BOARD_ASSIGNED = Kind("board.assigned", N_("Electronic board assigned to a table"))
BOARD_FORGOTTEN = Kind("board.forgotten", N_("Electronic board removed"))
BOARD_QUESTION_CLOSED = Kind("board.question_closed", N_("Question of an electronic board no longer open"))
BOARD_QUESTION_OPENED = Kind("board.question_opened", N_("Electronic board differs from the record"))
BROADCAST_AGAIN = Kind("broadcast.again", N_("Rounds sent to lichess again"))
BROADCAST_SET = Kind("broadcast.set", N_("Lichess broadcast set up"))
BROADCAST_STOPPED = Kind("broadcast.stopped", N_("Lichess broadcast stopped"))
PGN_FORGOTTEN = Kind("pgn.forgotten", N_("PGN address removed"))
PGN_SET = Kind("pgn.set", N_("PGN address set"))
