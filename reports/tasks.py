"""What Celery does for reports."""

from __future__ import annotations

import structlog
from celery import Task
from django.utils import timezone

from reports.services.jobs import run_trf
from tournaments.services.jobs import JobRuns
from tournaments.services.progress import progress_writer
from tournaments.tasks import COME_AGAIN_SECONDS, long_task

log = structlog.get_logger(__name__)


@long_task()
def import_trf_job(self: Task[..., None], job_id: int) -> None:
    """Bring in the report of a job (`reports.services.jobs`)."""
    try:
        job = run_trf(job_id=job_id, now=timezone.now(), progress=progress_writer(job_id))
    except JobRuns:
        raise self.retry(countdown=COME_AGAIN_SECONDS) from None
    log.info("report_over", job=job_id, state=job.state)
