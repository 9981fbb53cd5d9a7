"""What `events` says to people, by key."""

from __future__ import annotations

from common.messages import N_

SENTENCES = {
    "already_entered": N_("%(player)s is already entered."),
    "already_paired.registrations_closed": N_("This section has been paired: no more players can join."),
    "already_withdrawn": N_("This player has already withdrawn."),
    "bad_field": N_("%(field)s: %(problem)s"),
    "bad_invitation": N_("This invitation is not valid any more."),
    "bad_number.starting_number": N_("Starting numbers begin at 1."),
    "bad_webhook_url": N_("Enter an address that starts with https://."),
    "ends_before_start": N_("The event cannot end before it starts."),
    "fewer_rounds_than_paired": N_("Round %(number)s has been paired: the section cannot have fewer rounds."),
    "file_too_large": N_("The file is larger than 5 MB."),
    "games_refused": N_("The file was not imported. See the problems listed."),
    "has_records": N_(
        "Games have been started here and their records must be kept: archive it instead of deleting it."
    ),
    "in_use": N_(
        "Other records depend on it, such as duties or sessions: archive it instead of deleting it."
    ),
    "last_organiser": N_("An event must keep an organiser."),
    "no_acceleration": N_("This system has no acceleration."),
    "no_language": N_("An event needs at least one language, and none twice."),
    "no_name": N_("Enter a text in at least one language."),
    "no_roles": N_("Choose at least one role."),
    "no_rounds_planned": N_("Enter the number of rounds."),
    "no_such_event": N_("There is no such event."),
    "no_such_invitation": N_("There is no such invitation."),
    "no_such_role": N_("This person has no such role in the event."),
    "no_such_section": N_("There is no such section."),
    "no_such_user": N_("There is no such user."),
    "no_such_webhook": N_("There is no such address."),
    "number_taken": N_("The starting number %(number)s is taken."),
    "odd_win": N_("The Baku acceleration needs a win worth two draws."),
    "other_game.section": N_("This game does not match the game of the section."),
    "regime_not_in_force": N_("“%(regime)s” is not yet in force on the first day of the event."),
    "regime_of_other_game": N_("“%(regime)s” belongs to a different game from the section's."),
    "rehearsal_not_published": N_("This is a rehearsal and cannot be published."),
    "role_not_granted": N_("This role cannot be granted."),
    "section_has_games": N_("Games have started: this can no longer be changed."),
    "section_not_empty.rounds": N_("The section already has rounds."),
    "settled_by_pairing": N_("The section has been paired: confirm the change."),
    "slug_reserved": N_("“%(slug)s” cannot be an address: choose another word."),
    "slug_taken.event": N_("There is an event at the address “%(slug)s” already."),
    "slug_taken.section": N_("There is a section at the address “%(slug)s” already."),
    "too_many_webhooks": N_("This event has the maximum number of webhooks."),
    "took_too_long.file": N_("The file takes too long to process. Split it into smaller files."),
    "unknown_field": N_("“%(field)s” cannot be changed here."),
    "unknown_language": N_("The languages here are %(languages)s."),
    "unknown_webhook_kind": N_("Choose what the webhook is notified of."),
    "webhook_address_refused": N_(
        "This address is in a private network. Give one that can be reached from the internet."
    ),
    "webhook_taken": N_("There is already a webhook for this address."),
}
