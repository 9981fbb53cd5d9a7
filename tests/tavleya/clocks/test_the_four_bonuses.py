"""The arithmetic of the bonuses, by the worked example: 60 s and 10 s a move, thinks of 4, 25 and 60 s."""

import pytest

from tavleya.clocks.controls import NO_BONUS, SECOND, Bonus, BonusKind, Period, TimeControl
from tavleya.clocks.timekeeping import ClockState
from tavleya.sides import Side

THINKS = (4, 25, 60)


def control(kind: BonusKind, *, ahead: bool = True) -> TimeControl:
    bonus = Bonus(kind, 10 * SECOND) if kind is not BonusKind.NONE else NO_BONUS
    return TimeControl((Period(None, 60 * SECOND, bonus),), bonus_ahead=ahead)


def play(time_control: TimeControl) -> tuple[list[int], int | None]:
    """White's readings in seconds before each think, and after how many seconds of the last one the flag fell."""
    state = ClockState.new(time_control).start(Side.WHITE, 0)
    now, before = 0, [state.white.ms // SECOND]
    for think in THINKS[:-1]:
        now += think * SECOND
        state = state.press(now).press(now)  # Black answers in no time
        before.append(state.white.ms // SECOND)
    flag = state.flag_at(Side.WHITE)
    assert flag is not None
    return before, (flag - now) // SECOND


@pytest.mark.parametrize(("kind", "ahead", "before", "flag_after"), [
    (BonusKind.NONE, True, [60, 56, 31], 31), (BonusKind.FISCHER, False, [60, 66, 51], 51),
    (BonusKind.FISCHER, True, [70, 76, 61], 61), (BonusKind.DELAY, True, [60, 60, 45], 55),
    (BonusKind.BRONSTEIN, True, [70, 70, 55], 55), (BonusKind.BRONSTEIN, False, [60, 60, 45], 45),
])  # fmt: skip
def test_the_worked_example(kind: BonusKind, ahead: bool, before: list[int], flag_after: int) -> None:
    assert play(control(kind, ahead=ahead)) == (before, flag_after)


@pytest.mark.article("tavreli:6.2")
def test_main_time_stands_until_the_fixed_time_is_used_and_never_grows() -> None:
    state = ClockState.new(control(BonusKind.DELAY)).start(Side.WHITE, 0)
    for second, left in [(0, 60), (9, 60), (10, 60), (11, 59), (40, 30)]:
        assert state.readings(second * SECOND).white_ms == left * SECOND
    # Stopping the clock early does not add the rest of the ten seconds.
    quick = state.press(3 * SECOND)
    assert quick.white.ms == 60 * SECOND
    # The next move has its own ten seconds, whole.
    assert quick.press(3 * SECOND).readings(13 * SECOND).white_ms == 60 * SECOND


def test_the_delay_left_in_a_move_can_be_read() -> None:
    state = ClockState.new(control(BonusKind.DELAY)).start(Side.WHITE, 0)
    assert [state.readings(s * SECOND).white.delay_ms // SECOND for s in (0, 4, 10, 30)] == [10, 6, 0, 0]


def test_delay_and_bronstein_put_on_ahead_fall_at_the_same_instant_whatever_is_played() -> None:
    thinks = [3, 12, 10, 0, 25, 11, 1]
    instants = []
    for kind in (BonusKind.DELAY, BonusKind.BRONSTEIN):
        state, now = ClockState.new(control(kind)).start(Side.WHITE, 0), 0
        for think in thinks:
            now += think * SECOND
            state = state.press(now).press(now)
        instants.append(state.flag_at(Side.WHITE))
    assert instants[0] == instants[1] is not None
