"""Both clocks of a game, computed from instants.

Nothing here ticks or reads a clock: every event has an instant (integer ms since the epoch) and gives a new state.  The
time at any instant can be computed at any time.  Events must come in the order of their instants; an event before the
start of the running clock is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tavleya.clocks.controls import DAY, SECOND, Bonus, BonusKind, TimeControl
from tavleya.clocks.controls.control import mapping, typed, whole_or_none
from tavleya.clocks.messages import say
from tavleya.clocks.timekeeping.side import SideClock
from tavleya.errors import BadInput, Conflict
from tavleya.frozen import replace
from tavleya.messages import Message
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clocks of White and Black, the running one, and the start of its run.

    `white` and `black` hold the values at the instant `since`; `readings` subtracts the time that has passed since then
    from the running one.  At most one clock runs at a time (tavreli 6.1).
    """

    white: SideClock
    black: SideClock
    running: Side | None = None
    since: int | None = None
    started: bool = False

    @classmethod
    def new(
        cls, control: TimeControl, *, white: TimeControl | None = None, black: TimeControl | None = None
    ) -> ClockState:
        """Create both clocks, stopped, with `control` or a separate control for a side."""
        return cls(SideClock.new(white or control), SideClock.new(black or control))

    def side(self, side: Side) -> SideClock:
        return self.white if side is Side.WHITE else self.black

    # Actions of players

    def start(self, side: Side, at: int) -> ClockState:
        """Start the clock of `side` for the first time in the game (tavreli 6.5: White's)."""
        if self.started:
            raise Conflict(say("clock_already_started"))
        return replace(self, running=side, since=at, started=True)

    def press(self, at: int) -> ClockState:
        """Complete the move of the running side and start the other clock (tavreli 6.7)."""
        side = self._running()
        pressed = self._counted(at).press()
        white, black = (pressed, self.black) if side is Side.WHITE else (self.white, pressed)
        return ClockState(white, black, side.other, at, self.started)

    def count_unpressed(self, at: int) -> ClockState:
        """Count a move of each side that was completed without a press (FIDE 6.2.1.2); the same clock runs on."""
        settled = self._settled(at)
        return replace(settled, white=settled.white.counted(), black=settled.black.counted())

    def stop(self, at: int) -> ClockState:
        """Stop both clocks (tavreli 6.12); no change if they are stopped."""
        return replace(self._settled(at), running=None, since=None)

    # Actions of an arbiter

    def resume(self, side: Side, at: int) -> ClockState:
        """Restart the clock of `side` after a stop, with the rest of the move's delay.

        With `delay_resets_on_stop`, the move gets its full delay again.
        """
        if not self.started:
            raise Conflict(say("clock_not_started"))
        if self.running:
            raise Conflict(say("clock_already_running"))
        clock = self.side(side)
        if clock.control.delay_resets_on_stop:
            clock = clock.with_fresh_delay()
        return replace(self._with(side, clock), running=side, since=at)

    def switch(self, side: Side, at: int) -> ClockState:
        """Run the clock of `side` from now on without counting a move.

        So the opponent restarts the clock of a player who must correct the position (tavreli 7.3).
        """
        self._running()
        return replace(self._settled(at), running=side, since=at)

    def complete(self, side: Side) -> ClockState:
        """Count a move of `side` while the clocks are stopped, for instance an opened sealed move."""
        if self.running:
            raise Conflict(say("clock_already_running"))
        return self._with(side, self.side(side).press())

    def set(self, side: Side, ms: int, at: int | None = None) -> ClockState:
        """Set the time of `side` to exactly `ms` (tavreli 6.10, 6.13).  `at` is required while its clock runs."""
        if ms < 0:
            raise BadInput(say("clock_time_negative"), ms=ms)
        return self._adjusted(side, at, lambda clock: clock.with_time(ms))

    def read(self, side: Side, ms: int, at: int) -> ClockState:
        """Set the clock of `side` to the reading of the physical clock at `at`."""
        return self._adjusted(side, at, lambda clock: clock.showing(ms))

    def add(self, side: Side, ms: int, at: int | None = None) -> ClockState:
        """Add `ms` to `side`, or subtract if negative (tavreli 13.4, 13.5).  `at` is required while its clock runs.

        Added time resets a fallen flag.  Raises: Conflict if less than zero would be left.
        """
        return self._adjusted(side, at, lambda clock: clock.with_more(ms))

    def next_period(self, side: Side, at: int | None = None) -> ClockState:
        """Begin the next period of `side` now, whatever it has played (tavreli 6.11, 8.6)."""
        return self._adjusted(side, at, SideClock.next_period)

    def introduce_bonus(self, side: Side, ms: int, at: int | None = None) -> ClockState:
        """Give each further move of `side` in this period a bonus of `ms` (FIDE Guidelines III.4)."""
        return self._adjusted(side, at, lambda clock: clock.with_bonus(Bonus(BonusKind.FISCHER, ms)))

    def revoke_bonus(self, side: Side, at: int | None = None) -> ClockState:
        """Undo the gain of the last press of `side`, because the press of an illegal move gains nothing.

        This covers the bonus, the renewed delay, the count of the move and a period that it began; the thinking time
        since then counts as part of the same move.  Raises: Conflict if that time is no longer on the clock.
        """
        return self._adjusted(side, at, SideClock.without_gain)

    # Readings of the clocks

    def readings(self, at: int) -> Readings:
        """Return both clocks at `at`.  Before the last event, the values are those of that event."""
        state = self._settled(max(at, self.since)) if self.since is not None else self
        return Readings(at, self.running, _reading(state.white), _reading(state.black))

    def left(self, at: int) -> tuple[int, int]:
        """Return the time left to White and to Black at `at`, in ms, as in `readings`."""
        running, since = self.running, self.since
        if running is None or since is None:
            return self.white.ms, self.black.ms
        running_ms = self._counted(max(at, since)).ms
        return (running_ms, self.black.ms) if running is Side.WHITE else (self.white.ms, running_ms)

    def flag_at(self, side: Side) -> int | None:
        """Return the instant at which the flag of `side` fell or will fall; None while the clock is stopped."""
        clock = self.side(side)
        if clock.fallen_at is not None:
            return clock.fallen_at
        if self.running is side and self.since is not None:
            return self.since + clock.until_flag
        return None

    def fallen(self, side: Side, at: int) -> bool:
        """Return whether the flag of `side` is down at `at`.  The law decides who may act on that, and when."""
        instant = self.flag_at(side)
        return instant is not None and at >= instant

    def first_fallen(self, at: int) -> Side | None:
        """Return the side whose flag fell first; None if no flag is down, or both fell at once (tavreli 6.11)."""
        white, black = (self.flag_at(side) if self.fallen(side, at) else None for side in Side)
        if white == black:
            return None
        if white is None or (black is not None and black < white):
            return Side.BLACK
        return Side.WHITE

    def to_json(self) -> dict[str, object]:
        """Return plain values of all fields; `from_json` creates an equal state from them."""
        return {
            "white": self.white.to_json(),
            "black": self.black.to_json(),
            "running": self.running.value if self.running else None,
            "since": self.since,
            "started": self.started,
        }

    @classmethod
    def from_json(cls, data: object) -> ClockState:
        """Read the value of `to_json`.  Raises: BadInput."""
        try:
            fields = mapping(data)
            running = fields["running"]
            return cls(
                SideClock.from_json(fields["white"]),
                SideClock.from_json(fields["black"]),
                running=None if running is None else Side(typed(str, running)),
                since=whole_or_none(fields["since"]),
                started=typed(bool, fields["started"]),
            )
        except (KeyError, TypeError, ValueError) as problem:
            raise BadInput(say("clock_state_unreadable", problem=str(problem))) from None

    def _running(self) -> Side:
        if self.running is None:
            raise Conflict(say("clock_not_running"))
        return self.running

    def _settled(self, at: int) -> ClockState:
        """Return the same state with the time of the running side counted up to `at`."""
        if self.running is None or self.since is None:
            return self
        return replace(self, since=at, **{self.running.value: self._counted(at)})

    def _counted(self, at: int) -> SideClock:
        """Return the running clock with its time counted up to `at`."""
        side, since = self._running(), self.since
        if since is None:
            return self.side(side)
        if at < since:
            raise Conflict(say("clock_instant_too_early"), at=at, since=since)
        return self.side(side).run(at - since, since)

    def _adjusted(self, side: Side, at: int | None, change: Callable[[SideClock], SideClock]) -> ClockState:
        """Apply an arbiter's change to one clock.

        A running clock is first read at `at`, so that a flag fall is not missed.
        """
        if self.running is not side:
            return self._with(side, change(self.side(side)))
        if at is None:
            raise BadInput(say("clock_instant_needed"))
        settled = self._settled(at)
        return settled._with(side, change(settled.side(side)))

    def _with(self, side: Side, clock: SideClock) -> ClockState:
        return replace(self, white=clock) if side is Side.WHITE else replace(self, black=clock)


def _reading(clock: SideClock) -> SideReading:
    return SideReading(
        ms=clock.ms,
        shown_ms=clock.shown_ms,
        overdrawn_ms=clock.overdrawn_ms,
        delay_ms=clock.delay_ms,
        move_ms=clock.move_ms,
        used_ms=clock.used_ms,
        fallen=clock.fallen,
        period=clock.period,
        moves=clock.moves,
        moves_to_go=clock.moves_to_go,
        bonus=clock.bonus,
    )


# Text of clock times, and the data that a browser needs to count down by itself.

TENTHS_UNDER = 20 * SECOND


def clock_text(ms: int) -> str:
    """Return `2d 3:05:09` from one day up, `1:05:09`, `5:09`, `0:09.4` under twenty seconds, and `0:00` at zero.

    Fractions are cut off, as on clocks: a clock that shows 0:00.0 may still have some hundredths.
    """
    seconds = ms // SECOND
    hours, minutes = divmod(seconds // 60, 60)
    if ms >= DAY:
        return f"{hours // 24}d {hours % 24}:{minutes:02}:{seconds % 60:02}"
    start = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    tenths = f".{ms % SECOND // 100}" if 0 < ms < TENTHS_UNDER else ""
    return f"{start}:{seconds % 60:02}{tenths}"


def browser_state(state: ClockState, now: int, *, announce_flag: bool = True) -> dict[str, object]:
    """Return the clock data for a page.  It is sent once per event; the page counts down without further requests.

    Instants are server time in ms; from `now` the browser computes the offset of its own clock.  Without
    `announce_flag` a fallen flag is not reported, because only a player may claim it (tavreli Б.6).
    """
    return {
        "now": now,
        "running": state.running.value if state.running else None,
        "since": state.since,
        **{side.value: _side_data(state.side(side), announce_flag) for side in Side},
    }


def _side_data(clock: SideClock, announce_flag: bool) -> dict[str, object]:
    return {
        "ms": clock.ms,
        "pending": clock.pending_ms,
        "delay": clock.delay_ms,
        "bonus": {"kind": clock.bonus.kind.value, "ms": clock.bonus.ms},
        "fallen": clock.fallen and announce_flag,
        "period": clock.period,
        "moves": clock.moves,
        "to_go": clock.moves_to_go,
    }


# Comparison of a physical clock with the computed time of the record.


@dataclass(frozen=True, slots=True)
class Drift:
    """The difference between a side's physical clock and the computed time (ms; negative: the clock shows less).

    `warning` is set if the clock cannot have reached the reading, so that it was misread or wrongly set.
    """

    side: Side
    computed_ms: int
    read_ms: int
    warning: Message | None = None

    @property
    def ms(self) -> int:
        return self.read_ms - self.computed_ms


def drifts(state: ClockState, read: dict[Side, int], at: int) -> tuple[Drift, ...]:
    """Return the difference for each side that was read at `at`."""
    readings = state.readings(at)
    return tuple(
        Drift(side, shown_ms := readings.side(side).shown_ms, ms, _misread_warning(state.side(side), shown_ms, ms))
        for side, ms in read.items()
    )


def _misread_warning(clock: SideClock, computed_ms: int, read_ms: int) -> Message | None:
    # The reading may include a press that is not in the record yet.  If a press adds to the clock, that explains a
    # gain; with a delay or without a bonus, nothing explains it.
    press_adds_time = clock.bonus.kind in (BonusKind.FISCHER, BonusKind.BRONSTEIN)
    return say("clock_reading_grew") if not press_adds_time and read_ms > max(clock.ms, computed_ms) else None


# Readings of both clocks at one instant.


@dataclass(frozen=True, slots=True)
class SideReading:
    """One clock at one instant, in ms.

    `ms`: time left, 0 after the flag has fallen.  `shown_ms`: the display of a physical clock with this control.
    `overdrawn_ms`: time used since the flag fell.  `delay_ms`: rest of the delay of this move.  `move_ms`, `used_ms`:
    thinking time of this move and of the game.  `moves_to_go`: None in the last period.
    """

    ms: int
    shown_ms: int
    overdrawn_ms: int
    delay_ms: int
    move_ms: int
    used_ms: int
    fallen: bool
    period: int
    moves: int
    moves_to_go: int | None
    bonus: Bonus


@dataclass(frozen=True, slots=True)
class Readings:
    """Both clocks at the instant `at`; `running` is the side whose time runs."""

    at: int
    running: Side | None
    white: SideReading
    black: SideReading

    def side(self, side: Side) -> SideReading:
        return self.white if side is Side.WHITE else self.black

    @property
    def white_ms(self) -> int:
        return self.white.ms

    @property
    def black_ms(self) -> int:
        return self.black.ms
