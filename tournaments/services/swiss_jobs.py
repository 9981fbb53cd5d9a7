"""Pairing a large section behind the scenes: asked for here, done by `tournaments.tasks`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import Conflict, DomainError
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.messages import say
from tournaments.models.job import Job, JobKind, JobState
from tournaments.models.section import Section
from tournaments.services.jobs import actor_from, plain_actor
from tournaments.services.queue import PAIR_ROUND, enqueue
from tournaments.services.renumbering import seed
from tournaments.services.shared import lock_section
from tournaments.services.swiss import (
    Prepared,
    Progress,
    check_next,
    draw_first_colour,
    prepare,
    solve,
    store,
)
from tournaments.services.swiss_state import digest_of

_TRIES = 3


@transaction.atomic
def request_pairing(
    *, actor: Actor, now: datetime, section_id: int, number: int, first_colour: str = ""
) -> Job:
    """Have a large section paired by the worker.  The waiting job is the section's lock: one at a time.

    Conflict `pairing_runs`, and whatever `pair_next_round` would refuse at once.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.PAIR_ROUND)
    check_next(section, number)
    if section.jobs.filter(kind=JobKind.PAIR_ROUND, state=JobState.WAITING).exists():
        raise Conflict(say("pairing_runs"))
    seed(section, actor=actor, now=now)
    draw_first_colour(section, first_colour)
    prepare(section, number)
    job = Job.objects.create(
        kind=JobKind.PAIR_ROUND,
        section=section,
        user_id=actor.user_id,
        actor=plain_actor(actor),
        payload=b"",
        report={"round": number},
        created_at=now,
    )
    enqueue(PAIR_ROUND, job.pk)
    return job


def run_pairing(*, job_id: int, now: datetime, progress: Progress | None = None) -> Job:
    """Pair the round of a job, once: delivered again, it finds the job done.

    The engine works without the section's lock, so that results and players can be entered meanwhile.  If what the
    pairing rests on has changed by then, the round is paired again.
    """
    with transaction.atomic():
        # Whoever gets the same job meanwhile waits here, and then sees that it is over.
        job = Job.objects.select_for_update().get(pk=job_id)
        if job.state != JobState.WAITING:
            return job
        number = int(job.report["round"])
        try:
            job.report = {"round": number, **_pair(job, number, now, progress)}
            job.state = JobState.DONE
        except DomainError as refused:
            job.state = JobState.FAILED
            free = refused.detail.get("free", [])
            job.report = {"round": number, "error": refused.message.to_json(), "free": free}
        except SoftTimeLimitExceeded:
            message = say("took_too_long.pairing")
            job.state, job.report = JobState.FAILED, {"round": number, "error": message.to_json()}
        job.finished_at = now
        job.save(update_fields=["state", "report", "finished_at"])
    return job


def _pair(job: Job, number: int, now: datetime, progress: Progress | None) -> Mapping[str, Any]:
    for _ in range(_TRIES):
        section = Section.objects.get(pk=job.section_id or 0)
        prepared = prepare(section, number)
        found = solve(prepared, progress)
        with transaction.atomic():
            section = lock_section(section.pk)
            check_next(section, number)
            if not _same(prepared, prepare(section, number)):
                continue
            store(section, prepared, found, actor=actor_from(job.actor), now=now)
            return {"boards": len(found.pairs)}
    raise Conflict(say("changes_too_fast"))


def _same(one: Prepared, other: Prepared) -> bool:
    return one.engine == other.engine and digest_of(one.plain) == digest_of(other.plain)
