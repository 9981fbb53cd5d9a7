"""Create, restore and check a backup: one file of a fixed format."""

import hashlib
import json
import shutil
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import RawIOBase
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.core.signing import BadSignature, Signer
from django.db import connection, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from games.models.base import StoredFileField
from games.models.game import Game
from games.models.sheet import SheetPhoto
from games.verification import verify
from tournaments.models.event import Event
from upkeep.backup import postgres, sqlite

# The file of a backup: a zip, followed by one line with the SHA-256 of all bytes before it.
#
# It is written sequentially, so that it may go into a pipe. Members: `manifest.json` (description and
# counts), `database`, `media/<name>` for each stored file; the manifest comes last, when all counts are
# known.

FORMAT = 1
DATABASE, MANIFEST, MEDIA = "database", "manifest.json", "media/"
_SEAL = b"\ntavleya-backup sha256 "
_SEAL_LENGTH = len(_SEAL) + 64 + 1
_CHUNK = 1024 * 1024


class NotABackup(Exception):
    """The file is not a backup, or is damaged; the text says which."""


class _Sealed(RawIOBase):
    """A write-only stream that passes bytes on and computes their digest. It cannot seek."""

    def __init__(self, target: IO[bytes]) -> None:
        self._target = target
        self.digest = hashlib.sha256()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._target.write(data)
        self.digest.update(data)
        return len(data)


class Writer:
    """A backup during writing; created by `writing`."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    @contextmanager
    def member(self, name: str) -> Iterator[IO[bytes]]:
        """Provide a member of any size for writing, uncompressed because dumps and stored files are compressed."""
        with self._archive.open(name, "w", force_zip64=True) as target:
            yield target

    def manifest(self, content: dict[str, Any]) -> None:
        with self.member(MANIFEST) as target:
            target.write(json.dumps({"format": FORMAT, **content}, ensure_ascii=False, indent=1).encode())


@contextmanager
def writing(target: IO[bytes]) -> Iterator[Writer]:
    """Write a backup to a file or a pipe. An interrupted backup has no seal, and is refused."""
    sealed = _Sealed(target)
    with zipfile.ZipFile(sealed, "w", zipfile.ZIP_STORED) as archive:
        yield Writer(archive)
    target.write(_SEAL + sealed.digest.hexdigest().encode() + b"\n")
    target.flush()


class Reader:
    """A backup with a valid seal; created by `reading`."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))

    def open(self, name: str) -> IO[bytes]:
        return self._archive.open(name)

    def files(self) -> Iterator[str]:
        """Yield the names of the stored files in the storage."""
        for name in self._archive.namelist():
            if name.startswith(MEDIA):
                yield name.removeprefix(MEDIA)


@contextmanager
def reading(path: Path) -> Iterator[Reader]:
    """Open a backup. Raises: NotABackup if a byte of it was changed."""
    check_seal(path)
    with zipfile.ZipFile(path) as archive:
        reader = Reader(archive)
        if reader.manifest["format"] != FORMAT:
            raise NotABackup(
                f"{path} is a backup of format {reader.manifest['format']}, which this version cannot read."
            )
        yield reader


def check_seal(path: Path) -> None:
    """Check that the file ends with the digest of all bytes before it, reading it once in small parts. Raises:
    NotABackup.
    """
    rest = path.stat().st_size - _SEAL_LENGTH
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while rest > 0 and (part := file.read(min(_CHUNK, rest))):
            digest.update(part)
            rest -= len(part)
        seal = file.read()
    if not seal.startswith(_SEAL):
        raise NotABackup(f"{path} is no backup, or was cut off while it was written or copied.")
    if seal != _SEAL + digest.hexdigest().encode() + b"\n":
        raise NotABackup(f"{path} is not as it was written: its digest differs. Nothing was restored.")


Say = Callable[[str], object]
_ENGINES: dict[str, ModuleType] = {"postgresql": postgres, "sqlite": sqlite}
_SIGNER = Signer(salt="config.backup")


class Refused(Exception):
    """The restore failed and nothing was changed, or it was rolled back; the text says why."""


@dataclass(frozen=True, slots=True)
class DatabaseSummary:
    """The content of a database: numbers by name, and the keys of games with invalid records."""

    counts: dict[str, int]
    broken: list[int]


def back_up(target: IO[bytes], say: Say) -> DatabaseSummary:
    """Write a consistent backup to a file or a pipe, and check the records; the service keeps running."""
    made_at = timezone.now().isoformat()
    engine = _engine()
    with writing(target) as writer, engine.snapshot() as moment:
        with writer.member(DATABASE) as member:
            engine.dump(member, moment)
        missing = _write_files(writer)
        summary = check()
        writer.manifest(
            {
                "made_at": made_at,
                "secret": _SIGNER.sign(made_at),
                "engine": connection.vendor,
                "migrations": sorted(MigrationRecorder(connection).applied_migrations()),
                "counts": summary.counts,
                "broken": summary.broken,
                "missing_files": missing,
            }
        )
    for name in missing:
        say(f"A file is missing in the store: {name}")
    return summary


def restore(path: Path, *, replace: bool, say: Say) -> DatabaseSummary:
    """Replace all data with a backup, migrate it to this version, and check every record.

    The former data are restored if anything fails.
    Raises: Refused; NotABackup.
    """
    with reading(path) as backup:
        manifest = backup.manifest
        if manifest["engine"] != connection.vendor:
            raise Refused(f"The backup is of {manifest['engine']}, and this database is {connection.vendor}.")
        if not replace and _holds_something():
            raise Refused("The database holds something already. With --replace the backup takes its place.")
        engine = _engine()
        engine.set_aside()
        try:
            with backup.open(DATABASE) as source:
                engine.load(source)
            unknown = sorted(set(map(tuple, manifest["migrations"])) - _known_migrations())
            if unknown:
                raise Refused(f"The backup is of a later version, which knows {unknown[0][0]}.{unknown[0][1]}.")
            call_command("migrate", interactive=False, verbosity=0)
            summary = check()
            _compare(summary, manifest)
        except BaseException:
            engine.take_back()
            raise
        engine.forget()
        files = _read_files(backup)
    if not _same_secret(manifest):
        say("SECRET_KEY is another than when the backup was made: everybody signs in anew, and links of players open "
            "but cannot be printed again.")  # fmt: skip
    say(f"{files} files were put back.")
    return summary


def check() -> DatabaseSummary:
    """Count the rows of the database, and recompute the digests of every record."""
    entries, broken, games = 0, [], 0
    for record in verify(Game.objects.all()):
        games, entries = games + 1, entries + record.entries
        if record.broken:
            broken.append(record.game_id)
    counts = {
        "accounts": get_user_model().objects.count(),
        "events": Event.objects.count(),
        "games": games,
        "entries": entries,
        "photographs": SheetPhoto.objects.count(),
    }
    return DatabaseSummary(counts, sorted(broken))


def _engine() -> ModuleType:
    return _ENGINES[connection.vendor]


def _holds_something() -> bool:
    tables = set(connection.introspection.table_names())
    essential = (get_user_model(), Event)
    return any(model._meta.db_table in tables and model.objects.exists() for model in essential)


def _known_migrations() -> set[tuple[str, str]]:
    return set(MigrationLoader(None).disk_migrations)


def _compare(summary: DatabaseSummary, manifest: dict[str, Any]) -> None:
    if summary.broken != manifest["broken"]:
        raise Refused(f"The records of games {summary.broken} are not as they were written.")
    if summary.counts != manifest["counts"]:
        raise Refused(f"The backup should hold {manifest['counts']}, and holds {summary.counts}.")


def _same_secret(manifest: dict[str, Any]) -> bool:
    try:
        return bool(_SIGNER.unsign(manifest["secret"]) == manifest["made_at"])
    except BadSignature:
        return False


def stored_files() -> Iterator[str]:
    """Yield the name of every file in the storage that a row names.

    Files of jobs are not among them: they are deleted within days, and the job can be started again.
    """
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, StoredFileField | models.FileField):
                rows = model._base_manager.exclude(**{f"{field.name}__isnull": True}).order_by("pk")
                yield from filter(None, rows.values_list(field.name, flat=True).iterator())


def _write_files(writer: Writer) -> list[str]:
    """Write every stored file; return the names of those that are missing in the storage."""
    missing = []
    for name in stored_files():
        try:
            source = default_storage.open(name)
        except OSError:
            missing.append(name)
            continue
        with source, writer.member(MEDIA + name) as target:
            shutil.copyfileobj(source, target)
    return missing


def _read_files(backup: Reader) -> int:
    """Save the files under the names that their rows have, except equal ones; return how many were saved."""
    count = 0
    for name in backup.files():
        with backup.open(MEDIA + name) as source:
            if default_storage.exists(name) and _digest(default_storage.open(name)) == _digest(source):
                continue
        if default_storage.exists(name):
            default_storage.delete(name)
        with backup.open(MEDIA + name) as source:
            stored = default_storage.save(name, source)
        if stored != name:
            raise NotABackup(f"The file {name} could not be put in its place.")
        count += 1
    return count


def _digest(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    with file:
        while part := file.read(1024 * 1024):
            digest.update(part)
    return digest.hexdigest()
