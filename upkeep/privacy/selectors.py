"""Data for the privacy pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from tournaments.models.access import ErasureRequest
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.selectors.events import players_by_name
from upkeep.privacy.inventory import HOLDINGS, KINDS
from upkeep.privacy.people import Person, held_until, person_of

MOST = 100


@dataclass(frozen=True, slots=True)
class KeptKind:
    """A kind of data, its purpose, and its retention in days after its event (0: it is kept)."""

    what: str
    why: str
    days: int
    after_event: bool


def kinds() -> list[KeptKind]:
    stored = {holding.kind for holding in HOLDINGS}
    after = {"KEEP_LINKS_DAYS", "KEEP_CONTACTS_DAYS", "KEEP_DECLARATIONS_DAYS", "KEEP_PHOTOGRAPHS_DAYS"}
    return [
        KeptKind(kind.what, kind.why, getattr(settings, kind.days) if kind.days else 0, kind.days in after)
        for name, kind in KINDS.items()
        if name in stored
    ]


@dataclass(frozen=True, slots=True)
class PendingErasure:
    """A request for erasure, with the date until which an event needs the name (None: it can be done)."""

    request: ErasureRequest
    person: Person
    held: tuple[Event, date] | None


def requests(now: datetime) -> list[PendingErasure]:
    """Return the open requests, the oldest first."""
    rows = ErasureRequest.objects.filter(done_at=None).select_related("user", "player__event")
    askeds = []
    for row in rows:
        person = person_of(row.user) if row.user else Person(None, (row.player,) if row.player else ())
        askeds.append(PendingErasure(row, person, held_until(person.events, now)))
    return askeds


def players(query: str) -> QuerySet[Player]:
    """Return players of all events whose name has every word of `query`, by name; none without a query."""
    rows = players_by_name(Player.objects.filter(erased_at=None, event__deleted_at=None), query)
    return rows.select_related("event").order_by("sort_key", "event")[:MOST]


def asked_on(**arguments: Any) -> datetime | None:
    """Return when the account (`user`) or the player requested erasure, if it is not done yet."""
    filters: Mapping[str, Any] = {**arguments, "done_at": None}
    return ErasureRequest.objects.filter(**filters).values_list("asked_at", flat=True).first()
