"""Starting numbers next to the list of players, and a withdrawal with undo."""

from collections.abc import Sequence

from django.utils import timezone

from tavleya.permissions import Action
from tournaments.models.player import Registration
from tournaments.services.renumbering import may_renumber, will_be_seeded
from tournaments.services.sections import withdraw_player
from tournaments.services.seeding import contradict_ratings
from tournaments.views.desk.frame import DeskFrame, SectionDesk
from tournaments.views.desk.undo import undoable


def numbering(frame: SectionDesk, registrations: Sequence[Registration]) -> dict[str, object]:
    """Return the context of `desk/numbering.html` about the starting numbers of all entries.

    They will follow the ratings, or they do not and can still be corrected.
    """
    if not frame.may[Action.ENTER_PLAYERS] or not frame.section.system.pairs_players:
        return {}
    if will_be_seeded(frame.section, registrations):
        return {"will_be_seeded": True, "unpaired": not frame.rounds}
    if frame.rounds and not may_renumber(frame.section):
        return {}
    return {"contradict_ratings": contradict_ratings(registrations), "unpaired": not frame.rounds}


def withdraw_with_undo(frame: DeskFrame, registration: Registration, reason: str = "") -> str:
    """Withdraw a player; return the undo note.  Raises the errors of the service."""
    before = {
        "section": registration.section_id,
        "player": registration.player_id,
        "number": registration.number,
        "rating": registration.rating,
    }
    key = registration.pk
    withdraw_player(actor=frame.actor, now=timezone.now(), registration_id=key, reason=reason)
    stays = Registration.objects.filter(pk=key).exists()
    return undoable(frame, "withdrawal", **({"registration": key} if stays else before))
