"""User-facing messages of `venue`, by key."""

from tavleya.messages import N_, Catalogue
from tournaments.messages import say as say_tournaments

SENTENCES = {
    "bad_broadcast_round": N_("Enter the address of the round on lichess, or the eight letters and digits at its end."),
    "bad_pgn_address": N_("Enter an address that begins with https://."),
    "bad_pgn_interval": N_("Choose an interval from %(least)s to %(most)s seconds."),
    "bad_table_number": N_("Table numbers are from 1 to %(most)s."),
    "broadcast_token_missing": N_("Enter a token of lichess."),
    "no_broadcast": N_("This section is not sent to lichess."),
    "no_broadcast_of_game": N_("Only games of chess can be sent to lichess."),
    "no_pgn_address": N_("This section reads no PGN address."),
    "no_pgn_games": N_("There are no games in this PGN."),
    "no_such_electronic_board": N_("No electronic board with this serial number."),
    "pgn_of_another_game": N_("Games of this section are not written as PGN."),
    "pgn_too_large": N_("A PGN file can have at most %(most)s MB."),
    "table_has_board": N_("Board %(serial)s is assigned to table %(table)s already."),
    "too_many_reports": N_("A report can have at most %(most)s boards."),
}

say = Catalogue(SENTENCES, lower=(say_tournaments,))
