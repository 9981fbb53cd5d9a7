"""A tournament report: the file, and the section that is to be made of it."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clocks.controls import parse as parse_control
from common.errors import BadInput
from core.formats.trf.proposal import Proposal
from core.pairing.options import checked
from core.rules.registry import spec_of
from games.models import Depth
from games.views.words import game_choices
from tournaments.forms.base import DeskForm, TextFileField, error_of, text_fields, texts_of
from tournaments.forms.events import NamedForm, SlugField
from tournaments.forms.sections import regime_choices
from tournaments.models.section import Format, RatingKind
from tournaments.regimes import regimes
from tournaments.views.words import format_name

#: Systems whose rounds a report can tell.
FORMATS = (
    Format.SWISS, Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.TEAMS, Format.SCHEVENINGEN, Format.KEIZER,
    Format.FREE,
)  # fmt: skip


class ReportFileForm(DeskForm):
    report = TextFileField(label=_("Tournament report (TRF)"))


class ReportSectionForm(NamedForm):
    """What a report does not say, or not surely.  Points, tie-breaks, rules of pairing and byes are the file's."""

    aliases: ClassVar = {"slug_taken": "slug", "slug_reserved": "slug", "names": "name_en"}

    slug = SlugField()
    game = forms.ChoiceField(label=_("Game"), choices=[])
    regime = forms.ChoiceField(label=_("Laws"), choices=[])
    format = forms.ChoiceField(label=_("Format"), choices=[])
    rounds_planned = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=400)
    control = forms.CharField(
        label=_("Time control"),
        required=False,
        max_length=120,
        widget=forms.TextInput({"spellcheck": "false", "autocomplete": "off"}),
    )
    rating_kind = forms.ChoiceField(
        label=_("Rating used"), choices=[(one.value, gettext(one.label)) for one in RatingKind]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.update(text_fields("name"))
        choices: Any = self.fields
        choices["game"].choices = game_choices()
        choices["format"].choices = [(one.value, format_name(one.value)) for one in FORMATS]
        choices["regime"].choices = regime_choices()

    @staticmethod
    def initial_of(proposal: Proposal) -> dict[str, Any]:
        default = spec_of(proposal.game).regime
        regime = next((one.key for one in regimes() if one.key == default), "")
        return {
            "name_en": proposal.name,
            "slug": proposal.slug,
            "game": proposal.game.value,
            "regime": regime,
            "format": proposal.format,
            "rounds_planned": proposal.rounds,
            "control": proposal.control,
            "rating_kind": RatingKind.STANDARD.value,
        }

    def clean_control(self) -> str:
        text = self.cleaned_data["control"]
        try:
            return parse_control(text).text() if text else ""
        except BadInput as refused:
            raise error_of(refused.message) from None

    def values(self, *, tiebreaks_in_file: bool) -> dict[str, Any]:
        """What `create_section` takes; tie-breaks are the file's, or else those that are usual."""
        plain = ("slug", "game", "regime", "format", "rounds_planned", "control", "rating_kind")
        values = {name: self.cleaned_data[name] for name in plain}
        return {
            **values,
            "names": texts_of(self.cleaned_data, "name"),
            "depth": Depth.RESULT.value,
            "tiebreaks": [] if tiebreaks_in_file else None,
            "options": checked(values["format"], {}),
        }
