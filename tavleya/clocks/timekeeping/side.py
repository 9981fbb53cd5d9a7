"""The clock of one side: time left, the rest of the delay of the current move, and the gain of the last press."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, fields

from tavleya.clocks.controls import Bonus, BonusKind, NewTime, TimeControl
from tavleya.clocks.controls.control import mapping, read_int, whole_or_none
from tavleya.clocks.messages import say
from tavleya.errors import Conflict
from tavleya.frozen import replace


@dataclass(frozen=True, slots=True)
class Gain:
    """The gain of the last press, which an illegal move loses again.

    `ms` of time and a new delay of `fresh_delay_ms`; the other fields hold the values before the press.
    """

    ms: int
    fresh_delay_ms: int
    delay_ms: int
    ahead_ms: int
    move_ms: int
    period: int
    period_moves: int
    pending_ms: int


@dataclass(frozen=True, slots=True)
class SideClock:
    """One side's clock at an instant that `ClockState` keeps.  Whether it runs is not part of it.

    `ms` is the time left, never negative.  After the flag has fallen it is 0, `fallen_at` is the instant of the fall
    and `overdrawn_ms` the time used since then; both are cleared when the arbiter adds time or the next period begins.
    `delay_ms`: rest of the delay of the current move.  `ahead_ms`: the bonus that was put on the clock before this
    move.  `pending_ms`: time of the next period that is part of `ms`, but that a clock which adds it only at zero does
    not show yet.  `moves` counts all presses, `period_moves` those of the period with index `period`.  `move_ms` and
    `used_ms`: thinking time of this move and of the game.
    """

    control: TimeControl
    ms: int
    delay_ms: int = 0
    ahead_ms: int = 0
    move_ms: int = 0
    used_ms: int = 0
    overdrawn_ms: int = 0
    fallen_at: int | None = None
    pending_ms: int = 0
    period: int = 0
    period_moves: int = 0
    moves: int = 0
    gain: Gain | None = None

    @classmethod
    def new(cls, control: TimeControl) -> SideClock:
        first = control.periods[0]
        ahead = _ahead(control, first.bonus)
        return cls(control, ms=first.ms + ahead, ahead_ms=ahead, delay_ms=_delay(first.bonus))

    @property
    def bonus(self) -> Bonus:
        """The bonus of the period of the current move."""
        return self.control.periods[self.period].bonus

    @property
    def moves_to_go(self) -> int | None:
        """The moves left in this period; None in the last one."""
        needed = self.control.periods[self.period].moves
        return None if needed is None else needed - self.period_moves

    @property
    def fallen(self) -> bool:
        return self.fallen_at is not None

    @property
    def last_period(self) -> bool:
        return self.period == len(self.control.periods) - 1

    @property
    def until_flag(self) -> int:
        """The running time until the flag falls; the flag falls at equality."""
        return self.delay_ms + self.ms

    @property
    def shown_ms(self) -> int:
        """The display of a physical clock with this control."""
        if self.control.new_time is NewTime.AT_MOVE:
            return self.ms
        if self.fallen and not self.last_period:
            return max(0, self.control.periods[self.period + 1].ms - self.overdrawn_ms)
        return self.ms - self.pending_ms if self.ms > self.pending_ms else self.ms

    def run(self, elapsed: int, began: int) -> SideClock:
        """Return this clock after running for `elapsed` ms from the instant `began`."""
        move_ms, used_ms = self.move_ms + elapsed, self.used_ms + elapsed
        if self.fallen:
            return replace(self, move_ms=move_ms, used_ms=used_ms, overdrawn_ms=self.overdrawn_ms + elapsed)
        if elapsed >= self.until_flag:
            return replace(
                self,
                move_ms=move_ms,
                used_ms=used_ms,
                ms=0,
                delay_ms=0,
                pending_ms=0,
                overdrawn_ms=elapsed - self.until_flag,
                fallen_at=began + self.until_flag,
            )
        from_delay = min(elapsed, self.delay_ms)
        left = self.ms - (elapsed - from_delay)
        return replace(
            self,
            move_ms=move_ms,
            used_ms=used_ms,
            ms=left,
            delay_ms=self.delay_ms - from_delay,
            pending_ms=self.pending_ms if left > self.pending_ms else 0,
        )

    def press(self) -> SideClock:
        """Complete the move: settle its bonus, count it, and begin the next period if it is due.

        A clock whose flag has fallen earns no bonus.  Its moves still count, and the time used since the fall is
        deducted from the next period, if there is one.
        """
        after = replace(self._settle_bonus(), move_ms=0, ahead_ms=0).counted()
        if not after.fallen:
            ahead = _ahead(after.control, after.bonus)
            after = replace(after, ms=after.ms + ahead, ahead_ms=ahead, delay_ms=_delay(after.bonus))
        return replace(after, gain=self._gain(after))

    def counted(self) -> SideClock:
        """Count a move, and begin the next period if it is due; without a press it earns no bonus (FIDE 6.2.1.2)."""
        after = replace(self, moves=self.moves + 1, period_moves=self.period_moves + 1)
        return after._enter_next_period() if after.moves_to_go == 0 else after

    def _gain(self, after: SideClock) -> Gain | None:
        """Return the gain of the press that led to `after`; None if it cleared a fallen flag with new time."""
        if self.fallen and after.period != self.period:
            return None
        return Gain(
            ms=after.ms - self.ms,
            fresh_delay_ms=after.delay_ms,
            delay_ms=self.delay_ms,
            ahead_ms=self.ahead_ms,
            move_ms=self.move_ms,
            period=self.period,
            period_moves=self.period_moves,
            pending_ms=self.pending_ms,
        )

    def _settle_bonus(self) -> SideClock:
        if self.fallen:
            return self
        if self.control.per_move:
            return replace(self, ms=self.control.periods[self.period].ms)
        spent = self.move_ms
        if self.control.bonus_ahead:
            if self.bonus.kind is BonusKind.BRONSTEIN:
                # The unused part of a bonus that was on the clock before this move is removed.
                return replace(self, ms=max(0, self.ms - max(0, self.ahead_ms - spent)))
            return self
        if self.bonus.kind is BonusKind.FISCHER:
            return replace(self, ms=self.ms + self.bonus.ms)
        if self.bonus.kind is BonusKind.BRONSTEIN:
            return replace(self, ms=self.ms + min(spent, self.bonus.ms))
        return self

    def _enter_next_period(self) -> SideClock:
        if self.last_period:
            return self
        added = self.control.periods[self.period + 1].ms
        carried = self.ms if self.control.carries_from(self.period) else 0
        balance = carried - self.overdrawn_ms + added
        entered = replace(self, period=self.period + 1, period_moves=0)
        if self.fallen and balance <= 0:
            return replace(entered, overdrawn_ms=-balance)
        pending = added if self.control.new_time is NewTime.AT_ZERO and not self.fallen else 0
        return replace(entered, ms=balance, overdrawn_ms=0, fallen_at=None, pending_ms=pending)

    def next_period(self) -> SideClock:
        """Begin the next period during a move, by the arbiter's decision (tavreli 6.11, 8.6).

        The current move becomes the first of the new period, with the bonus of that period.
        """
        if self.last_period:
            raise Conflict(say("clock_last_period"))
        old_ahead = self.ahead_ms if self.control.carries_from(self.period) else 0
        entered = replace(self, gain=None)._enter_next_period()
        if entered.fallen:
            return entered
        ahead, delay = _ahead(entered.control, entered.bonus), _delay(entered.bonus)
        return replace(
            entered,
            # The move's part of the old period's bonus is exchanged for the new one.
            ms=max(0, entered.ms - old_ahead + ahead),
            ahead_ms=ahead,
            delay_ms=delay - min(self.move_ms, delay),
        )

    def with_time(self, ms: int) -> SideClock:
        """Return this clock with exactly `ms` left; a fallen flag is reset if there is time."""
        clock = replace(self, ms=ms, pending_ms=0, gain=None)
        return clock._flag_up() if ms else clock

    def showing(self, ms: int) -> SideClock:
        """Return this clock with the reading of a physical clock of the same control.

        The gain of the last press is kept.
        """
        clock = replace(self, ms=ms + self.pending_ms)
        return clock._flag_up() if ms else clock

    def with_more(self, ms: int) -> SideClock:
        """Return this clock with `ms` more, or less if negative.  Raises: Conflict if less than zero would be left."""
        left = self.ms + ms
        if left < 0:
            raise _not_enough(self.ms, ms)
        clock = replace(self, ms=left, pending_ms=self.pending_ms if left > self.pending_ms else 0)
        return clock._flag_up() if left else clock

    def with_bonus(self, bonus: Bonus) -> SideClock:
        """Give `bonus` to each move of this period, from the current move on; the time on the clock is unchanged.

        No bonus is put on the clock for the current move: it is earned by completion.
        """
        periods = tuple(
            dataclasses.replace(period, bonus=bonus) if index == self.period else period
            for index, period in enumerate(self.control.periods)
        )
        return replace(
            self,
            control=dataclasses.replace(self.control, periods=periods, name=""),
            delay_ms=max(0, _delay(bonus) - self.move_ms),
            gain=None,
        )

    def _without(self, ms: int) -> SideClock:
        """Return this clock without `ms` that were wrongly added; time used since a fall is included."""
        balance = self.ms - self.overdrawn_ms - ms
        if balance >= 0:
            clock = replace(self, ms=balance)
            return clock._flag_up() if balance else clock
        if ms:
            raise _not_enough(self.ms, -ms)
        return self

    def _flag_up(self) -> SideClock:
        if not self.fallen:
            return self
        # The current move continues with the rest of its delay.
        return replace(self, fallen_at=None, overdrawn_ms=0, delay_ms=max(0, _delay(self.bonus) - self.move_ms))

    def with_fresh_delay(self) -> SideClock:
        return self if self.fallen else replace(self, delay_ms=_delay(self.bonus))

    def without_gain(self) -> SideClock:
        """Undo the last press: its time, delay, period and count.

        The time used since then counts as part of the same move.  Raises: Conflict ("clock_nothing_gained").
        """
        gain = self.gain
        if gain is None:
            raise Conflict(say("clock_nothing_gained"))
        # Thinking time since the press is deducted from the old delay, not from the new one.
        used_of_fresh = max(0, gain.fresh_delay_ms - self.delay_ms)
        used_of_old = min(self.move_ms, gain.delay_ms)
        clock = self._without(gain.ms + used_of_fresh - used_of_old)
        return replace(
            clock,
            delay_ms=gain.delay_ms - used_of_old,
            ahead_ms=gain.ahead_ms,
            move_ms=gain.move_ms + self.move_ms,
            period=gain.period,
            period_moves=gain.period_moves,
            pending_ms=gain.pending_ms if clock.ms > gain.pending_ms else 0,
            moves=self.moves - 1,
            gain=None,
        )

    def to_json(self) -> dict[str, object]:
        """Return plain values of all fields; `from_json` creates an equal clock from them."""
        return {
            "control": self.control.to_json(),
            **{name: getattr(self, name) for name in _NUMBERS},
            "fallen_at": self.fallen_at,
            "gain": {name: getattr(self.gain, name) for name in _GAINED} if self.gain else None,
        }

    @classmethod
    def from_json(cls, data: object) -> SideClock:
        """Read the value of `to_json`.  Raises: KeyError, TypeError, BadInput."""
        values = mapping(data)
        gain = values["gain"]
        return cls(
            TimeControl.from_json(values["control"]),
            **{name: read_int(values[name]) for name in _NUMBERS},
            fallen_at=whole_or_none(values["fallen_at"]),
            gain=None if gain is None else Gain(**{name: read_int(value) for name, value in mapping(gain).items()}),
        )


_NUMBERS = (
    "ms",
    "delay_ms",
    "ahead_ms",
    "move_ms",
    "used_ms",
    "overdrawn_ms",
    "pending_ms",
    "period",
    "period_moves",
    "moves",
)

_GAINED = tuple(field.name for field in fields(Gain))


def _ahead(control: TimeControl, bonus: Bonus) -> int:
    """Return the bonus that is on the clock before a move."""
    return bonus.ms if control.bonus_ahead and bonus.kind in (BonusKind.FISCHER, BonusKind.BRONSTEIN) else 0


def _delay(bonus: Bonus) -> int:
    return bonus.ms if bonus.kind is BonusKind.DELAY else 0


def _not_enough(left: int, change: int) -> Conflict:
    return Conflict(say("clock_not_enough_time"), left_ms=left, change_ms=change)
