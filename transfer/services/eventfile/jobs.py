"""Files of events are written and brought in behind the scenes; they wait in the storage, by names nobody can guess."""

from __future__ import annotations

import json
import tempfile
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import IO, Any, cast

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.db.models import QuerySet

from games.prepared import on_postgresql
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tavleya.permissions import require as require_standing
from tournaments.access import require, standing_anywhere
from tournaments.models.event import Event
from tournaments.models.job import Job, JobKind, JobState
from tournaments.services.games_import import Progress
from tournaments.services.jobs import actor_from, plain_actor, run_once
from tournaments.services.queue import EVENT_FILE, enqueue
from tournaments.services.shared import lock_event, write_log
from transfer.messages import say
from transfer.services.eventfile.container import SUFFIX
from transfer.services.eventfile.hand_off import check_in_event
from transfer.services.eventfile.importing import Preview, import_event, look_into
from transfer.services.eventfile.writing import write_file

FOLDER = "event-files"
#: Bytes of a file that is sent by a form; larger ones are imported by `manage.py import_event`.
LARGEST = 64 * 1024**2


@transaction.atomic
def request_event_file(*, actor: Actor, now: datetime, event_id: int) -> Job:
    """Have the file of an event written after this transaction; the one that was written before is removed."""
    event = lock_event(event_id)
    require(actor, event, Action.HAND_OFF)
    forget_event_files(Job.objects.filter(event=event, kind=JobKind.EXPORT_EVENT))
    job = Job.objects.create(
        kind=JobKind.EXPORT_EVENT,
        event=event,
        user_id=actor.user_id,
        actor=plain_actor(actor),
        filename=f"{event.slug}{SUFFIX}",
        created_at=now,
    )
    enqueue(EVENT_FILE, job.pk)
    if event.checked_out_at is None:  # else the log goes on elsewhere
        write_log(event=event, actor=actor, now=now, action="event.exported", subject=event)
    return job


def prepare_event_file(
    *, actor: Actor, now: datetime, source: IO[bytes], filename: str = "", event_id: int | None = None
) -> Job:
    """Take a file in and verify it; what becomes of it is said by `start_event_file`.

    `event_id`: the event that is to be checked in by it; without one it becomes an event of its own.  Raises what
    `look_into` raises, and then nothing is kept; BadInput `event_file_too_large`.
    """
    if event_id is None:
        require_standing(standing_anywhere(actor), Action.CREATE_EVENT)
    else:
        require(actor, _event(event_id), Action.HAND_OFF)
    if source.seek(0, 2) > LARGEST:
        raise BadInput(say("event_file_too_large", most=LARGEST // 1024**2))
    source.seek(0)
    preview = look_into(source)
    source.seek(0)
    sent = Job.objects.filter(user=actor.user_id, state=JobState.PREPARED)
    forget_event_files(sent.exclude(kind=JobKind.EXPORT_EVENT))
    stored = default_storage.save(f"{FOLDER}/{uuid.uuid4().hex}{SUFFIX}", File(source))
    return Job.objects.create(
        kind=JobKind.CHECK_IN if event_id is not None else JobKind.IMPORT_EVENT,
        event_id=event_id,
        user_id=actor.user_id,
        actor=plain_actor(actor),
        filename=filename[:200],
        state=JobState.PREPARED,
        payload=json.dumps({"stored": stored, "preview": preview.plain()}).encode(),
        created_at=now,
    )


@transaction.atomic
def start_event_file(
    *,
    actor: Actor,
    now: datetime,
    job_id: int,
    slug: str = "",
    people: Mapping[int, int] | None = None,
    trusted: str = "",
) -> Job:
    """Bring a prepared file in after this transaction, as `import_event` or `check_in_event` do.

    Only whoever sent it can.  NotFound `no_such_job`; Conflict `job_begun`.
    """
    job = prepared_by(actor, job_id)
    if job.state != JobState.PREPARED:
        raise Conflict(say("job_begun"))
    job.state, job.actor = JobState.WAITING, plain_actor(actor)
    chosen = {str(row): account for row, account in (people or {}).items()}
    job.report = {"slug": slug, "people": chosen, "trusted": trusted}
    job.created_at = now
    job.save(update_fields=["state", "actor", "report", "created_at"])
    enqueue(EVENT_FILE, job.pk)
    return job


def prepared_by(actor: Actor, job_id: int) -> Job:
    """The job of a file that the actor sent, locked."""
    kinds = [JobKind.IMPORT_EVENT, JobKind.CHECK_IN]
    rows = Job.objects.select_for_update(of=("self",)).filter(pk=job_id, kind__in=kinds)
    job = rows.filter(user_id=actor.user_id).first() if actor.user_id is not None else None
    if job is None:
        raise NotFound(say("no_such_job"))
    return job


def preview_of(job: Job) -> Preview:
    """What the file of a job says, that was sent."""
    if not job.payload:
        raise NotFound(say("no_such_job"))
    return Preview.read(_sent(job)["preview"])


def _sent(job: Job) -> dict[str, Any]:
    sent: dict[str, Any] = json.loads(bytes(job.payload))
    return sent


def run_event_file(*, job_id: int, now: datetime, progress: Progress | None = None) -> Job:
    """Do such a job, once: delivered again, it finds the job done.  Raises JobRuns while another worker is at it."""
    job = Job.objects.get(pk=job_id)
    if job.kind != JobKind.EXPORT_EVENT:
        return run_once(job_id, now, lambda row: _bring(row, now, progress))
    if job.state != JobState.WAITING:
        return job
    with tempfile.TemporaryFile() as written:
        with as_of_one_moment():
            said = write_file(_event(job.event_id or 0), written, now, progress)
        size = written.tell()
        written.seek(0)
        return run_once(job_id, now, lambda _: _keep(written, size, said))


@contextmanager
def as_of_one_moment() -> Iterator[None]:
    """What is read inside is as it was at its beginning, whatever others write meanwhile."""
    first = not connection.in_atomic_block
    with transaction.atomic():
        if first and on_postgresql():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        yield


def _keep(written: IO[bytes], size: int, said: Mapping[str, Any]) -> dict[str, object]:
    stored = default_storage.save(f"{FOLDER}/{uuid.uuid4().hex}{SUFFIX}", File(written))
    return {"stored": stored, "size": size, "counts": said["counts"]}


def _bring(job: Job, now: datetime, progress: Progress | None) -> dict[str, object]:
    report, sent = job.report, _sent(job)
    given: dict[str, Any] = {
        "actor": actor_from(job.actor),
        "now": now,
        "people": {int(row): account for row, account in report.get("people", {}).items()},
        "trusted": report.get("trusted", ""),
        "progress": progress,
    }
    with default_storage.open(sent["stored"]) as opened:
        source = cast(IO[bytes], opened)
        if job.kind == JobKind.CHECK_IN:
            event = check_in_event(event_id=job.event_id or 0, source=source, **given)
        else:
            event = import_event(slug=report.get("slug", ""), source=source, **given)
    transaction.on_commit(lambda: default_storage.delete(sent["stored"]))
    return {"slug": event.slug}


def forget_event_files(jobs: QuerySet[Job]) -> int:
    """Delete the files of events among these jobs, and the jobs with them; returns how many."""
    found = list(jobs.filter(kind__in=[JobKind.EXPORT_EVENT, JobKind.IMPORT_EVENT, JobKind.CHECK_IN]))
    for job in found:
        _forget(job)
        job.delete()
    return len(found)


def _forget(job: Job) -> None:
    if stored := (_sent(job) if job.payload else job.report).get("stored"):
        transaction.on_commit(lambda: default_storage.delete(stored))


def _event(event_id: int) -> Event:
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise NotFound(say("no_such_event"))
    return event
