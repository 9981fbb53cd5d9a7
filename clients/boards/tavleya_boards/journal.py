"""The messages of LiveChess on disk, from which the boards are restored after a crash."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self


class Journal:
    """An append-only file of JSON rows. `sync` writes all of them to disk, before anything is sent."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab")
        self._dirty = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.sync()
        self._file.close()

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the stored rows in order. An incomplete last row of a crash is cut off the file."""
        whole = 0
        with self._path.open("rb") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                yield json.loads(line)
        if whole < self._path.stat().st_size:
            self._file.truncate(whole)

    def append(self, row: Mapping[str, Any]) -> None:
        # One unbuffered write per line: after a kill the appended lines remain.
        self._file.write(json.dumps(row, separators=(",", ":")).encode() + b"\n")
        self._file.flush()
        self._dirty = True

    def sync(self) -> None:
        if self._dirty:
            os.fsync(self._file.fileno())
            self._dirty = False
