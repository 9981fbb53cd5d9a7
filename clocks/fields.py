"""The form field for time controls."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tavleya.clocks.controls.parsing import LONGEST_TEXT, parse_control
from tavleya.errors import BadInput

EXAMPLES = _("For example 90+30, 40/90+30:30+30, or 60 d10 with a delay. Empty: no clocks.")


class TimeControlField(forms.CharField):
    """A time control as people write it; the value is its canonical spelling, empty for no entry.

    Errors have the codes of `parse_control`.
    """

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Time control"))
        widget = forms.TextInput({"spellcheck": "false", "autocomplete": "off"})
        super().__init__(max_length=LONGEST_TEXT, widget=widget, **kwargs)

    def clean(self, value: Any) -> str:
        text = str(super().clean(value))
        try:
            return parse_control(text).text() if text else ""
        except BadInput as error:
            raise ValidationError(error.message.render(gettext), code=error.code) from None
