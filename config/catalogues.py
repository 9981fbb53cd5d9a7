"""Compiled catalogues: `django.mo` is made from `django.po` when it is missing or older, without a system package.

The settings call `ready` when they are read, so every process finds the catalogues; `python -m config.catalogues`
compiles without reading the settings, for an image whose files cannot be written later.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

SOURCES = "*/LC_MESSAGES/django.po"


def ready(folder: Path, otherwise: Path) -> Path:
    """Compile the catalogues and return their folder: `folder` itself, or `otherwise` if `folder` is read-only.

    If neither is writable, or a source is damaged, return `folder`: a program in English is better than none.
    """
    last_error: Exception
    for target in (folder, otherwise):
        try:
            compile_stale(folder, target)
        except (OSError, ValueError) as error:
            last_error = error
        else:
            return target
    print(f"The translations cannot be compiled: {last_error}", file=sys.stderr)  # noqa: T201  (no logs are set up yet)
    return folder


def compile_stale(folder: Path, target: Path | None = None) -> list[Path]:
    """Compile missing or outdated catalogues in `target` (by default `folder`); return the written files."""
    return [_compile(source, path) for source, path in _pairs(folder, target or folder) if _stale(source, path)]


def compile_all(folder: Path) -> list[Path]:
    """Compile every catalogue of `folder` next to its source."""
    return [_compile(source, path) for source, path in _pairs(folder, folder)]


def _pairs(folder: Path, target: Path) -> Iterator[tuple[Path, Path]]:
    for source in sorted(folder.glob(SOURCES)):
        yield source, target / source.relative_to(folder).with_suffix(".mo")


def _stale(source: Path, path: Path) -> bool:
    try:
        return path.stat().st_mtime_ns < source.stat().st_mtime_ns
    except FileNotFoundError:
        return True


def _compile(source: Path, path: Path) -> Path:
    """Compile a catalogue to a temporary file and rename it, so that concurrent readers and compilers see a whole file.

    Raises: ValueError for an invalid source; OSError.
    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    began = time.time_ns()
    with source.open("rb") as file:
        try:
            catalog = read_po(file, abort_invalid=True)
        except PoFileError as error:
            raise ValueError(f"{source}: {error}") from error
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            write_mo(file, catalog)
        Path(temporary).chmod(0o644)
        os.utime(temporary, ns=(began, began))  # a source changed during compilation is newer
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return path


if __name__ == "__main__":
    compile_stale(Path(__file__).resolve().parent.parent / "locale")
