"""Timekeeping compared with a clock that is obviously right: it counts every second."""

from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tavleya.clocks.controls import SECOND, BonusKind, Carry, NewTime, TimeControl
from tavleya.clocks.timekeeping import ClockState
from tavleya.errors import Conflict
from tavleya.sides import Side
from tests.amounts import examples
from tests.tavleya.clocks.strategies import time_controls

START = 1_700_000_000_000
SMALL = time_controls(longest=90, most_moves=4, most_bonus=12)
SHORT = time_controls(longest=300, most_moves=4, most_bonus=20)


@dataclass
class Ticking:
    """One clock, in whole seconds, as a mechanic would build it."""

    control: TimeControl
    period: int = 0
    moves_in_period: int = 0
    left: int = 0
    free: int = 0  # seconds of delay that still cost nothing
    put_on: int = 0  # bonus that was put on before this move
    thought: int = 0
    total: int = 0
    since_fall: int | None = None  # None while the flag is up
    log: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = self.control.periods[0].ms // SECOND
        self.begin_move()

    @property
    def bonus(self) -> tuple[BonusKind, int]:
        bonus = self.control.periods[self.period].bonus
        return bonus.kind, bonus.ms // SECOND

    def begin_move(self) -> None:
        kind, seconds = self.bonus
        self.free = seconds if kind is BonusKind.DELAY else 0
        self.put_on = 0
        if self.control.bonus_ahead and kind in (BonusKind.FISCHER, BonusKind.BRONSTEIN):
            self.put_on = seconds
            self.left += seconds
        self.thought = 0

    def tick(self) -> None:
        self.thought += 1
        self.total += 1
        if self.since_fall is not None:
            self.since_fall += 1
            return
        if self.free:
            self.free -= 1
        else:
            self.left -= 1
        if not self.free and not self.left:
            self.since_fall = 0

    def look(self) -> None:
        """Drop the flag of a running clock that has nothing left."""
        if self.since_fall is None and not self.free and not self.left:
            self.since_fall = 0

    def press(self) -> None:
        kind, seconds = self.bonus
        if self.since_fall is None:
            if kind is BonusKind.BRONSTEIN and self.control.bonus_ahead:
                for _ in range(self.put_on - self.thought):
                    self.left = max(0, self.left - 1)
            elif kind is BonusKind.BRONSTEIN:
                self.left += min(self.thought, seconds)
            elif kind is BonusKind.FISCHER and not self.control.bonus_ahead:
                self.left += seconds
        self.moves_in_period += 1
        if self.moves_in_period == self.control.periods[self.period].moves:
            self.change_period(bool(seconds))
        if self.since_fall is None:
            self.begin_move()
        else:
            self.thought = 0

    def change_period(self, had_bonus: bool) -> None:
        if self.control.carry is Carry.NEVER or (self.control.carry is Carry.UNLESS_BONUS and had_bonus):
            self.left = 0
        self.period += 1
        self.moves_in_period = 0
        owed = self.since_fall or 0
        self.left += self.control.periods[self.period].ms // SECOND
        if self.since_fall is None:
            return
        if owed >= self.left:
            self.since_fall = owed - self.left
            self.left = 0
        else:
            self.left -= owed
            self.since_fall = None


class BothClocks(RuleBasedStateMachine):
    """Starts, presses, stops, resumptions and switches in any order, at whole seconds."""

    @initialize(white=SMALL, black=SMALL)
    def set_up(self, white: TimeControl, black: TimeControl) -> None:
        self.now = START
        self.state = ClockState.new(white, black=black).start(Side.WHITE, self.now)
        self.ticking = {Side.WHITE: Ticking(white), Side.BLACK: Ticking(black)}
        self.running: Side | None = Side.WHITE
        self.elapsed_running = 0

    def wait(self, seconds: int) -> None:
        self.now += seconds * SECOND
        if self.running:
            self.elapsed_running += seconds
            for _ in range(seconds):
                self.ticking[self.running].tick()
            self.ticking[self.running].look()

    @rule(seconds=st.integers(0, 40))
    def time_passes(self, seconds: int) -> None:
        self.wait(seconds)

    @precondition(lambda self: self.running)
    @rule(seconds=st.integers(0, 40))
    def the_player_presses(self, seconds: int) -> None:
        assert self.running
        self.wait(seconds)
        self.state = self.state.press(self.now)
        self.ticking[self.running].press()
        self.running = self.running.other

    @precondition(lambda self: self.running)
    @rule(seconds=st.integers(0, 20))
    def the_arbiter_stops(self, seconds: int) -> None:
        self.wait(seconds)
        self.state = self.state.stop(self.now)
        self.running = None

    @precondition(lambda self: not self.running)
    @rule(side=st.sampled_from(Side))
    def the_arbiter_resumes(self, side: Side) -> None:
        self.state = self.state.resume(side, self.now)
        self.running = side
        clock = self.ticking[side]
        if clock.control.delay_resets_on_stop and clock.since_fall is None:
            kind, seconds = clock.bonus
            clock.free = seconds if kind is BonusKind.DELAY else 0

    @precondition(lambda self: self.running)
    @rule(side=st.sampled_from(Side), seconds=st.integers(0, 20))
    def the_running_side_is_switched(self, side: Side, seconds: int) -> None:
        self.wait(seconds)
        self.state = self.state.switch(side, self.now)
        self.running = side

    @rule()
    def it_is_stored_and_read_back(self) -> None:
        assert ClockState.from_json(self.state.to_json()) == self.state
        self.state = ClockState.from_json(self.state.to_json())

    @invariant()
    def both_say_the_same(self) -> None:
        if not hasattr(self, "state"):
            return
        readings = self.state.readings(self.now)
        for side, ticking in self.ticking.items():
            reading = readings.side(side)
            if side is self.running:
                ticking.look()
            assert reading.ms == ticking.left * SECOND
            assert reading.fallen == (ticking.since_fall is not None)
            assert reading.overdrawn_ms == (ticking.since_fall or 0) * SECOND
            assert self.state.fallen(side, self.now) == reading.fallen
            assert reading.used_ms == ticking.total * SECOND
            assert (reading.period, reading.move_ms) == (ticking.period, ticking.thought * SECOND)
            if not reading.fallen:
                assert reading.delay_ms == ticking.free * SECOND

    @invariant()
    def the_time_used_is_the_time_that_clocks_ran(self) -> None:
        if not hasattr(self, "state"):
            return
        readings = self.state.readings(self.now)
        assert readings.white.used_ms + readings.black.used_ms == self.elapsed_running * SECOND


TestBothClocks = BothClocks.TestCase
TestBothClocks.settings = settings(max_examples=examples(150), stateful_step_count=40, deadline=None)


thinks = st.lists(st.integers(0, 40_000), max_size=30)


def after(control: TimeControl, thinking: list[int], at: int = START) -> tuple[ClockState, int]:
    """White and Black press in turn after these thinks (ms)."""
    state = ClockState.new(control).start(Side.WHITE, at)
    for ms in thinking:
        at += ms
        state = state.press(at)
    return state, at


@given(time_controls(kinds=[BonusKind.DELAY], longest=300, most_moves=4, most_bonus=20), thinks)
def test_under_a_delay_no_clock_ever_gains_within_a_period(control: TimeControl, thinking: list[int]) -> None:
    state, at = after(control, [])
    for ms in thinking:
        at += ms
        following = state.press(at)
        for side in Side:
            if following.side(side).period == state.side(side).period:
                assert following.side(side).ms <= state.side(side).ms
        state = following


@given(SHORT, thinks, st.integers(0, 100_000))
def test_a_look_at_the_clock_changes_nothing_and_stopping_reads_the_same(control, thinking, later) -> None:
    state, at = after(control, thinking)
    looked = state.readings(at + later)
    stopped = state.stop(at + later).readings(at + later + 5_000)
    assert (looked.white, looked.black) == (stopped.white, stopped.black)


@given(SHORT, thinks)
def test_the_flag_falls_at_its_instant_and_not_a_millisecond_before(control, thinking) -> None:
    state, at = after(control, thinking)
    side = state.running
    assert side
    flag = state.flag_at(side)
    assert flag is not None
    if flag > at:
        assert not state.fallen(side, flag - 1)
        assert not state.readings(flag - 1).side(side).fallen
    assert state.fallen(side, flag)
    assert state.readings(max(flag, at)).side(side).fallen
    assert state.stop(max(flag, at)).flag_at(side) == flag


@given(SHORT, st.integers(0, 60_000), st.integers(0, 60_000))
def test_a_press_taken_back_is_as_if_it_had_not_been_made(control, before, since) -> None:
    straight = ClockState.new(control).start(Side.WHITE, START).stop(START + before + since).white
    pressed = ClockState.new(control).start(Side.WHITE, START).press(START + before)
    if pressed.white.fallen or pressed.fallen(Side.WHITE, START + before):
        return  # a fallen flag is the arbiter's to judge
    standing = pressed.switch(Side.WHITE, START + before).stop(START + before + since)
    if straight.overdrawn_ms > 0 and standing.white.overdrawn_ms != straight.overdrawn_ms:
        # Without the press the time would not have sufficed: there is nothing to set the clock to.
        with pytest.raises(Conflict):
            standing.revoke_bonus(Side.WHITE)
        return
    revoked = standing.revoke_bonus(Side.WHITE).white
    assert (revoked.ms, revoked.delay_ms, revoked.move_ms) == (straight.ms, straight.delay_ms, straight.move_ms)
    assert (revoked.period, revoked.period_moves, revoked.moves) == (0, 0, 0)
    assert revoked.overdrawn_ms == straight.overdrawn_ms
    if not straight.fallen:
        assert revoked.shown_ms == straight.shown_ms


@given(SHORT, thinks)
def test_adding_the_next_period_at_zero_changes_the_display_and_not_the_flag(control, thinking) -> None:
    def with_new_time(when: NewTime) -> TimeControl:
        return TimeControl(control.periods, new_time=when, bonus_ahead=control.bonus_ahead)

    at_move, _ = after(with_new_time(NewTime.AT_MOVE), thinking)
    at_zero, _ = after(with_new_time(NewTime.AT_ZERO), thinking)
    for side in Side:
        assert at_move.flag_at(side) == at_zero.flag_at(side)
        assert at_move.side(side).ms == at_zero.side(side).ms
        if not at_zero.side(side).fallen:
            assert 0 <= at_zero.side(side).shown_ms <= at_zero.side(side).ms
