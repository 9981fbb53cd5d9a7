"""Acknowledged and doubtful writes: an append-only file of JSON lines."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: Lines that say that something is saved: `ack` in the answer, `found` by its sender after an answer that was lost.
SAVED = ("ack", "found")


class Ledger:
    """One file for all writers. Each line has a number `n` and `said`: `ack`, `found`, `doubt` or `odd`.

    `doubt`: the response was lost, or denied the write; `odd`: a response that no outage explains. `of` is the kind:
    `move`, `result`, `bye` or `import`; the rest of the line names it.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._lock = path, threading.Lock()
        self._file = path.open("w", encoding="utf-8")
        self.lines = self.acknowledged = self.doubts = self.found = self.odd = 0

    def write(self, status: str, of: str, /, **arguments: Any) -> None:
        with self._lock:
            self.lines += 1
            self.acknowledged += status in SAVED
            self.doubts += status == "doubt"
            self.found += status == "found"
            self.odd += status == "odd"
            self._file.write(json.dumps({"n": self.lines, "said": status, "of": of, **arguments}) + "\n")
            self._file.flush()

    def close(self) -> None:
        self._file.close()


def read(path: Path, of: str, until: int | None = None) -> Iterator[dict[str, Any]]:
    """The lines of one kind, in order; up to line `until`."""
    with path.open(encoding="utf-8") as file:
        for text in file:
            line = json.loads(text)
            if until is not None and line["n"] > until:
                return
            if line["of"] == of:
                yield line
