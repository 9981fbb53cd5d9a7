"""Updates of rating lists from their publishers: on request, daily, and before a comparison."""

import tempfile
from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import PurePosixPath
from typing import IO
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import transaction

from accounts.http_client import INTERNET, HttpClient, Limits, Request, RequestFailed
from ratings.messages import say
from ratings.models.rated import RatingList
from ratings.selectors.rating_lists import lists_asked
from ratings.services.rating_jobs import ImportRequest, import_and_compare, import_stored
from ratings.services.rating_list import require_administrator
from tavleya.actors import Actor
from tavleya.errors import BadInput
from tavleya.permissions import Action
from tavleya.version import VERSION
from tournaments.access import require
from tournaments.models.job import Job, JobKind, JobState
from tournaments.services.games_import import Progress
from tournaments.services.jobs import Report, create_job
from tournaments.services.shared import lock_section

#: A list that was found current longer ago is fetched by the daily sweep, which so is never a day behind.
DUE_AFTER = timedelta(hours=20)
#: Time until a failed update is tried again.
AGAIN_AFTER = timedelta(hours=1)
#: FIDE's list has some forty million bytes in its zip.
_LIMITS = Limits(step_seconds=30, seconds=10 * 60, size=256 * 1024**2, redirects=5)


@transaction.atomic
def update_rating_lists(*, actor: Actor, now: datetime) -> list[Job]:
    """Queue the update of every list with a URL.

    Raises: NotPermitted; BadInput ("no_list_addresses").
    """
    require_administrator(actor)
    if not settings.RATING_LISTS:
        raise BadInput(say("no_list_addresses"))
    return _ask_for(settings.RATING_LISTS, actor, now)


@transaction.atomic
def update_lists_of(*, actor: Actor, now: datetime, section_id: int) -> list[Job]:
    """Queue the update of a section's outdated lists, before its ratings are compared."""
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    rows = {
        rating_list.name: rating_list
        for rating_list in RatingList.objects.filter(name__in=lists_asked(section))
    }
    behind = [name for name in lists_asked(section) if name not in rows or not rows[name].is_current(now)]
    return _ask_for(behind, actor, now)


@transaction.atomic
def update_due_lists(now: datetime) -> list[Job]:
    """Queue the update of lists that have not been checked for some time."""
    rows = {
        rating_list.name: rating_list
        for rating_list in RatingList.objects.filter(name__in=settings.RATING_LISTS)
    }
    due = [name for name in settings.RATING_LISTS if name not in rows or _is_due(rows[name], now)]
    return _ask_for(due, Actor.of_system("rating lists"), now)


def _is_due(row: RatingList, now: datetime) -> bool:
    if row.failed_at is not None and now - row.failed_at < AGAIN_AFTER:
        return False
    return row.checked_at is None or now - row.checked_at >= DUE_AFTER


def _ask_for(names: Iterable[str], actor: Actor, now: datetime) -> list[Job]:
    """Create a job for each of these lists that has a URL and is not being fetched already."""
    waiting = Job.objects.filter(kind=JobKind.IMPORT_RATINGS, state=JobState.WAITING)
    fetched = {item["name"] for item in waiting.values_list("report", flat=True) if "address" in item}
    jobs = []
    for name in names:
        address = settings.RATING_LISTS.get(name)
        if address is None or name in fetched:
            continue
        job = create_job(
            JobKind.IMPORT_RATINGS,
            # The user may not be an administrator, so the service is the actor.
            actor=Actor.of_system("rating lists"),
            now=now,
            filename=PurePosixPath(urlsplit(address).path).name,
            report={"address": address, "name": name, "pace": "standard"},
            user_id=actor.user_id,
        )
        jobs.append(job)
    return jobs


def fetch_list(address: str, version: str, into: IO[bytes], http: HttpClient = INTERNET) -> str | None:
    """Download the list at a URL into a file and return its version.

    None, and nothing is written, if it still has the given version.
    Raises: RequestFailed.
    """
    headers = {"User-Agent": f"Tavleya/{VERSION}"}
    if version:
        name = "If-None-Match" if version.startswith(('"', "W/")) else "If-Modified-Since"
        headers[name] = version
    response = http.send(Request(url=address, headers=headers, into=into, limits=_LIMITS))
    if response.status == 304:
        return None
    if response.status != 200:
        raise RequestFailed(f"HTTP {response.status}")
    if response.truncated:
        raise RequestFailed(f"more than {_LIMITS.size // 1024**2} MB")
    return (response.headers.get("etag") or response.headers.get("last-modified") or "")[:200]


def import_ratings(job: Job, now: datetime, progress: Progress | None) -> Report:
    """Import the list of a job, which was sent for it or is fetched from its address."""
    run = _fetch_and_import if "address" in job.report else import_stored
    return run(job, now, progress)


def after_import(job: Job, request: Report, now: datetime) -> None:
    """Delete the file of a finished job, or store in the row of a list why it was not fetched."""
    if "stored" in request:
        default_storage.delete(str(request["stored"]))
    elif job.state == JobState.FAILED:
        problem = {"failed_at": now, "problem": job.report["error"]}
        RatingList.objects.update_or_create(name=request["name"], defaults=problem)


def _fetch_and_import(job: Job, now: datetime, progress: Progress | None) -> Report:
    name, address = job.report["name"], job.report["address"]
    row = RatingList.objects.filter(name=name).first()
    with tempfile.TemporaryFile() as file:
        try:
            tag = fetch_list(address, row.tag if row is not None else "", file)
        except RequestFailed as error:
            host = urlsplit(address).hostname or ""
            raise BadInput(say("rating_list_unreachable", host=host, why=str(error))) from None
        if tag is None:
            RatingList.objects.filter(name=name).update(checked_at=now, failed_at=None, problem={})
            return {"name": name, "unchanged": True}
        file.seek(0)
        report = import_and_compare(ImportRequest.of(job), File(file), now, progress)
    RatingList.objects.filter(name=name).update(tag=tag)
    return report
