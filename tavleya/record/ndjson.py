"""The whole record of one game as lines of JSON, and its verification from those lines alone.

`docs/formats/record-ndjson.md` describes the format.  Only the lines are used: they are replayed, the chain of digests
and the clocks are recomputed, and opened sealed moves are compared with their commitments.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from tavleya.errors import DomainError
from tavleya.messages import Message
from tavleya.record.entries import Entry, EntryKind, digest_of, genesis
from tavleya.record.fold import apply, fold
from tavleya.record.messages import say
from tavleya.record.results import commitment_to
from tavleya.record.ruling_lines import (
    PERSONAL,
    RulingCheck,
    RulingLine,
    entry_line,
    fits,
    read_entry,
    ruling_line,
    text_line,
)
from tavleya.record.state import State
from tavleya.sides import Side

FORMAT = "tavleya-record"
VERSION = 3
#: Version 1 had no rulings, version 2 had the personal texts in the entries themselves.
_READABLE_VERSIONS = (1, 2, VERSION)
LONGEST_LINE = 1_000_000  # characters
_TERMS = ("game", "rules", "regime", "laws", "control", "start")
_PLAYERS = ("white", "black")


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One version of a score sheet, as stored in `games.models.sheet.ScoreSheet`; `at` in ms since the epoch."""

    keeper: str
    version: int
    language: str
    text: str
    file_name: str
    file_sha256: str
    actor: str
    at: int


@dataclass(frozen=True, slots=True)
class ExportFault:
    """A fault of an export: the line (from 1; 0 for the whole file), and a sentence with a stable code."""

    line: int
    message: Message


@dataclass(frozen=True, slots=True)
class ExportCheck:
    """The content of an export, as far as it was readable, and all faults."""

    key: str
    entries: int
    sheets: int
    digest: str
    state: State | None
    faults: tuple[ExportFault, ...]
    opened: int = 0
    rulings: int = 0

    @property
    def sound(self) -> bool:
        return not self.faults


def write(
    key: str, depth: str, entries: Sequence[Entry], sheets: Sequence[SheetLine] = (), rulings: Sequence[RulingLine] = ()
) -> Iterator[str]:
    """Yield the lines of an export, without line ends.  The same record gives the same lines.

    Personal texts are included if the entries have them.
    """
    first = entries[0]
    common = {name: first.data.get(name, "") for name in _TERMS} | {name: first.said(name) for name in _PLAYERS}
    texts = [text_line(entry, personal_text) for entry in entries for personal_text in entry.texts]
    header = {
        "type": "header",
        "format": FORMAT,
        "version": VERSION,
        "key": key,
        "depth": depth,
        **common,
        "entries": len(entries),
        "texts": len(texts),
        "sheets": len(sheets),
        "rulings": len(rulings),
        "digest": entries[-1].digest,
    }
    sha256 = hashlib.sha256()
    for line in (
        header,
        *(entry_line(entry) for entry in entries),
        *texts,
        *(_sheet_line(sheet) for sheet in sheets),
        *(ruling_line(ruling) for ruling in rulings),
    ):
        text = _dump(line)
        sha256.update(text.encode() + b"\n")
        yield text
    lines = 1 + len(entries) + len(texts) + len(sheets) + len(rulings)
    yield _dump({"type": "end", "lines": lines, "sha256": sha256.hexdigest()})


def verify(lines: Iterable[str]) -> ExportCheck:
    """Read an export and find all inconsistencies.  Never raises because of the content."""
    reader = _Verifier()
    for number, line in enumerate(lines, start=1):
        reader.take(number, line.rstrip("\r\n"))
        if reader.given_up:
            break
    return reader.finished()


class _Verifier:
    """One pass over the lines, with only the current state in memory."""

    def __init__(self) -> None:
        self.header: Mapping[str, Any] = {}
        self.state: State | None = None
        self.faults: list[ExportFault] = []
        self.sha256 = hashlib.sha256()
        self.numbers = {"entry": 0, "text": 0, "sheet": 0}
        self.text_digests: dict[tuple[int, str], object] = {}
        self.players: dict[str, str] = {}
        self.lines = 0
        self.ended = False
        self.given_up = False
        self.replays = True
        self.digest = ""
        self.sealed: dict[int, Mapping[str, Any]] = {}
        self.opened = 0
        self.rulings = RulingCheck()

    def take(self, number: int, line: str) -> None:
        part = self._parsed(number, line)
        if part is None:
            return
        kind = part.get("type")
        if self.ended:
            self._fault(number, "after_the_end")
        elif number == 1:
            self._header(part)
        elif kind == "entry":
            self._entry(number, part)
        elif kind == "text" and self.header.get("version") == VERSION:
            self._text(number, part)
        elif kind == "sheet":
            self._sheet(number, part)
        elif kind == "ruling" and self.header.get("version") != 1:
            self.faults += [ExportFault(number, message) for message in self.rulings.ruling(part)]
        elif kind == "end":
            self._end(number, part)
            return
        else:
            self._fault(number, "unknown_line")
        self.sha256.update(line.encode("utf-8", "surrogatepass") + b"\n")
        self.lines += 1

    def _parsed(self, number: int, line: str) -> dict[str, Any] | None:
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError("too long")
            part = json.loads(line)
            if isinstance(part, dict):
                return part
        except (ValueError, RecursionError):
            pass
        self._fault(number, "not_json")
        self.given_up = number == 1
        return None

    def _header(self, part: Mapping[str, Any]) -> None:
        if part.get("format") != FORMAT or part.get("type") != "header":
            self._fault(1, "unknown_format")
            self.given_up = True
        elif part.get("version") not in _READABLE_VERSIONS:
            self._fault(1, "unknown_version", version=str(part.get("version"))[:20], known=VERSION)
            self.given_up = True
        self.header = part
        self.digest = genesis(str(part.get("key", "")))

    def _entry(self, number: int, part: Mapping[str, Any]) -> None:
        self.numbers["entry"] += 1
        try:
            entry = read_entry(part)
        except (KeyError, TypeError, ValueError):
            self._fault(number, "bad_entry")
            self.replays = False
            return
        if entry.seq != self.numbers["entry"]:
            self._fault(number, "missing_entry", seq=entry.seq, expected=self.numbers["entry"])
            self.numbers["entry"] = entry.seq
        if digest_of(entry, self.digest) != entry.digest:
            self._fault(number, "digest_differs", seq=entry.seq)
        self.digest = entry.digest
        self.text_digests |= {(entry.seq, name): entry.data.get(name) for name in PERSONAL.get(entry.kind, ())}
        self.rulings.entry(entry)
        self._replay(number, entry)
        self._check_seal(number, entry)

    def _replay(self, number: int, entry: Entry) -> None:
        if not self.replays:
            return
        try:
            self.state = fold([entry]) if self.state is None else apply(self.state, entry)
        except (DomainError, KeyError, TypeError, ValueError, AttributeError, IndexError) as problem:
            self._fault(number, "cannot_replay", seq=entry.seq, problem=str(problem)[:200])
            self.replays = False
            return
        if entry.seq == 1:
            self._compare_with_header(number, entry)
        if self.state.clock is not None and entry.white_ms is not None:
            readings = self.state.clock.readings(entry.at)
            if (readings.white.ms, readings.black.ms) != (entry.white_ms, entry.black_ms):
                self._fault(number, "reading_differs", seq=entry.seq)

    def _compare_with_header(self, number: int, entry: Entry) -> None:
        for name in _TERMS:
            if entry.data.get(name, "") != self.header.get(name, ""):
                self._fault(number, "header_differs", name=name)
        self.players = {name: entry.said(name) for name in _PLAYERS}

    def _check_seal(self, number: int, entry: Entry) -> None:
        """Check that the opened move matches its commitment."""
        data = entry.data
        if entry.kind is EntryKind.SEALING and isinstance(data.get("sealed"), dict):
            self.sealed[entry.seq] = cast(Mapping[str, Any], data["sealed"])
        if entry.kind is not EntryKind.OPENING or "nonce" not in data:
            return
        sealed = self.sealed.get(cast(int, data.get("sealing")), {})
        try:
            commitment = commitment_to(
                game=str(self.header.get("key")),
                ply=cast(int, entry.ply),
                side=cast(Side, entry.side),
                move=str(data["written"]),
                language=str(data.get("language", "")),
                nonce=bytes.fromhex(str(data["nonce"])),
            )
        except (ValueError, AttributeError):
            commitment = ""
        if commitment and commitment == sealed.get("commitment"):
            self.opened += 1
        else:
            self._fault(number, "commitment_differs.in_record", seq=entry.seq)

    def _text(self, number: int, part: Mapping[str, Any]) -> None:
        """Check that a personal text matches the digest of its entry."""
        self.numbers["text"] += 1
        seq, name, salt, text = (part.get(key) for key in ("seq", "name", "salt", "text"))
        if not isinstance(seq, int) or not all(isinstance(value, str) for value in (name, salt, text)):
            self._fault(number, "bad_text")
        elif not fits(self.text_digests.get((seq, str(name))), str(salt), str(text)):
            self._fault(number, "text_differs", seq=seq)
        elif seq == 1 and name in self.players:
            self.players[str(name)] = str(text)

    def _sheet(self, number: int, part: Mapping[str, Any]) -> None:
        self.numbers["sheet"] += 1
        fields = {name: part.get(name) for name in SheetLine.__dataclass_fields__}
        texts = [value for name, value in fields.items() if name not in ("version", "at")]
        if not all(isinstance(text, str) for text in texts) or not isinstance(fields["version"], int):
            self._fault(number, "bad_sheet")

    def _end(self, number: int, part: Mapping[str, Any]) -> None:
        self.ended = True
        if part.get("lines") != self.lines or part.get("sha256") != self.sha256.hexdigest():
            self._fault(number, "end_differs")

    def finished(self) -> ExportCheck:
        if not self.header and not self.faults:
            self._fault(0, "empty")
        if self.header and not self.given_up:
            if not self.ended:
                self._fault(0, "no_end")
            expected = {name: self.header.get(name) for name in ("entries", "sheets", "digest")}
            expected |= {name: self.header.get(name, 0) for name in ("texts", "rulings")}
            actual = {"entries": self.numbers["entry"], "sheets": self.numbers["sheet"], "digest": self.digest}
            if expected != actual | {"texts": self.numbers["text"], "rulings": self.rulings.seen}:
                self._fault(0, "header_does_not_fit")
            for name, text in self.players.items():
                if self.header.get(name, "") != text:
                    self._fault(1, "header_differs", name=name)
            if self.header.get("version") != 1 and self.rulings.tagged_beyond():
                self._fault(0, "missing_rulings")
        return ExportCheck(
            key=str(self.header.get("key", "")),
            entries=self.numbers["entry"],
            sheets=self.numbers["sheet"],
            digest=self.digest,
            state=self.state,
            faults=tuple(self.faults),
            opened=self.opened,
            rulings=self.rulings.seen,
        )

    def _fault(self, line: int, key: str, /, **params: object) -> None:
        self.faults.append(ExportFault(line, say(key, **params)))


def _sheet_line(sheet: SheetLine) -> dict[str, object]:
    return {"type": "sheet", **{name: getattr(sheet, name) for name in SheetLine.__dataclass_fields__}}


def _dump(line: Mapping[str, object]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))
