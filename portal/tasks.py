"""What Celery does for tournaments.  Every task looks at what there is to do again before it does it."""

from __future__ import annotations

from functools import partial

import structlog
from celery import Task, shared_task
from django.utils import timezone

from notifications.models.notifications import Channel
from notifications.services.audience import spread_due
from notifications.services.following import note_entered
from notifications.services.hearing import hear_bot
from notifications.services.sending import send_due as send_messages
from notifications.services.webhooks.sending import send_due
from people.services.persons.matching import join_known
from ratings.services.rating_jobs import run_rating_list
from ratings.services.rating_updates import run_list_update, update_due_lists
from reports.services.jobs import run_trf
from tavleya.actors import Actor
from tavleya.errors import DomainError
from tournaments.models.job import Job
from tournaments.models.round import Round, RoundStatus
from tournaments.services.jobs import JobRuns, ask_again, run_import
from tournaments.services.progress import _progress_of
from tournaments.services.queue import SEND_EMAIL, SEND_PUSH, SEND_TELEGRAM, sweep_soon
from tournaments.services.rounds import publish_round
from tournaments.services.swiss_jobs import run_pairing
from transfer.services.eventfile.jobs import run_event_file
from venue.services.broadcasting import push_due
from venue.services.pulling import pull_due

log = structlog.get_logger(__name__)

#: A file of a thousand games with their moves takes minutes.  It is delivered again while it runs, and whoever gets it
#: then comes back later: the job is done once, and done by another worker if the first one dies.
_long_task = partial(shared_task, bind=True, soft_time_limit=30 * 60, time_limit=31 * 60, max_retries=None)
_COME_AGAIN_SECONDS = 20


@_long_task()
def import_games_job(self: Task[..., None], job_id: int) -> None:
    """Import the games of a job (`tournaments.services.jobs`)."""
    try:
        job = run_import(job_id=job_id, now=timezone.now(), progress=_progress_of(job_id))
    except JobRuns:
        raise self.retry(countdown=_COME_AGAIN_SECONDS) from None
    log.info("import_over", job=job_id, state=job.state)


@_long_task()
def import_trf_job(self: Task[..., None], job_id: int) -> None:
    """Bring in the report of a job (`reports.services.jobs`)."""
    try:
        job = run_trf(job_id=job_id, now=timezone.now(), progress=_progress_of(job_id))
    except JobRuns:
        raise self.retry(countdown=_COME_AGAIN_SECONDS) from None
    log.info("report_over", job=job_id, state=job.state)


@_long_task()
def event_file_job(self: Task[..., None], job_id: int) -> None:
    """Write, import or check in the file of a whole event (`transfer.services.eventfile.jobs`)."""
    try:
        job = run_event_file(job_id=job_id, now=timezone.now(), progress=_progress_of(job_id))
    except JobRuns:
        raise self.retry(countdown=_COME_AGAIN_SECONDS) from None
    log.info("event_file_over", job=job_id, kind=job.kind, state=job.state)


@_long_task()
def import_ratings_job(self: Task[..., None], job_id: int) -> None:
    """Import the rating list of a job (`ratings.services.rating_jobs`)."""
    fetched = "address" in Job.objects.get(pk=job_id).report
    run = run_list_update if fetched else run_rating_list
    try:
        job = run(job_id=job_id, now=timezone.now(), progress=_progress_of(job_id))
    except JobRuns:
        raise self.retry(countdown=_COME_AGAIN_SECONDS) from None
    log.info("ratings_over", job=job_id, state=job.state)


@shared_task
def pair_round_job(job_id: int) -> None:
    """Pair the round of a job (`tournaments.services.swiss_jobs`)."""
    job = run_pairing(job_id=job_id, now=timezone.now(), progress=_progress_of(job_id))
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
def push_broadcasts() -> int:
    """Send rounds in which something has become public to lichess; returns how many were taken."""
    return push_due(timezone.now())


@shared_task
def read_pgn_addresses() -> int:
    """Read the games of rounds that are played from where programs at the venue publish them; how many were read."""
    return pull_due(timezone.now())


@shared_task
def send_due_webhooks() -> int:
    """Send what waits for other programs; returns how many messages arrived."""
    arrived = send_due(timezone.now())
    if arrived:
        log.info("webhooks_sent", arrived=arrived)
    return arrived


@shared_task
def spread_notices() -> int:
    """Make of what has happened a message for each who wants to be told; returns how many."""
    made = spread_due(timezone.now())
    for channel in made:
        sweep_soon(_SENDERS[channel])
    if made:
        log.info("notices_spread", **made)
    return sum(made.values())


@shared_task
def send_email() -> int:
    """Send the letters and notifications that are due; returns how many went out."""
    return _send_messages(Channel.EMAIL)


@shared_task
def send_push() -> int:
    """Send what is due to browsers; returns how many messages were taken."""
    return _send_messages(Channel.PUSH)


@shared_task
def send_telegram() -> int:
    """Hear who has opened the bot, and send what is due to chats; returns how many messages went out."""
    hear_bot(timezone.now())
    return _send_messages(Channel.TELEGRAM)


def _send_messages(channel: str) -> int:
    sent = send_messages(channel, timezone.now())
    if sent:
        log.info("messages_sent", channel=channel, messages=sent)
    return sent


_SENDERS: dict[str, str] = {
    Channel.EMAIL: SEND_EMAIL,
    Channel.PUSH: SEND_PUSH,
    Channel.TELEGRAM: SEND_TELEGRAM,
}


@shared_task
def ask_for_waiting_jobs() -> int:
    """Ask again for jobs that nobody does: they were asked for while the broker was away.  Returns how many."""
    asked = ask_again(timezone.now())
    if asked:
        log.info("jobs_asked_for_again", jobs=asked)
    return asked


@shared_task
def update_rating_lists() -> int:
    """Have the lists fetched that were not found current for some time; returns how many."""
    asked = update_due_lists(timezone.now())
    if asked:
        log.info("rating_lists_asked_for", lists=[job.report["name"] for job in asked])
    return len(asked)


@shared_task
def join_persons() -> int:
    """Join players of several events who have the same number; returns how many.  Followers of persons are told then
    in which events these are entered."""
    joined = join_known(timezone.now())
    note_entered(timezone.now())
    if joined:
        log.info("persons_joined", players=joined)
    return joined
