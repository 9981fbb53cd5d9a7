"""Which players the public page of their person shows; kept with the players, so that no list asks for it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet

from people import hooks
from tournaments.happenings import tables_changed
from tournaments.models.event import Event
from tournaments.models.person import Person
from tournaments.models.player import Player, Registration

#: Younger persons have no public page, unless an event's organiser allows it for its players.
OF_AGE = 16


def is_minor(birth_years: Collection[int | None], year: int) -> bool:
    """Return whether the person may be under 16 in `year`: the day of birth is unknown, so the year they turn 16
    counts.
    """
    return any(one is not None and year - one <= OF_AGE for one in birth_years)


def settle(persons: Collection[int], now: datetime, moved: Collection[Player] = ()) -> None:
    """Recompute the visibility of these persons' players, and invalidate pages with a link to them.

    `moved`: players who have joined or left. These are the last locks of a transaction.
    """
    hidden = set(Person.objects.filter(pk__in=persons, hidden_at__isnull=False).values_list("pk", flat=True))
    players: dict[int, list[Player]] = {}
    rows = Player.objects.filter(Q(person__in=persons) | Q(pk__in=[one.pk for one in moved]))
    for one in rows.select_related("event").order_by("pk"):
        players.setdefault(one.person_id or 0, []).append(one)
    changed = {one.pk for one in moved}
    unseen: list[Player] = [one for one in moved if one.person_id is None]
    for person, found in players.items():
        minor = is_minor([one.birth_year for one in found], now.year)
        for one in found:
            shown = bool(person) and person not in hidden and one.erased_at is None
            shown = shown and (not minor or one.event.shows_minors)
            if shown != one.on_person_page:
                Player.objects.filter(pk=one.pk).update(on_person_page=shown)
                changed.add(one.pk)
                unseen += [] if shown else [one]
    hooks.persons_hidden(hidden, now)
    hooks.players_left(persons, unseen)
    _announce(changed)


def settle_minors(now: datetime) -> int:
    """Hide the pages of persons now known to be minors, and show those who no longer are.

    Returns the number of changed persons.
    """
    youngest = now.year - OF_AGE
    young = Player.objects.filter(person__isnull=False)
    now_known = young.filter(on_person_page=True, person__players__birth_year__gte=youngest)
    wrong = now_known.filter(event__shows_minors=False)
    grown = young.filter(on_person_page=False, person__hidden_at=None, erased_at=None).filter(
        Q(person__players__birth_year=youngest - 1) | Q(event__shows_minors=True)
    )
    keys = _persons(wrong) | _persons(grown)
    settle(keys, now)
    return len(keys)


def settle_event(event: Event, now: datetime) -> None:
    """Recompute visibility after the event changed its setting for minors."""
    settle(_persons(Player.objects.filter(event=event, person__isnull=False)), now)


def _persons(players: QuerySet[Player]) -> set[int]:
    return {one.person_id for one in players.only("person") if one.person_id is not None}


def _announce(players: Collection[int]) -> None:
    tables_changed(Registration.objects.filter(player__in=players).values_list("section", flat=True))
