"""What Celery does for rating lists."""

from __future__ import annotations

import structlog
from celery import Task, shared_task
from django.utils import timezone

from ratings.services.rating_jobs import run_rating_list
from ratings.services.rating_updates import run_list_update, update_due_lists
from tournaments.models.job import Job
from tournaments.services.jobs import JobRuns
from tournaments.services.progress import progress_writer
from tournaments.tasks import COME_AGAIN_SECONDS, long_task

log = structlog.get_logger(__name__)


@long_task()
def import_ratings_job(self: Task[..., None], job_id: int) -> None:
    """Import the rating list of a job (`ratings.services.rating_jobs`)."""
    fetched = "address" in Job.objects.get(pk=job_id).report
    run = run_list_update if fetched else run_rating_list
    try:
        job = run(job_id=job_id, now=timezone.now(), progress=progress_writer(job_id))
    except JobRuns:
        raise self.retry(countdown=COME_AGAIN_SECONDS) from None
    log.info("ratings_over", job=job_id, state=job.state)


@shared_task
def update_rating_lists() -> int:
    """Have the lists fetched that were not found current for some time; returns how many."""
    asked = update_due_lists(timezone.now())
    if asked:
        log.info("rating_lists_asked_for", lists=[job.report["name"] for job in asked])
    return len(asked)
