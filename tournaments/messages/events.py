"""What `events` says to people, by key."""

from __future__ import annotations

from tavleya.messages import N_

SENTENCES = {
    "already_entered": N_("%(player)s is already entered."),
    "already_paired.registrations_closed": N_("This section has been paired: no more players can join."),
    "already_withdrawn": N_("This player has already withdrawn."),
    "another_move": N_("Another organisation has been asked to own this event."),
    "bad_broadcast_round": N_(
        "Enter the address of the round on lichess, or the eight letters and digits at its end."
    ),
    "bad_field": N_("%(field)s: %(problem)s"),
    "bad_invitation": N_("This invitation is not valid any more."),
    "bad_number.starting_number": N_("Starting numbers begin at 1."),
    "bad_place_points": N_("Enter whole numbers, the first place first, none larger than the one before it."),
    "bad_rating_list": N_(
        "“%(name)s” is not a valid name for a rating list: use two to ten capital letters and digits."
    ),
    "bad_webhook_url": N_("Enter an address that starts with https://."),
    "broadcast_delay_in_play": N_(
        "Games are being played: with a longer delay pages go back to what was on the boards then."
    ),
    "broadcast_delay_in_play.shorter": N_(
        "Games are being played: with a shorter delay what has been held back is public at once."
    ),
    "broadcast_token_missing": N_("Enter a token of lichess."),
    "ends_before_start": N_("The event cannot end before it starts."),
    "fewer_rounds_than_paired": N_("Round %(number)s has been paired: the section cannot have fewer rounds."),
    "file_too_large": N_("The file is larger than 5 MB."),
    "fixed_by_mode": N_(
        "%(mode)s: this has been fixed since round 1 was paired. To change it, leave the mode in the settings."
    ),
    "games_refused": N_("The file was not imported. See the problems listed."),
    "has_records": N_(
        "Games have been started here and their records must be kept: archive it instead of deleting it."
    ),
    "in_use": N_(
        "Other records depend on it, such as duties or sessions: archive it instead of deleting it."
    ),
    "last_organiser": N_("An event must keep an organiser."),
    "last_owner": N_("An organisation must keep an owner."),
    "leaving_mode": N_(
        "%(mode)s cannot be entered again. Every page and print of the section will say that it was left."
    ),
    "merged_into_itself": N_("Choose another organisation to merge into."),
    "neither_side": N_("Only organisers of the event or of the organisation can do this."),
    "no_acceleration": N_("This system has no acceleration."),
    "no_acceleration.game_points": N_("Acceleration needs match points as the score that ranks the teams."),
    "no_broadcast": N_("This section is not sent to lichess."),
    "no_broadcast_of_game": N_("Only games of chess can be sent to lichess."),
    "no_language": N_("An event needs at least one language, and none twice."),
    "no_list_addresses": N_("No address of a rating list is set: import lists from files."),
    "no_mode": N_("This section is not in a mode that can be left."),
    "no_name": N_("Enter a text in at least one language."),
    "no_national_list": N_("Name the list of national ratings."),
    "no_place_points": N_("Enter the points for each place."),
    "no_roles": N_("Choose at least one role."),
    "no_rounds_planned": N_("Enter the number of rounds."),
    "no_sections": N_("Choose at least one section."),
    "no_such_event": N_("There is no such event."),
    "no_such_format": N_("There is no format “%(format)s”."),
    "no_such_invitation": N_("There is no such invitation."),
    "no_such_move": N_("No organisation has been asked to own this event."),
    "no_such_organisation": N_("Organisation not found."),
    "no_such_preset": N_("There is no such preset."),
    "no_such_role": N_("This person has no such role in the event."),
    "no_such_section": N_("There is no such section."),
    "no_such_series": N_("Series not found."),
    "no_such_upload": N_("File not found."),
    "no_such_user": N_("There is no such user."),
    "no_such_webhook": N_("There is no such address."),
    "no_unrated_rating": N_("Enter the rating that unrated opponents count with."),
    "not_a_pdf": N_("“%(name)s” is not a PDF file."),
    "number_taken": N_("The starting number %(number)s is taken."),
    "odd_win": N_("The Baku acceleration needs a win worth two draws."),
    "only_administrators": N_("Only administrators of the service can do this."),
    "other_game.section": N_("This game does not match the game of the section."),
    "owned_already": N_("The event belongs to this organisation already."),
    "rating_list_unreachable": N_(
        "The list could not be fetched from %(host)s: %(why)s. The old list is kept."
    ),
    "regime_not_in_force": N_("“%(regime)s” is not yet in force on the first day of the event."),
    "regime_of_other_game": N_("“%(regime)s” belongs to a different game from the section's."),
    "rehearsal_not_published": N_("This is a rehearsal and cannot be published."),
    "role_not_granted": N_("This role cannot be granted."),
    "same_upload": N_("This file has already been added."),
    "section_has_games": N_("Games have started: this can no longer be changed."),
    "section_not_empty.rounds": N_("The section already has rounds."),
    "section_without_places": N_("Only a section with a table of players can be in a series."),
    "settled_by_pairing": N_("The section has been paired: confirm the change."),
    "settled_by_pairing.rounds": N_(
        "With this change the rules would have paired these rounds differently: %(rounds)s. Confirm the change."
    ),
    "slug_reserved": N_("“%(slug)s” cannot be an address: choose another word."),
    "slug_taken.event": N_("There is an event at the address “%(slug)s” already."),
    "slug_taken.organisation": N_("There is an organisation at the address “%(slug)s” already."),
    "slug_taken.section": N_("There is a section at the address “%(slug)s” already."),
    "slug_taken.series": N_("There is a series at the address “%(slug)s” already."),
    "template_not_published": N_("This is a template and cannot be published."),
    "too_long.announcement": N_("An announcement can have at most %(most)s letters."),
    "too_many_corrections": N_("%(mode)s: results of the last %(rounds)s rounds at most can be corrected."),
    "too_many_uploads": N_("An event can have at most %(most)s such files. Remove one first."),
    "too_many_webhooks": N_("This event has the maximum number of webhooks."),
    "took_too_long.file": N_("The file takes too long to process. Split it into smaller files."),
    "unknown_field": N_("“%(field)s” cannot be changed here."),
    "unknown_language": N_("The languages here are %(languages)s."),
    "unknown_name_order": N_("The order of names is family_first or given_first."),
    "unknown_series_rule": N_("Choose how results are counted."),
    "unknown_series_tiebreak": N_("Choose each tie-break once."),
    "unknown_webhook_kind": N_("Choose what the webhook is notified of."),
    "upload_too_large": N_("“%(name)s” is larger than %(most)s MB."),
    "upload_too_large.pixels": N_("“%(name)s” has too many pixels. Use a smaller image."),
    "webhook_address_refused": N_(
        "This address is in a private network. Give one that can be reached from the internet."
    ),
    "webhook_taken": N_("There is already a webhook for this address."),
}
