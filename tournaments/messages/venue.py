"""Boards and programs at the venue."""

from __future__ import annotations

from tavleya.messages import N_

SENTENCES = {
    "bad_pgn_address": N_("Enter an address that begins with https://."),
    "bad_pgn_interval": N_("Choose an interval from %(least)s to %(most)s seconds."),
    "bad_table_number": N_("Table numbers are from 1 to %(most)s."),
    "no_pgn_address": N_("This section reads no PGN address."),
    "no_pgn_games": N_("There are no games in this PGN."),
    "no_such_board_question": N_("This question has been answered or is no longer open."),
    "no_such_electronic_board": N_("No electronic board with this serial number."),
    "not_to_be_taken": N_("What this board shows cannot be entered by itself."),
    "pgn_of_another_game": N_("Games of this section are not written as PGN."),
    "pgn_too_large": N_("A PGN file can have at most %(most)s MB."),
    "table_has_board": N_("Board %(serial)s is assigned to table %(table)s already."),
    "too_many_reports": N_("A report can have at most %(most)s boards."),
}
