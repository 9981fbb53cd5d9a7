"""Four levels of warning, and what each asks for."""

import pytest

from tavleya.errors import Conflict
from tavleya.messages import label
from tavleya.warnings import Consent, Level, Warned, insist
from tests.tavleya.refusals import refused

WORDS = label("gone_for_good", "It is gone for good.")


@pytest.mark.parametrize(("warning", "consent", "met"), [
    (Warned(Level.INFORMATION, WORDS), Consent(), True), (Warned(Level.NOTICE, WORDS), Consent(), True),
    (Warned(Level.CONFIRMATION, WORDS), Consent(), False),
    (Warned(Level.CONFIRMATION, WORDS), Consent(["other"]), False),
    (Warned(Level.CONFIRMATION, WORDS), Consent(["gone_for_good"]), True),
    (Warned(Level.CONFIRMATION, WORDS, ("a", "b")), Consent(["a"]), False),
    (Warned(Level.CONFIRMATION, WORDS, ("a", "b")), Consent(["a", "b", "c"]), True),
    (Warned(Level.CONFIRMATION, WORDS, needs_reason=True), Consent(["gone_for_good"], "  "), False),
    (Warned(Level.CONFIRMATION, WORDS, needs_reason=True), Consent(reason="agreed"), True),
    (Warned(Level.DOUBLE, WORDS, word="open"), Consent(typed="open"), False),
    (Warned(Level.DOUBLE, WORDS, word="open"), Consent(["gone_for_good"]), False),
    (Warned(Level.DOUBLE, WORDS, word="open"), Consent(["gone_for_good"], typed="closed"), False),
    (Warned(Level.DOUBLE, WORDS, word="open"), Consent(["gone_for_good"], typed=" open "), True),
])  # fmt: skip
def test_each_level_asks_for_its_own_consent(warning: Warned, consent: Consent, met: bool) -> None:
    assert warning.is_met(consent) is met
    if met:
        insist([warning], consent)
        return
    with refused(Conflict, "gone_for_good", level=warning.level):
        insist([warning], consent)


def test_the_gravest_warning_comes_first() -> None:
    graver = label("graver", "Graver still.")
    with refused(Conflict, "graver", confirm=["graver"]):
        insist([Warned(Level.CONFIRMATION, WORDS), Warned(Level.DOUBLE, graver)], Consent())
