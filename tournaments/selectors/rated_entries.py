"""The rating list beside a section: who of it is entered already, and what it now says of those who are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from core.formats.names import sounds
from tournaments.models import Player, RatedPlayer, RatingList, Registration, Section
from tournaments.models.rated import FIDE
from tournaments.selectors.rated import find_rated

_FEDERATION = re.compile(r"[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class Found:
    """A player of the list.  `registration`: of this section, by FIDE number.  `in_event`: he plays elsewhere in
    the event.

    `alike`: entries under the same name, to the ear, whose FIDE number is not known and whose year of birth agrees
    with his or is not known.
    """

    rated: RatedPlayer
    registration: Registration | None
    in_event: bool
    alike: tuple[Registration, ...]


@dataclass(frozen=True, slots=True)
class ListedValues:
    """What the list is asked for again of a player who is entered."""

    title: str
    federation: str
    ratings: Mapping[str, int]


def listed_values(rated: RatedPlayer, known: ListedValues) -> ListedValues:
    """What the list says now; what it does not say stays as it is known."""
    return ListedValues(
        rated.title or rated.women_title or known.title,
        rated.federation if _FEDERATION.fullmatch(rated.federation) else known.federation,
        {**known.ratings, **rated.ratings},
    )


@dataclass(frozen=True, slots=True)
class ListChange:
    """What the list has otherwise than an entry; `rating` is the one that the section goes by."""

    registration: Registration
    before: ListedValues
    after: ListedValues
    rating_before: int | None
    rating_after: int | None

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
    """The list that was imported last; None if there never was one."""
    return RatingList.objects.filter(name=FIDE, imported_at__isnull=False).first()


def search_list(section: Section, query: str, limit: int = 20) -> list[Found]:
    """Players of the list by name in any script, or FIDE number, with where they are in the section.  Four queries."""
    found = find_rated(query, limit)
    if not found:
        return []
    registrations = list(section.registrations.select_related("player").order_by("number"))
    by_number = {
        registration.player.fide_id: registration
        for registration in registrations
        if registration.player.fide_id
    }
    elsewhere = set(
        Player.objects.filter(event=section.event_id, fide_id__in=[one.fide_id for one in found]).values_list(
            "fide_id", flat=True
        )
    )
    by_sound: dict[frozenset[str], list[Registration]] = {}
    for registration in registrations:
        if registration.player.fide_id is None:
            for name in (registration.player.name.full, *registration.player.names.values()):
                by_sound.setdefault(_sounds_of(name), []).append(registration)
    return [
        Found(
            one,
            by_number.get(one.fide_id),
            one.fide_id in elsewhere,
            tuple(
                dict.fromkeys(
                    registration
                    for registration in by_sound.get(_sounds_of(one.name), ())
                    if not (one.birth_year and registration.player.birth_year)
                    or one.birth_year == registration.player.birth_year
                )
            ),
        )
        for one in found
    ]


def _sounds_of(name: str) -> frozenset[str]:
    """A name's words by their sound, in any order."""
    return frozenset(sounds(name.replace(",", " ")).split())


def changes_from_list(section: Section) -> list[ListChange]:
    """Every entry of whom the list, by FIDE number, says something else; by starting number.  Two queries."""
    registrations = list(section.registrations.select_related("player").order_by("number"))
    numbers = [registration.player.fide_id for registration in registrations if registration.player.fide_id]
    listed = {one.fide_id: one for one in RatedPlayer.objects.filter(pk__in=numbers)}
    changes = []
    for registration in registrations:
        rated = listed.get(registration.player.fide_id or 0)
        if rated is None:
            continue
        player = registration.player
        before = ListedValues(player.title, player.federation, dict(player.ratings))
        after = listed_values(rated, before)
        rating = after.ratings.get(section.rating_kind, registration.rating)
        change = ListChange(registration, before, after, registration.rating, rating)
        if change.differs:
            changes.append(change)
    return changes
