"""User-facing messages of `transfer`, by key."""

from tavleya.messages import N_, Catalogue
from tournaments.messages import say as say_tournaments

SENTENCES = {
    "event_file_altered": N_("The file is not as it was written, so nothing was imported."),
    "event_file_altered.entry": N_("%(game)s: entry %(entry)s of the record is not as it was written."),
    "event_file_altered.line": N_("%(member)s: line %(line)s is not as it was written."),
    "event_file_altered.member": N_("%(member)s is not as it was written."),
    "event_file_contents": N_("The file has contents that cannot be read, so nothing was imported."),
    "event_file_contents.member": N_("%(member)s: %(problem)s"),
    "event_file_other": N_("The file does not continue the event as it was checked out, so nothing was changed."),
    "event_file_other.entry": N_("%(game)s: the record does not continue from entry %(entry)s as it was checked out."),
    "event_file_other.game": N_("Game %(game)s is missing."),
    "event_file_other.log": N_("%(member)s: the log does not continue from where it was checked out."),
    "event_file_other.row": N_("%(member)s: row %(row)s was changed or is missing."),
    "event_file_too_large": N_("The file is larger than %(most)s MB."),
    "event_file_version": N_("The file has version %(version)s of its format, which is not known here."),
    "hand_off_here": N_("This event was checked out here: check it in on its own page instead."),
    "hand_off_holder_missing": N_("Enter where the event is run meanwhile."),
    "hand_off_other": N_("The file is not of this event as it was checked out."),
    "hand_off_over": N_("This hand-off has ended: the event was checked in, or the hand-off was cancelled."),
    "no_sections": N_("Choose at least one section."),
    "not_an_event_file": N_("This is not a file of an event."),
    "not_checked_out": N_("The event is not checked out."),
    "unknown_signer": N_(
        "The file was signed by an installation that is not known here."
        " Compare its fingerprint with the one shown there: %(fingerprint)s"
    ),
}

say = Catalogue(SENTENCES, lower=(say_tournaments,))
