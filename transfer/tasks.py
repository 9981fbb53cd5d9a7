"""What Celery does for files of whole events."""

from __future__ import annotations

import structlog
from celery import Task
from django.utils import timezone

from tournaments.services.jobs import JobRuns
from tournaments.services.progress import progress_writer
from tournaments.tasks import COME_AGAIN_SECONDS, long_task
from transfer.services.eventfile.jobs import run_event_file

log = structlog.get_logger(__name__)


@long_task()
def event_file_job(self: Task[..., None], job_id: int) -> None:
    """Write, import or check in the file of a whole event (`transfer.services.eventfile.jobs`)."""
    try:
        job = run_event_file(job_id=job_id, now=timezone.now(), progress=progress_writer(job_id))
    except JobRuns:
        raise self.retry(countdown=COME_AGAIN_SECONDS) from None
    log.info("event_file_over", job=job_id, kind=job.kind, state=job.state)
