"""Forms for lists of players, pasted or as a file, and for the title norm settings of a section."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ratings.selectors.player_lists import Again
from tavleya.norms.rules import KINDS
from tournaments.forms.base import DeskForm, TextFileField
from tournaments.forms.players import LONGEST_LIST, half_points_field

#: The names of `KINDS`.
KIND_NAMES: Mapping[str, Promise] = MappingProxyType(
    {
        "": _("Usual event"),
        "national_final": _("Final of a national championship"),
        "national_team": _("National team championship"),
        "zonal": _("Zonal or sub-zonal tournament"),
        "team_championship": _("World or continental team or club championship"),
        "world_cup": _("World Cup or Women's World Cup"),
    }
)


class NormTermsForm(DeskForm):
    kind = forms.ChoiceField(
        label=_("Kind of event"),
        required=False,
        choices=[(code, KIND_NAMES[code]) for code in ("", *KINDS)],
        help_text=_("For some kinds the rules on federations or the number of games are different."),
    )
    published = forms.BooleanField(label=_("Show norms on the players' public cards"), required=False)


class ListForm(DeskForm):
    """A list of players, pasted or as a file; `missed`: rounds that may bring late entries half a point."""

    text = forms.CharField(
        label=_("The list"),
        required=False,
        max_length=LONGEST_LIST,
        strip=False,
        widget=forms.Textarea({"rows": 14, "spellcheck": "false", "class": "paste", "autocomplete": "off"}),
    )
    file = TextFileField(label=_("Or a file"), required=False)
    again = forms.ChoiceField(
        label=_("Players who are already entered"),
        required=False,
        choices=[
            (Again.UPDATE, _("Update them; empty cells change nothing")),
            (Again.KEEP, _("Leave them as they are")),
        ],
    )

    def __init__(self, *args: Any, missed: Sequence[int] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if missed:
            self.fields["half_points"] = half_points_field(missed)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        names = [name for name in ("text", "file") if cleaned.get(name)]
        if len(names) == 2:
            self.add_error("file", ValidationError(gettext("Paste a list or choose a file, not both."), code="both"))
        elif not names and not self.errors:
            self.add_error("text", ValidationError(gettext("Nothing here yet."), code="empty_file"))
        return cleaned
