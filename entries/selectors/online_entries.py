"""Online entries: whether a section accepts them now, free places, and the entries."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet

from entries.messages import say
from people.services.persons import described
from ratings.models import FIDE, ListedRating, RatedPlayer, RatingList
from tavleya.errors import Conflict
from tavleya.formats.names import Described, PersonName, contradict, same_name
from tournaments.models.entry import ID_CLAIMED, ID_DIFFERS, ID_QUESTIONS, Entry, EntryState, EntryTerms
from tournaments.models.player import Player, RegistrationStatus, TeamStatus
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
        entrants = section.teams.filter(status=TeamStatus.ACTIVE).count()
    else:
        entrants = section.registrations.filter(status=RegistrationStatus.ACTIVE).count()
    pending = section.entries.filter(state=EntryState.PENDING).count()
    return max(0, terms.places - entrants - pending)


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


# The ID of an entry and the person who enters: the rating list and other entries can contradict.

_UNDECIDED = (EntryState.PENDING, EntryState.WAITING)


@dataclass(frozen=True, slots=True)
class ListedOwner:
    """The owner of an ID by a rating list, if the entry with this ID has a different name or year of birth."""

    list: str
    number: str
    name: str
    birth_year: int | None = None


def other_owners(section: Section, person: Mapping[str, Any], national_id: str = "") -> list[ListedOwner]:
    """Return the lists' owners of the person's IDs whose name or year of birth contradicts.

    `person`: `family_name`, `given_name`, `patronymic`, `birth_year`, `fide_id`. Empty if no list has the IDs.
    """
    name, owners = _name(person), []
    rated = RatedPlayer.objects.filter(pk=person["fide_id"]).first() if person["fide_id"] else None
    if rated is not None and contradict(
        Described((name,), person["birth_year"]), Described((rated.name,), rated.birth_year)
    ):
        owners.append(ListedOwner(FIDE, str(rated.pk), rated.name, rated.birth_year))
    if national_id and section.national_list and section.national_list != FIDE:
        row = ListedRating.objects.filter(list__name=section.national_list, number=national_id).first()
        if row is not None and not same_name(name, row.name):
            owners.append(ListedOwner(section.national_list, row.number, row.name))
    return owners


def owners_of_entry(entry: Entry, section: Section) -> list[ListedOwner]:
    """Return the owners of the entry's IDs who are not the entrant; for a team, those of its players."""
    if entry.team_name:
        return [owner for row in entry.line_up for owner in other_owners(section, row)]
    return other_owners(section, _person(entry), entry.national_id)


def undisputed_ids(entry: Entry, section: Section) -> tuple[int | None, str]:
    """Return FIDE ID and national ID of the entry, without those that a list or the event gives to another person."""
    lists = {owner.list for owner in owners_of_entry(entry, section)}
    national = "" if section.national_list in lists - {FIDE} else entry.national_id
    disputed = FIDE in lists or entry.question == ID_CLAIMED
    return None if disputed else entry.fide_id, national


def complete_from_lists(entry: Entry, section: Section, fide_id: int | None, national_id: str) -> None:
    """Set missing fields and the ratings from the rating lists' data for these IDs."""
    entry.ratings = listed_ratings(section, fide_id, national_id)
    rated = RatedPlayer.objects.filter(pk=fide_id).first() if fide_id else None
    if rated is None:
        return
    entry.federation = entry.federation or (rated.federation if len(rated.federation) == 3 else "")
    entry.title = entry.title or rated.title or rated.women_title
    entry.sex = entry.sex or rated.sex
    if entry.born is None:
        entry.birth_year = rated.birth_year


def question_of_id(entry: Entry, section: Section) -> str:
    """Return `ID_DIFFERS`, `ID_CLAIMED` or an empty text.

    An entry whose own identity is in doubt does not block another person.
    Raises: Conflict ("already_entered") if the same person has entered with this ID.
    """
    differs = bool(owners_of_entry(entry, section))
    if entry.fide_id is None or entry.team_name:
        return ID_DIFFERS if differs else ""
    own, claimed = describe_entry(entry), False
    for other in _undecided_of_id(entry, section):
        doubtful = other.question in ID_QUESTIONS
        if not contradict(own, describe_entry(other)):
            if differs or not doubtful:
                raise _already_entered(entry)
        elif not doubtful:
            claimed = True
    for player in _players_of_id(entry, section):
        if contradict(own, described(player)):
            claimed = True
        elif player.registrations.filter(section=section).exists():
            raise _already_entered(entry)
    return ID_DIFFERS if differs else ID_CLAIMED if claimed else ""


def other_claimants(entry: Entry, section: Section) -> list[str]:
    """Return the names of other entrants and players of the event with the entry's FIDE ID."""
    if entry.fide_id is None:
        return []
    entries = [other.full_name for other in _undecided_of_id(entry, section)]
    return [*entries, *(player.full_name for player in _players_of_id(entry, section))]


def describe_entry(entry: Entry) -> Described:
    return Described((_name(_person(entry)),), entry.born, entry.sex)


def _undecided_of_id(entry: Entry, section: Section) -> list[Entry]:
    rows = section.entries.filter(fide_id=entry.fide_id, state__in=_UNDECIDED, team_name="")
    return list(rows.exclude(pk=entry.pk))


def _players_of_id(entry: Entry, section: Section) -> list[Player]:
    rows = Player.objects.filter(event=section.event_id, fide_id=entry.fide_id)
    return list(rows.exclude(pk=entry.player_id) if entry.player_id else rows)


def _already_entered(entry: Entry) -> Conflict:
    return Conflict(say("already_entered.with_id", player=entry.full_name), field="fide_id")


def _person(entry: Entry) -> dict[str, Any]:
    names = {name: getattr(entry, name) for name in ("family_name", "given_name", "patronymic")}
    return {**names, "birth_year": entry.born, "fide_id": entry.fide_id}


def _name(person: Mapping[str, Any]) -> str:
    return PersonName(person["family_name"], person["given_name"], person["patronymic"]).full
