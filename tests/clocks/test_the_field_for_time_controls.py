"""The form field for time controls, which every form that asks for one has."""

import pytest
from django.core.exceptions import ValidationError

from clocks.fields import TimeControlField


@pytest.mark.parametrize(
    ("text", "value"),
    [(" 90 + 30 ", "90+30"), ("15 min", "15"), ("40/90+30:30+30", "40/90+30:30+30"), (" ", "")],
)
def test_the_value_is_the_canonical_spelling(text: str, value: str) -> None:
    assert TimeControlField(required=False).clean(text) == value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("quick", "time_control_unreadable"),
        ("1" * 121, "max_length"),
        ("60 [carry=no]", "time_control_option_unknown"),
    ],
)
def test_an_error_has_the_code_of_the_parser_and_its_sentence(text: str, code: str) -> None:
    with pytest.raises(ValidationError) as excinfo:
        TimeControlField(required=False).clean(text)
    (error,) = excinfo.value.error_list
    assert error.code == code
    assert error.messages[0].endswith(".")
