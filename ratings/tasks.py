"""Celery tasks for rating lists."""

import structlog
from celery import shared_task
from django.utils import timezone

from ratings.services.rating_jobs import after_import, import_ratings, update_due_lists
from tournaments.models.activity import JobKind
from tournaments.services.jobs import JobSpec, register

log = structlog.get_logger(__name__)


register(JobSpec(kind=JobKind.IMPORT_RATINGS, run=import_ratings, after=after_import))


@shared_task
def update_rating_lists() -> int:
    """Queue the update of lists that have not been checked for some time; return their number."""
    jobs = update_due_lists(timezone.now())
    if jobs:
        log.info("rating_lists_asked_for", lists=[job.report["name"] for job in jobs])
    return len(jobs)
