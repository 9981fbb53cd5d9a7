"""Celery tasks of games."""

from __future__ import annotations

import structlog
from celery import shared_task
from django.db import OperationalError
from django.utils import timezone

from games.partitions import make_ahead
from games.services import checking
from games.verification import RecordCheck

log = structlog.get_logger(__name__)


@shared_task
def check_records() -> int:
    """Continue the check of all records; a broken one is logged as an error.  Returns how many were checked."""

    def report(record: RecordCheck) -> None:
        if record.broken:
            log.error("record_broken", game=record.game_id, where=record.broken)

    return checking.check_records(now=timezone.now(), report=report)


@shared_task
def make_partitions() -> int:
    """Keep partitions ready for future games.  Returns how many were made."""
    try:
        return make_ahead()
    except OperationalError as problem:  # a transaction that writes games had the lock; the next run retries
        log.warning("partitions_not_made", problem=str(problem))
        return 0
