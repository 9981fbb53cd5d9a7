"""Rating lists fetched anew from where they are published: by one click, every day, and before they are compared."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.base import File
from django.db import transaction

from ratings.messages import say
from ratings.models.rated import RatingList
from ratings.selectors.rating_lists import lists_asked
from ratings.services.list_transport import INTERNET, ListTransport, ListUnreachable
from ratings.services.rating_jobs import Asked, import_and_compare
from ratings.services.rating_list import require_administrator
from tavleya.actors import Actor
from tavleya.errors import BadInput
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.models.job import Job, JobKind, JobState
from tournaments.services.games_import import Progress
from tournaments.services.jobs import plain_actor, run_once
from tournaments.services.queue import IMPORT_RATINGS, enqueue
from tournaments.services.shared import lock_section

#: A list that was found current longer ago is fetched by the daily sweep, which so is never a day behind.
DUE_AFTER = timedelta(hours=20)
#: How soon one that could not be fetched is tried again.
AGAIN_AFTER = timedelta(hours=1)


@transaction.atomic
def update_rating_lists(*, actor: Actor, now: datetime) -> list[Job]:
    """Have every list that has an address fetched after this transaction.

    NotPermitted; BadInput `no_list_addresses`.
    """
    require_administrator(actor)
    if not settings.RATING_LISTS:
        raise BadInput(say("no_list_addresses"))
    return _ask_for(settings.RATING_LISTS, actor, now)


@transaction.atomic
def update_lists_of(*, actor: Actor, now: datetime, section_id: int) -> list[Job]:
    """Have the lists fetched that a section asks and that are not current, for whoever compares its ratings."""
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    rows = {one.name: one for one in RatingList.objects.filter(name__in=lists_asked(section))}
    behind = [name for name in lists_asked(section) if name not in rows or not rows[name].is_current(now)]
    return _ask_for(behind, actor, now)


@transaction.atomic
def update_due_lists(now: datetime) -> list[Job]:
    """Have the lists fetched of which it has not been known for some time whether they are the newest."""
    rows = {one.name: one for one in RatingList.objects.filter(name__in=settings.RATING_LISTS)}
    due = [name for name in settings.RATING_LISTS if name not in rows or _is_due(rows[name], now)]
    return _ask_for(due, Actor.of_system("rating lists"), now)


def _is_due(row: RatingList, now: datetime) -> bool:
    if row.failed_at is not None and now - row.failed_at < AGAIN_AFTER:
        return False
    return row.checked_at is None or now - row.checked_at >= DUE_AFTER


def _ask_for(names: Iterable[str], actor: Actor, now: datetime) -> list[Job]:
    """A job for each of these lists that has an address and is not being fetched already."""
    waiting = Job.objects.filter(kind=JobKind.IMPORT_RATINGS, state=JobState.WAITING)
    fetched = {one["name"] for one in waiting.values_list("report", flat=True) if "address" in one}
    made = []
    for name in names:
        address = settings.RATING_LISTS.get(name)
        if address is None or name in fetched:
            continue
        job = Job.objects.create(
            kind=JobKind.IMPORT_RATINGS,
            user_id=actor.user_id,
            # Who may compare ratings need not be an administrator: it is the service that fetches.
            actor=plain_actor(Actor.of_system("rating lists")),
            filename=PurePosixPath(urlsplit(address).path).name[:200],
            report={"address": address, "name": name, "pace": "standard"},
            created_at=now,
        )
        enqueue(IMPORT_RATINGS, job.pk)
        made.append(job)
    return made


def run_list_update(
    *, job_id: int, now: datetime, progress: Progress | None = None, transport: ListTransport = INTERNET
) -> Job:
    """Fetch and import the list of a job, once.  One that fails keeps the old list, whose row then says why.

    Raises JobRuns.
    """
    name = Job.objects.get(pk=job_id).report.get("name", "")
    job = run_once(job_id, now, lambda row: _fetch(row, now, progress, transport))
    if job.finished_at == now and job.state == JobState.FAILED:
        problem = {"failed_at": now, "problem": job.report["error"]}
        RatingList.objects.update_or_create(name=name, defaults=problem)
    return job


def _fetch(job: Job, now: datetime, progress: Progress | None, transport: ListTransport) -> dict[str, object]:
    name, address = job.report["name"], job.report["address"]
    row = RatingList.objects.filter(name=name).first()
    with tempfile.TemporaryFile() as file:
        try:
            tag = transport.fetch(address, row.tag if row is not None else "", file)
        except ListUnreachable as refused:
            host = urlsplit(address).hostname or ""
            raise BadInput(say("rating_list_unreachable", host=host, why=str(refused))) from None
        if tag is None:
            RatingList.objects.filter(name=name).update(checked_at=now, failed_at=None, problem={})
            return {"name": name, "unchanged": True}
        file.seek(0)
        report = import_and_compare(Asked.of(job), File(file), now, progress)
    RatingList.objects.filter(name=name).update(tag=tag)
    return report
