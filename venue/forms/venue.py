"""Forms for electronic boards at their tables, and for the PGN address of a section."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from venue.services.pulling import LEAST, MOST


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
