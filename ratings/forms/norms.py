"""Form for the title norm settings of a section."""

from collections.abc import Mapping
from types import MappingProxyType

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tavleya.norms.setting import KINDS
from tournaments.forms.base import DeskForm

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
        choices=[(one, KIND_NAMES[one]) for one in ("", *KINDS)],
        help_text=_("For some kinds the rules on federations or the number of games are different."),
    )
    published = forms.BooleanField(label=_("Show norms on the players' public cards"), required=False)
