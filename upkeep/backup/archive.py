"""The file of a backup: a zip, and after it one line with the SHA-256 of all before it.

Written from front to back, so that it may go into a pipe.  Members: `manifest.json` (what it is of, what it counts),
`database`, `media/<name>` for each stored file; the manifest comes last,
when all is known.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import RawIOBase
from pathlib import Path
from typing import IO, Any

FORMAT = 1
DATABASE, MANIFEST, MEDIA = "database", "manifest.json", "media/"
_SEAL = b"\ntavleya-backup sha256 "
_SEAL_LENGTH = len(_SEAL) + 64 + 1
_CHUNK = 1024 * 1024


class NotABackup(Exception):
    """The file is none, or not as it was written; the text says which."""


class _Sealed(RawIOBase):
    """Passes on what is written, and knows the digest of it.  Cannot be wound back."""

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
    """A backup that is being written; made by `writing`."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    @contextmanager
    def member(self, name: str) -> Iterator[IO[bytes]]:
        """A member of any size, to be written to.  Dumps and stored files are packed already."""
        with self._archive.open(name, "w", force_zip64=True) as target:
            yield target

    def manifest(self, content: dict[str, Any]) -> None:
        with self.member(MANIFEST) as target:
            target.write(json.dumps({"format": FORMAT, **content}, ensure_ascii=False, indent=1).encode())


@contextmanager
def writing(target: IO[bytes]) -> Iterator[Writer]:
    """Write a backup to a file or a pipe.  One that is broken off has no seal, and is refused."""
    sealed = _Sealed(target)
    with zipfile.ZipFile(sealed, "w", zipfile.ZIP_STORED) as archive:
        yield Writer(archive)
    target.write(_SEAL + sealed.digest.hexdigest().encode() + b"\n")
    target.flush()


class Reader:
    """A backup whose seal has been checked; made by `reading`."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))

    def open(self, name: str) -> IO[bytes]:
        return self._archive.open(name)

    def files(self) -> Iterator[str]:
        """The names of the stored files, as the storage has them."""
        return self._below(MEDIA)

    def _below(self, folder: str) -> Iterator[str]:
        for name in self._archive.namelist():
            if name.startswith(folder):
                yield name.removeprefix(folder)


@contextmanager
def reading(path: Path) -> Iterator[Reader]:
    """Open a backup.  Raises NotABackup unless every byte of it is as it was written."""
    check_seal(path)
    with zipfile.ZipFile(path) as archive:
        reader = Reader(archive)
        if reader.manifest["format"] != FORMAT:
            raise NotABackup(
                f"{path} is a backup of format {reader.manifest['format']}, which this version cannot read."
            )
        yield reader


def check_seal(path: Path) -> None:
    """Raises NotABackup unless the file ends with the digest of all before it.  Reads it once, in small parts."""
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
