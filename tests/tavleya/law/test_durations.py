"""Times in the sentences of a ruling are those that were given and taken."""

import pytest

from tavleya.law.durations import duration
from tavleya.law.regulations import step_text
from tavleya.law.terms import Measure, PenaltyStep


@pytest.mark.parametrize(
    ("ms", "text"),
    [(0, "0 s"), (30_000, "30 s"), (90_000, "1 min 30 s"), (120_000, "2 min"), (5_400_000, "90 min")],
)
def test_a_duration_is_exact_to_the_second(ms: int, text: str) -> None:
    assert str(duration(ms)) == text


def test_penalties_include_their_seconds() -> None:
    assert str(step_text(PenaltyStep(Measure.TIME_OFF, 30_000))) == "30 s off the player's time"
    assert str(step_text(PenaltyStep(Measure.OPPONENT_TIME, 90_000))) == "1 min 30 s to the opponent"
