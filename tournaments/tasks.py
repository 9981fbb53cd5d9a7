"""What Celery does for tournaments.  Every task looks at what there is to do again before it does it."""

from __future__ import annotations

import structlog
from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

from common.actors import Actor
from common.errors import DomainError
from tournaments.models import Round
from tournaments.models.round import RoundStatus
from tournaments.services.jobs import run_import
from tournaments.services.rounds import publish_round
from tournaments.services.swiss_jobs import run_pairing

log = structlog.get_logger(__name__)

_PROGRESS_KEPT_SECONDS = 15 * 60


@shared_task
def import_games_job(job_id: int) -> None:
    """Import the games of a job (`tournaments.services.jobs`)."""

    def progress(done: int, of: int) -> None:
        cache.set(_progress_key(job_id), (done, of), _PROGRESS_KEPT_SECONDS)

    job = run_import(job_id=job_id, now=timezone.now(), progress=progress)
    log.info("import_over", job=job_id, state=job.state)


@shared_task
def pair_round_job(job_id: int) -> None:
    """Pair the round of a job (`tournaments.services.swiss_jobs`)."""

    def progress(done: int, of: int) -> None:
        cache.set(_progress_key(job_id), (done, of), _PROGRESS_KEPT_SECONDS)

    job = run_pairing(job_id=job_id, now=timezone.now(), progress=progress)
    log.info("pairing_over", job=job_id, state=job.state)


def progress_of(job_id: int) -> tuple[int, int] | None:
    """How far a running job is, of how much (games entered, players paired); None before the first step."""
    known: tuple[int, int] | None = cache.get(_progress_key(job_id))
    return known


def _progress_key(job_id: int) -> str:
    return f"import-progress:{job_id}"


@shared_task
def publish_due_rounds() -> int:
    """Publish the drafts whose time has come; returns how many.  One that cannot be is left, and the reason logged."""
    now = timezone.now()
    due = Round.objects.filter(status=RoundStatus.DRAFT, publish_at__lte=now).order_by("section", "number")
    published = 0
    for round_id in list(due.values_list("pk", flat=True)):
        try:
            publish_round(actor=Actor.of_system("publish_due_rounds"), now=now, round_id=round_id)
            published += 1
        except DomainError as refused:
            log.warning("round_not_published", round=round_id, code=refused.code)
    return published
