"""Work that a request does not wait for: asked for here, done by `tournaments.tasks`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection, transaction

from tavleya.actors import Actor
from tavleya.decoding import decode
from tavleya.errors import BadInput, DomainError, ImportRefused, NotFound, Problem
from tavleya.permissions import Action
from tavleya.rules.files import read_game_file
from tournaments.access import require
from tournaments.messages import say
from tournaments.models.job import Job, JobKind, JobState
from tournaments.models.section import Section
from tournaments.services.games_import import Progress, import_games
from tournaments.services.queue import (
    EVENT_FILE,
    IMPORT_GAMES,
    IMPORT_RATINGS,
    IMPORT_REPORT,
    PAIR_ROUND,
    enqueue,
)

#: A job that waits for so long and that no worker is at was asked for while the broker was away.
FORGOTTEN_AFTER = timedelta(seconds=60)
_TASKS: dict[str, str] = {
    JobKind.IMPORT_GAMES: IMPORT_GAMES,
    JobKind.IMPORT_TRF: IMPORT_REPORT,
    JobKind.PAIR_ROUND: PAIR_ROUND,
    JobKind.EXPORT_EVENT: EVENT_FILE,
    JobKind.IMPORT_EVENT: EVENT_FILE,
    JobKind.CHECK_IN: EVENT_FILE,
    JobKind.IMPORT_RATINGS: IMPORT_RATINGS,
}

LARGEST_FILE = 5 * 1024 * 1024


@transaction.atomic
def request_import(*, actor: Actor, now: datetime, section_id: int, data: bytes, filename: str = "") -> Job:
    """Take a file of games and have it imported after this transaction.  BadInput `file_too_large`, `empty_file`."""
    section = Section.objects.select_related("event").filter(pk=section_id).first()
    if section is None:
        raise NotFound(say("no_such_section"))
    require(actor, section.event, Action.IMPORT_GAMES)
    check_file(data)
    job = Job(
        kind=JobKind.IMPORT_GAMES,
        section=section,
        user_id=actor.user_id,
        actor=plain_actor(actor),
        filename=filename[:200],
        payload=data,
        created_at=now,
    )
    job.save()
    enqueue(IMPORT_GAMES, job.pk)
    return job


def check_file(data: bytes) -> None:
    """BadInput `empty_file`, `file_too_large`."""
    if not data.strip():
        raise BadInput(say("empty_file"))
    if len(data) > LARGEST_FILE:
        raise BadInput(say("file_too_large"))


@transaction.atomic
def ask_again(now: datetime) -> int:
    """Ask the workers again for the jobs that have waited long and run nowhere; returns how many.

    One that is asked for twice is done once.
    """
    skip = connection.features.has_select_for_update_skip_locked
    forgotten = Job.objects.select_for_update(skip_locked=skip, of=("self",)).filter(
        state=JobState.WAITING, created_at__lte=now - FORGOTTEN_AFTER
    )
    jobs = list(forgotten.only("pk", "kind"))
    for job in jobs:
        enqueue(_TASKS[job.kind], job.pk, expires=int(FORGOTTEN_AFTER.total_seconds()))
    return len(jobs)


class JobRuns(Exception):
    """Another worker is at this job: come again later, in case it dies."""


def lock_job(job_id: int) -> Job:
    """The job's row, locked.  Raises JobRuns where it is locked: a long job is delivered again while it runs, and a
    worker that waited for it would do nothing else.
    """
    skip = connection.features.has_select_for_update_skip_locked
    job = Job.objects.select_for_update(skip_locked=skip, of=("self",)).filter(pk=job_id).first()
    if job is not None:
        return job
    if Job.objects.filter(pk=job_id).exists():
        raise JobRuns
    raise Job.DoesNotExist


class ToConfirm(Exception):
    """The work of a job has to be confirmed before it is done: nothing of it stays, and the job waits prepared."""

    def __init__(self, report: dict[str, object]) -> None:
        super().__init__()
        self.report = report


def run_import(*, job_id: int, now: datetime, progress: Progress | None = None) -> Job:
    """Do the import of a job, once: delivered again, it finds the job done.

    A file that is refused leaves nothing but the report, with the problems by line, game and ply.  Raises JobRuns
    while another worker is at it.
    """
    return run_once(job_id, now, lambda job: _import(job, now, progress))


def run_once(job_id: int, now: datetime, bring: Callable[[Job], dict[str, object]]) -> Job:
    """Have `bring` enter what the job's file holds, if the job waits for it; the answer is the job's report.

    What is refused, or takes too long, leaves nothing but the report: nor the section that was to be made for it.
    Nothing of it is left either where `bring` raises ToConfirm.  Raises JobRuns.
    """
    with transaction.atomic():
        job = lock_job(job_id)
        if job.state != JobState.WAITING:
            return job
        section_id = job.section_id
        try:
            with transaction.atomic():
                job.report = bring(job)
                job.state = JobState.DONE
        except ToConfirm as asked:
            job.state, job.report, job.section_id = JobState.PREPARED, asked.report, section_id
        except DomainError as refused:
            job.state, job.report, job.section_id = JobState.FAILED, refusal(refused), section_id
        except SoftTimeLimitExceeded:
            message = say("took_too_long.file")
            job.report = {"error": message.to_json(), "problems": []}
            job.state, job.section_id = JobState.FAILED, section_id
        job.finished_at = None if job.state == JobState.PREPARED else now
        job.save(update_fields=["state", "report", "section", "finished_at"])
    return job


def _import(job: Job, now: datetime, progress: Progress | None) -> dict[str, object]:
    text, guess = decode(bytes(job.payload))
    section = Section.objects.get(pk=job.section_id or 0)
    reading = read_game_file(section.game, text, section.rules)
    report = import_games(
        actor=actor_from(job.actor), now=now, section_id=section.pk, reading=reading, progress=progress
    )
    warnings = [Problem(guess), *report.warnings] if guess else list(report.warnings)
    return {**report.plain(), "warnings": [plain_problem(warning) for warning in warnings]}


def refusal(refused: DomainError) -> dict[str, object]:
    """What a job that was refused reports."""
    problems = refused.problems if isinstance(refused, ImportRefused) else ()
    return {
        "error": refused.message.to_json(),
        "problems": [plain_problem(problem) for problem in problems],
    }


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
