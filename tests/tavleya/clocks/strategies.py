"""Random time controls for property tests."""

from hypothesis import strategies as st

from tavleya.clocks.controls import NO_BONUS, SECOND, Bonus, BonusKind, Carry, NewTime, Period, TimeControl

_KINDS = [BonusKind.FISCHER, BonusKind.DELAY, BonusKind.BRONSTEIN]


def bonuses(kinds: list[BonusKind] | None = None, most: int = 3600) -> st.SearchStrategy[Bonus]:
    some = st.builds(
        lambda kind, seconds: Bonus(kind, seconds * SECOND), st.sampled_from(kinds or _KINDS), st.integers(1, most)
    )
    return some | st.just(NO_BONUS)


@st.composite
def time_controls(
    draw: st.DrawFn,
    *,
    kinds: list[BonusKind] | None = None,
    longest: int = 24 * 3600,
    most_moves: int = 500,
    most_bonus: int = 3600,
) -> TimeControl:
    """Times in seconds; `kinds` limits the bonuses."""
    seconds = st.integers(1, longest) | st.integers(1, max(1, longest // 60)).map(lambda minutes: minutes * 60)
    bonus = bonuses(kinds, most_bonus)
    counted = draw(st.lists(st.tuples(st.integers(1, most_moves), seconds, bonus), max_size=3))
    periods = [Period(moves, time * SECOND, b) for moves, time, b in counted]
    periods.append(Period(None, draw(seconds) * SECOND, draw(bonus)))
    new_time = draw(st.sampled_from(NewTime))
    return TimeControl(
        tuple(periods), carry=Carry.ALWAYS if new_time is NewTime.AT_ZERO else draw(st.sampled_from(Carry)),
        new_time=new_time, bonus_ahead=draw(st.booleans()), delay_resets_on_stop=draw(st.booleans()),
    )  # fmt: skip
