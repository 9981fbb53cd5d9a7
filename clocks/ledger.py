"""Entries of a record that are about the clocks, in words."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Protocol

from django.utils.translation import gettext

from clocks.labels import side_name, signed_time
from tavleya.clocks.timekeeping import clock_text
from tavleya.law.kinds import all_words
from tavleya.messages import N_
from tavleya.record.entries import EntryKind
from tavleya.sides import Side

#: Reasons of the record's own that are codes.
_REASONS: Mapping[str, str] = MappingProxyType({"round undone": N_("the round was withdrawn")})


class LedgerEntry(Protocol):
    """An entry of the record, or a row that has the same values."""

    @property
    def side(self) -> Side | str | None: ...

    @property
    def data(self) -> Mapping[str, Any]: ...


def reason_label(reason: str) -> str:
    """Return the label of a reason code; free text is returned unchanged."""
    text = _REASONS.get(reason) or next(
        (words.reasons[reason] for words in all_words() if reason in words.reasons), ""
    )
    return gettext(text) if text else reason


def time_changes(data: Mapping[str, Any], set_time: Callable[[int], str]) -> list[str]:
    """Return the time given to, taken from or set on each clock; `set_time` formats a set time."""
    changes = [f"{side_name(side)} {signed_time(ms)}" for side, ms in (data.get("add") or {}).items()]
    return changes + [f"{side_name(side)} = {set_time(ms)}" for side, ms in (data.get("set") or {}).items()]


def entry_sentence(text: str, entry: LedgerEntry, **values: object) -> str:
    """Return `text` in the reader's language, with the side of the entry and `values`."""
    return gettext(text) % {"side": side_name(entry.side) if entry.side else "", **values}


def plain(text: str) -> Callable[[LedgerEntry], str]:
    """Return a function for a sentence that depends only on the entry's side."""
    return lambda entry: entry_sentence(text, entry)


def _pause(entry: LedgerEntry) -> str:
    reason = reason_label(entry.data.get("reason", ""))
    return entry_sentence(N_("The clocks were stopped: %(reason)s."), entry, reason=reason)


def _adjustment(entry: LedgerEntry) -> str:
    # If the record does not follow the clock, the change was made at the board.
    data = {**entry.data, **(entry.data.get("at_the_board") or {})}
    changes = time_changes(data, clock_text)
    if not changes and data.get("next_period"):
        return gettext("The next period of the time control began.")
    text = N_("The time was changed: %(changes)s.")
    parts = [entry_sentence(text, entry, changes=", ".join(changes))] if changes else []
    if bonus := max((data.get("bonus") or {}).values(), default=0):
        parts.append(gettext("From now on %(seconds)s s are added per move.") % {"seconds": bonus // 1000})
    return " ".join(parts)


#: The sentence of each kind of entry.
SENTENCES: Mapping[EntryKind, Callable[[LedgerEntry], str]] = MappingProxyType(
    {
        EntryKind.PRESS: plain(N_("%(side)s pressed the clock.")),
        EntryKind.PAUSE: _pause,
        EntryKind.RESUMED: plain(N_("The clock of %(side)s was started.")),
        EntryKind.ADJUSTMENT: _adjustment,
        EntryKind.READING: plain(N_("The clocks were read.")),
        EntryKind.FLAG: plain(N_("The flag of %(side)s has fallen.")),
        EntryKind.ADJOURNED: plain(N_("The clocks were stopped and the game was adjourned.")),
    }
)
