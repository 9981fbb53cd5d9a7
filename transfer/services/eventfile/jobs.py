"""Background export and import of event files, kept in the storage under random names."""

import json
import tempfile
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import IO, Any, cast

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tavleya.permissions import require as require_standing
from tournaments.access import require, standing_anywhere
from tournaments.activity import happened
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.event import Event
from tournaments.services.jobs import Report, actor_from, create_job, forget_event_files, start_job
from tournaments.services.shared import lock_event
from tournaments.services.uploads import Progress
from transfer.kinds import EVENT_EXPORTED
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
    """Queue the writing of the event's file; the former file is deleted.

    If a job is in progress, it is returned.
    """
    event = lock_event(event_id)
    require(actor, event, Action.HAND_OFF)
    jobs = Job.objects.filter(event=event, kind=JobKind.EXPORT_EVENT)
    waiting = jobs.filter(state=JobState.WAITING).first()
    if waiting is not None:
        return waiting
    forget_event_files(jobs)
    job = create_job(JobKind.EXPORT_EVENT, actor=actor, now=now, event=event, filename=f"{event.slug}{SUFFIX}")
    if event.checked_out_at is None:  # else the log goes on elsewhere
        happened(EVENT_EXPORTED, event, actor=actor, now=now)
    return job


def prepare_event_file(
    *, actor: Actor, now: datetime, source: IO[bytes], filename: str = "", event_id: int | None = None
) -> Job:
    """Store and verify an uploaded file; `start_event_file` imports it.

    `event_id`: the event to check in; without one the file becomes a new event. Nothing is kept on an error.
    Raises: the errors of `look_into`; BadInput ("event_file_too_large").
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
    prepared_jobs = Job.objects.filter(user=actor.user_id, state=JobState.PREPARED)
    forget_event_files(prepared_jobs.exclude(kind=JobKind.EXPORT_EVENT))
    stored = default_storage.save(f"{FOLDER}/{uuid.uuid4().hex}{SUFFIX}", File(source))
    return create_job(
        JobKind.CHECK_IN if event_id is not None else JobKind.IMPORT_EVENT,
        actor=actor,
        now=now,
        filename=filename,
        state=JobState.PREPARED,
        event_id=event_id,
        payload=json.dumps({"stored": stored, "preview": preview.plain()}).encode(),
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
    """Queue the import of a prepared file, as `import_event` or `check_in_event` do.

    Only its uploader may.
    Raises: NotFound ("no_such_job"); Conflict ("job_begun").
    """
    job = prepared_by(actor, job_id)
    if job.state != JobState.PREPARED:
        raise Conflict(say("job_begun"))
    chosen = {str(row): account for row, account in (people or {}).items()}
    start_job(job, actor=actor, now=now, report={"slug": slug, "people": chosen, "trusted": trusted})
    return job


def prepared_by(actor: Actor, job_id: int) -> Job:
    """Lock and return the job of a file that the actor uploaded."""
    kinds = [JobKind.IMPORT_EVENT, JobKind.CHECK_IN]
    rows = Job.objects.select_for_update(of=("self",)).filter(pk=job_id, kind__in=kinds)
    job = rows.filter(user_id=actor.user_id).first() if actor.user_id is not None else None
    if job is None:
        raise NotFound(say("no_such_job"))
    return job


def preview_of(job: Job) -> Preview:
    """Return the content of a job's uploaded file."""
    if not job.payload:
        raise NotFound(say("no_such_job"))
    return Preview.read(_payload(job)["preview"])


def _payload(job: Job) -> dict[str, Any]:
    payload: dict[str, Any] = json.loads(bytes(job.payload))
    return payload


def export_file(job: Job, now: datetime, progress: Progress | None) -> Report:
    """Write the file of a job's event into the storage."""
    with tempfile.TemporaryFile() as file:
        contents = write_file(_event(job.event_id or 0), file, now, progress)
        size = file.tell()
        file.seek(0)
        stored = default_storage.save(f"{FOLDER}/{uuid.uuid4().hex}{SUFFIX}", File(file))
    return {"stored": stored, "size": size, "counts": contents["counts"]}


def import_file(job: Job, now: datetime, progress: Progress | None) -> Report:
    """Import or check in the file that was sent for a job."""
    report, payload = job.report, _payload(job)
    common: dict[str, Any] = {
        "actor": actor_from(job.actor),
        "now": now,
        "people": {int(row): account for row, account in report.get("people", {}).items()},
        "trusted": report.get("trusted", ""),
        "progress": progress,
    }
    with default_storage.open(payload["stored"]) as opened:
        source = cast(IO[bytes], opened)
        if job.kind == JobKind.CHECK_IN:
            event = check_in_event(event_id=job.event_id or 0, source=source, **common)
        else:
            event = import_event(slug=report.get("slug", ""), source=source, **common)
    transaction.on_commit(lambda: default_storage.delete(payload["stored"]))
    return {"slug": event.slug}


def _event(event_id: int) -> Event:
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise NotFound(say("no_such_event"))
    return event
