"""The time controls that every game is offered by name."""

import pytest

from clocks.presets import PRESETS
from tavleya.clocks.controls import FIDE_RATES, TAVRELI_RATES, Carry, RateLimits, RateOfPlay, rate_of
from tavleya.rules.registry import SPECS, spec_of


def limits_of(game: str) -> RateLimits:
    return TAVRELI_RATES if game == "tavreli" else FIDE_RATES


@pytest.mark.parametrize("game", ["chess", "draughts", "tavreli"])
def test_presets_have_the_form_that_their_name_says_and_every_game_is_offered_each(game: str) -> None:
    offered = [PRESETS[key] for key in spec_of(game).presets]
    forms = [rate_of(preset.control, limits_of(game)) for preset in offered]
    for preset, form in zip(offered, forms, strict=True):
        assert preset.name.text.startswith(
            {RateOfPlay.CLASSICAL: "Class", RateOfPlay.RAPID: "Rap", RateOfPlay.BLITZ: "Bl"}[form]
        )
    assert set(forms) == set(RateOfPlay)


def test_every_preset_is_offered_for_some_game() -> None:
    assert {key for spec in SPECS.values() for key in spec.presets} == set(PRESETS)


def test_the_tavreli_presets_carry_time_as_their_text_has_it() -> None:
    assert PRESETS["tavreli_40_90"].control.carry is Carry.UNLESS_BONUS
