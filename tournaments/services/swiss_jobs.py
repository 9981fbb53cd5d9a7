"""Pairing of a large section in the background: requested here, run by `tournaments.tasks`."""

from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.messages import say
from tournaments.models.job import Job, JobKind, JobState
from tournaments.models.section import Section
from tournaments.services.jobs import Report, actor_from, create_job
from tournaments.services.renumbering import seed
from tournaments.services.shared import lock_section
from tournaments.services.swiss import (
    Progress,
    RoundInputs,
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
    """Have the worker pair a large section.  The waiting job is the section's lock: one at a time.

    Raises: Conflict ("pairing_runs"), and the immediate errors of `pair_next_round`.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.PAIR_ROUND)
    check_next(section, number)
    if section.jobs.filter(kind=JobKind.PAIR_ROUND, state=JobState.WAITING).exists():
        raise Conflict(say("pairing_runs"))
    seed(section, actor=actor, now=now)
    draw_first_colour(section, first_colour)
    prepare(section, number)
    return create_job(JobKind.PAIR_ROUND, actor=actor, now=now, section=section, report={"round": number})


def pair_round(job: Job, now: datetime, progress: Progress | None) -> Report:
    """Pair the round of a job.

    The engine works without the section's lock, so that results and players can be entered meanwhile.  If its input has
    changed by then, the round is paired again.  Raises: Conflict ("changes_too_fast").
    """
    number = int(job.report["round"])
    for _ in range(_TRIES):
        section = Section.objects.get(pk=job.section_id or 0)
        prepared = prepare(section, number)
        round_pairing = solve(prepared, progress)
        with transaction.atomic():
            section = lock_section(section.pk)
            check_next(section, number)
            if not _same(prepared, prepare(section, number)):
                continue
            store(section, prepared, round_pairing, actor=actor_from(job.actor), now=now)
            return {"round": number, "boards": len(round_pairing.pairs)}
    raise Conflict(say("changes_too_fast"))


def _same(prepared: RoundInputs, other: RoundInputs) -> bool:
    return prepared.engine == other.engine and digest_of(prepared.plain) == digest_of(other.plain)
