"""Background import of tournament reports: into an empty section, or as a new one."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from reports.messages import say
from reports.services.importing import import_trf
from reports.services.rules import Progress
from tavleya.actors import Actor
from tavleya.errors import Conflict, ImportRefused, NotFound, Problem
from tavleya.formats.trf import read
from tavleya.messages import Message
from tavleya.permissions import Action
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.access import require
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.services.jobs import (
    Report,
    ToConfirm,
    actor_from,
    check_file,
    create_job,
    plain_actor,
    plain_problem,
    start_job,
)
from tournaments.services.sections import create_section

_ACTIONS = (Action.IMPORT_GAMES, Action.ENTER_PLAYERS)


@transaction.atomic
def request_trf(*, actor: Actor, now: datetime, section_id: int, data: bytes, filename: str = "") -> Job:
    """Queue the import of a report into an empty section; a report with faults waits for `choose_trf`.

    Nothing is kept on an error.
    Raises: ImportRefused for a fault without a remedy; BadInput ("file_too_large", "empty_file"); Conflict
    ("section_not_empty").
    """
    section = Section.objects.select_related("event").filter(pk=section_id).first()
    if section is None:
        raise NotFound(say("no_such_section"))
    for action in _ACTIONS:
        require(actor, section.event, action)
    check_file(data)
    if section.rounds.exists() or section.registrations.exists() or section.teams.exists():
        raise Conflict(say("section_not_empty"))
    state = JobState.PREPARED if _faulty(data) else JobState.WAITING
    return create_job(
        JobKind.IMPORT_TRF, actor=actor, now=now, filename=filename, state=state, section=section, payload=data
    )


@transaction.atomic
def prepare_trf(*, actor: Actor, now: datetime, event_id: int, data: bytes, filename: str = "") -> Job:
    """Store a report for a new section, which `start_trf` creates.

    A report with faults waits for `choose_trf` first. Nothing is kept on an error.
    Raises: ImportRefused with the problems by line, if one has no remedy; BadInput as in `request_trf`.
    """
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        raise NotFound(say("no_such_event"))
    for action in (Action.EDIT_SECTION, *_ACTIONS):
        require(actor, event, action)
    check_file(data)
    _faulty(data)
    return create_job(
        JobKind.IMPORT_TRF, actor=actor, now=now, filename=filename, state=JobState.PREPARED, event=event, payload=data
    )


def _faulty(data: bytes) -> bool:
    """Return whether the report has faults that all have a remedy; raise the error of one without."""
    try:
        read(data)
    except ImportRefused as error:
        if all(problem.remedy is not None for problem in error.problems):
            return True
        raise
    return False


@transaction.atomic
def choose_trf(*, actor: Actor, now: datetime, job_id: int, accepted: Collection[str]) -> Job:
    """Store the faults of a prepared report to fix with the offered remedy (`Problem.mark`).

    When no fault is left, the import of a report for a section is queued.
    Raises: Conflict ("job_begun"); NotFound ("no_such_job").
    """
    job = _prepared(actor, job_id)
    job.report = {"accepted": sorted(set(accepted))}
    job.actor = plain_actor(actor)
    if job.section_id is not None and not open_faults(job):
        start_job(job, actor=actor, now=now, report=job.report)
    else:
        job.save(update_fields=["actor", "report"])
    return job


def open_faults(job: Job) -> tuple[Problem, ...]:
    """Return the faults of a prepared report without a chosen remedy."""
    try:
        read(bytes(job.payload), accepted=accepted_of(job))
    except ImportRefused as error:
        return error.problems
    return ()


def accepted_of(job: Job) -> frozenset[str]:
    """Return the marks of the faults with a chosen remedy."""
    return frozenset(job.report.get("accepted", ()))


@transaction.atomic
def confirm_trf(*, actor: Actor, now: datetime, job_id: int, confirmed: Collection[str]) -> Job:
    """Confirm the question of an import (`to_confirm`), and queue the import.

    Raises: Conflict ("job_begun", or a remaining question of the report); NotFound ("no_such_job").
    """
    job = _prepared(actor, job_id)
    warned = to_confirm(job)
    if warned is None:
        return job
    insist([warned], Consent(confirmed))
    report = {name: value for name, value in job.report.items() if name != "asks"}
    start_job(job, actor=actor, now=now, report={**report, "confirmed": list(warned.to_confirm)})
    return job


def to_confirm(job: Job) -> Warned | None:
    """Return the confirmation that a prepared job needs before its import, or None."""
    asks = job.report.get("asks")
    if asks is None:
        return None
    return Warned(Level.CONFIRMATION, Message.from_json(asks["message"]), detail={"told": asks["told"]})


@transaction.atomic
def start_trf(*, actor: Actor, now: datetime, job_id: int, section: Mapping[str, Any]) -> Job:
    """Queue the creation of a section from a prepared report; `section` are values of `create_section`.

    Errors of the section's values are raised at once.
    Raises: Conflict ("job_begun"); NotFound ("no_such_job"); ImportRefused while a fault of the report is open.
    """
    job = _prepared(actor, job_id)
    if job.event is None:
        raise NotFound(say("no_such_job"))
    accepted = accepted_of(job)
    read(bytes(job.payload), accepted=accepted)
    trial = transaction.savepoint()
    create_section(actor=actor, now=now, event_id=job.event.pk, **section)
    transaction.savepoint_rollback(trial)
    start_job(job, actor=actor, now=now, report={"section": dict(section), "accepted": sorted(accepted)})
    return job


def _prepared(actor: Actor, job_id: int) -> Job:
    """Lock and return a prepared report of an event or section where the actor may import it."""
    job = Job.objects.select_for_update(of=("self",)).filter(pk=job_id, kind=JobKind.IMPORT_TRF).first()
    event = job.event or (job.section.event if job.section is not None else None) if job is not None else None
    if job is None or event is None:
        raise NotFound(say("no_such_job"))
    for action in (Action.EDIT_SECTION, *_ACTIONS) if job.event is not None else _ACTIONS:
        require(actor, event, action)
    if job.state != JobState.PREPARED:
        raise Conflict(say("job_begun"))
    return job


def import_report(job: Job, now: datetime, progress: Progress | None) -> Report:
    """Import the report of a job, into its section or a new one.

    Raises: ToConfirm if `confirm_trf` has to be called first.
    """
    actor = actor_from(job.actor)
    if job.event_id is not None:
        section = create_section(actor=actor, now=now, event_id=job.event_id, **job.report["section"])
        job.section_id = section.pk
    if job.section_id is None:
        raise RuntimeError("a job must have a section, or an event for a new one")
    accepted = accepted_of(job)
    try:
        result = import_trf(
            actor=actor,
            now=now,
            section_id=job.section_id,
            data=bytes(job.payload),
            progress=progress,
            accepted=accepted,
            confirmed=job.report.get("confirmed", ()),
        )
    except Conflict as error:
        if "confirm" not in error.detail:
            raise
        asks = {"message": error.message.to_json(), "told": error.detail["told"]}
        raise ToConfirm({**job.report, "asks": asks}) from None
    warnings = [plain_problem(adjustment) for adjustment in result.adjustments]
    return {**result.plain(), "accepted": sorted(accepted), "differ": list(result.differ), "warnings": warnings}
