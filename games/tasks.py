"""Celery tasks of games."""

import structlog
from celery import shared_task
from django.utils import timezone

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
