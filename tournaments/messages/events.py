"""What `events` says to people, by key."""

from __future__ import annotations

from common.messages import N_

SENTENCES = {
    "already_entered": N_("%(player)s is entered already."),
    "already_paired.registrations_closed": N_("This section has been paired: nobody can join it any more."),
    "already_withdrawn": N_("This player has withdrawn already."),
    "bad_field": N_("%(field)s: %(problem)s"),
    "bad_invitation": N_("This invitation is not valid any more."),
    "bad_number.starting_number": N_("Starting numbers begin with 1."),
    "bad_webhook_url": N_("Write an address that begins with https:// or http://."),
    "ends_before_start": N_("The event cannot end before it starts."),
    "fewer_rounds_than_paired": N_(
        "Round %(number)s is paired already: the section cannot have fewer rounds."
    ),
    "file_too_large": N_("The file is larger than 5 MB."),
    "games_refused": N_("The file was not taken: see what is wrong in it."),
    "has_records": N_(
        "Games have been opened here, and their records are kept: it can be archived, not deleted."
    ),
    "in_use": N_("Something else rests on it, such as duties or sessions: it can be archived, not deleted."),
    "last_organiser": N_("An event must keep an organiser."),
    "no_acceleration": N_("This system is not accelerated."),
    "no_language": N_("An event has one language at least, and none twice."),
    "no_name": N_("Give a text in at least one language."),
    "no_roles": N_("Choose at least one role."),
    "no_rounds_planned": N_("Say how many rounds the section has."),
    "no_such_event": N_("There is no such event."),
    "no_such_invitation": N_("There is no such invitation."),
    "no_such_role": N_("This person has no such role in the event."),
    "no_such_section": N_("There is no such section."),
    "no_such_user": N_("There is no such user."),
    "no_such_webhook": N_("There is no such address."),
    "number_taken": N_("The starting number %(number)s is taken."),
    "odd_win": N_("The Baku acceleration needs a win worth two draws."),
    "other_game.section": N_("This is a game of another kind than the section's."),
    "regime_not_in_force": N_("“%(regime)s” does not hold yet on the first day of the event."),
    "regime_of_other_game": N_("“%(regime)s” is a regime of another game than the section's."),
    "rehearsal_not_published": N_("This is a rehearsal: it is to practise on, never published."),
    "role_not_granted": N_("This role is not given to anybody."),
    "section_has_games": N_("Its games are on the boards: this can no longer be changed."),
    "section_not_empty.rounds": N_("The section has rounds already."),
    "settled_by_pairing": N_("The section has been paired: confirm what is to be changed."),
    "slug_reserved": N_("“%(slug)s” cannot be an address: choose another word."),
    "slug_taken.event": N_("There is an event at the address “%(slug)s” already."),
    "slug_taken.section": N_("There is a section at the address “%(slug)s” already."),
    "too_many_webhooks": N_("This event tells as many programs as it may."),
    "took_too_long.file": N_("The file takes too long; divide it into smaller ones."),
    "unknown_field": N_("“%(field)s” cannot be changed here."),
    "unknown_language": N_("The languages here are %(languages)s."),
    "unknown_webhook_kind": N_("Choose what the program is told of."),
    "webhook_taken": N_("This address is told already."),
}
