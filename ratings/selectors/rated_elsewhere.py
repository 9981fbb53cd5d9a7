"""Players whom the main list of a section does not rate, with their ratings in the other lists."""

from __future__ import annotations

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
    day = list_day(section.event, today)
    ratings = _ratings(registrations, day)
    main = section.lists_in_order[:1]
    return [
        RatedElsewhere(one, ratings[one.pk])
        for one in registrations
        if ratings[one.pk] and not any(name in ratings[one.pk] for name in main)
    ]


def _ratings(registrations: Sequence[Registration], day: date | None) -> dict[int, dict[str, int]]:
    """Return, by entry, the player's ratings in all lists on a day."""
    fide_ids = {one.player.fide_id for one in registrations if one.player.fide_id}
    own = {number for one in registrations for number in one.player.national_ids.values() if number}
    rated = {one.fide_id: one for one in RatedPlayer.objects.filter(pk__in=fide_ids)}
    listed = list(
        ListedRating.objects.filter(Q(fide_id__in=fide_ids) | Q(number__in=own)).select_related("list")
    )
    listed_by: dict[tuple[str, object], ListedRating] = {}
    for row in listed:
        listed_by[row.list.name, row.number] = row
        if row.fide_id:
            listed_by[row.list.name, row.fide_id] = row
    sources = {*PACES, *(one.list.name for one in listed)}
    former = former_ratings(day, sources, {*map(str, fide_ids), *(one.number for one in listed)})
    found: dict[int, dict[str, int]] = {}
    for one in registrations:
        in_fide = rated.get(one.player.fide_id or 0)
        found[one.pk] = ratings_then(in_fide, former) if in_fide is not None else {}
        for row in _rows_of(one.player, listed_by):
            rating = former.get((row.list.name, row.number), row.rating)
            if rating:
                found[one.pk][row.list.name] = rating
    return found


def _rows_of(player: Player, listed_by: Mapping[tuple[str, object], ListedRating]) -> list[ListedRating]:
    """Return the list rows of a player by the number in each list, or else the FIDE number."""
    names = {name for name, _ in listed_by}
    keys = ((name, player.national_ids.get(name) or player.fide_id) for name in names)
    return [listed_by[key] for key in keys if key in listed_by]
