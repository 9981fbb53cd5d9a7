"""User-facing messages of `people`, by key."""

from tavleya.messages import N_, Catalogue
from tournaments.messages import say as say_tournaments

SENTENCES = {
    "another_move": N_("Another organisation has been asked to own this event."),
    "bad_invitation": N_("This invitation is not valid any more."),
    "bad_place_points": N_("Enter whole numbers, the first place first, none larger than the one before it."),
    "claim_by_link": N_("Sign in and open the player’s private link to say that this is you."),
    "last_owner": N_("An organisation must keep an owner."),
    "merged_into_itself": N_("Choose another organisation to merge into."),
    "neither_side": N_("Only organisers of the event or of the organisation can do this."),
    "no_place_points": N_("Enter the points for each place."),
    "no_roles": N_("Choose at least one role."),
    "no_such_act": N_("There is nothing to undo."),
    "no_such_invitation": N_("There is no such invitation."),
    "no_such_move": N_("No organisation has been asked to own this event."),
    "no_such_organisation": N_("Organisation not found."),
    "no_such_series": N_("Series not found."),
    "not_joined": N_("This player is not joined with a player of another event."),
    "only_administrators": N_("Only administrators of the service can do this."),
    "owned_already": N_("The event belongs to this organisation already."),
    "person_act_overtaken": N_("A later change rests upon this one: undo that one first."),
    "same_event": N_("Two players of one event cannot be the same person."),
    "section_without_places": N_("Only a section with a table of players can be in a series."),
    "slug_taken.organisation": N_("There is an organisation at the address “%(slug)s” already."),
    "slug_taken.series": N_("There is a series at the address “%(slug)s” already."),
    "two_accounts": N_("These players have said with two different accounts that it is them."),
    "unknown_series_rule": N_("Choose how results are counted."),
    "unknown_series_tiebreak": N_("Choose each tie-break once."),
}

say = Catalogue(SENTENCES, lower=(say_tournaments,))
