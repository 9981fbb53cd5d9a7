"""User-facing messages of `ratings`, by key."""

from tavleya.messages import N_, Catalogue
from tavleya.norms.messages import say as say_norms
from tournaments.messages import say as say_tournaments

SENTENCES = {
    "bad_listed_rating": N_("Number %(number)s is repeated, or its rating is not valid."),
    "byes_left_out": N_("Byes and fixed boards were ignored: this section is not paired round by round."),
    "fide_id_again": N_("FIDE ID %(fide_id)s appears twice."),
    "list_changed": N_("A newer rating list has been loaded in the meantime. Check the changes again."),
    "no_list_addresses": N_("No address of a rating list is set: import lists from files."),
    "no_team_on_lines": N_("No team is named on these lines: %(lines)s."),
    "not_in_rating_list": N_("FIDE ID %(fide_id)s is not in the rating list."),
    "players_refused": N_("The list was not imported. See the lines with problems."),
    "rating_list_refused": N_("The rating list was refused: too many of its lines are not players."),
    "rating_list_too_large": N_("The file is larger than %(most)s MB."),
    "rating_list_unreachable": N_("The list could not be fetched from %(host)s: %(why)s. The old list is kept."),
    "team_as_club": N_("This section has no teams: the team was entered as the club."),
    "team_left_out": N_("This section has no teams: the team column was ignored."),
    "unknown_pace": N_("“%(pace)s” must be standard, rapid or blitz."),
    "zip_broken": N_("The ZIP file is damaged or encrypted."),
    "zip_empty": N_("The ZIP file is empty."),
    "zip_too_large": N_("The file in the ZIP is larger than %(most)s MB."),
}

say = Catalogue(SENTENCES, lower=(say_norms, say_tournaments))
