"""Forms for electronic boards at their tables, and for the PGN address of a section."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from venue.services.pulling import LEAST, MOST

# Form for the lichess rounds of a section.


class BroadcastForm(DeskForm):
    """A token, which is never shown again, and the address of each round: `round_4`, by its number."""

    token = forms.CharField(
        label=_("Token of lichess"),
        required=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, rounds: Mapping[int, str], known: bool, **kwargs: Any) -> None:
        """Build the form. `rounds`: the current settings by number; `known`: whether there is a token already."""
        super().__init__(*args, **kwargs)
        self.numbers = tuple(rounds)
        if known:
            self.fields["token"].help_text = gettext("Leave empty to keep the token that is in use.")
        else:
            self.fields["token"].help_text = gettext("With the right study:write.")
        for number, key in rounds.items():
            label = gettext("Round %(number)s") % {"number": number}
            self.fields[f"round_{number}"] = forms.CharField(label=label, initial=key, required=False, max_length=300)

    def rounds(self) -> dict[int, str]:
        return {number: self.cleaned_data[f"round_{number}"] for number in self.numbers}


class ElectronicBoardForm(DeskForm):
    """Form for the table of an electronic board, empty for none."""

    serial = forms.CharField(label=_("Serial number"), max_length=40)
    table = forms.IntegerField(label=_("Table"), min_value=1, required=False)


class PgnAddressForm(DeskForm):
    address = forms.CharField(
        label=_("PGN address"),
        max_length=500,
        help_text=_("Begins with https://. Write {round} where the number of the round stands."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
    )
    seconds = forms.IntegerField(label=_("Read every, seconds"), min_value=LEAST, max_value=MOST, initial=15)
    active = forms.BooleanField(label=_("Read this address"), required=False, initial=True)
