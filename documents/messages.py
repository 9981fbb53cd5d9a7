"""User-facing messages of `documents`, by key."""

from tavleya.messages import N_, Catalogue
from tournaments.messages import say as say_tournaments

SENTENCES = {
    "awards_approved": N_("The list of prizes has been approved: cancel the approval to change it."),
    "no_awards": N_("No list of prizes has been approved."),
    "no_prizes": N_("There are no prizes here yet."),
    "no_such_category": N_("There is no such category."),
    "slug_taken.category": N_("There is a category at the address “%(slug)s” already."),
    "table_not_final.prizes": N_("The table has not been declared final: approve the list as provisional, or wait."),
    "too_many_prizes": N_("That is more prizes than a list can have."),
    "unknown_list": N_("There is no category “%(key)s”."),
}

say = Catalogue(SENTENCES, lower=(say_tournaments,))
