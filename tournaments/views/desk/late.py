"""Late entries at the desk: which rounds they miss, and the form that enters one."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.forms.players import late_fields
from tournaments.forms.swiss import LateEntryForm
from tournaments.models.round import RoundStatus
from tournaments.services.attendance import enter_late
from tournaments.services.entries import enter_person
from tournaments.views.desk.frame import SectionDesk


def begun(frame: SectionDesk) -> bool:
    """Return whether new entries are late ones."""
    return frame.section.system.pairs_players and bool(frame.rounds)


def missed_rounds(frame: SectionDesk) -> list[int]:
    """Return the public rounds: a player entered now has missed them."""
    return [row.number for row in frame.rounds if row.number and row.status != RoundStatus.DRAFT]


def next_number(frame: SectionDesk) -> int:
    return max((row.number or 0 for row in frame.rounds), default=0) + 1


def unpublished_number(frame: SectionDesk) -> int:
    """Return the number of the draft round, else of the next one to be paired."""
    return max((row.number or 0 for row in frame.rounds if row.status != RoundStatus.DRAFT), default=0) + 1


def absences_can_be_noted(frame: SectionDesk) -> bool:
    """Return whether absences can be noted: before the first pairing, and before each round paired one by one."""
    if not frame.rounds:
        return True
    last = frame.section.rounds_planned
    return frame.section.system.pairs_players and (last is None or unpublished_number(frame) <= last)


def fields_of_late_entry(frame: SectionDesk) -> dict[str, forms.Field]:
    """Return the fields of a late entry; a player who starts after the coming round misses that one too."""
    coming, last = next_number(frame), frame.section.rounds_planned
    missed = missed_rounds(frame)
    if last is None or coming < last:
        missed.append(coming)
    return late_fields(missed, coming, last)


def late_entry(frame: SectionDesk, form: LateEntryForm) -> str:
    """Enter the player of the form; return the success message."""
    cleaned = form.cleaned_data
    common: dict[str, Any] = {
        "actor": frame.actor,
        "now": timezone.now(),
        "section_id": frame.section.pk,
        "from_round": cleaned["from_round"],
        "half_points": cleaned.get("half_points", ()),
    }
    if cleaned["player"]:
        registration = enter_late(**common, player_id=cleaned["player"], rating=cleaned["rating"])
    else:
        registration = enter_person(
            **common, person=form.person(frame.section.rating_kind), who=cleaned["who"]
        )
    words = gettext("%(player)s has been added as number %(number)s.")
    messages = [words % {"player": registration.player.full_name, "number": registration.number}]
    if registration.number < frame.section.registrations.count():
        messages.append(gettext("Starting numbers have been reassigned by rating."))
    return " ".join(messages)
