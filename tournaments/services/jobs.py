"""Jobs: work that a request does not wait for. One mechanism runs every kind; the app of a kind registers it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from celery import current_app
from celery.exceptions import SoftTimeLimitExceeded
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.db.models import QuerySet
from kombu.exceptions import OperationalError

from games.redis_client import breaker
from tavleya.actors import Actor
from tavleya.decoding import decode
from tavleya.errors import BadInput, DomainError, ImportRefused, NotFound, Problem
from tavleya.permissions import Action
from tavleya.rules.files import read_game_file
from tournaments.access import require
from tournaments.messages import say
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.section import Section
from tournaments.services.shared import find, one_moment
from tournaments.services.uploads import Progress, import_games

# Work handed to the worker, by the name of its task: tasks call the services, so no service imports them.

#: Seconds after which no worker begins a task: a sweep has enqueued it again long before.
A_DAY = 24 * 60 * 60.0

log = structlog.get_logger(__name__)

RUN_JOB = "tournaments.tasks.run_job"


def enqueue(task: str, *arguments: int | str, expires: float = A_DAY, countdown: float = 0, **options: Any) -> None:
    """Have the worker run `task` once this transaction is committed; not if it is rolled back.

    While the broker is away nothing is sent, without an error: pending work is a row, which a sweep finds.
    No worker begins it before `countdown` seconds, or after `expires` seconds; `options` are those of `apply_async`.
    Raises: KeyError, at once, for a task that no application registers.
    """
    registered = current_app.tasks[task]

    def send() -> None:
        if breaker.is_open:
            return
        try:
            registered.apply_async(arguments, expires=expires, countdown=countdown, **options)
        except OperationalError as problem:
            breaker.failed()
            log.warning("task_not_sent", task=task, arguments=arguments, problem=type(problem).__name__)

    transaction.on_commit(send)


def sweep_soon(task: str) -> None:
    """Run a periodic task now instead of at its next turn.

    Does nothing if tasks run in the calling process: a request must not wait for unrelated work, and the next turn is
    near.
    """
    if not current_app.conf.task_always_eager:
        enqueue(task)


Report = dict[str, object]
#: A job that has waited for so long without a worker was enqueued while the broker was away.
FORGOTTEN_AFTER = timedelta(seconds=60)
#: Between the soft limit of a job, which makes it fail, and the kill of a process that ignores it.
_GRACE_SECONDS = 60
LARGEST_FILE = 5 * 1024 * 1024


@transaction.atomic
def request_import(*, actor: Actor, now: datetime, section_id: int, data: bytes, filename: str = "") -> Job:
    """Store a file of games, to be imported after this transaction.

    Raises: BadInput ("file_too_large", "empty_file").
    """
    section = find(Section.objects.select_related("event").filter(pk=section_id), NotFound(say("no_such_section")))
    require(actor, section.event, Action.IMPORT_GAMES)
    check_file(data)
    return create_job(JobKind.IMPORT_GAMES, actor=actor, now=now, section=section, filename=filename, payload=data)


def check_file(data: bytes) -> None:
    """Check the size of a file.  Raises: BadInput ("empty_file", "file_too_large")."""
    if not data.strip():
        raise BadInput(say("empty_file"))
    if len(data) > LARGEST_FILE:
        raise BadInput(say("file_too_large"))


@transaction.atomic
def ask_again(now: datetime) -> int:
    """Enqueue again the jobs that have waited long and do not run; return their number.

    A job that is enqueued twice runs once.
    """
    skip = connection.features.has_select_for_update_skip_locked
    forgotten = Job.objects.select_for_update(skip_locked=skip, of=("self",)).filter(
        state=JobState.WAITING, created_at__lte=now - FORGOTTEN_AFTER
    )
    jobs = list(forgotten.only("pk", "kind"))
    for job in jobs:
        _enqueue(job, expires=FORGOTTEN_AFTER.total_seconds())
    return len(jobs)


class JobRuns(Exception):
    """Another worker is running this job: retry later, in case it dies."""


def lock_job(job_id: int) -> Job:
    """Return the job's row, locked.  Raises: JobRuns.

    A long job is delivered again while it runs, and a worker waiting for the lock would be blocked.
    """
    skip = connection.features.has_select_for_update_skip_locked
    job = Job.objects.select_for_update(skip_locked=skip, of=("self",)).filter(pk=job_id).first()
    if job is not None:
        return job
    if Job.objects.filter(pk=job_id).exists():
        raise JobRuns
    raise Job.DoesNotExist


class ToConfirm(Exception):
    """The work of a job needs a confirmation: it is rolled back, and the job is prepared again."""

    def __init__(self, report: Report) -> None:
        super().__init__()
        self.report = report


@dataclass(frozen=True, slots=True, kw_only=True)
class JobSpec:
    """A kind of job and how it runs.

    `run` does the work in the transaction of the job's row and returns the report.  `queue`: the queue of its worker;
    `limit`: seconds; `too_long`: the message about a job over its limit.  `kept`: fields of the request that the report
    of a failed job repeats.  `one_moment`: `run` reads a snapshot of one moment.  `after` is called with the job and
    its request once the job is over and committed.
    """

    kind: JobKind
    run: Callable[[Job, datetime, Progress | None], Report]
    queue: str = "import"
    limit: int = 30 * 60
    too_long: str = "took_too_long.file"
    kept: tuple[str, ...] = ()
    one_moment: bool = False
    after: Callable[[Job, Report, datetime], None] | None = None


SPECS: dict[str, JobSpec] = {}


def register(*specs: JobSpec) -> None:
    """Add kinds of jobs; the `tasks` of an app call it, which every process loads."""
    SPECS.update({spec.kind: spec for spec in specs})


def create_job(
    kind: JobKind, *, actor: Actor, now: datetime, filename: str = "", state: JobState = JobState.WAITING, **fields: Any
) -> Job:
    """Create a job; one that waits is run after this transaction."""
    job = Job.objects.create(
        kind=kind,
        actor=plain_actor(actor),
        filename=filename[:200],
        state=state,
        created_at=now,
        **{"user_id": actor.user_id, **fields},
    )
    if state == JobState.WAITING:
        _enqueue(job)
    return job


def start_job(job: Job, *, actor: Actor, now: datetime, report: Report) -> None:
    """Run a prepared job for `actor` after this transaction, with `report` as its request."""
    job.state, job.actor, job.report, job.created_at = JobState.WAITING, plain_actor(actor), report, now
    job.save(update_fields=["state", "actor", "report", "created_at"])
    _enqueue(job)


def _enqueue(job: Job, expires: float = A_DAY) -> None:
    spec = SPECS[job.kind]
    enqueue(
        RUN_JOB,
        job.pk,
        expires=expires,
        queue=spec.queue,
        soft_time_limit=spec.limit,
        time_limit=spec.limit + _GRACE_SECONDS,
    )


def run_job(*, job_id: int, now: datetime, progress: Progress | None = None) -> Job:
    """Run a waiting job, once: if it is delivered again, nothing is done.

    If it is refused or takes too long, its work is rolled back except for the report; a section to be created does not
    appear.  If `run` raises ToConfirm, its work is rolled back too and the job is prepared.  Raises: JobRuns.
    """
    spec = SPECS[Job.objects.values_list("kind", flat=True).get(pk=job_id)]
    with one_moment() if spec.one_moment else transaction.atomic():
        job = lock_job(job_id)
        if job.state != JobState.WAITING:
            return job
        section_id, request = job.section_id, dict(job.report)
        repeated = {name: request[name] for name in spec.kept if name in request}
        try:
            with transaction.atomic():
                job.report = spec.run(job, now, progress)
                job.state = JobState.DONE
        except ToConfirm as confirmation:
            job.state, job.report, job.section_id = JobState.PREPARED, confirmation.report, section_id
        except (DomainError, SoftTimeLimitExceeded) as problem:
            error = problem if isinstance(problem, DomainError) else BadInput(say(spec.too_long))
            job.state, job.report, job.section_id = JobState.FAILED, repeated | refusal(error), section_id
        job.finished_at = None if job.state == JobState.PREPARED else now
        job.save(update_fields=["state", "report", "section", "finished_at"])
    if spec.after is not None and job.finished_at is not None:
        spec.after(job, request, now)
    return job


def import_file(job: Job, now: datetime, progress: Progress | None) -> Report:
    """Import the games of a job's file."""
    text, guess = decode(bytes(job.payload))
    section = Section.objects.get(pk=job.section_id or 0)
    reading = read_game_file(section.game, text, section.rules)
    report = import_games(
        actor=actor_from(job.actor), now=now, section_id=section.pk, reading=reading, progress=progress
    )
    warnings = [Problem(guess), *report.warnings] if guess else list(report.warnings)
    return {**report.plain(), "warnings": [plain_problem(warning) for warning in warnings]}


def refusal(error: DomainError) -> Report:
    """Return the report of a job that was refused; `free`: the rules that leave no pairing."""
    problems = error.problems if isinstance(error, ImportRefused) else ()
    free = {"free": error.detail["free"]} if "free" in error.detail else {}
    return {"error": error.message.to_json(), "problems": [plain_problem(problem) for problem in problems], **free}


def plain_problem(problem: Problem) -> dict[str, object]:
    return {
        **problem.message.to_json(),
        "remedy": problem.remedy.to_json() if problem.remedy is not None else None,
        "line": problem.line,
        "column": problem.column,
        "game": problem.game,
        "ply": problem.ply,
    }


def plain_actor(actor: Actor) -> dict[str, object]:
    return {
        "user_id": actor.user_id,
        "name": actor.name,
        "system": actor.system,
        "scopes": sorted(actor.scopes) if actor.scopes is not None else None,
        "event_id": actor.event_id,
    }


def actor_from(plain: Mapping[str, object]) -> Actor:
    scopes = plain.get("scopes")
    return Actor(
        plain["user_id"],  # type: ignore[arg-type]
        str(plain["name"]),
        system=bool(plain["system"]),
        scopes=frozenset(map(str, scopes)) if isinstance(scopes, list) else None,
        event_id=plain.get("event_id"),  # type: ignore[arg-type]
    )


def forget_event_files(jobs: QuerySet[Job]) -> int:
    """Delete the files of events among these jobs, and the jobs with them; return their number."""
    file_jobs = list(jobs.filter(kind__in=[JobKind.EXPORT_EVENT, JobKind.IMPORT_EVENT, JobKind.CHECK_IN]))
    for job in file_jobs:
        report = json.loads(bytes(job.payload)) if job.payload else job.report
        if stored := report.get("stored"):
            transaction.on_commit(partial(default_storage.delete, stored))
        job.delete()
    return len(file_jobs)
