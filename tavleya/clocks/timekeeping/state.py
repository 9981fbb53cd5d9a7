"""Both clocks of a game, computed from instants.

Nothing here ticks or reads a clock: an instant (integer ms since the epoch) comes with every event, each event
gives a new state, and what the clocks say at any instant can be asked at any time.  Events come in the order of
their instants; one that lies before the running clock was started is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tavleya.clocks.controls import Bonus, BonusKind, TimeControl
from tavleya.clocks.controls.plain import mapping, typed, whole_or_none
from tavleya.clocks.messages import say
from tavleya.clocks.timekeeping.readings import Readings, SideReading
from tavleya.clocks.timekeeping.side import SideClock
from tavleya.errors import BadInput, Conflict
from tavleya.frozen import replace
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clocks of White and Black, which of them runs, and since when.

    `white` and `black` stand as they were at the instant `since`; the running one has used up what has passed
    since then (`readings` adds it).  At most one clock runs at a time (tavreli 6.1).
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
        """Both clocks set to `control`, or to a control of their own, and standing."""
        return cls(SideClock.new(white or control), SideClock.new(black or control))

    def side(self, side: Side) -> SideClock:
        return self.white if side is Side.WHITE else self.black

    # What players do

    def start(self, side: Side, at: int) -> ClockState:
        """The clock of `side` is started for the first time in the game (tavreli 6.5: White's)."""
        if self.started:
            raise Conflict(say("clock_already_started"))
        return replace(self, running=side, since=at, started=True)

    def press(self, at: int) -> ClockState:
        """The running side completes its move; the other side's clock starts (tavreli 6.7)."""
        side = self._running()
        pressed = self._counted(at).press()
        white, black = (pressed, self.black) if side is Side.WHITE else (self.white, pressed)
        return ClockState(white, black, side.other, at, self.started)

    def stop(self, at: int) -> ClockState:
        """Both clocks stand (tavreli 6.12); if they do already, nothing changes."""
        return replace(self._settled(at), running=None, since=None)

    # What an arbiter does

    def resume(self, side: Side, at: int) -> ClockState:
        """The clock of `side` runs again after a stop, with the delay its move has left.

        Where the control says `delay_resets_on_stop`, the move has its full delay again.
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
        """The clock of `side` runs from now on, and no move is counted.

        So an opponent restarts the clock of a player who has to put the position right (tavreli 7.3).
        """
        self._running()
        return replace(self._settled(at), running=side, since=at)

    def complete(self, side: Side) -> ClockState:
        """A move of `side` counts as completed while the clocks stand: an opened sealed move, for one."""
        if self.running:
            raise Conflict(say("clock_already_running"))
        return self._with(side, self.side(side).press())

    def set(self, side: Side, ms: int, at: int | None = None) -> ClockState:
        """Exactly `ms` left for `side` (tavreli 6.10, 6.13).  `at` is needed while its clock runs."""
        if ms < 0:
            raise BadInput(say("clock_time_negative"), ms=ms)
        return self._adjusted(side, at, lambda clock: clock.with_time(ms))

    def read(self, side: Side, ms: int, at: int) -> ClockState:
        """The clock of `side` as the physical one on the table shows it at `at`: from there it is counted on."""
        return self._adjusted(side, at, lambda clock: clock.showing(ms))

    def add(self, side: Side, ms: int, at: int | None = None) -> ClockState:
        """`ms` more for `side`, or less where negative (tavreli 13.4, 13.5).  `at` is needed while its clock runs.

        Raises Conflict where less than zero would be left.  A fallen flag is put up again by time that is given.
        """
        return self._adjusted(side, at, lambda clock: clock.with_more(ms))

    def next_period(self, side: Side, at: int | None = None) -> ClockState:
        """The next period of `side` begins now, whatever it has played (tavreli 6.11, 8.6)."""
        return self._adjusted(side, at, SideClock.next_period)

    def introduce_bonus(self, side: Side, ms: int, at: int | None = None) -> ClockState:
        """From now on each move of `side` in this period earns `ms` more (FIDE Guidelines III.4)."""
        bonus = Bonus(BonusKind.FISCHER, ms)
        return self._adjusted(side, at, lambda clock: clock.with_bonus(bonus))

    def revoke_bonus(self, side: Side, at: int | None = None) -> ClockState:
        """Take back everything that the last press of `side` gained: an illegal move's press gains nothing.

        Its bonus, the delay it renewed, the count of the move and the period it may have opened; the thinking
        time since then counts as part of the same move.  Raises Conflict where that time is no longer there.
        """
        return self._adjusted(side, at, SideClock.without_gain)

    # What the clocks say

    def readings(self, at: int) -> Readings:
        """Both clocks at `at`.  Before the last event they read as they did at that event."""
        state = self._settled(max(at, self.since)) if self.since is not None else self
        return Readings(at, self.running, _reading(state.white), _reading(state.black))

    def left(self, at: int) -> tuple[int, int]:
        """The time left to White and to Black at `at`, in ms, as `readings` has it."""
        running, since = self.running, self.since
        if running is None or since is None:
            return self.white.ms, self.black.ms
        counted = self._counted(max(at, since)).ms
        return (counted, self.black.ms) if running is Side.WHITE else (self.white.ms, counted)

    def flag_at(self, side: Side) -> int | None:
        """The instant at which the flag of `side` fell, or falls if nothing happens; None while it stands."""
        clock = self.side(side)
        if clock.fallen_at is not None:
            return clock.fallen_at
        if self.running is side and self.since is not None:
            return self.since + clock.until_flag
        return None

    def fallen(self, side: Side, at: int) -> bool:
        """Whether the flag of `side` is down at `at`.  Who may act on that, and when, is the law's business."""
        instant = self.flag_at(side)
        return instant is not None and at >= instant

    def first_fallen(self, at: int) -> Side | None:
        """The side whose flag fell first; None where none is down, or both fell at once (tavreli 6.11)."""
        white, black = (self.flag_at(side) if self.fallen(side, at) else None for side in Side)
        if white == black:
            return None
        if white is None or (black is not None and black < white):
            return Side.BLACK
        return Side.WHITE

    def to_json(self) -> dict[str, object]:
        """Plain values, everything included; `from_json` gives an equal state."""
        return {
            "white": self.white.to_json(),
            "black": self.black.to_json(),
            "running": self.running.value if self.running else None,
            "since": self.since,
            "started": self.started,
        }

    @classmethod
    def from_json(cls, data: object) -> ClockState:
        """Raises BadInput where `data` is not what `to_json` writes."""
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
        """The same state with the running side's time counted up to `at`."""
        if self.running is None or self.since is None:
            return self
        clock = self._counted(at)
        return replace(self, since=at, **{self.running.value: clock})

    def _counted(self, at: int) -> SideClock:
        """The running clock, with its time counted up to `at`."""
        side, since = self._running(), self.since
        if since is None:
            return self.side(side)
        if at < since:
            raise Conflict(say("clock_instant_too_early"), at=at, since=since)
        return self.side(side).run(at - since, since)

    def _adjusted(self, side: Side, at: int | None, change: Callable[[SideClock], SideClock]) -> ClockState:
        """An arbiter's change to one clock; a running one is first read at `at`, so that a fall is not missed."""
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
