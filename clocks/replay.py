"""The two clocks of a game at any second: a time line, one instant of it, changes of time, deviating readings."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Protocol

from django.utils.translation import gettext

from clocks.graph import reason_label, time_changes
from clocks.labels import drift_text, side_name, time_text
from tavleya.clocks.timekeeping import browser_state
from tavleya.messages import N_
from tavleya.record.entries import Entry, EntryKind
from tavleya.record.replay import Instant, Replay
from tavleya.sides import Side

TOLERANCE = 10_000  # ms that a physical clock may be off before the page warns
WIDTH = 1000  # of the drawing
_PARTS = 4  # of the scale

# Entries that are marks on the time line, and the class of their sign.
_MARKS: Mapping[EntryKind, str] = {
    EntryKind.PAUSE: "stop",
    EntryKind.CALL: "stop",
    EntryKind.CLAIM: "stop",
    EntryKind.FLAG: "flag",
    EntryKind.ADJUSTMENT: "time",
    EntryKind.RESTORATION: "time",
    EntryKind.REVERSAL: "ruling",
    EntryKind.DECISION: "ruling",
    EntryKind.IRREGULARITY: "ruling",
    EntryKind.READING: "reading",
    EntryKind.ADJOURNED: "stop",
    EntryKind.RESUMPTION: "stop",
    EntryKind.RESULT: "result",
    EntryKind.CORRECTION: "result",
}


# General texts for the public: officers' reasons are confidential.
_GENERAL = {
    "stop": N_("The clocks were stopped."),
    "time": N_("The time was changed."),
    "ruling": N_("A decision was made."),
    "reading": N_("The clocks were read."),
}


class EntryLine(Protocol):
    """An entry in words, its author and the author's note."""

    @property
    def words(self) -> str: ...

    @property
    def who(self) -> str: ...

    @property
    def note(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Bar:
    """A stretch of the drawing: `row` of the side whose clock runs, both rows if neither does."""

    x: str
    width: str
    row: str
    title: str
    cut: bool


@dataclass(frozen=True, slots=True)
class ReplayMark:
    seq: int
    x: str
    kind: str
    title: str


@dataclass(frozen=True, slots=True)
class ClockChangeView:
    """Time that was given, taken or set."""

    seq: int
    at: datetime
    changes: list[str]
    who: str
    reason: str
    article: str


@dataclass(frozen=True, slots=True)
class ClockMismatch:
    """One physical clock compared with the computed time."""

    seq: int
    at: datetime
    side: str
    read: int
    computed: int | None
    drift: str
    late: bool
    warning: str
    who: str
    note: str


class ClockReplay:
    """The replay of a record as pages show it; `line` returns the text of an entry by its number.

    `public`: without the names and reasons of officers, and without readings of the physical clocks.
    """

    def __init__(self, replay: Replay, line: Callable[[int], EntryLine], *, public: bool = False) -> None:
        self.replay, self.line, self.public = replay, line, public

    def asked(self, query: Mapping[str, str]) -> Instant:
        """Return an instant: `entry`: right after that entry; `at`: that second of the axis; else the end."""
        entry, at = query.get("entry", ""), query.get("at", "")
        if entry.isdecimal() and len(entry) < 10:
            return self.replay.at_entry(int(entry))
        if re.fullmatch(r"\d{1,9}(\.\d{1,3})?", at, re.ASCII):
            whole, _, fraction = at.partition(".")
            return self.replay.at_axis(int(whole) * 1000 + int(fraction.ljust(3, "0")))
        return self.replay.at_axis(self.replay.length)

    @property
    def seconds(self) -> int:
        """The last second of the axis."""
        return -(-self.replay.length // 1000)

    def x(self, t: int) -> str:
        """Return a position on the axis as a number of the drawing, independent of the locale."""
        return f"{WIDTH * t / self.replay.length:.2f}" if self.replay.length else "0"

    @cached_property
    def bars(self) -> list[Bar]:
        bars = []
        for stretch in self.replay.stretches:
            if stretch.side:
                words = gettext("the clock of %(side)s is running") % {"side": side_name(stretch.side)}
            elif stretch.cut:
                words = gettext("a long stop, shortened")
            else:
                words = gettext("both clocks are stopped")
            title = f"{time_text(stretch.start)} – {time_text(stretch.end)}: {words}"
            width = self.x(stretch.end - stretch.start)
            bars.append(Bar(self.x(stretch.start), width, stretch.side or "none", title, stretch.cut))
        return bars

    @cached_property
    def marks(self) -> list[ReplayMark]:
        return [
            ReplayMark(
                frame.entry.seq,
                self.x(frame.t),
                _MARKS[frame.entry.kind],
                f"{time_text(frame.t)}: {self.words(frame.entry)}",
            )
            for frame in self.replay.frames
            if frame.entry.kind in _MARKS
            and not (self.public and frame.entry.kind is EntryKind.READING)
            and frame.state.clock is not None
            and frame.state.clock.started
        ]

    def words(self, entry: Entry) -> str:
        """Return the sentence for `entry`."""
        general = _GENERAL.get(_MARKS.get(entry.kind, ""))
        return gettext(general) if self.public and general else self.line(entry.seq).words

    @property
    def ticks(self) -> list[str]:
        """The positions in the drawing for the labels of `scale`."""
        return [f"{WIDTH * number / _PARTS:.2f}" for number in range(_PARTS + 1)]

    @property
    def scale(self) -> list[str]:
        return [time_text(self.replay.length * number // _PARTS) for number in range(_PARTS + 1)]

    @property
    def frames_json(self) -> str:
        """The data from which the script computes the clocks: each point of the axis at which they changed."""
        frames = [
            {"t": frame.t, "seq": frame.entry.seq, "clock": browser_state(frame.state.clock, frame.entry.at)}
            for frame in self.replay.frames
            if frame.state.clock is not None
        ]
        return json.dumps(frames, separators=(",", ":"))

    @property
    def changes(self) -> list[ClockChangeView]:
        entries = (frame.entry for frame in self.replay.frames)
        return [self._change(entry) for entry in entries if entry.kind is EntryKind.ADJUSTMENT or _sets(entry)]

    def _change(self, entry: Entry) -> ClockChangeView:
        data: Mapping[str, Any] = entry.data
        changes = time_changes(data, time_text)
        changes += [
            gettext("%(side)s: next period") % {"side": side_name(side)} for side in data.get("next_period") or []
        ]
        changes += [
            gettext("%(side)s: %(seconds)s s per move") % {"side": side_name(side), "seconds": ms // 1000}
            for side, ms in (data.get("bonus") or {}).items()
        ]
        author, article = self.line(entry.seq).who, str(data.get("article") or "")
        return ClockChangeView(entry.seq, _moment(entry.at), changes, author, _describe_reason(data), article)

    @property
    def readings(self) -> list[ClockMismatch]:
        rows = []
        for reading in self.replay.readings_off:
            line = self.line(reading.seq)
            drifts = {drift.side: drift for drift in reading.drifts}
            for side, ms in reading.read:
                drift = drifts.get(side)
                rows.append(
                    ClockMismatch(
                        seq=reading.seq,
                        at=_moment(reading.at),
                        side=side_name(side),
                        read=ms,
                        computed=drift.computed_ms if drift else None,
                        drift=drift_text(drift.ms) if drift else "",
                        late=drift is not None and abs(drift.ms) > TOLERANCE,
                        warning=drift.warning.render(gettext) if drift and drift.warning else "",
                        who=line.who,
                        note=line.note,
                    )
                )
        return rows


def _moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def _sets(entry: Entry) -> bool:
    kinds = (EntryKind.RESTORATION, EntryKind.REVERSAL, EntryKind.RESUMPTION)
    return entry.kind in kinds and bool(entry.data.get("set"))


def _describe_reason(data: Mapping[str, Any]) -> str:
    """Return the reason in words, and the ruling that contains it."""
    number = data.get("ruling")
    ruling = gettext("Ruling %(number)s") % {"number": number} if number else ""
    return ": ".join(filter(None, (ruling, reason_label(str(data.get("reason") or "")))))


class ClockInstant:
    """One instant: both clocks, the running side, the entry before it, and the number of the last entry.

    `names`: the players, White first.
    """

    def __init__(self, clocks: ClockReplay, instant: Instant, names: tuple[str, str]) -> None:
        self.clocks, self.instant, self.names = clocks, instant, names
        self.state, self.readings = instant.state, instant.readings

    @property
    def slider(self) -> int:
        """The second of the axis; the last second may be shorter."""
        clocks, t = self.clocks, self.instant.t
        return clocks.seconds if t == clocks.replay.length else t // 1000

    @property
    def when(self) -> str:
        return time_text(self.instant.t)

    @property
    def at(self) -> datetime:
        return _moment(self.instant.at)

    @property
    def x(self) -> str:
        return self.clocks.x(self.instant.t)

    @property
    def seq(self) -> int:
        return self.instant.frame.entry.seq

    @property
    def words(self) -> str:
        return self.clocks.words(self.instant.frame.entry)

    @property
    def last_seq(self) -> int:
        return len(self.clocks.replay.frames)

    @property
    def sides(self) -> list[dict[str, object]]:
        names = dict(zip((Side.WHITE, Side.BLACK), self.names, strict=True))
        return [
            {
                "side": side.value,
                "side_name": side_name(side),
                "name": names[side],
                "ms": self.readings.side(side).ms if self.readings else None,
                "delay": self.readings.side(side).delay_ms // 1000 if self.readings else 0,
                "running": self.readings is not None and self.readings.running is side,
                "fallen": self.readings is not None and self.readings.side(side).fallen,
            }
            for side in (Side.BLACK, Side.WHITE)
        ]

    @property
    def runs(self) -> str:
        running = self.readings.running if self.readings else None
        if running is None:
            return gettext("Both clocks are stopped.")
        return gettext("The clock of %(side)s is running.") % {"side": side_name(running)}

    @property
    def move(self) -> str:
        """The last valid move, with its number."""
        last = self.state.last_standing()
        if last is None:
            return gettext("Starting position")
        return f"{(last.number + 1) // 2}{'.' if last.number % 2 else '…'} {last.text}"
