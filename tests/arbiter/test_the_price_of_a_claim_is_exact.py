"""The price of a wrong claim is shown before the claim is made, to the second."""

from dataclasses import replace

from arbiter.views.claims import claim_form
from tavleya.law.library import regime
from tavleya.law.terms import WrongClaim


def test_a_minute_and_a_half_is_not_shown_as_a_minute() -> None:
    form = claim_form(replace(regime("fide-2023"), wrong_claim=WrongClaim(90_000)))
    assert "If not, your opponent gets 1 min 30 s extra." in form.consequences


def test_both_parts_of_the_price_are_shown() -> None:
    form = claim_form(regime("tavreli-1997"))
    text = "If not, you lose half of your remaining time, at most 3 min, and your opponent gets 3 min extra."
    assert text in form.consequences
