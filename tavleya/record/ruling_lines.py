"""Rulings in an exported record, checked against the entries that they appended."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tavleya.messages import Message
from tavleya.record.entries import Entry, EntryKind, PersonalText
from tavleya.record.messages import say
from tavleya.sides import Side

#: Outcomes of rulings that append no tagged entries, or only undo.
_UNTAGGED = frozenset({"advice", "reversed"})


@dataclass(frozen=True, slots=True)
class RulingLine:
    """One ruling.  `first_seq` to `last_seq` are its entries; `supersedes` is the number of the ruling that it undoes.

    `grounds` are messages as JSON; clocks are ms by side; `at` is in ms since the epoch.  `part_of` has the key and
    ruling number of another game, if this ruling follows from it.
    """

    number: int
    kind: str
    outcome: str
    regime: str
    article: str
    penalty_article: str
    offender: str
    facts: Mapping[str, Any]
    grounds: tuple[Any, ...]
    clock_before: Mapping[str, int] | None
    clock_after: Mapping[str, int] | None
    result: str
    note: str
    first_seq: int
    last_seq: int
    arbiter: str
    at: int
    supersedes: int | None = None
    part_of: str = ""


@dataclass
class RulingCheck:
    """The data for checking rulings: the entry of each ruling number, and the results that were set."""

    tags: dict[int, int] = field(default_factory=dict)
    results: dict[int, str] = field(default_factory=dict)
    seen: int = 0
    last_seq: int = 0

    def entry(self, entry: Entry) -> None:
        self.last_seq = entry.seq
        number = entry.data.get("ruling")
        if isinstance(number, int) and entry.kind is not EntryKind.REVERSAL:
            self.tags[entry.seq] = number
        if entry.kind in (EntryKind.RESULT, EntryKind.CORRECTION):
            self.results[entry.seq] = str(entry.data.get("result", ""))

    def ruling(self, part: Mapping[str, Any]) -> Iterator[Message]:
        """Yield the faults of one ruling: `bad_ruling`, `missing_ruling`, `ruling_differs`."""
        has_numbers = all(isinstance(part.get(name), int) for name in ("number", "first_seq", "last_seq"))
        if not has_numbers or not isinstance(part.get("outcome"), str) or not isinstance(part.get("result"), str):
            yield say("bad_ruling")
            return
        self.seen += 1
        number, first, last = part["number"], part["first_seq"], part["last_seq"]
        params = {"number": number, "expected": self.seen}
        if number != self.seen:
            yield say("missing_ruling", **params)
            self.seen = number
        if not 1 <= first <= last <= self.last_seq or not self._fits(part, number, first, last):
            yield say("ruling_differs", **params)

    def _fits(self, part: Mapping[str, Any], number: int, first: int, last: int) -> bool:
        if part["outcome"] in _UNTAGGED:
            return True
        results = [result for seq, result in self.results.items() if first <= seq <= last]
        return self.tags.get(first) == number and part["result"] == (results[-1] if results else "")

    def tagged_beyond(self) -> bool:
        """Return whether an entry belongs to a missing ruling."""
        return any(number > self.seen for number in self.tags.values())


def ruling_line(ruling: RulingLine) -> dict[str, object]:
    values = {name: getattr(ruling, name) for name in RulingLine.__dataclass_fields__}
    return {"type": "ruling", **values, "grounds": list(ruling.grounds)}


# Personal texts of a record, stored outside of its chain, which contains a salted digest instead.
#
# With the text and its salt, its authenticity can be verified. After both have been erased, the chain is
# still valid and reveals nothing about them.

SALT_BYTES = 16
_DOMAIN = "tavleya text 1"

#: The values of an entry's `data` that are such texts.
PERSONAL: Mapping[EntryKind, tuple[str, ...]] = MappingProxyType(
    {
        EntryKind.OPENED: ("white", "black"),
        EntryKind.DECISION: ("note",),
        EntryKind.READING: ("note",),
        EntryKind.CUSTODY: ("giver", "holder", "note"),
    }
)


def digest_of_text(salt: str, text: str) -> str:
    """Return the SHA-256, in hexadecimal, over the text and its salt."""
    contents = json.dumps([_DOMAIN, salt, text], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(contents.encode()).hexdigest()


def taken_out(
    kind: EntryKind, data: Mapping[str, object], new_salt: Callable[[], str]
) -> tuple[Mapping[str, object], tuple[PersonalText, ...]]:
    """Return the `data` for the chain, and the texts stored separately; an empty text stays in place."""
    names = PERSONAL.get(kind, ())
    texts = tuple(PersonalText(name, new_salt(), str(data[name])) for name in names if data.get(name))
    if not texts:
        return data, ()
    digests = {text.name: {"sha256": digest_of_text(text.salt, text.text)} for text in texts}
    return MappingProxyType({**data, **digests}), texts


def fits(value: object, salt: str, text: str) -> bool:
    """Return whether the text matches the stored digest."""
    return isinstance(value, Mapping) and value.get("sha256") == digest_of_text(salt, text)


# Entries, and their separately stored texts, as lines of an export.


def entry_line(entry: Entry) -> dict[str, object]:
    """Return the content of the chain; separate texts have separate lines."""
    return {
        "type": "entry",
        "seq": entry.seq,
        "kind": entry.kind.value,
        "at": entry.at,
        "actor": entry.actor,
        "side": entry.side.value if entry.side else None,
        "ply": entry.ply,
        "move": entry.move,
        "white_ms": entry.white_ms,
        "black_ms": entry.black_ms,
        "data": dict(entry.data),
        "request": entry.request,
        "digest": entry.digest,
    }


def text_line(entry: Entry, personal_text: PersonalText) -> dict[str, object]:
    return {
        "type": "text",
        "seq": entry.seq,
        "name": personal_text.name,
        "salt": personal_text.salt,
        "text": personal_text.text,
    }


def read_entry(part: Mapping[str, Any]) -> Entry:
    """Read the entry of a line.  Raises: KeyError, TypeError, ValueError."""
    if not isinstance(part["data"], dict) or not all(isinstance(part[name], int) for name in ("seq", "at")):
        raise TypeError("an entry has whole numbers and an object")
    return Entry(
        seq=part["seq"],
        kind=EntryKind(part["kind"]),
        at=part["at"],
        actor=str(part["actor"]),
        side=Side(part["side"]) if part["side"] else None,
        ply=part["ply"],
        move=str(part["move"]),
        white_ms=part["white_ms"],
        black_ms=part["black_ms"],
        data=MappingProxyType(part["data"]),
        request=str(part["request"]),
        digest=str(part["digest"]),
    )
