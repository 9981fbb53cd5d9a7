"""Allowed and forbidden notations of a move."""

import pytest

from tavleya.errors import BadInput
from tavleya.rules.contract import Style
from tests.tavleya.refusals import refused
from tests.tavleya.rules.chess.samples import RULES


@pytest.mark.parametrize(
    ("style", "code"), [(Style("numeric"), "unknown_form"), (Style("short", "tlh"), "unknown_language")]
)
def test_an_unknown_form_or_language_is_refused(style, code):
    with refused(BadInput, code):
        RULES.write(RULES.start(), RULES.read(RULES.start(), "Nf3"), style)
