"""The records of many games in one file: a header, then one export after another (`tavleya.record.ndjson`).

`docs/formats/record-ndjson.md` describes it.  The header has the number of records and a digest of their last digests,
so that a missing game is detected too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tavleya.messages import Message
from tavleya.record import ndjson
from tavleya.record.messages import say

FORMAT = "tavleya-archive"
VERSION = 1


@dataclass(frozen=True, slots=True)
class ArchiveFault:
    """A fault of an archive: the key of the game (empty: the whole archive), the line in its record, a sentence."""

    key: str
    line: int
    message: Message


@dataclass(frozen=True, slots=True)
class ArchiveCheck:
    """The content of an archive, as far as it was readable, and all faults."""

    name: str
    records: int
    entries: int
    heads: str
    faults: tuple[ArchiveFault, ...]


def heads_of(digests: Iterable[str]) -> str:
    """Return one digest over the last digests of records, in the order of the file."""
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


def header(name: str, digests: Iterable[str]) -> str:
    """Return the first line of an archive of the records with these last digests, without a line end."""
    known = list(digests)
    said = {"type": "archive", "format": FORMAT, "version": VERSION, "name": name}
    said |= {"records": len(known), "heads": heads_of(known)}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


def is_header(line: str) -> bool:
    """Return whether a file with this first line is an archive, and not the record of one game."""
    return _parsed(line).get("format") == FORMAT


def verify(lines: Iterable[str]) -> ArchiveCheck:
    """Read an archive and find all inconsistencies.  Never raises because of the content."""
    rest = iter(lines)
    said = _parsed(next(rest, ""))
    faults = _of_header(said)
    digests: list[str] = []
    entries = 0
    for record in _records(rest) if not faults else ():
        checked = ndjson.verify(record)
        digests.append(checked.digest)
        entries += checked.entries
        faults += [ArchiveFault(checked.key, fault.line, fault.message) for fault in checked.faults]
    heads = heads_of(digests)
    if not faults and (said.get("records"), said.get("heads")) != (len(digests), heads):
        faults.append(ArchiveFault("", 0, say("other_records")))
    return ArchiveCheck(str(said.get("name", "")), len(digests), entries, heads, tuple(faults))


def _of_header(said: dict[str, Any]) -> list[ArchiveFault]:
    if said.get("format") != FORMAT:
        return [ArchiveFault("", 1, say("unknown_format"))]
    if said.get("version") != VERSION:
        version = str(said.get("version"))[:20]
        return [ArchiveFault("", 1, say("unknown_version", version=version, known=VERSION))]
    return []


def _records(lines: Iterator[str]) -> Iterator[Iterator[str]]:
    """Yield the lines of each record, which must be consumed before those of the next."""
    for first in lines:
        yield _until_end(first, lines)


def _until_end(line: str, following: Iterator[str]) -> Iterator[str]:
    yield line
    while not line.startswith('{"type":"end",'):
        try:
            line = next(following)
        except StopIteration:
            return
        yield line


def _parsed(line: str) -> dict[str, Any]:
    try:
        part = json.loads(line) if len(line) <= ndjson.LONGEST_LINE else None
    except (ValueError, RecursionError):
        part = None
    return part if isinstance(part, dict) else {}
