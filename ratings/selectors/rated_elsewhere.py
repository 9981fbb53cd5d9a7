"""Players whom the main list of a section does not rate, with their ratings in the other lists."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from ratings.models.rated import ListedRating, RatedPlayer
from ratings.selectors.former_ratings import former_ratings, list_day, ratings_then
from tavleya.formats.rating_list import PACES
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section


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
    own = {
        number
        for registration in registrations
        for number in registration.player.national_ids.values()
        if number
    }
    rated = {
        registration.fide_id: registration for registration in RatedPlayer.objects.filter(pk__in=fide_ids)
    }
    listed = list(
        ListedRating.objects.filter(Q(fide_id__in=fide_ids) | Q(number__in=own)).select_related("list")
    )
    listed_by: dict[tuple[str, object], ListedRating] = {}
    for row in listed:
        listed_by[row.list.name, row.number] = row
        if row.fide_id:
            listed_by[row.list.name, row.fide_id] = row
    sources = {*PACES, *(registration.list.name for registration in listed)}
    former = former_ratings(
        day, sources, {*map(str, fide_ids), *(registration.number for registration in listed)}
    )
    result: dict[int, dict[str, int]] = {}
    for registration in registrations:
        in_fide = rated.get(registration.player.fide_id or 0)
        result[registration.pk] = ratings_then(in_fide, former) if in_fide is not None else {}
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
