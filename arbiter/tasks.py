"""Celery tasks of the arbiters."""

import structlog
from celery import shared_task
from django.utils import timezone

from arbiter.services.adjournment import call_fallen_flags

log = structlog.get_logger(__name__)


@shared_task
def call_flags_by_correspondence() -> int:
    """Rule on the fallen flags of correspondence games; return their number."""
    ruled = call_fallen_flags(timezone.now())
    if ruled:
        log.info("flags_by_correspondence", games=ruled)
    return len(ruled)
