"""Lines of the log that are due: notify people and programs, and empty `Log.due_at`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

import structlog
from celery import current_app
from django.core.cache import cache
from django.db import transaction

from notifications.models import Notice
from notifications.services import audience
from notifications.services.outbox import SPREAD_NOTICES
from notifications.services.webhooks import queue_messages
from tournaments.models.activity import Log
from tournaments.registry import Telling, by_telling
from tournaments.services.jobs import enqueue

_AT_ONCE = 500
#: A failing line is tried again with every sweep, for this long.
_LONGEST = timedelta(hours=6)
_REQUEST_KEY = "due-lines"

log = structlog.get_logger(__name__)


def sweep_lines_soon() -> None:
    """Ask for a sweep after the commit, once a second at most (registered with `tournaments.hooks.lines_due`)."""
    if not current_app.conf.task_always_eager:
        transaction.on_commit(_request_sweep, robust=True)


def _request_sweep() -> None:
    # The sweep begins when the second is over, so that it finds whatever was committed within it.
    if cache.add(_REQUEST_KEY, 1, timeout=1):
        enqueue(SPREAD_NOTICES, countdown=1)


def spread_due(now: datetime) -> Counter[str]:
    """Make the deliveries of every due line and notice; return their number by channel."""
    return spread_lines(now) + audience.spread_notices(now)


def spread_lines(now: datetime) -> Counter[str]:
    """Make the deliveries of the due lines, event by event; return their number by channel.

    Lines and messages change in one transaction, so that each message is sent exactly once.
    """
    deliveries: Counter[str] = Counter()
    left: set[int] = set()
    failed: set[int] = set()
    while keys := _next(now, left):
        try:
            deliveries += _make_deliveries(keys, now, left)
        except Exception:
            # A failing line must not block the others.
            log.exception("lines_not_told", lines=keys)
            for key in keys:
                try:
                    deliveries += _make_deliveries([key], now, left)
                except Exception:
                    log.exception("line_not_told", line=key)
                    failed.add(key)
            left |= failed
    if failed:
        Log.objects.filter(pk__in=failed, due_at__lt=now - _LONGEST).update(due_at=None)
    return deliveries


def _next(now: datetime, left: set[int]) -> list[int]:
    """Return the keys of the next lines of one event."""
    due = Log.objects.filter(due_at__lte=now).exclude(pk__in=left).order_by("pk")
    first = due.first()
    return list(due.filter(event=first.event_id).values_list("pk", flat=True)[:_AT_ONCE]) if first else []


@transaction.atomic
def _make_deliveries(keys: Sequence[int], now: datetime, left: set[int]) -> Counter[str]:
    # It is fine to wait for another sweep with the same lines: they are not due any more then.
    rows = Log.objects.select_for_update(of=("self",)).filter(pk__in=keys, due_at__isnull=False)
    lines = list(rows.select_related("event").order_by("pk"))
    deliveries: Counter[str] = Counter()
    if lines and lines[0].event.published:
        lines = list(_public(lines, now, left))
        queue_messages(lines)
        for telling, group in by_telling(lines).items():
            for notice in _notices(telling, group):
                deliveries += audience.spread(notice, now, notice.made_at)
    Log.objects.filter(pk__in=[line.pk for line in lines]).update(due_at=None)
    return deliveries


def _public(lines: Sequence[Log], now: datetime, left: set[int]) -> Iterator[Log]:
    """Yield the lines that are public now; the others stay due, and this sweep skips them."""
    waiting: set[int] = set()
    for telling, group in by_telling(lines).items():
        if telling.waits is not None:
            waiting |= telling.waits(group, now)
    left |= waiting
    yield from (line for line in lines if line.pk not in waiting)


def _notices(telling: Telling, lines: Sequence[Log]) -> Iterator[Notice]:
    """Yield unsaved notices: their facts are `after` and the key of the subject, or of all subjects."""
    if not telling.choice:
        return
    for group in [lines] if telling.together else [[line] for line in lines]:
        facts: dict[str, Any] = {}
        keys: list[int] = []
        model = ""
        for line in group:
            facts |= line.after if isinstance(line.after, dict) else {}
            model, _, key = line.subject.partition(":")
            keys.append(int(key))
        facts[model] = keys if telling.together else keys[0]
        last = group[-1]
        yield Notice(event=last.event, kind=telling.choice, facts=facts, made_at=last.at, due_at=last.due_at or last.at)
