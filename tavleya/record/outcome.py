"""The result of a record without a replay of its moves: a small part of the fold, cheap for every record."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import cast

from tavleya.record.entries import Entry, EntryKind


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
    outcome = Outcome()
    before: dict[int, Outcome] = {}  # by ruling, in order
    for entry in entries:
        data = entry.data
        if entry.kind is EntryKind.REVERSAL:
            ruling = cast(int, data["ruling"])
            outcome = before[ruling]
            before = dict(takewhile(lambda item: item[0] != ruling, before.items()))  # noqa: B023 (used at once)
            continue
        if "ruling" in data:
            before.setdefault(cast(int, data["ruling"]), outcome)
        if entry.kind is EntryKind.ANNULMENT:
            outcome = Outcome(termination="annulled", annulled=True)
        elif entry.kind in (EntryKind.RESULT, EntryKind.CORRECTION):
            result = cast(str, data["result"])
            outcome = Outcome(result, cast(str, data.get("termination") or "")) if result else Outcome()
    return outcome
