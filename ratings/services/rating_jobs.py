"""Rating lists uploaded by administrators, imported in the background, and the sections that they concern."""

from __future__ import annotations

import io
import tempfile
import uuid
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import PurePosixPath
from typing import IO, Any, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Q

from accounts.http_client import INTERNET, HttpClient, Limits, Request, RequestFailed
from ratings.messages import say
from ratings.models import FIDE, ListedRating, RatingList
from ratings.selectors.player_lists import lists_asked
from ratings.selectors.rated import changes_from_list
from ratings.services.norms import first_of_month, keep_changes
from ratings.services.rating_list import (
    MOST_SKIPPED,
    RatingListImport,
    import_rating_list,
    note_import,
    require_administrator,
)
from tavleya.actors import Actor
from tavleya.errors import BadInput, ImportRefused, Problem
from tavleya.formats.players_csv import read_own_list
from tavleya.formats.rating_list import Skipped
from tavleya.permissions import Action
from tavleya.ratings import FIDE_LISTS, is_list
from tavleya.version import VERSION
from tournaments.access import require
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.section import Section
from tournaments.services.jobs import Report, actor_from, create_job, plain_problem
from tournaments.services.players import HIGHEST_RATING
from tournaments.services.shared import lock_section
from tournaments.services.uploads import Progress

FOLDER = "rating-lists"
#: The most bytes of an uploaded file; larger ones are imported by `manage.py import_rating_list`.
LARGEST = 64 * 1024**2
#: The most bytes of an unpacked list: FIDE's full list as XML has less than half of that.
LARGEST_UNPACKED = 2 * 1024**3
#: The most bytes of a line; a longer one is read in parts, so that it cannot fill the memory.
_LONGEST_LINE = 64 * 1024
_ENCRYPTED = 1
_PROGRESS_STEP = 1024**2


def request_rating_list(
    *,
    actor: Actor,
    now: datetime,
    source: IO[bytes],
    filename: str = "",
    name: str = FIDE,
    pace: str = "standard",
    valid_from: date | None = None,
) -> Job:
    """Queue the import of a list that replaces the list of that name.

    `pace`: the pace of a FIDE list with one pace. `valid_from`: the day from which it is valid, by default the first of
    the month.
    Raises: NotPermitted; BadInput ("bad_rating_list", "rating_list_too_large"); the errors of `unpacked`.
    """
    require_administrator(actor)
    if name != FIDE and (not is_list(name) or name in FIDE_LISTS):
        raise BadInput(say("bad_rating_list", name=name), field="name")
    if source.seek(0, 2) > LARGEST:
        raise BadInput(say("rating_list_too_large", most=LARGEST // 1024**2), field="file")
    source.seek(0)
    with unpacked(source, _most(name)):
        pass  # a broken file is refused at once, not when the job runs
    source.seek(0)
    stored = default_storage.save(f"{FOLDER}/{uuid.uuid4().hex}", File(source))
    try:
        day = valid_from.isoformat() if valid_from else None
        report: Report = {"stored": stored, "name": name, "pace": pace, "valid_from": day}
        with transaction.atomic():
            return create_job(JobKind.IMPORT_RATINGS, actor=actor, now=now, filename=filename, report=report)
    except BaseException:
        default_storage.delete(stored)  # no job refers to it
        raise


def _most(name: str) -> int:
    """Return the size limit. An own list is held in memory, so it may be no larger than an upload without a zip."""
    return LARGEST_UNPACKED if name == FIDE else LARGEST


def import_stored(job: Job, now: datetime, progress: Progress | None) -> Report:
    """Import the list that was sent for a job."""
    with default_storage.open(job.report["stored"]) as file:
        return import_and_compare(ImportRequest.of(job), file, now, progress)


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """The options of a job."""

    actor: Actor
    filename: str
    name: str
    pace: str
    valid_from: date | None

    @classmethod
    def of(cls, job: Job) -> ImportRequest:
        report: dict[str, Any] = job.report
        day = report.get("valid_from")
        return cls(
            actor_from(job.actor),
            job.filename,
            report["name"],
            report["pace"],
            date.fromisoformat(day) if day else None,
        )


def import_and_compare(requested: ImportRequest, file: File[bytes], now: datetime, progress: Progress | None) -> Report:
    """Import a list, in a zip or not; return the report of the job with the sections concerned."""
    common: dict[str, Any] = {"actor": requested.actor, "now": now, "filename": requested.filename}
    with unpacked(cast(IO[bytes], _Counted(file, progress)), _most(requested.name)) as source:
        common |= {"source": source, "valid_from": requested.valid_from}
        if requested.name == FIDE:
            done = import_rating_list(pace=requested.pace, **common)
        else:
            done = import_own_list(name=requested.name, **common)
    concerned = {section.pk: len(changes_from_list(section, now.date())) for section in _running(now)}
    return {
        "name": requested.name,
        "players": done.players,
        "skipped": done.skipped,
        "concerned": {str(key): count for key, count in concerned.items() if count},
        "warnings": [plain_problem(problem) for problem in done.problems],
    }


def _running(now: datetime) -> Iterator[Section]:
    """Yield sections of unfinished events, where a new rating may matter and lists are compared."""
    not_over = Q(event__ends_on__isnull=True) | Q(event__ends_on__gte=now.date())
    rows = Section.objects.filter(not_over, archived_at=None, final_at=None, event__archived_at=None)
    rows = rows.filter(rating_checks=True).select_related("event")
    yield from rows.filter(event__deleted_at=None, event__checked_out_at=None).order_by("pk")


@contextmanager
def unpacked(file: IO[bytes], most: int = LARGEST_UNPACKED) -> Iterator[IO[bytes]]:
    """Open the file, or the first one in it if it is a zip.

    Raises, also during reading: BadInput ("zip_broken", "zip_empty", "zip_too_large" for a declared or real size of
    more than `most` bytes).
    """
    zipped = file.read(4) == b"PK\3\4" or zipfile.is_zipfile(file)
    file.seek(0)
    if not zipped:
        yield file
        return
    try:
        with zipfile.ZipFile(file) as archive, archive.open(_first(archive, most)) as member:
            yield cast(IO[bytes], _Limited(member, most))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
        raise BadInput(say("zip_broken"), field="file") from None


def _first(archive: zipfile.ZipFile, most: int) -> zipfile.ZipInfo:
    member = next((entry for entry in archive.infolist() if not entry.is_dir()), None)
    if member is None:
        raise BadInput(say("zip_empty"), field="file")
    if member.flag_bits & _ENCRYPTED:
        raise BadInput(say("zip_broken"), field="file")
    if member.file_size > most:
        raise _too_large(most)
    return member


def _too_large(most: int) -> BadInput:
    return BadInput(say("zip_too_large", most=most // 1024**2), field="file")


class _Limited(io.BufferedIOBase):
    """A stream that refuses to be read past `most` bytes, whatever its declared size."""

    def __init__(self, file: IO[bytes], most: int) -> None:
        self._file, self._most, self._left = file, most, most

    def readable(self) -> bool:
        return True

    def read(self, size: int | None = -1, /) -> bytes:
        return self._counted(self._file.read(self._left + 1 if size is None or size < 0 else size))

    def read1(self, size: int = -1, /) -> bytes:
        return self.read(size if size >= 0 else io.DEFAULT_BUFFER_SIZE)

    def readline(self, size: int | None = -1, /) -> bytes:
        longest = _LONGEST_LINE if size is None or size < 0 else min(size, _LONGEST_LINE)
        return self._counted(self._file.readline(longest))

    def _counted(self, data: bytes) -> bytes:
        self._left -= len(data)
        if self._left < 0:
            raise _too_large(self._most)
        return data


class _Counted:
    """A file that reports how much of it has been read."""

    def __init__(self, file: Any, progress: Progress | None) -> None:
        self._file, self._progress, self._unreported = file, progress, 0
        self._size: int = file.size

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __iter__(self) -> Iterator[bytes]:
        while line := self.readline():
            yield line

    def read(self, size: int = -1) -> bytes:
        return self._count(self._file.read(size))

    def readline(self, size: int = -1) -> bytes:
        return self._count(self._file.readline(size))

    def _count(self, data: bytes) -> bytes:
        self._unreported += len(data)
        if self._progress is not None and self._unreported >= _PROGRESS_STEP:
            self._progress(min(self._file.tell(), self._size), self._size)
            self._unreported = 0
        return data


# Updates of rating lists from their publishers: on request, daily, and before a comparison.

#: The daily sweep fetches lists that were last checked longer ago, so that none is a day behind.
DUE_AFTER = timedelta(hours=20)
#: Time until a failed update is tried again.
AGAIN_AFTER = timedelta(hours=1)
#: FIDE's zipped list has about forty million bytes.
_LIMITS = Limits(step_seconds=30, seconds=10 * 60, size=256 * 1024**2, redirects=5)


@transaction.atomic
def update_rating_lists(*, actor: Actor, now: datetime) -> list[Job]:
    """Queue the update of every list with a URL.

    Raises: NotPermitted; BadInput ("no_list_addresses").
    """
    require_administrator(actor)
    if not settings.RATING_LISTS:
        raise BadInput(say("no_list_addresses"))
    return _queue_updates(settings.RATING_LISTS, actor, now)


@transaction.atomic
def update_lists_of(*, actor: Actor, now: datetime, section_id: int) -> list[Job]:
    """Queue the update of a section's outdated lists, before its ratings are compared."""
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    rows = {row.name: row for row in RatingList.objects.filter(name__in=lists_asked(section))}
    outdated = [name for name in lists_asked(section) if name not in rows or not rows[name].is_current(now)]
    return _queue_updates(outdated, actor, now)


@transaction.atomic
def update_due_lists(now: datetime) -> list[Job]:
    """Queue the update of lists that have not been checked for some time."""
    rows = {row.name: row for row in RatingList.objects.filter(name__in=settings.RATING_LISTS)}
    due = [name for name in settings.RATING_LISTS if name not in rows or _is_due(rows[name], now)]
    return _queue_updates(due, Actor.of_system("rating lists"), now)


def _is_due(row: RatingList, now: datetime) -> bool:
    if row.failed_at is not None and now - row.failed_at < AGAIN_AFTER:
        return False
    return row.checked_at is None or now - row.checked_at >= DUE_AFTER


def _queue_updates(names: Iterable[str], actor: Actor, now: datetime) -> list[Job]:
    """Create a job for each of these lists that has a URL and is not being fetched already."""
    waiting = Job.objects.filter(kind=JobKind.IMPORT_RATINGS, state=JobState.WAITING)
    fetched = {report["name"] for report in waiting.values_list("report", flat=True) if "address" in report}
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


# Rating lists of federations and of organisers in the database, each imported as a whole.

_SHOWN_SKIPPED = 50
_BATCH = 5000


@transaction.atomic
def import_own_list(
    *, actor: Actor, now: datetime, source: IO[bytes], name: str, filename: str = "", valid_from: date | None = None
) -> RatingListImport:
    """Replace the rating list of that name; readers see the old list until the import is complete.

    `valid_from` as in `import_rating_list`. A line without a number or a rating, or with a duplicate number, is skipped
    and reported.

    Raises: BadInput ("bad_rating_list", "no_own_list"); ImportRefused ("rating_list_refused").
    """
    require_administrator(actor)
    if not is_list(name) or name in FIDE_LISTS:
        raise BadInput(say("bad_rating_list", name=name), field="name")
    RatingList.objects.get_or_create(name=name)
    listed = RatingList.objects.select_for_update().get(name=name)
    old = dict(listed.ratings.values_list("number", "rating"))
    listed.ratings.all().delete()
    skipped: list[Problem] = []
    rows: dict[str, ListedRating] = {}
    for item in read_own_list(io.TextIOWrapper(source, "utf-8-sig", errors="replace", newline="")):
        if isinstance(item, Skipped):
            skipped.append(Problem(item.message, line=item.line))
        elif item.number in rows or item.rating > HIGHEST_RATING:
            skipped.append(Problem(say("bad_listed_rating", number=item.number), line=item.line))
        else:
            rows[item.number] = ListedRating(
                list=listed, number=item.number, fide_id=item.fide_id, name=item.name, rating=item.rating
            )
        if len(skipped) > MOST_SKIPPED:
            break
    if not rows or len(skipped) > MOST_SKIPPED:
        raise ImportRefused(say("rating_list_refused"), tuple(skipped[:_SHOWN_SKIPPED]), skipped=len(skipped))
    ListedRating.objects.bulk_create(rows.values(), batch_size=_BATCH)
    if listed.imported_at is not None:
        new = {number: row.rating for number, row in rows.items()}
        keep_changes(name, old, new, valid_from or first_of_month(now))
    note_import(listed, len(rows), now, filename)
    return RatingListImport(len(rows), len(skipped), tuple(skipped[:_SHOWN_SKIPPED]))
