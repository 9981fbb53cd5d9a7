"""Backup of SQLite by its online copy."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from django.conf import settings
from django.db import connection

#: The former database, until the restored one has been checked.
BEFORE = "before-restore.sqlite3"


@contextmanager
def snapshot() -> Iterator[str]:
    """Provide one consistent state of the database for all reads inside; writers continue."""
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")  # Django's own would take the lock of writers
        try:
            cursor.execute("SELECT count(*) FROM sqlite_master")  # the moment is that of the first read
            yield ""
        finally:
            cursor.execute("COMMIT")


def dump(target: IO[bytes], moment: str) -> None:
    """Write the database as it is at a moment of `snapshot`."""
    with _scratch() as path:
        _copy_out(path)
        with path.open("rb") as copy:
            shutil.copyfileobj(copy, target)


def load(source: IO[bytes]) -> None:
    """Replace the database with the dump, atomically."""
    with _scratch() as path:
        with path.open("wb") as copy:
            shutil.copyfileobj(source, copy)
        _copy_in(path)


def set_aside() -> None:
    """Keep a copy of the database; an existing copy of a killed restore stays."""
    if not _before().exists():
        _copy_out(_before())


def take_back() -> None:
    """Restore the copy of the database."""
    _copy_in(_before())
    forget()


def forget() -> None:
    """Delete the copy of the database."""
    _before().unlink(missing_ok=True)


def _before() -> Path:
    return Path(settings.DATABASES["default"]["NAME"]).with_name(BEFORE)


@contextmanager
def _scratch() -> Iterator[Path]:
    with TemporaryDirectory(dir=_before().parent, prefix="backup-") as folder:
        yield Path(folder) / "copy.sqlite3"


def _copy_out(path: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        connection.connection.backup(copy)


def _copy_in(path: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as copy:
        copy.backup(connection.connection)
    connection.close()
