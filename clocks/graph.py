"""The clocks of a game as a small picture: White's above the middle, Black's below it, a place for each half-move.

Bars are the time that each move took, lines the time that was left after it.  Both reach as far from the middle as the
largest of the game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

from django.utils.translation import gettext

from clocks.labels import side_name, signed_time, time_left, time_text
from clocks.readings import MoveTime
from tavleya.clocks.timekeeping import clock_text
from tavleya.law.kinds import all_words
from tavleya.messages import N_
from tavleya.record.entries import EntryKind
from tavleya.sides import Side

WIDTH, MIDDLE = 1000, 50  # of the drawing; it is twice as high as its middle
_REACH = 47
_FEWEST = 2  # readings: a line needs two points
#: The width of a bar, in places: a side has every other place.
_BAR_WIDTH = 1.5


@dataclass(frozen=True, slots=True)
class GraphSide:
    """One side's half: the outlines of its bars and of its line, and their description."""

    side: Side
    bars: str
    line: str
    words: str


@dataclass(frozen=True, slots=True)
class ClockGraph:
    """`now` is the position of the shown half-move, empty at the beginning; `plies` the number of places."""

    sides: tuple[GraphSide, ...]
    plies: int
    now: str
    longest: int | None


def clock_graph(times: Sequence[MoveTime], texts: Sequence[str], current: int) -> ClockGraph | None:
    """Draw the times of a game whose moves are `texts`; None if the record has too few clock readings."""
    left = [time.left for time in times if time.left is not None]
    if len(left) < _FEWEST:
        return None
    longest = max((time.spent for time in times if time.spent is not None), default=None)
    scale = _Scale(len(texts), max(left), longest or 1)
    sides = tuple(_side(side, [time for time in times if time.side is side], texts, scale) for side in Side)
    return ClockGraph(sides, len(texts), scale.x(current) if current else "", longest)


@dataclass(frozen=True, slots=True)
class _Scale:
    """Conversion of half-moves and milliseconds to numbers of the drawing, independent of the locale."""

    plies: int
    most_left: int
    most_spent: int

    def x(self, ply: int, shift: float = 0) -> str:
        return f"{WIDTH * (ply - 0.5 + shift) / self.plies:.1f}"

    def bar(self, time: MoveTime, direction: int) -> str:
        """Return a bar from the middle outwards: `direction` is -1 for upwards."""
        reach = direction * _REACH * (time.spent or 0) / self.most_spent
        width = WIDTH * _BAR_WIDTH / self.plies
        return f"M{self.x(time.ply, -_BAR_WIDTH / 2)} {MIDDLE}v{reach:.1f}h{width:.1f}V{MIDDLE}z"

    def point(self, time: MoveTime, direction: int) -> str:
        return f"{self.x(time.ply)} {MIDDLE + direction * _REACH * (time.left or 0) / max(1, self.most_left):.1f}"


def _side(side: Side, times: Sequence[MoveTime], texts: Sequence[str], scale: _Scale) -> GraphSide:
    direction = -1 if side is Side.WHITE else 1
    with_spent = [time for time in times if time.spent is not None]
    with_left = [time for time in times if time.left is not None]
    bars = " ".join(scale.bar(time, direction) for time in with_spent)
    line = " ".join(scale.point(time, direction) for time in with_left)
    return GraphSide(side, bars, line, _describe(side, with_spent, with_left, texts))


def _describe(side: Side, with_spent: Sequence[MoveTime], with_left: Sequence[MoveTime], texts: Sequence[str]) -> str:
    """Return the description: `White: longest think 12:05 (23. Qd5); 0:34 left after the last move.`"""
    parts = []
    if with_spent:
        longest = max(with_spent, key=lambda move_time: move_time.spent or 0)
        move = f"{longest.number}{'.' if side is Side.WHITE else '…'} {texts[longest.ply - 1]}"
        values = {"time": time_text(longest.spent or 0), "move": move}
        parts.append(gettext("longest think %(time)s (%(move)s)") % values)
    if with_left:
        parts.append(gettext("%(time)s left after the last move") % {"time": time_left(with_left[-1].left)})
    return f"{side_name(side)}: {'; '.join(parts)}." if parts else ""


# Sentences for the entries of a record that concern the clocks.

#: Reason codes that the program itself writes into the record.
_REASONS: Mapping[str, str] = MappingProxyType({"round undone": N_("the round was withdrawn")})


class LedgerEntry(Protocol):
    """An entry of the record, or a row that has the same values."""

    @property
    def side(self) -> Side | str | None: ...

    @property
    def data(self) -> Mapping[str, Any]: ...


def reason_label(reason: str) -> str:
    """Return the label of a reason code; free text is returned unchanged."""
    text = _REASONS.get(reason) or next((words.reasons[reason] for words in all_words() if reason in words.reasons), "")
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
