"""What Celery does for games."""

from __future__ import annotations

from datetime import timedelta

import structlog
from celery import shared_task
from django.db import OperationalError
from django.utils import timezone

from games.models import Game
from games.partitions import make_ahead
from games.verification import verify

log = structlog.get_logger(__name__)

_LOOKED_BACK = timedelta(hours=2)


@shared_task
def verify_recent_records() -> int:
    """Verify the records of games that have gone on lately; a broken one is an error in the log.  Returns how many."""
    broken = 0
    for record in verify(Game.objects.filter(changed_at__gte=timezone.now() - _LOOKED_BACK)):
        if record.broken:
            broken += 1
            log.error("record_broken", game=record.game.pk, where=record.broken)
    return broken


@shared_task
def make_partitions() -> int:
    """Keep partitions ready for games that are yet to be opened.  Returns how many were made."""
    try:
        return make_ahead()
    except OperationalError as problem:  # whoever writes games did not let it in; the next run tries again
        log.warning("partitions_not_made", problem=str(problem))
        return 0
