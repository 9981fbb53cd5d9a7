"""The terms of online entry."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction

from entries.messages import say
from entries.services.online_entries.places import fill_places
from entries.services.online_entries.teams import takes_teams
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.models.entry import Asked, EntryField, EntryTerms
from tournaments.services.events import check_texts
from tournaments.services.shared import (
    change,
    check_fields,
    lock_section_with_event,
    standings_changed,
    write_log,
)

_FEDERATION = re.compile(r"[A-Z]{3}")
_EDITABLE = frozenset(field.attname for field in EntryTerms._meta.concrete_fields if not field.primary_key)


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
    known = EntryTerms.objects.filter(section=section).first()
    terms = known or EntryTerms(section=section)
    before, after = change(terms, dict(changes), _EDITABLE)
    _check(terms, section.rounds_planned)
    terms.asked = {**terms.asked, **dict.fromkeys(_needed(terms), Asked.REQUIRED.value)}
    terms.save()
    if after or known is None:
        write_log(
            event=section.event,
            actor=actor,
            now=now,
            action="entries.terms",
            subject=section,
            before=before,
            after=after,
        )
        standings_changed(section.pk)  # the event's page has the way to the form
    fill_places(section, now=now)
    return terms


def _check(terms: EntryTerms, rounds_planned: int | None) -> None:
    check_fields(terms, exclude=["section"])
    asked = terms.asked.items()
    if any(name not in EntryField.values or how not in Asked.values for name, how in asked):
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
        needed.append(EntryField.FEDERATION.value)
    if terms.sex:
        needed.append(EntryField.SEX.value)
    if terms.born_from or terms.born_until:
        by_day = terms.asks(EntryField.BIRTH_DATE)
        needed.append((EntryField.BIRTH_DATE if by_day else EntryField.BIRTH_YEAR).value)
    if terms.lowest_rating:
        needed.append(EntryField.FIDE_ID.value)
    return needed


def all_rounds(numbers: Collection[object], last: int | None) -> bool:
    """Return whether these are numbers of rounds of a section."""
    return all(isinstance(one, int) and 1 <= one <= (last or 400) for one in numbers)
