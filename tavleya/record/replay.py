"""Replay of a game's record: the state after each entry, and at any instant in between.

Instants on a page are seconds of its *axis*: from the start of the clocks on, with a long pause (an adjournment, a
correction on the next day) cut to a minute.  Time in which a clock runs is never cut.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from tavleya.clocks.timekeeping import Drift, Readings, drifts
from tavleya.record.entries import Entry, EntryKind
from tavleya.record.fold import apply, fold
from tavleya.record.state import State
from tavleya.sides import Side

LONG_STANDSTILL = 15 * 60_000  # ms
CUT_TO = 60_000


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """An entry and the state after it; `t` is its place on the axis in ms."""

    entry: Entry
    state: State
    t: int


@dataclass(frozen=True, slots=True)
class Instant:
    """The situation at `at` (ms since the epoch), after `frame`; `readings` is None on a board without clocks."""

    at: int
    t: int
    frame: ReplayFrame

    @property
    def state(self) -> State:
        return self.frame.state

    @property
    def readings(self) -> Readings | None:
        clock = self.state.clock
        return clock.readings(self.at) if clock is not None else None


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the axis in which the clock of `side` runs, or neither (None); `cut`: a long pause."""

    side: Side | None
    start: int
    end: int
    cut: bool = False


@dataclass(frozen=True, slots=True)
class ReadingOff:
    """A reading of the physical clocks (entry `seq`) at `at`, with the computed time at that instant."""

    seq: int
    at: int
    drifts: tuple[Drift, ...]
    read: tuple[tuple[Side, int], ...]


class Replay:
    """The replay of a record up to `until` (ms since the epoch), never before its last entry."""

    def __init__(self, entries: Iterable[Entry], until: int = 0) -> None:
        self.frames = tuple(_frames(entries))
        last = self.frames[-1]
        self.until = max(until if not last.state.over else 0, last.entry.at)
        self.length = last.t + _passed(last, self.until)

    @property
    def recorded(self) -> bool:
        """Whether clocks ever ran in this record."""
        clock = self.frames[-1].state.clock
        return clock is not None and clock.started

    def at_entry(self, seq: int) -> Instant:
        """Return the instant after entry `seq`, or after the nearest existing one."""
        frame = self.frames[min(max(seq, 1), len(self.frames)) - 1]
        return Instant(frame.entry.at, frame.t, frame)

    def at_axis(self, t: int) -> Instant:
        """Return the instant at `t` ms of the axis, limited to its ends."""
        t = min(max(t, 0), self.length)
        frame = self.frames[max(0, bisect_right(self.frames, t, key=lambda replay_frame: replay_frame.t) - 1)]
        nearest = next((replay_frame for replay_frame in self.frames if replay_frame.t > frame.t), None)
        most = nearest.entry.at if nearest else self.until
        return Instant(min(frame.entry.at + t - frame.t, most), t, frame)

    def at_moment(self, at: int) -> Instant:
        """Return the instant at `at` ms since the epoch; inside a long pause, the end of its cut part."""
        place = max(0, bisect_right(self.frames, at, key=lambda replay_frame: replay_frame.entry.at) - 1)
        frame = self.frames[place]
        at = max(at, frame.entry.at)
        most = self.frames[place + 1].t if place + 1 < len(self.frames) else self.length
        return Instant(at, min(frame.t + _passed(frame, at), max(most, frame.t)), frame)

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The axis from start to end, with adjacent stretches of one kind joined."""
        results: list[Stretch] = []
        ends = [*(frame.entry.at for frame in self.frames[1:]), self.until]
        for frame, end in zip(self.frames, ends, strict=True):
            passed = _passed(frame, end)
            if not passed:
                continue
            side, cut = _running(frame), _is_cut(frame, end)
            if results and results[-1].side is side and not results[-1].cut and not cut:
                results[-1] = Stretch(side, results[-1].start, frame.t + passed)
            else:
                results.append(Stretch(side, frame.t, frame.t + passed, cut))
        return tuple(results)

    @property
    def readings_off(self) -> tuple[ReadingOff, ...]:
        """Every reading of the physical clocks, with its deviation."""
        return tuple(self._off(frame) for frame in self.frames if _read_by_arbiter(frame.entry))

    def _off(self, frame: ReplayFrame) -> ReadingOff:
        data = frame.entry.data
        read = {side: cast(int, data[f"{side}_ms"]) for side in Side if data.get(f"{side}_ms") is not None}
        read_at = cast("int | None", data.get("read_at"))
        instant = self.at_entry(frame.entry.seq) if read_at is None else self.at_moment(read_at)
        clock = instant.state.clock
        off = drifts(clock, read, instant.at) if clock is not None and clock.started else ()
        return ReadingOff(frame.entry.seq, instant.at, off, tuple(read.items()))


def _read_by_arbiter(entry: Entry) -> bool:
    return entry.kind is EntryKind.READING and not entry.data.get("follows")


def _frames(entries: Iterable[Entry]) -> Iterator[ReplayFrame]:
    frame: ReplayFrame | None = None
    for entry in entries:
        if frame is None:
            frame = ReplayFrame(entry, fold([entry]), 0)
        else:
            frame = ReplayFrame(entry, apply(frame.state, entry), frame.t + _passed(frame, entry.at))
        yield frame


def _running(frame: ReplayFrame) -> Side | None:
    clock = frame.state.clock
    return clock.running if clock is not None else None


def _passed(frame: ReplayFrame, end: int) -> int:
    """Return the axis time from `frame` to `end`: none before the clocks are started, little in a long pause."""
    clock = frame.state.clock
    if clock is None or not clock.started:
        return 0
    return CUT_TO if _is_cut(frame, end) else max(0, end - frame.entry.at)


def _is_cut(frame: ReplayFrame, end: int) -> bool:
    return _running(frame) is None and end - frame.entry.at > LONG_STANDSTILL
