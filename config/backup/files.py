"""What the service keeps beside its database: photographs of score sheets, and archives of records."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.files.storage import default_storage

from config.backup.archive import ARCHIVES, MEDIA, NotABackup, Reader, Writer
from games.models import Archive, SheetPhoto

#: What a file is called that a restore has put another in the place of.
ASIDE = ".before-restore"


def write(writer: Writer) -> list[str]:
    """Write every file that the database names; returns the names of those that are missing."""
    missing = []
    for name in SheetPhoto.objects.order_by("pk").values_list("stored", flat=True):
        try:
            photograph = default_storage.open(name)
        except OSError:
            missing.append(name)
            continue
        with photograph, writer.member(MEDIA + name) as target:
            shutil.copyfileobj(photograph, target)
    for name in Archive.objects.order_by("pk").values_list("name", flat=True):
        path = Path(settings.ARCHIVE_ROOT, name)
        if not path.exists():
            missing.append(name)
            continue
        with path.open("rb") as archive, writer.member(ARCHIVES + name) as target:
            shutil.copyfileobj(archive, target)
    return missing


@contextmanager
def archives_of(backup: Reader) -> Iterator[None]:
    """The archives of the backup in their place; one that was another is set aside, and put back if anything fails."""
    put: list[tuple[Path, bool]] = []
    try:
        for name in backup.names(ARCHIVES):
            path = Path(settings.ARCHIVE_ROOT, name)
            with backup.open(ARCHIVES + name) as source:
                if path.exists() and _digest(path.open("rb")) == _digest(source):
                    continue
            path.parent.mkdir(parents=True, exist_ok=True)
            put.append((path, path.exists()))
            if path.exists():
                path.replace(path.with_name(path.name + ASIDE))
            with backup.open(ARCHIVES + name) as source, path.open("wb") as target:
                shutil.copyfileobj(source, target)
        yield
    except BaseException:
        for path, was_there in put:
            path.unlink(missing_ok=True)
            if was_there:
                path.with_name(path.name + ASIDE).replace(path)
        raise


def put_photographs(backup: Reader) -> int:
    """Put the photographs where their rows say; one that is there already is left as it is.  How many were put."""
    put = 0
    for name in backup.names(MEDIA):
        if default_storage.exists(name):
            with backup.open(MEDIA + name) as source:
                if _digest(default_storage.open(name)) == _digest(source):
                    continue
            default_storage.delete(name)
        with backup.open(MEDIA + name) as source:
            stored = default_storage.save(name, source)
        if stored != name:
            raise NotABackup(f"The photograph {name} could not be put in its place.")
        put += 1
    return put


def _digest(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    with file:
        while part := file.read(1024 * 1024):
            digest.update(part)
    return digest.hexdigest()
