import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db import connection
from django.db.models import F, Q, QuerySet

from ratings.models import FIDE, ListedRating, RatedPlayer, RatingList
from ratings.selectors.norms import former_ratings, list_day, ratings_then
from tavleya.formats.names import search_words, sounds
from tavleya.formats.rating_list import PACES
from tavleya.ratings import TYPED
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section

_LAST = "\U0010ffff"


def find_rated(query: str, limit: int = 20) -> list[RatedPlayer]:
    """Return players of the rating list by FIDE number, or by the beginnings of names in any script and order.

    The highest rated first. An index finds a word at the beginning of a family name (a single word also of a given
    name); only without a match is the whole list searched.
    """
    text = query.strip()
    if text.isascii() and text.isdigit():
        return list(RatedPlayer.objects.filter(pk=int(text))) if len(text) <= 11 else []
    words = search_words(query)
    if not words:
        return []
    rows = RatedPlayer.objects.all()
    for forms in words:
        any_form = Q()
        for form in forms:
            any_form |= Q(search_key__contains=f" {form}")
        rows = rows.filter(any_form)
    beginnings = Q()
    for key in sorted({sounds(form) for forms in words for form in forms} - {""}):
        beginnings |= _begins("family_key", key)
        if len(words) == 1:
            beginnings |= _begins("given_key", key)
    return _best(rows.filter(beginnings), limit) or _best(rows, limit)


def _best(rows: QuerySet[RatedPlayer], limit: int) -> list[RatedPlayer]:
    # A player without a rating comes last on every database.
    return list(rows.order_by(F("standard").desc(nulls_last=True), "name", "fide_id")[:limit])


def _begins(field: str, key: str) -> Q:
    if connection.vendor == "postgresql":
        return Q(**{f"{field}__startswith": key})
    # SQLite uses an index for a range and not for LIKE; it compares by code points.
    return Q(**{f"{field}__gte": key, f"{field}__lt": key + _LAST})


# The rating list compared with a section: entered players, and current values of their entries.

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
        """The change of the rating used in the section."""
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
        registration.player.fide_id: registration for registration in registrations if registration.player.fide_id
    }
    elsewhere = set(
        Player.objects.filter(
            event=section.event_id, fide_id__in=[player.fide_id for player in rated_players]
        ).values_list("fide_id", flat=True)
    )
    by_sound: dict[frozenset[str], list[Registration]] = {}
    for registration in registrations:
        if registration.player.fide_id is None:
            for name in (registration.player.name.full, *registration.player.names.values()):
                by_sound.setdefault(_sounds_of(name), []).append(registration)
    return [
        RatedMatch(
            player,
            by_number.get(player.fide_id),
            player.fide_id in elsewhere,
            tuple(
                dict.fromkeys(
                    registration
                    for registration in by_sound.get(_sounds_of(player.name), ())
                    if not (player.birth_year and registration.player.birth_year)
                    or player.birth_year == registration.player.birth_year
                )
            ),
        )
        for player in rated_players
    ]


def _sounds_of(name: str) -> frozenset[str]:
    """Return the sounds of a name's words, in any order."""
    return frozenset(sounds(name.replace(",", " ")).split())


def _national_ratings(section: Section, registrations: Sequence[Registration], day: date | None) -> dict[int, int]:
    """Return, by entry, the rating in the national list on a day, by the number in it or else the FIDE number.

    One query, or two for an earlier day.
    """
    if not section.national_list:
        return {}
    national_ids = [registration.player.national_ids.get(section.national_list, "") for registration in registrations]
    fide_ids = [registration.player.fide_id for registration in registrations if registration.player.fide_id]
    rows = ListedRating.objects.filter(
        Q(number__in=filter(None, national_ids)) | Q(fide_id__in=fide_ids), list__name=section.national_list
    )
    by_number: dict[str, int | None] = {}
    by_fide_id: dict[int, int | None] = {}
    listed_now = list(rows.values_list("number", "fide_id", "rating"))
    former = former_ratings(day, [section.national_list], [number for number, _, _ in listed_now])
    for number, fide_id, rating_now in listed_now:
        by_number[number] = former.get((section.national_list, number), rating_now)
        if fide_id:
            by_fide_id[fide_id] = by_number[number]
    result = {}
    for registration, number in zip(registrations, national_ids, strict=True):
        listed = by_number.get(number) if number else by_fide_id.get(registration.player.fide_id or 0)
        if listed:
            result[registration.pk] = listed
    return result


def _rated(section: Section, registration: Registration, ratings: Mapping[str, int]) -> tuple[int | None, str]:
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
    listed = {rated_player.fide_id: rated_player for rated_player in RatedPlayer.objects.filter(pk__in=numbers)}
    former = former_ratings(day, PACES, [str(number) for number in numbers])
    national = _national_ratings(section, registrations, day)
    changes = []
    for registration in registrations:
        rated = listed.get(registration.player.fide_id or 0)
        national_rating = national.get(registration.pk)
        if rated is None and national_rating is None:
            continue
        player = registration.player
        before = ListedValues(player.title, player.federation, dict(player.ratings))
        after = listed_values(rated, ratings_then(rated, former), before) if rated is not None else before
        if national_rating is not None:
            after = replace(after, ratings={**after.ratings, section.national_list: national_rating})
        rating, source = _rated(section, registration, after.ratings)
        change = ListChange(registration, before, after, registration.rating, rating, source)
        if change.differs:
            changes.append(change)
    return changes


# Players whom the main list of a section does not rate, with their ratings in the other lists.


@dataclass(frozen=True, slots=True)
class RatedElsewhere:
    """An entry with its `ratings` by list, as in `Player.ratings`; empty if no list has the player."""

    registration: Registration
    ratings: Mapping[str, int]


def rated_elsewhere(section: Section, today: date) -> list[RatedElsewhere]:
    """Return entries without a rating in the section's main list, by starting number. Three queries, four for a day."""
    registrations = list(section.registrations.select_related("player").order_by("number"))
    ratings = _ratings(registrations, list_day(section.event, today))
    main = section.lists_in_order[:1]
    return [
        RatedElsewhere(registration, ratings[registration.pk])
        for registration in registrations
        if ratings[registration.pk] and not any(name in ratings[registration.pk] for name in main)
    ]


def _ratings(registrations: Sequence[Registration], day: date | None) -> dict[int, dict[str, int]]:
    """Return, by entry, the player's ratings in all lists on a day."""
    fide_ids = {registration.player.fide_id for registration in registrations if registration.player.fide_id}
    national_ids = {
        number for registration in registrations for number in registration.player.national_ids.values() if number
    }
    rated = {player.fide_id: player for player in RatedPlayer.objects.filter(pk__in=fide_ids)}
    listed = list(
        ListedRating.objects.filter(Q(fide_id__in=fide_ids) | Q(number__in=national_ids)).select_related("list")
    )
    listed_by: dict[tuple[str, object], ListedRating] = {}
    for row in listed:
        listed_by[row.list.name, row.number] = row
        if row.fide_id:
            listed_by[row.list.name, row.fide_id] = row
    sources = {*PACES, *(rating.list.name for rating in listed)}
    former = former_ratings(day, sources, {*map(str, fide_ids), *(rating.number for rating in listed)})
    result: dict[int, dict[str, int]] = {}
    for registration in registrations:
        rated_player = rated.get(registration.player.fide_id or 0)
        result[registration.pk] = ratings_then(rated_player, former) if rated_player is not None else {}
        for row in _rows_of(registration.player, listed_by):
            rating = former.get((row.list.name, row.number), row.rating)
            if rating:
                result[registration.pk][row.list.name] = rating
    return result


def _rows_of(player: Player, listed_by: Mapping[tuple[str, object], ListedRating]) -> list[ListedRating]:
    """Return the list rows of a player by the number in each list, or else the FIDE number."""
    names = {name for name, _ in listed_by}
    keys = ((name, player.national_ids.get(name) or player.fide_id) for name in names)
    return [listed_by[key] for key in keys if key in listed_by]
