"""Which players the public page of their person shows; kept with the players, so that no list asks for it."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Q, QuerySet

from people import hooks
from tournaments.activity import tables_changed
from tournaments.models.event import Event
from tournaments.models.person import Person
from tournaments.models.player import Player, Registration

#: Younger persons have no public page, unless an event's organiser allows it for its players.
OF_AGE = 16


def is_minor(birth_years: Collection[int | None], year: int) -> bool:
    """Return whether the person may be under 16 in `year`: the day of birth is unknown, so the year they turn 16
    counts.
    """
    return any(birth_year is not None and year - birth_year <= OF_AGE for birth_year in birth_years)


def settle(persons: Collection[int], now: datetime, moved: Collection[Player] = ()) -> None:
    """Recompute the visibility of these persons' players, and invalidate pages with a link to them.

    `moved`: players who have joined or left. These are the last locks of a transaction.
    """
    hidden = set(Person.objects.filter(pk__in=persons, hidden_at__isnull=False).values_list("pk", flat=True))
    players: dict[int, list[Player]] = {}
    rows = Player.objects.filter(Q(person__in=persons) | Q(pk__in=[row.pk for row in moved]))
    for row in rows.select_related("event").order_by("pk"):
        players.setdefault(row.person_id or 0, []).append(row)
    changed = {row.pk for row in moved}
    unseen: list[Player] = [row for row in moved if row.person_id is None]
    for person, results in players.items():
        minor = is_minor([row.birth_year for row in results], now.year)
        for row in results:
            is_shown = bool(person) and person not in hidden and row.erased_at is None
            is_shown = is_shown and (not minor or row.event.shows_minors)
            if is_shown != row.on_person_page:
                Player.objects.filter(pk=row.pk).update(on_person_page=is_shown)
                changed.add(row.pk)
                unseen += [] if is_shown else [row]
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
    return {player.person_id for player in players.only("person") if player.person_id is not None}


def _announce(players: Collection[int]) -> None:
    tables_changed(Registration.objects.filter(player__in=players).values_list("section", flat=True))
