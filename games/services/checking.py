"""The check of all records: each run continues after the last one, and begins again at the end."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games.models.check import CheckPass, CheckScope
from games.models.game import Game
from games.verification import RecordCheck, next_page, verify_page

#: The maximum age of the last change of a recent record.
RECENT = timedelta(hours=2)
#: The interval between the starts of passes: half the period in which everything must be checked once.
EVERY = {CheckScope.RECENT: timedelta(minutes=30), CheckScope.ALL: timedelta(hours=12)}
#: The duration of a run.  Recent records come first and have half of it, so that the others always get a turn.
SECONDS = 20.0


def check_records(
    *,
    now: datetime,
    report: Callable[[RecordCheck], None],
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Check records for some `seconds`, recently changed ones first; return their number.

    `report` is called with each before it counts as checked: a killed run forgets none, and the next one checks
    its last few again.  Two simultaneous runs check different records.
    """
    CheckPass.objects.bulk_create(map(CheckPass, CheckScope.values), ignore_conflicts=True)
    checked, began = 0, clock()
    for scope, until in ((CheckScope.RECENT, began + seconds / 2), (CheckScope.ALL, began + seconds)):
        while clock() < until and (page := _check_page(scope, now, report)):
            checked += page
    return checked


@dataclass(frozen=True, slots=True)
class CheckState:
    """When the recent records and when all had last been checked, None before the first time; how many are broken."""

    recent: datetime | None
    full: datetime | None
    broken: int


def check_state() -> CheckState:
    """Return the state of the check of the records."""
    rows = {row.scope: row for row in CheckPass.objects.all()}
    ended = {scope: row.ended_at for scope, row in rows.items()}
    broken = max((max(row.broken, row.broken_before) for row in rows.values()), default=0)
    return CheckState(ended.get(CheckScope.RECENT), ended.get(CheckScope.ALL), broken)


@transaction.atomic
def _check_page(scope: CheckScope, now: datetime, report: Callable[[RecordCheck], None]) -> int:
    """Check the next few games; return how many.  0 at the end of the pass, or if another run has it."""
    row = CheckPass.objects.select_for_update(skip_locked=True).filter(scope=scope).first()
    if row is None:
        return 0
    if not row.going_on:
        if row.began_at is not None and now - row.began_at < EVERY[scope]:
            return 0
        row.after, row.began_at = 0, now
        row.broken, row.broken_before = 0, row.broken
    page = next_page(_games(scope, row), row.after)
    for record in verify_page(page):
        row.broken += bool(record.broken)
        report(record)
    if page:
        row.after = page[-1]
    else:
        row.ended_at = now
    row.save()
    return len(page)


def _games(scope: CheckScope, row: CheckPass) -> QuerySet[Game]:
    if scope == CheckScope.RECENT and row.began_at is not None:
        return Game.objects.filter(changed_at__gte=row.began_at - RECENT)
    return Game.objects.all()
