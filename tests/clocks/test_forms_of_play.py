"""Classical, rapid or blitz: what each regime's numbers make of a control."""

from __future__ import annotations

import pytest

from clocks.controls import FIDE_FORMS, MINUTE, TAVRELI_FORMS, Form, form_of, parse


@pytest.mark.article("tavreli:B.1", "tavreli:V.1")
@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("14m59s", Form.BLITZ),
        ("15", Form.RAPID),
        ("60", Form.RAPID),
        ("60m1s", Form.CLASSICAL),
        ("10 d10", Form.BLITZ),
        ("90", Form.CLASSICAL),
        # “All moves in a fixed time”: two periods are neither rapid nor blitz, however short.
        ("20/10m:5", Form.CLASSICAL),
    ],
)
def test_tavreli_is_rapid_from_15_to_60_minutes_and_blitz_below(text: str, form: Form) -> None:
    assert form_of(parse(text), TAVRELI_FORMS) is form


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("10", Form.BLITZ),
        ("10m1s", Form.RAPID),
        ("3+2", Form.BLITZ),
        ("5+5", Form.BLITZ),
        ("5+6", Form.RAPID),
        ("15+10", Form.RAPID),
        ("59+1", Form.CLASSICAL),
        ("30+30", Form.CLASSICAL),
        ("29+30", Form.RAPID),
        ("40/90+30:30+30", Form.CLASSICAL),
        ("40/20m:20", Form.RAPID),
    ],
)
def test_fide_counts_the_bonus_sixty_times(text: str, form: Form) -> None:
    assert form_of(parse(text), FIDE_FORMS) is form


def test_the_time_for_a_game_counts_the_periods_that_it_reaches() -> None:
    control = parse("40/90+30:30+60")
    assert control.allotted(10) == 95 * MINUTE
    assert control.allotted(40) == 110 * MINUTE
    assert control.allotted(60) == 160 * MINUTE
