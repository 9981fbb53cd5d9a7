"""The file of a backup: a zip, followed by one line with the SHA-256 of all bytes before it.

It is written sequentially, so that it may go into a pipe. Members: `manifest.json` (description and counts),
`database`, `media/<name>` for each stored file; the manifest comes last, when all counts are known.
"""

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
        return self._below(MEDIA)

    def _below(self, folder: str) -> Iterator[str]:
        for name in self._archive.namelist():
            if name.startswith(folder):
                yield name.removeprefix(folder)


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
