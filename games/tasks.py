"""What Celery does for games."""

from __future__ import annotations

from datetime import timedelta

import structlog
from celery import shared_task
from django.utils import timezone

from games.models import Game
from games.verification import LastCheck, note_check, verify

log = structlog.get_logger(__name__)

_LOOKED_BACK = timedelta(hours=2)


@shared_task
def verify_recent_records() -> int:
    """Verify the records of games that have gone on lately; a broken one is an error in the log.  Returns how many."""
    now = timezone.now()
    games = broken = 0
    for record in verify(Game.objects.filter(changed_at__gte=now - _LOOKED_BACK)):
        games += 1
        if record.broken:
            broken += 1
            log.error("record_broken", game=record.game.pk, where=record.broken)
    note_check(LastCheck(now, games, broken))
    return broken
