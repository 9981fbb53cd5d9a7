"""Classical, rapid or blitz: what each regime's numbers make of a control."""

import pytest

from tavleya.clocks.controls import FIDE_RATES, MINUTE, TAVRELI_RATES, RateOfPlay, parse_control, rate_of


@pytest.mark.article("tavreli:B.1", "tavreli:V.1")
@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("14m59s", RateOfPlay.BLITZ),
        ("15", RateOfPlay.RAPID),
        ("60", RateOfPlay.RAPID),
        ("60m1s", RateOfPlay.CLASSICAL),
        ("10 d10", RateOfPlay.BLITZ),
        ("90", RateOfPlay.CLASSICAL),
        # “All moves in a fixed time”: two periods are neither rapid nor blitz, however short.
        ("20/10m:5", RateOfPlay.CLASSICAL),
    ],
)
def test_tavreli_is_rapid_from_15_to_60_minutes_and_blitz_below(text: str, form: RateOfPlay) -> None:
    assert rate_of(parse_control(text), TAVRELI_RATES) is form


@pytest.mark.parametrize(("text", "form"), [
    ("10", RateOfPlay.BLITZ), ("10m1s", RateOfPlay.RAPID), ("3+2", RateOfPlay.BLITZ),
    ("5+5", RateOfPlay.BLITZ), ("5+6", RateOfPlay.RAPID), ("15+10", RateOfPlay.RAPID),
    ("59+1", RateOfPlay.CLASSICAL), ("30+30", RateOfPlay.CLASSICAL), ("29+30", RateOfPlay.RAPID),
    ("40/90+30:30+30", RateOfPlay.CLASSICAL), ("40/20m:20", RateOfPlay.RAPID),
])  # fmt: skip
def test_fide_counts_the_bonus_sixty_times(text: str, form: RateOfPlay) -> None:
    assert rate_of(parse_control(text), FIDE_RATES) is form


def test_the_time_for_a_game_counts_the_periods_that_it_reaches() -> None:
    control = parse_control("40/90+30:30+60")
    assert control.allotted(10) == 95 * MINUTE
    assert control.allotted(40) == 110 * MINUTE
    assert control.allotted(60) == 160 * MINUTE
