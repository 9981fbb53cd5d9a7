"""Replay of a game's record: the state after each entry, and at any instant in between.

Instants on a page are seconds of its *axis*: from the start of the clocks on, with a long pause (an adjournment, a
correction on the next day) cut to a minute.  Time in which a clock runs is never cut.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import cast

from tavleya.clocks.timekeeping import ClockState, Drift, Readings, drifts
from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.record.clock_entries import pressed
from tavleya.record.entries import Entry, EntryKind
from tavleya.record.fold import apply, fold
from tavleya.record.merging import Keeper, Merge, Sheet, SheetDifference
from tavleya.record.results import Result, win_for
from tavleya.record.state import State
from tavleya.rules.contract import AmbiguousMove, Ending, LineOfPlay, Ply, Position, Rules
from tavleya.sides import Side

# Readings of both clocks after an entry, as stored in the entry.


def clock_after(state: State, entry: Entry) -> ClockState | None:
    """Return the clock after one more entry, without applying the entry if that is not necessary."""
    if entry.kind is EntryKind.MOVE and "sealed" not in entry.data and state.unpressed is not entry.side:
        return state.clock  # the clock reacts to the press
    if entry.kind is EntryKind.PRESS and state.clock is not None:
        return pressed(state.clock, entry)
    return apply(state, entry).clock


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
        frame = self.frames[max(0, bisect_right(self.frames, t, key=lambda frame: frame.t) - 1)]
        following = next((later for later in self.frames if later.t > frame.t), None)
        latest = following.entry.at if following else self.until
        return Instant(min(frame.entry.at + t - frame.t, latest), t, frame)

    def at_moment(self, at: int) -> Instant:
        """Return the instant at `at` ms since the epoch; inside a long pause, the end of its cut part."""
        index = max(0, bisect_right(self.frames, at, key=lambda frame: frame.entry.at) - 1)
        frame = self.frames[index]
        at = max(at, frame.entry.at)
        most = self.frames[index + 1].t if index + 1 < len(self.frames) else self.length
        return Instant(at, min(frame.t + _passed(frame, at), max(most, frame.t)), frame)

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The axis from start to end, with adjacent stretches of one kind joined."""
        stretches: list[Stretch] = []
        ends = [*(frame.entry.at for frame in self.frames[1:]), self.until]
        for frame, end in zip(self.frames, ends, strict=True):
            passed = _passed(frame, end)
            if not passed:
                continue
            side, cut = _running(frame), _is_cut(frame, end)
            if stretches and stretches[-1].side is side and not stretches[-1].cut and not cut:
                stretches[-1] = Stretch(side, stretches[-1].start, frame.t + passed)
            else:
                stretches.append(Stretch(side, frame.t, frame.t + passed, cut))
        return tuple(stretches)

    @property
    def readings_off(self) -> tuple[ReadingOff, ...]:
        """Every reading of the physical clocks, with its deviation."""
        return tuple(self._reading_off(frame) for frame in self.frames if _read_by_arbiter(frame.entry))

    def _reading_off(self, frame: ReplayFrame) -> ReadingOff:
        data = frame.entry.data
        read = {side: cast(int, data[f"{side}_ms"]) for side in Side if data.get(f"{side}_ms") is not None}
        read_at = cast("int | None", data.get("read_at"))
        instant = self.at_entry(frame.entry.seq) if read_at is None else self.at_moment(read_at)
        clock = instant.state.clock
        deviations = drifts(clock, read, instant.at) if clock is not None and clock.started else ()
        return ReadingOff(frame.entry.seq, instant.at, deviations, tuple(read.items()))


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


# Side-by-side view of score sheets for a reader: the meaning of every word, and the continuation of each
# claim (8.5).
#
# `merging` decides the played moves; this module only presents them.


class CellAgreement(StrEnum):
    """The relation of a word of a sheet to the merged score."""

    SAME = "same"
    OTHER = "other"  # a different legal move than in the merged score
    BAD = "bad"  # not playable there
    OPEN = "open"  # the sheet has nothing there, but continues
    OWN = "own"  # after the end of the merged score: read from this sheet alone
    LOST = "lost"  # after an unplayable word: the meaning is unknown


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One word of one sheet.  `canonical` if it is playable, else `why`; `line` of the entered text."""

    number: int
    text: str
    standing: CellAgreement
    offered: bool = False
    canonical: str = ""
    why: Message | None = None
    line: int = 0


def cells(rules: Rules, start: Position, sheet: Sheet, merged: Merge) -> tuple[SheetCell, ...]:
    """Return every half-move of `sheet`, read in the position of the merged score.

    After the end of the merged score, the sheet is read by itself.
    """
    position: Position | None = start
    sheet_cells: list[SheetCell] = []
    for number, word in enumerate(sheet.words, start=1):
        ply = merged.plies[number - 1].text if number <= len(merged.plies) else ""
        cell = SheetCell(number, word.text, CellAgreement.OPEN, word.offered, line=word.line)
        if position is None:
            cell = _as(cell, CellAgreement.LOST if word.text else CellAgreement.OPEN)
        elif word.text:
            cell = _read(rules, position, cell, sheet.language, ply)
        move = ply or cell.canonical
        position = position.play(rules.read(position, move)) if position and move else None
        sheet_cells.append(cell)
    return tuple(sheet_cells)


def _as(cell: SheetCell, standing: CellAgreement, canonical: str = "", why: Message | None = None) -> SheetCell:
    return SheetCell(cell.number, cell.text, standing, cell.offered, canonical, why, cell.line)


def _read(rules: Rules, position: Position, cell: SheetCell, language: str, ply: str) -> SheetCell:
    try:
        canonical = rules.read(position, cell.text, language=language).text
    except AmbiguousMove as error:
        # Ambiguous by itself; if the score has one of its meanings, that is the meaning.
        if ply in error.candidates:
            return _as(cell, CellAgreement.SAME, ply)
        return _as(cell, CellAgreement.BAD, why=error.message)
    except BadInput as problem:
        message = rules.explain(position, cell.text, language=language) or problem.message
        return _as(cell, CellAgreement.BAD, why=message)
    if not ply:
        return _as(cell, CellAgreement.OWN, canonical)
    return _as(cell, CellAgreement.SAME if canonical == ply else CellAgreement.OTHER, canonical)


@dataclass(frozen=True, slots=True)
class Continuation:
    """The continuation of a claim by its sheet: `after` the claim itself, `last` after all readable moves.

    `plies` counts the half-moves to `last` from the start.  `ending`: how the rules end the game there.  `written` is
    the result on that sheet, `implied` the result of the ending, or else the written one.
    """

    keeper: Keeper
    after: Position
    last: Position
    plies: int
    moves: tuple[str, ...]
    ending: Ending | None
    written: str
    implied: Result | None


def continuations(
    rules: Rules, start: Position, sheets: Sequence[Sheet], merged: Merge, difference: SheetDifference
) -> tuple[Continuation, ...]:
    """Return the continuation of each playable claim of `difference` by its sheet."""
    line = LineOfPlay(start)
    for ply in merged.plies[: difference.number - 1]:
        line = _add(rules, line, ply.text)
    by_keeper = {sheet.keeper: sheet for sheet in sheets}
    return tuple(
        _continuation(rules, line, by_keeper[claim.keeper], claim.canonical)
        for claim in difference.claims
        if claim.canonical
    )


def _continuation(rules: Rules, line: LineOfPlay, sheet: Sheet, first: str) -> Continuation:
    line = _add(rules, line, first)
    after, ending = line.position, rules.ending(line)
    while ending is None and len(line.plies) < len(sheet.words):
        try:
            move = rules.read(line.position, sheet.words[len(line.plies)].text, language=sheet.language)
        except BadInput:
            break
        line = _add(rules, line, move.text)
        ending = rules.ending(line)
    moves = tuple(ply.text for ply in line.plies)
    implied = result_of(ending) or written_result(sheet.result)
    return Continuation(sheet.keeper, after, line.position, len(moves), moves, ending, sheet.result, implied)


def _add(rules: Rules, line: LineOfPlay, text: str) -> LineOfPlay:
    move = rules.read(line.position, text)
    return line.add(Ply(move.text, line.position.play(move)))


def result_of(ending: Ending | None) -> Result | None:
    """Return the result of an ending by the rules."""
    if ending is None:
        return None
    return win_for(ending.winner) if ending.winner else Result.DRAW


_WRITTEN = {
    "1-0": Side.WHITE,
    "1:0": Side.WHITE,
    "2-0": Side.WHITE,
    "0-1": Side.BLACK,
    "0:1": Side.BLACK,
    "0-2": Side.BLACK,
}
_DRAWN = frozenset({"1/2-1/2", "½-½", "1/2", "½", "1-1"})


def written_result(text: str) -> Result | None:
    """Return the result written on a sheet; None for `*` and for results that do not belong to a played game."""
    if text in _DRAWN:
        return Result.DRAW
    side = _WRITTEN.get(text)
    return win_for(side) if side else None
