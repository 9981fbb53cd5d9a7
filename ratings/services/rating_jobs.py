"""Rating lists uploaded by administrators, imported in the background, and the sections that they concern."""

from __future__ import annotations

import io
import uuid
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import IO, Any, cast

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Q

from ratings.messages import say
from ratings.models.rated import FIDE
from ratings.selectors.rated_entries import changes_from_list
from ratings.services.own_lists import import_own_list
from ratings.services.rating_list import import_rating_list, require_administrator
from tavleya.actors import Actor
from tavleya.errors import BadInput
from tavleya.ratings.tournament import FIDE_LISTS, is_list
from tournaments.models.job import Job, JobKind
from tournaments.models.section import Section
from tournaments.services.games_import import Progress
from tournaments.services.jobs import Report, actor_from, create_job, plain_problem

FOLDER = "rating-lists"
#: Bytes of a file that is sent by a form; larger ones are imported by `manage.py import_rating_list`.
LARGEST = 64 * 1024**2
#: Bytes of a zipped list while it is read: FIDE's full list as XML has less than half of it.
LARGEST_UNPACKED = 2 * 1024**3
#: Bytes of a line; a longer line is read as several, so that it cannot fill the memory.
_LONGEST_LINE = 64 * 1024
_ENCRYPTED = 1
_EACH = 1024**2


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
        pass  # whether it can be is known at once, and not when the job comes to it
    source.seek(0)
    stored = default_storage.save(f"{FOLDER}/{uuid.uuid4().hex}", File(source))
    try:
        day = valid_from.isoformat() if valid_from else None
        request: Report = {"stored": stored, "name": name, "pace": pace, "valid_from": day}
        with transaction.atomic():
            return create_job(JobKind.IMPORT_RATINGS, actor=actor, now=now, filename=filename, report=request)
    except BaseException:
        default_storage.delete(stored)  # no job knows of it
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


def import_and_compare(
    requested: ImportRequest, file: File[bytes], now: datetime, progress: Progress | None
) -> Report:
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
        with zipfile.ZipFile(file) as archive, archive.open(_first(archive, most)) as inside:
            yield cast(IO[bytes], _Limited(inside, most))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError):
        raise BadInput(say("zip_broken"), field="file") from None


def _first(archive: zipfile.ZipFile, most: int) -> zipfile.ZipInfo:
    inside = next((member for member in archive.infolist() if not member.is_dir()), None)
    if inside is None:
        raise BadInput(say("zip_empty"), field="file")
    if inside.flag_bits & _ENCRYPTED:
        raise BadInput(say("zip_broken"), field="file")
    if inside.file_size > most:
        raise _too_large(most)
    return inside


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
        self._file, self._progress, self._told = file, progress, 0
        self._size: int = file.size

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)

    def __iter__(self) -> Iterator[bytes]:
        while line := self.readline():
            yield line

    def read(self, size: int = -1) -> bytes:
        return self._tell(self._file.read(size))

    def readline(self, size: int = -1) -> bytes:
        return self._tell(self._file.readline(size))

    def _tell(self, data: bytes) -> bytes:
        self._told += len(data)
        if self._progress is not None and self._told >= _EACH:
            self._progress(min(self._file.tell(), self._size), self._size)
            self._told = 0
        return data
