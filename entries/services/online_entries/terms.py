"""The terms of online entry."""

import re
from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction

from entries.kinds import ENTRIES_TERMS
from entries.messages import say
from entries.services.online_entries.places import fill_places
from entries.services.online_entries.teams import takes_teams
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.declarations import entered
from tournaments.models.entry import Entry, EntryTerms, FieldRequirement
from tournaments.services.events import check_texts
from tournaments.services.shared import change, check_fields, lock_section_with_event

_FEDERATION = re.compile(r"[A-Z]{3}")


@transaction.atomic
def set_entry_terms(
    *, actor: Actor, now: datetime, section_id: int, changes: Mapping[str, object]
) -> EntryTerms:
    """Set the terms of online entry; fields that are not in `changes` stay.

    With more places the first of the waiting list move up at once.
    Raises: BadInput ("bad_field", "unknown_entry_field", "entries_close_too_early", "limits_crossed", "bad_federation",
    "no_such_round"); Conflict ("entries_of_teams").
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    if section.system.teams and not takes_teams(section):
        raise Conflict(say("entries_of_teams"))
    entry_terms = EntryTerms.objects.filter(section=section).first()
    terms = entry_terms or EntryTerms(section=section)
    before, after = change(terms, changes)
    _check(terms, section.rounds_planned)
    terms.asked = {**terms.asked, **dict.fromkeys(_needed(terms), FieldRequirement.REQUIRED.value)}
    terms.save()
    if after or entry_terms is None:
        happened(ENTRIES_TERMS, section, actor=actor, now=now, before=before, after=after)
    fill_places(section, now=now)
    return terms


def _check(terms: EntryTerms, rounds_planned: int | None) -> None:
    check_fields(terms, exclude=["section"])
    requested = terms.asked.items()
    if any(name not in entered(Entry) or manner not in FieldRequirement.values for name, manner in requested):
        raise BadInput(say("unknown_entry_field"), field="asked")
    check_texts(terms.consent, "consent", optional=True)
    if terms.opens_at and terms.closes_at and terms.opens_at >= terms.closes_at:
        raise BadInput(say("entries_close_too_early"), field="closes_at")
    if terms.lowest_rating and terms.highest_rating and terms.lowest_rating > terms.highest_rating:
        raise BadInput(say("limits_crossed"), field="highest_rating")
    if terms.born_from and terms.born_until and terms.born_from > terms.born_until:
        raise BadInput(say("limits_crossed"), field="born_until")
    if any(not _FEDERATION.fullmatch(str(code)) for code in terms.federations):
        raise BadInput(say("bad_federation"), field="federations")
    if not all_rounds(terms.bye_rounds, rounds_planned):
        raise BadInput(say("no_such_round"), field="bye_rounds")


def _needed(terms: EntryTerms) -> list[str]:
    """Return the fields that the limits require."""
    needed = []
    if terms.federations:
        needed.append("federation")
    if terms.sex:
        needed.append("sex")
    if terms.born_from or terms.born_until:
        needed.append("birth_date" if terms.asks("birth_date") else "birth_year")
    if terms.lowest_rating:
        needed.append("fide_id")
    return needed


def all_rounds(numbers: Collection[object], last: int | None) -> bool:
    """Return whether these are numbers of rounds of a section."""
    return all(isinstance(number, int) and 1 <= number <= (last or 400) for number in numbers)
