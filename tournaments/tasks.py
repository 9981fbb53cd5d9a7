"""Celery tasks of tournaments.  Every task checks again what is to do before it acts."""

import structlog
from celery import Task, shared_task
from django.utils import timezone

from tavleya.actors import Actor
from tavleya.errors import DomainError
from tournaments.models.activity import JobKind
from tournaments.models.round import Round, RoundStatus
from tournaments.services import jobs
from tournaments.services.rounds import progress_writer, publish_round
from tournaments.services.swiss import pair_round

log = structlog.get_logger(__name__)

_COME_AGAIN_SECONDS = 20

jobs.register(
    jobs.JobSpec(kind=JobKind.IMPORT_GAMES, run=jobs.import_file),
    # Shorter than the visibility timeout of the broker: people wait for it.
    jobs.JobSpec(
        kind=JobKind.PAIR_ROUND,
        run=pair_round,
        queue="pairing",
        limit=45,
        too_long="took_too_long.pairing",
        kept=("round",),
    ),
)


@shared_task(bind=True, max_retries=None)
def run_job(self: Task[..., None], job_id: int) -> None:
    """Run a job (`tournaments.services.jobs`).

    The broker delivers a long job again while it runs; the second worker retries later.  So the job is done once, and
    by another worker if the first one dies.
    """
    try:
        job = jobs.run_job(job_id=job_id, now=timezone.now(), progress=progress_writer(job_id))
    except jobs.JobRuns:
        raise self.retry(countdown=_COME_AGAIN_SECONDS) from None
    log.info("job_over", job=job_id, kind=job.kind, state=job.state)


@shared_task
def publish_due_rounds() -> int:
    """Publish the drafts whose time has come; return how many.  The reason for a failure is logged.

    Drafts of an archived section wait until it is restored.
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
        except DomainError as error:
            log.warning("round_not_published", round=round_id, code=error.code)
    return published


@shared_task
def ask_for_waiting_jobs() -> int:
    """Enqueue waiting jobs again whose message was lost while the broker was away; return their number."""
    count = jobs.ask_again(timezone.now())
    if count:
        log.info("jobs_asked_for_again", jobs=count)
    return count
