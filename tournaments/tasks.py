"""What Celery does for tournaments.  Every task looks at what there is to do again before it does it."""

from __future__ import annotations

from functools import partial

import structlog
from celery import Task, shared_task
from django.utils import timezone

from tavleya.actors import Actor
from tavleya.errors import DomainError
from tournaments.models.round import Round, RoundStatus
from tournaments.services.jobs import JobRuns, ask_again, run_import
from tournaments.services.progress import progress_writer
from tournaments.services.rounds import publish_round
from tournaments.services.swiss_jobs import run_pairing

log = structlog.get_logger(__name__)

#: A file of a thousand games with their moves takes minutes.  It is delivered again while it runs, and whoever gets it
#: then comes back later: the job is done once, and done by another worker if the first one dies.
long_task = partial(shared_task, bind=True, soft_time_limit=30 * 60, time_limit=31 * 60, max_retries=None)
COME_AGAIN_SECONDS = 20


@long_task()
def import_games_job(self: Task[..., None], job_id: int) -> None:
    """Import the games of a job (`tournaments.services.jobs`)."""
    try:
        job = run_import(job_id=job_id, now=timezone.now(), progress=progress_writer(job_id))
    except JobRuns:
        raise self.retry(countdown=COME_AGAIN_SECONDS) from None
    log.info("import_over", job=job_id, state=job.state)


@shared_task
def pair_round_job(job_id: int) -> None:
    """Pair the round of a job (`tournaments.services.swiss_jobs`)."""
    job = run_pairing(job_id=job_id, now=timezone.now(), progress=progress_writer(job_id))
    log.info("pairing_over", job=job_id, state=job.state)


@shared_task
def publish_due_rounds() -> int:
    """Publish the drafts whose time has come; returns how many.  One that cannot be is left, and the reason logged.

    Those of an archived section wait until it is restored.
    """
    now = timezone.now()
    due = Round.objects.filter(
        status=RoundStatus.DRAFT,
        publish_at__lte=now,
        section__archived_at__isnull=True,
        section__event__archived_at__isnull=True,
    ).order_by("section", "number")
    published = 0
    for round_id in list(due.values_list("pk", flat=True)):
        try:
            publish_round(actor=Actor.of_system("publish_due_rounds"), now=now, round_id=round_id)
            published += 1
        except DomainError as refused:
            log.warning("round_not_published", round=round_id, code=refused.code)
    return published


@shared_task
def ask_for_waiting_jobs() -> int:
    """Ask again for jobs that nobody does: they were asked for while the broker was away.  Returns how many."""
    asked = ask_again(timezone.now())
    if asked:
        log.info("jobs_asked_for_again", jobs=asked)
    return asked
