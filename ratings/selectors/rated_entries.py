"""The rating list compared with a section: entered players, and current values of their entries."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Q

from ratings.models.rated import FIDE, ListedRating, RatedPlayer, RatingList
from ratings.selectors.former_ratings import former_ratings, list_day, ratings_then
from ratings.selectors.rated import find_rated
from tavleya.formats.names import sounds
from tavleya.formats.rating_list import PACES
from tavleya.ratings.tournament import TYPED
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section

_FEDERATION = re.compile(r"[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A player of the list. `registration`: in this section, by FIDE number. `in_event`: they play elsewhere in the
    event.

    `alike`: entries with a name of the same sound, an unknown FIDE number and a year of birth that agrees or is
    unknown.
    """

    rated: RatedPlayer
    registration: Registration | None
    in_event: bool
    alike: tuple[Registration, ...]


@dataclass(frozen=True, slots=True)
class ListedValues:
    """The values that an entry takes from the list."""

    title: str
    federation: str
    ratings: Mapping[str, int]


def listed_values(rated: RatedPlayer, ratings: Mapping[str, int], existing: ListedValues) -> ListedValues:
    """Return the list's values, with `ratings` possibly of an earlier day; missing values stay as they are known."""
    return ListedValues(
        rated.title or rated.women_title or existing.title,
        rated.federation if _FEDERATION.fullmatch(rated.federation) else existing.federation,
        {**existing.ratings, **ratings},
    )


@dataclass(frozen=True, slots=True)
class ListChange:
    """The differences between the list and an entry; `rating` is the one used in the section."""

    registration: Registration
    before: ListedValues
    after: ListedValues
    rating_before: int | None
    rating_after: int | None
    source_after: str = ""

    @property
    def differs(self) -> bool:
        return self.before != self.after or self.rating_before != self.rating_after

    @property
    def points(self) -> int | None:
        """By how much the section's rating goes up or down."""
        if self.rating_before is None or self.rating_after is None:
            return None
        return self.rating_after - self.rating_before


def current_list() -> RatingList | None:
    """Return the last imported list, or None."""
    return RatingList.objects.filter(name=FIDE, imported_at__isnull=False).first()


def search_list(section: Section, query: str, limit: int = 20) -> list[RatedMatch]:
    """Return players of the list by name in any script, or FIDE number, with their entry, if any. Four queries."""
    rated_players = find_rated(query, limit)
    if not rated_players:
        return []
    registrations = list(section.registrations.select_related("player").order_by("number"))
    by_number = {
        registration.player.fide_id: registration
        for registration in registrations
        if registration.player.fide_id
    }
    elsewhere = set(
        Player.objects.filter(
            event=section.event_id, fide_id__in=[rated_player.fide_id for rated_player in rated_players]
        ).values_list("fide_id", flat=True)
    )
    by_sound: dict[frozenset[str], list[Registration]] = {}
    for registration in registrations:
        if registration.player.fide_id is None:
            for name in (registration.player.name.full, *registration.player.names.values()):
                by_sound.setdefault(_sounds_of(name), []).append(registration)
    return [
        RatedMatch(
            rated_player,
            by_number.get(rated_player.fide_id),
            rated_player.fide_id in elsewhere,
            tuple(
                dict.fromkeys(
                    registration
                    for registration in by_sound.get(_sounds_of(rated_player.name), ())
                    if not (rated_player.birth_year and registration.player.birth_year)
                    or rated_player.birth_year == registration.player.birth_year
                )
            ),
        )
        for rated_player in rated_players
    ]


def _sounds_of(name: str) -> frozenset[str]:
    """Return the sounds of a name's words, in any order."""
    return frozenset(sounds(name.replace(",", " ")).split())


def _national_ratings(
    section: Section, registrations: Sequence[Registration], day: date | None
) -> dict[int, int]:
    """Return, by entry, the rating in the national list on a day, by the number in it or else the FIDE number.

    One query, or two for an earlier day.
    """
    if not section.national_list:
        return {}
    own = [registration.player.national_ids.get(section.national_list, "") for registration in registrations]
    fide_ids = [registration.player.fide_id for registration in registrations if registration.player.fide_id]
    rows = ListedRating.objects.filter(
        Q(number__in=filter(None, own)) | Q(fide_id__in=fide_ids), list__name=section.national_list
    )
    by_number: dict[str, int | None] = {}
    by_fide_id: dict[int, int | None] = {}
    listed_now = list(rows.values_list("number", "fide_id", "rating"))
    former = former_ratings(day, [section.national_list], [number for number, _, _ in listed_now])
    for number, fide_id, now in listed_now:
        by_number[number] = former.get((section.national_list, number), now)
        if fide_id:
            by_fide_id[fide_id] = by_number[number]
    result = {}
    for registration, number in zip(registrations, own, strict=True):
        listed = by_number.get(number) if number else by_fide_id.get(registration.player.fide_id or 0)
        if listed:
            result[registration.pk] = listed
    return result


def _rated(
    section: Section, registration: Registration, ratings: Mapping[str, int]
) -> tuple[int | None, str]:
    """Return the entry's rating and its list from these ratings; a manual or otherwise chosen source stays."""
    rating, source = registration.rating, registration.rating_source
    if source == TYPED:
        return rating, source
    if source and source not in section.lists_in_order:
        return ratings.get(source, rating), source
    chosen = section.rating_of(ratings)
    return (rating, source) if chosen is None else (chosen.rating, chosen.source)


def changes_from_list(section: Section, today: date) -> list[ListChange]:
    """Return the entries that differ from the list, found by FIDE number; by starting number.

    A started event uses the lists of its first day (`list_day`). Two queries, or three if the section has a national
    list; one more for each list of an earlier day.
    """
    day = list_day(section.event, today)
    registrations = list(section.registrations.select_related("player").order_by("number"))
    numbers = [registration.player.fide_id for registration in registrations if registration.player.fide_id]
    listed = {
        rated_player.fide_id: rated_player for rated_player in RatedPlayer.objects.filter(pk__in=numbers)
    }
    former = former_ratings(day, PACES, [str(number) for number in numbers])
    national = _national_ratings(section, registrations, day)
    changes = []
    for registration in registrations:
        rated = listed.get(registration.player.fide_id or 0)
        own = national.get(registration.pk)
        if rated is None and own is None:
            continue
        player = registration.player
        before = ListedValues(player.title, player.federation, dict(player.ratings))
        after = listed_values(rated, ratings_then(rated, former), before) if rated is not None else before
        if own is not None:
            after = replace(after, ratings={**after.ratings, section.national_list: own})
        rating, source = _rated(section, registration, after.ratings)
        change = ListChange(registration, before, after, registration.rating, rating, source)
        if change.differs:
            changes.append(change)
    return changes
