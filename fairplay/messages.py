"""User-facing messages of `fairplay`, by key."""

from arbiter.messages import say as say_arbiter
from tavleya.messages import N_, Catalogue

SENTENCES = {
    "all_drawn": N_("All players of this round have already been drawn."),
    "answer_missing": N_("Enter the answer given to the complaint."),
    "bad_declaration": N_("Choose what the player declares."),
    "bad_inspection": N_("Choose the kind of check, what it was made with and its outcome."),
    "bad_state": N_("Choose how far the complaint is."),
    "bag_in_use": N_("Bag %(bag)s is already in use: another player’s devices are in it."),
    "bag_not_in_use": N_("Bag %(bag)s is not in use."),
    "bag_of_player": N_("This player has already handed in devices, in bag %(bag)s."),
    "check_recorded": N_("The outcome of this check has already been recorded."),
    "check_reversed": N_("This entry has already been reversed."),
    "complaint_of_oneself": N_("A complaint must be about another player."),
    "no_such_bag": N_("There is no such bag."),
    "no_such_check": N_("There is no such check."),
    "no_such_complaint": N_("There is no such complaint."),
    "no_such_declaration": N_("There is no such declaration."),
    "player_not_clear": N_("“%(text)s” does not name exactly one player of this section. Type the starting number."),
    "round_over.checks": N_("The round is closed: no more players can be drawn."),
    "stale.complaint": N_("This complaint has changed since you opened the page. Check it again."),
}

say = Catalogue(SENTENCES, lower=(say_arbiter,))
