"""Online entries: whether a section accepts them now, free places, and the entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from ratings.models import FIDE, ListedRating, RatedPlayer, RatingList
from tournaments.models.entry import Entry, EntryState, EntryTerms
from tournaments.models.player import RegistrationStatus, TeamStatus
from tournaments.models.section import Section

#: States of entries that are not over.
OPEN_STATES = (EntryState.PENDING, EntryState.CONFIRMED, EntryState.WAITING)


@dataclass(frozen=True, slots=True)
class EntryDoor:
    """Whether a section accepts entries at a moment.

    `is_early`: it opens later. `left`: free places, None without a limit; `queue`: no place is free and further entries
    join the waiting list.
    """

    terms: EntryTerms
    is_open: bool
    is_early: bool
    left: int | None
    queue: bool

    @property
    def opens_at(self) -> datetime | None:
        return self.terms.opens_at

    @property
    def closes_at(self) -> datetime | None:
        return self.terms.closes_at


def terms_of(section: Section) -> EntryTerms | None:
    """Return the entry terms of a section, or None."""
    terms: EntryTerms | None = getattr(section, "entry_terms", None)
    return terms


def entry_door(section: Section, now: datetime) -> EntryDoor | None:
    """Return the state of online entry. At most four queries, one if the section has no form.

    None if the section has no form or a round is paired.
    """
    terms = terms_of(section)
    if terms is None or not terms.offered or section.archived_at or section.rounds.exists():
        return None
    begun = terms.opens_at is None or terms.opens_at <= now
    over = terms.closes_at is not None and terms.closes_at <= now
    left = places_left(section, terms)
    full = left == 0 and not terms.waiting_list
    return EntryDoor(terms, begun and not over and not full, not begun, left, left == 0)


def places_left(section: Section, terms: EntryTerms) -> int | None:
    """Return the free places, None without a limit. Players (or teams) and entries that need approval have a place."""
    if terms.places is None:
        return None
    if section.system.teams:
        count = section.teams.filter(status=TeamStatus.ACTIVE).count()
    else:
        count = section.registrations.filter(status=RegistrationStatus.ACTIVE).count()
    total = section.entries.filter(state=EntryState.PENDING).count()
    return max(0, terms.places - count - total)


def entries_at_desk(section: Section, state: str = "") -> QuerySet[Entry]:
    """Return the entries in one state, or all, in the order of the waiting list."""
    rows = Entry.objects.filter(section=section).select_related("player")
    return rows.filter(state=state) if state else rows


def counts_by_state(section: Section) -> Mapping[str, int]:
    rows = Entry.objects.filter(section=section).order_by().values_list("state").annotate(Count("pk"))
    return dict(rows)


def waiting_list(section: Section) -> list[Entry]:
    """Return the waiting entries in the order in which they move up."""
    return list(section.entries.filter(state=EntryState.WAITING).order_by("position", "pk"))


def number_on_waiting_list(entry: Entry) -> int:
    """Return the position on the waiting list, from 1."""
    before = Q(position__lt=entry.position) | Q(position=entry.position, pk__lt=entry.pk)
    rows = Entry.objects.filter(before, section=entry.section_id, state=EntryState.WAITING)
    return rows.count() + 1


def listed_ratings(section: Section, fide_id: int | None, national_id: str) -> dict[str, int]:
    """Return a person's ratings by rating list."""
    ratings: dict[str, int] = {}
    if fide_id and (rated := RatedPlayer.objects.filter(pk=fide_id).first()) is not None:
        ratings = {name: rating for name, rating in rated.ratings.items() if rating}
    if section.national_list and section.national_list != FIDE and (national_id or fide_id):
        condition = Q(number=national_id) if national_id else Q(fide_id=fide_id)
        rows = ListedRating.objects.filter(condition, list__name=section.national_list)
        if (rating := rows.values_list("rating", flat=True).first()) is not None:
            ratings[section.national_list] = rating
    return ratings


def rating_lists_away(section: Section) -> bool:
    """Return whether the section ranks players by lists and none of them has been imported."""
    names = {name if name == section.national_list else FIDE for name in section.lists_in_order}
    rating_lists = RatingList.objects.filter(name__in=names, imported_at__isnull=False)
    return bool(names) and not rating_lists.exists()
