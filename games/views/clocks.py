"""The two clocks of a game at any second: a time line, one instant of it, what was changed, how readings differ."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.models.game import Game, TrackingLevel
from games.models.record import RecordEntry, moment
from games.views.decisions import reason_label
from games.views.diagram import diagram
from games.views.labels import phase_name
from games.views.ledger import line, side_name, signed_time
from games.views.names import pair_of, players_of
from tavleya.clocks.timekeeping import browser_state
from tavleya.messages import N_
from tavleya.record.entries import EntryKind
from tavleya.record.phase import GamePhase
from tavleya.record.replay import Instant, Replay
from tavleya.rules.contract import GameKind
from tavleya.rules.pictures import piece_defs
from tavleya.sides import Side

TOLERANCE = 10_000  # ms that a physical clock may be off before the page warns
WIDTH = 1000  # of the drawing
_SQUARE = re.compile(r"[a-h][1-8]")
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


# The same for everybody: what officers gave as their reason is theirs.
_GENERAL = {
    "stop": N_("The clocks were stopped."),
    "time": N_("The time was changed."),
    "ruling": N_("A decision was made."),
    "reading": N_("The clocks were read."),
}


def clocks_recorded(game: Game) -> bool:
    """Whether the public may replay the clocks: of a game that was followed live and is over."""
    clock = game.snapshot.get("clock") or {}
    return (
        game.tracking == TrackingLevel.LIVE
        and game.phase == GamePhase.FINISHED.value
        and bool(clock.get("started"))
    )


def axis_text(ms: int) -> str:
    """`1:05:09` of the axis, in whole seconds."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


@dataclass(frozen=True, slots=True)
class Bar:
    """A stretch of the drawing: `row` of the side that runs, both rows where none does."""

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
class ShownClockChange:
    """Time that was given, taken or set."""

    seq: int
    at: datetime
    changes: list[str]
    who: str
    reason: str
    article: str


@dataclass(frozen=True, slots=True)
class ClockMismatch:
    """One physical clock beside the reckoning."""

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
    """What the pages show; `rows` are the entries of the record, in order.

    `public`: without what officers wrote down for themselves: reasons, names, readings of the physical clocks.
    """

    def __init__(self, game: Game, rows: Sequence[RecordEntry], now_ms: int, *, public: bool = False) -> None:
        self.public = public
        self.game, self.rows = game, {row.seq: row for row in rows}
        self.replay = Replay((row.entry() for row in rows), now_ms)

    def asked(self, query: Mapping[str, str]) -> Instant:
        """`entry`: right after that entry; `at`: that second of the axis; else the end."""
        entry, at = query.get("entry", ""), query.get("at", "")
        if entry.isdecimal() and len(entry) < 10:
            return self.replay.at_entry(int(entry))
        if re.fullmatch(r"\d{1,9}(\.\d{1,3})?", at, re.ASCII):
            whole, _, part = at.partition(".")
            return self.replay.at_axis(int(whole) * 1000 + int(part.ljust(3, "0")))
        return self.replay.at_axis(self.replay.length)

    @property
    def drawings(self) -> SafeString:
        return SafeString(piece_defs(GameKind(self.game.game)))

    @property
    def seconds(self) -> int:
        """The last second of the axis."""
        return -(-self.replay.length // 1000)

    def x(self, t: int) -> str:
        """A place on the axis as a number of the drawing, which no language writes otherwise."""
        return f"{WIDTH * t / self.replay.length:.2f}" if self.replay.length else "0"

    @cached_property
    def bars(self) -> list[Bar]:
        bars = []
        for one in self.replay.stretches:
            running = (
                gettext("the clock of %(side)s is running") % {"side": side_name(one.side)}
                if one.side
                else ""
            )
            words = running or (
                gettext("a long stop, shortened") if one.cut else gettext("both clocks are stopped")
            )
            title = f"{axis_text(one.start)} – {axis_text(one.end)}: {words}"
            width = self.x(one.end - one.start)
            bars.append(Bar(self.x(one.start), width, one.side or "none", title, one.cut))
        return bars

    @cached_property
    def marks(self) -> list[ReplayMark]:
        return [
            ReplayMark(
                frame.entry.seq,
                self.x(frame.t),
                _MARKS[frame.entry.kind],
                self._title(frame.entry.seq, frame.t),
            )
            for frame in self.replay.frames
            if frame.entry.kind in _MARKS
            and not (self.public and frame.entry.kind is EntryKind.READING)
            and frame.state.clock is not None
            and frame.state.clock.started
        ]

    def _title(self, seq: int, t: int) -> str:
        return f"{axis_text(t)}: {self.words(seq)}"

    def words(self, seq: int) -> str:
        """What happened at entry `seq`."""
        row = self.rows[seq]
        general = _GENERAL.get(_MARKS.get(EntryKind(row.kind), ""))
        if self.public and general:
            return gettext(general)
        return line(row).words

    @property
    def ticks(self) -> list[str]:
        """Where the drawing has a mark for each word of `scale`."""
        return [f"{WIDTH * number / _PARTS:.2f}" for number in range(_PARTS + 1)]

    @property
    def scale(self) -> list[str]:
        return [axis_text(self.replay.length * number // _PARTS) for number in range(_PARTS + 1)]

    @property
    def frames_json(self) -> str:
        """What the script counts the clocks from: each place of the axis where they changed."""
        frames = [
            {
                "t": frame.t,
                "seq": frame.entry.seq,
                "clock": browser_state(frame.state.clock, frame.entry.at),
            }
            for frame in self.replay.frames
            if frame.state.clock is not None
        ]
        return json.dumps(frames, separators=(",", ":"))

    @property
    def changes(self) -> list[ShownClockChange]:
        return [
            self._change(row) for row in self.rows.values() if row.kind == EntryKind.ADJUSTMENT or _sets(row)
        ]

    def _change(self, row: RecordEntry) -> ShownClockChange:
        data = row.data
        changed = [f"{side_name(side)} {signed_time(ms)}" for side, ms in (data.get("add") or {}).items()]
        changed += [f"{side_name(side)} = {axis_text(ms)}" for side, ms in (data.get("set") or {}).items()]
        changed += [
            gettext("%(side)s: next period") % {"side": side_name(side)}
            for side in data.get("next_period") or []
        ]
        changed += [
            gettext("%(side)s: %(seconds)s s per move") % {"side": side_name(side), "seconds": ms // 1000}
            for side, ms in (data.get("bonus") or {}).items()
        ]
        return ShownClockChange(
            row.seq,
            row.at,
            changed,
            line(row).who,
            self._why(data),
            str(data.get("article") or ""),
        )

    @staticmethod
    def _why(data: Mapping[str, Any]) -> str:
        """The reason in words, and the ruling that it is part of."""
        number = data.get("ruling")
        ruling = gettext("Ruling %(number)s") % {"number": number} if number else ""
        return ": ".join(filter(None, (ruling, reason_label(str(data.get("reason") or "")))))

    @property
    def readings(self) -> list[ClockMismatch]:
        found = []
        for reading in self.replay.readings_off:
            row = self.rows[reading.seq]
            off = {one.side: one for one in reading.drifts}
            for side, ms in reading.read:
                drift = off.get(side)
                found.append(
                    ClockMismatch(
                        seq=reading.seq,
                        at=moment(reading.at),
                        side=side_name(side),
                        read=ms,
                        computed=drift.computed_ms if drift else None,
                        drift=drift_text(drift.ms) if drift else "",
                        late=drift is not None and abs(drift.ms) > TOLERANCE,
                        warning=drift.warning.render(gettext) if drift and drift.warning else "",
                        who=line(row).who,
                        note=row.said("note"),
                    )
                )
        return found


def _sets(row: RecordEntry) -> bool:
    return row.kind in (EntryKind.RESTORATION, EntryKind.REVERSAL, EntryKind.RESUMPTION) and bool(
        row.data.get("set")
    )


def drift_text(ms: int) -> str:
    """`+12.3 s`: the physical clock shows so much more than the reckoning."""
    return f"{'−' if ms < 0 else '+'}{abs(ms) // 1000}.{abs(ms) % 1000 // 100} s"


class ShownInstant:
    """One instant: both clocks, who runs, the position, the entry before it, and the way to the neighbours."""

    def __init__(self, clocks: ClockReplay, instant: Instant) -> None:
        self.clocks, self.instant = clocks, instant
        self.state, self.readings = instant.state, instant.readings

    @property
    def second(self) -> str:
        whole, rest = divmod(self.instant.t, 1000)
        return f"{whole}.{rest:03}".rstrip("0") if rest else str(whole)

    @property
    def slider(self) -> int:
        """The second of the axis; its last one is its end, however little of it there is."""
        clocks, t = self.clocks, self.instant.t
        return clocks.seconds if t == clocks.replay.length else t // 1000

    @property
    def when(self) -> str:
        return axis_text(self.instant.t)

    @property
    def at(self) -> datetime:
        return moment(self.instant.at)

    @property
    def x(self) -> str:
        return self.clocks.x(self.instant.t)

    @property
    def seq(self) -> int:
        return self.instant.frame.entry.seq

    @property
    def words(self) -> str:
        return self.clocks.words(self.seq)

    @property
    def last_seq(self) -> int:
        return len(self.clocks.replay.frames)

    @property
    def phase(self) -> str:
        return phase_name(self.state.phase.value)

    @property
    def sides(self) -> list[dict[str, object]]:
        names = dict(zip((Side.WHITE, Side.BLACK), players_of(self.clocks.game), strict=True))
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
        """The last move that stands, with its number."""
        last = self.state.last_standing()
        if last is None:
            return gettext("Starting position")
        return f"{(last.number + 1) // 2}{'.' if last.number % 2 else '…'} {last.text}"

    @property
    def board(self) -> SafeString:
        last = self.state.last_standing()
        squares = tuple(_SQUARE.findall(last.text)) if last else ()
        game = self.clocks.game
        title = f"{pair_of(game)}. {self.move}"
        return diagram(game.game, self.state.position, title, key="instant", last_move=squares)
