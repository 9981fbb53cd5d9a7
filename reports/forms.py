"""Forms for a tournament report: the file, and the section made from it."""

from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from clocks.readings import TimeControlField
from games.models.game import TrackingLevel
from tavleya.formats.trf.proposal import SectionProposal
from tavleya.languages import DEFAULT
from tavleya.law.library import regimes_for
from tavleya.rules.registry import spec_of
from tournaments.forms.base import DeskForm, TextFileField, initial_texts
from tournaments.forms.events import NamedForm, SlugField
from tournaments.forms.sections import game_choices, regime_choices
from tournaments.models.section import RatingKind
from tournaments.systems.registry import SYSTEMS


class ReportFileForm(DeskForm):
    report = TextFileField(label=_("Tournament report (TRF)"))


class ReportSectionForm(NamedForm):
    """Form for data that a report has not, or not reliably. Points, tie-breaks, pairing rules and byes come from the
    file.
    """

    aliases: ClassVar = {"slug_taken": "slug", "slug_reserved": "slug"}

    slug = SlugField()
    game = forms.ChoiceField(label=_("Game"), choices=[])
    regime = forms.ChoiceField(label=_("Laws"), choices=[])
    format = forms.ChoiceField(label=_("Format"), choices=[])
    rounds_planned = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=400)
    control = TimeControlField(required=False)
    rating_kind = forms.ChoiceField(
        label=_("Rating used"), choices=[(kind.value, gettext(kind.label)) for kind in RatingKind]
    )

    def __init__(self, *args: Any, day: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: Any = self.fields
        choices["game"].choices = game_choices()
        choices["format"].choices = [
            (system.key, gettext(system.label)) for system in SYSTEMS.values() if system.reads_reports
        ]
        choices["regime"].choices = regime_choices(day)

    @staticmethod
    def initial_of(proposal: SectionProposal, languages: Sequence[str], day: date) -> dict[str, Any]:
        """Return the initial values. `languages` are the event's; the report's name counts as English, if the event has
        it.
        """
        language = DEFAULT if DEFAULT in languages else languages[0]
        regime = regimes_for(spec_of(proposal.game).laws, day)[0].key
        return {
            **initial_texts({language: proposal.name}, "name"),
            "slug": proposal.slug,
            "game": proposal.game,
            "regime": regime,
            "format": proposal.format,
            "rounds_planned": proposal.rounds,
            "control": proposal.control,
            "rating_kind": RatingKind.STANDARD.value,
        }

    def values(self, *, tiebreaks_in_file: bool) -> dict[str, Any]:
        """Return the arguments of `create_section`; tie-breaks are the file's, or else the default."""
        plain = ("slug", "game", "regime", "format", "rounds_planned", "control", "rating_kind")
        values = {name: self.cleaned_data[name] for name in plain}
        return {
            **values,
            "names": self.texts("name"),
            "tracking": TrackingLevel.RESULT.value,
            "tiebreaks": [] if tiebreaks_in_file else None,
            "options": SYSTEMS[values["format"]].checked_options({}),
        }
