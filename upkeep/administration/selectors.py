"""Data for administrators: accounts, events, jobs, storage."""

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from accounts.models import User
from games.models.record import RecordEntry
from games.models.sheet import SheetPhoto
from tournaments.models.activity import Job, JobState
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing


def people(query: str = "") -> QuerySet[User]:
    """Return the accounts that are not deleted, by name; `query` is part of a name, a user name or an address."""
    rows = User.objects.filter(deleted_at=None).annotate(events=Count("event_roles__event", distinct=True))
    if query:
        rows = rows.filter(Q(name__icontains=query) | Q(username__icontains=query) | Q(email__icontains=query))
    return rows.order_by("name", "username", "pk")


def events() -> QuerySet[Event]:
    """Return all events, the newest first, with the numbers of their sections, players and games."""
    games = (
        Pairing.objects.filter(round__section__event=OuterRef("pk"), game__isnull=False)
        .order_by()
        .values("round__section__event")
        .annotate(n=Count("pk"))
        .values("n")
    )
    return (
        Event.objects.filter(deleted_at=None)
        .annotate(
            section_count=Count("sections", distinct=True),
            player_count=Count("players", distinct=True),
            game_count=Coalesce(Subquery(games), 0),
        )
        .order_by("-pk")
    )


def unfinished_jobs() -> QuerySet[Job]:
    """Return the jobs that wait or have failed, the newest first."""
    rows = Job.objects.filter(state__in=(JobState.WAITING, JobState.FAILED)).defer("payload")
    return rows.select_related("event", "section__event", "user")


@dataclass(frozen=True, slots=True)
class Storage:
    """Bytes of the database and of photographs, with the numbers of photographs and of entries in records."""

    database: int
    photos: int
    photo_count: int
    entry_count: int


def storage() -> Storage:
    photos = SheetPhoto.objects.exclude(stored=None).aggregate(n=Count("pk"), size=Sum("size"))
    return Storage(_database_size(), photos["size"] or 0, photos["n"], RecordEntry.objects.count())


def _database_size() -> int:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    path = Path(str(settings.DATABASES["default"]["NAME"]))
    return path.stat().st_size if path.is_file() else 0
