"""Rulings in an exported record, checked against the entries that they appended."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tavleya.messages import Message
from tavleya.record.entries import Entry, EntryKind
from tavleya.record.messages import say

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
        whole = all(isinstance(part.get(name), int) for name in ("number", "first_seq", "last_seq"))
        if not whole or not isinstance(part.get("outcome"), str) or not isinstance(part.get("result"), str):
            yield say("bad_ruling")
            return
        self.seen += 1
        number, first, last = part["number"], part["first_seq"], part["last_seq"]
        common = {"number": number, "expected": self.seen}
        if number != self.seen:
            yield say("missing_ruling", **common)
            self.seen = number
        if not 1 <= first <= last <= self.last_seq or not self._fits(part, number, first, last):
            yield say("ruling_differs", **common)

    def _fits(self, part: Mapping[str, Any], number: int, first: int, last: int) -> bool:
        if part["outcome"] in _UNTAGGED:
            return True
        set_there = [value for seq, value in self.results.items() if first <= seq <= last]
        return self.tags.get(first) == number and part["result"] == (set_there[-1] if set_there else "")

    def tagged_beyond(self) -> bool:
        """Return whether an entry belongs to a missing ruling."""
        return any(number > self.seen for number in self.tags.values())


def ruling_line(ruling: RulingLine) -> dict[str, object]:
    values = {name: getattr(ruling, name) for name in RulingLine.__dataclass_fields__}
    return {"type": "ruling", **values, "grounds": list(ruling.grounds)}
