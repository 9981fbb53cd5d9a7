"""Earlier ratings, kept when a list changes, for events that use the list of their first day.

A new list changes a tenth of half a million players. Only those are kept, and compared inside the database.
"""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from django.db import connection

from ratings.models.rated import FormerRating, RatedPlayer
from tavleya.formats.rating_list import PACES

#: Ratings of older events are not needed.
KEPT_FOR = timedelta(days=400)
_ASIDE = "rated_before"
_BATCH = 5000


def first_of_month(now: datetime) -> date:
    """Return the day from which a list imported now is valid: federations publish lists for the month."""
    return now.date().replace(day=1)


def set_aside() -> None:
    """Copy the ratings of FIDE's list until the end of this transaction."""
    columns, table = ", ".join(("fide_id", *PACES)), RatedPlayer._meta.db_table
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE {_ASIDE} AS SELECT {columns} FROM {table}")  # noqa: S608


def keep_what_changed(until: date) -> None:
    """Store the ratings of the copied list that differ from the new list, as valid until that day."""
    _forget(list(PACES), until)
    new, stored = RatedPlayer._meta.db_table, FormerRating._meta.db_table
    with connection.cursor() as cursor:
        for pace in PACES:
            # Keep ratings that changed or were removed, none for new players. An existing row for that day is older: it
            # is from before another list of the same month.
            cursor.execute(
                f"INSERT INTO {stored} (source, number, rating, until)"  # noqa: S608
                f" SELECT %s, CAST(o.fide_id AS varchar(20)), o.{pace}, %s"
                f" FROM {_ASIDE} o LEFT JOIN {new} n ON n.fide_id = o.fide_id"
                f" WHERE COALESCE(o.{pace}, 0) <> COALESCE(n.{pace}, 0)"
                f" UNION ALL SELECT %s, CAST(n.fide_id AS varchar(20)), NULL, %s"
                f" FROM {new} n LEFT JOIN {_ASIDE} o ON o.fide_id = n.fide_id"
                f" WHERE o.fide_id IS NULL AND n.{pace} IS NOT NULL"
                " ON CONFLICT DO NOTHING",
                [pace, until, pace, until],
            )
        cursor.execute(f"DROP TABLE {_ASIDE}")


def keep_changes(source: str, old: Mapping[str, int], new: Mapping[str, int], until: date) -> None:
    """Keep the changes of a federation's or an organiser's list; ratings by number."""
    _forget([source], until)
    changed = [number for number in {**old, **new} if old.get(number) != new.get(number)]
    FormerRating.objects.bulk_create(
        (
            FormerRating(source=source, number=number, rating=old.get(number), until=until)
            for number in changed
        ),
        batch_size=_BATCH,
        ignore_conflicts=True,
    )


def _forget(sources: list[str], until: date) -> None:
    """Delete expired ratings, and those of days after a list that is older than the last one."""
    rows = FormerRating.objects.filter(source__in=sources)
    rows.filter(until__gt=until).delete()
    rows.filter(until__lt=until - KEPT_FOR).delete()
