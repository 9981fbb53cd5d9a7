"""Entries of a game's record, and the digest chain that makes tampering visible.

One game is one append-only sequence of entries.  An action returns an `EntryDraft`; the service adds number, time,
author and digest, and it becomes an `Entry`.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import cast

from tavleya.sides import Side


class EntryKind(StrEnum):
    """The kind of an entry.  The values are stored and must not be renamed."""

    OPENED = "opened"
    STARTED = "started"
    MOVE = "move"
    PRESS = "press"
    OFFER = "offer"
    ANSWER = "answer"
    CLAIM = "claim"
    DECISION = "decision"
    CALL = "call"
    PAUSE = "pause"
    RESUMED = "resumed"
    ADJUSTMENT = "adjustment"
    READING = "reading"
    FLAG = "flag"
    IRREGULARITY = "irregularity"
    RESTORATION = "restoration"
    RESULT = "result"
    CORRECTION = "correction"
    ANNULMENT = "annulment"
    REVERSAL = "reversal"
    SEAL_CALL = "seal_call"
    SEALING = "sealing"
    ADJOURNED = "adjourned"
    RESCHEDULED = "rescheduled"
    CUSTODY = "custody"
    RESUMPTION = "resumption"
    OPENING = "opening"


def _empty() -> Mapping[str, object]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class EntryDraft:
    """An entry before it is saved.  `data` holds plain JSON values; `fold` lists those of each kind."""

    kind: EntryKind
    side: Side | None = None
    ply: int | None = None
    move: str = ""
    data: Mapping[str, object] = field(default_factory=_empty)


@dataclass(frozen=True, slots=True)
class PersonalText:
    """The text whose salted digest is the value `name` in an entry's data (`tavleya.record.ruling_lines`)."""

    name: str
    salt: str
    text: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One permanent entry of the record.

    `seq` counts from 1 in each game.  `at` is the server's time in milliseconds since the epoch.  `actor` is a stable
    key of the author (`user:7`, `system:demo`).  `ply` counts half-moves of the game from 1; a ply that replaces a
    struck one has the same number.  `white_ms` and `black_ms` are the readings of both clocks after the entry.
    `digest` is SHA-256 over the previous digest and this entry's contents, in hexadecimal.  `texts` are not part of it,
    and only loaded on request.
    """

    seq: int
    kind: EntryKind
    at: int
    actor: str
    side: Side | None = None
    ply: int | None = None
    move: str = ""
    white_ms: int | None = None
    black_ms: int | None = None
    data: Mapping[str, object] = field(default_factory=_empty)
    request: str = ""
    digest: str = ""
    texts: tuple[PersonalText, ...] = ()

    def said(self, name: str) -> str:
        """Return the text of a value; empty if it is stored separately and was not loaded, or was erased."""
        return personal_text(self.data, self.texts, name)


def personal_text(data: Mapping[str, object], texts: Sequence[PersonalText], name: str) -> str:
    """Return the text of value `name`, wherever it is stored; empty if it is missing."""
    stored = next((text.text for text in texts if text.name == name), None)
    value = data.get(name, "") if stored is None else stored
    return value if isinstance(value, str) else ""


def genesis(game_key: str) -> str:
    """Return the digest before a game's first entry, so that no chain can be moved to another game."""
    return hashlib.sha256(f"tavleya game {game_key}".encode()).hexdigest()


def digest_of(entry: Entry, before: str) -> str:
    """Return the digest of `entry` after the digest `before`.  Its fields `digest` and `texts` are ignored."""
    contents = [
        before,
        entry.seq,
        entry.kind.value,
        entry.at,
        entry.actor,
        entry.side.value if entry.side else None,
        entry.ply,
        entry.move,
        entry.white_ms,
        entry.black_ms,
        dict(entry.data),
        entry.request,
    ]
    return hashlib.sha256(_encode(contents).encode()).hexdigest()


# Created once: the set-up of `json.dumps` at each call costs more than the digest.
_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class Break:
    """The first inconsistency of a record: `seq` of the first wrong entry, and the reason (a stable code)."""

    seq: int
    reason: str  # missing_entry | digest_differs


def first_break(game_key: str, entries: Sequence[Entry]) -> Break | None:
    """Recompute the chain; None if every entry is unchanged and none is missing in between.

    Entries cut off at the end leave a valid shorter chain: the caller compares the last digest with the game's row.
    """
    digest = genesis(game_key)
    for expected, entry in enumerate(entries, start=1):
        if entry.seq != expected:
            return Break(expected, "missing_entry")
        digest = digest_of(entry, digest)
        if digest != entry.digest:
            return Break(entry.seq, "digest_differs")
    return None


# The phase of a game.


class GamePhase(StrEnum):
    """The phase of a game.  PAUSED: begun, both clocks stopped.  ADJOURNED: to be resumed in another session."""

    PENDING = "pending"
    PLAYING = "playing"
    PAUSED = "paused"
    ADJOURNED = "adjourned"
    FINISHED = "finished"
    ANNULLED = "annulled"


# The result of a record without a replay of its moves: a small part of the fold, cheap for every record.


@dataclass(frozen=True, slots=True)
class Outcome:
    """`result` is empty without one; `annulled`: the game does not count."""

    result: str = ""
    termination: str = ""
    annulled: bool = False


def outcome_of(entries: Iterable[Entry]) -> Outcome:
    """Return result and termination as in `tavleya.record.fold.fold`.

    Raises: LookupError for a reversal of an unrecorded ruling, and for a result without its data.
    """
    outcomes: dict[int, Outcome] = {}  # by entry
    first: dict[int, int] = {}  # the first entry of each ruling
    for entry in entries:
        data = entry.data
        if entry.kind is EntryKind.REVERSAL:
            begins = first.pop(cast(int, data["ruling"]))
            ends = cast(int, data.get("last", entry.seq))
            outcomes = {seq: value for seq, value in outcomes.items() if not begins <= seq <= ends}
            continue
        if "ruling" in data:
            first.setdefault(cast(int, data["ruling"]), entry.seq)
        if entry.kind is EntryKind.ANNULMENT:
            outcomes[entry.seq] = Outcome(termination="annulled", annulled=True)
        elif entry.kind in (EntryKind.RESULT, EntryKind.CORRECTION):
            result = cast(str, data["result"])
            outcome = Outcome(result, cast(str, data.get("termination") or "")) if result else Outcome()
            outcomes[entry.seq] = outcome
    return next(reversed(outcomes.values()), Outcome())
