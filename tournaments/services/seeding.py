"""Starting numbers and the ratings that a section goes by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F

from common.actors import Actor
from common.errors import BadInput, Conflict, NotFound
from common.permissions import Action
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Entry, Section
from tournaments.services.players import HIGHEST_RATING
from tournaments.services.shared import change, check_fields, lock_section, standings_changed, write_log

_EDITABLE = frozenset({"number", "rating"})
_HIGHEST_NUMBER = 99_999


@transaction.atomic
def edit_entry(*, actor: Actor, now: datetime, entry_id: int, changes: Mapping[str, object]) -> Entry:
    """Change an entry's starting number (until the section is paired) or the rating it goes by there.

    BadInput `bad_number`, `bad_rating`; Conflict `number_taken`, `already_paired`.
    """
    section_id = Entry.objects.filter(pk=entry_id).values_list("section", flat=True).first()
    if section_id is None:
        raise NotFound(say("no_such_entry"))
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    entry = Entry.objects.select_related("player").get(pk=entry_id)
    before, after = change(entry, dict(changes), _EDITABLE)
    if "number" in after:
        _check_number(section, entry)
    if "rating" in after:
        _check_rating(entry.rating)
    if after:
        check_fields(entry)
        entry.save(update_fields=list(after))
        standings_changed(section.pk)
        write_log(
            event=section.event,
            actor=actor,
            now=now,
            action="entry.edited",
            subject=entry,
            before=before,
            after=after,
        )
    return entry


@transaction.atomic
def number_by_rating(*, actor: Actor, now: datetime, section_id: int) -> list[Entry]:
    """Give starting numbers from 1 by rating, the highest first; those without one after them, by name.

    Conflict `already_paired` once the section has a round.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    _check_unpaired(section)
    entries = list(section.entries.select_related("player"))
    by_rating = sorted(entries, key=lambda entry: (-(entry.rating or 0), entry.player.sort_key, entry.pk))
    return _renumber(section, by_rating, actor=actor, now=now)


@transaction.atomic
def number_by_hand(*, actor: Actor, now: datetime, section_id: int, entry_ids: Sequence[int]) -> list[Entry]:
    """Give starting numbers from 1 in the order of `entry_ids`; who is not named follows in the order he had.

    BadInput `no_such_entry`, `numbered_twice`; Conflict `already_paired` once the section has a round.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    _check_unpaired(section)
    entries = {entry.pk: entry for entry in section.entries.select_related("player").order_by("number")}
    if any(key not in entries for key in entry_ids):
        raise BadInput(say("no_such_entry"))
    if len(set(entry_ids)) < len(entry_ids):
        raise BadInput(say("numbered_twice"))
    named = [entries.pop(key) for key in entry_ids]
    return _renumber(section, [*named, *entries.values()], actor=actor, now=now)


def _renumber(section: Section, entries: list[Entry], *, actor: Actor, now: datetime) -> list[Entry]:
    before = {str(entry.pk): entry.number for entry in entries}
    number_in_order(section, entries)
    standings_changed(section.pk)
    write_log(
        event=section.event,
        actor=actor,
        now=now,
        action="entries.numbered",
        subject=section,
        before=before,
        after={str(entry.pk): entry.number for entry in entries},
    )
    return entries


def number_in_order(section: Section, entries: list[Entry]) -> None:
    """Give all entries of the section the numbers from 1, in this order.  For a caller that has locked the section."""
    highest = max((entry.number for entry in entries), default=0)
    # Out of the way first: a number may be held by one entry only, at every step.
    section.entries.update(number=F("number") + highest + len(entries))
    for number, entry in enumerate(entries, start=1):
        entry.number = number
    Entry.objects.bulk_update(entries, ["number"])


def _check_number(section: Section, entry: Entry) -> None:
    number: object = entry.number
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= _HIGHEST_NUMBER:
        raise BadInput(say("bad_number.starting_number"), field="number")
    _check_unpaired(section)
    if section.entries.filter(number=number).exclude(pk=entry.pk).exists():
        raise Conflict(
            say("number_taken", number=number),
            field="number",
        )


def _check_unpaired(section: Section) -> None:
    if section.rounds.exists():
        raise Conflict(say("already_paired"), field="number")


def _check_rating(rating: object) -> None:
    if rating is None:
        return
    if isinstance(rating, bool) or not isinstance(rating, int) or not 0 < rating <= HIGHEST_RATING:
        raise BadInput(say("bad_rating", rating=rating), field="rating")
