"""A series: its name, and how its table is made."""

import re
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from people.models.series import Series
from tavleya.series import RULES, TIEBREAKS
from tournaments.forms.base import DeskForm, initial_texts
from tournaments.forms.events import NamedForm, SlugField
from tournaments.models.section import Section

_BREAKS = ("first", "second", "third")


class SeriesForm(NamedForm):
    kind: ClassVar = "series"
    aliases: ClassVar = {"slug_taken": "slug", "tiebreaks": "first"}

    slug = SlugField()
    rule = forms.ChoiceField(
        label=_("Results are counted as"), choices=[(rule.key, _(rule.label)) for rule in RULES.values()]
    )
    place_points = forms.CharField(
        label=_("Points for each place"),
        required=False,
        max_length=1000,
        help_text=_("For points by place: 25, 18, 15, 12. Players who share places share their points."),
        widget=forms.TextInput({"inputmode": "text", "autocomplete": "off"}),
    )
    best = forms.IntegerField(
        label=_("Best results that count"),
        required=False,
        min_value=1,
        max_value=100,
        help_text=_("If empty, all results count."),
    )
    first = forms.ChoiceField(label=_("First tie-break"), required=False)
    second = forms.ChoiceField(label=_("Second tie-break"), required=False)
    third = forms.ChoiceField(label=_("Third tie-break"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in _BREAKS:
            choices = [
                ("", "—"),
                *((series_tie_break.key, _(series_tie_break.label)) for series_tie_break in TIEBREAKS.values()),
            ]
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean_place_points(self) -> list[int]:
        """Return the whole numbers, separated by spaces, commas or semicolons."""
        text = self.cleaned_data["place_points"].strip()
        parts = re.split(r"[\s,;]+", text.strip(",; ")) if text else []
        if not all(part.isdecimal() and len(part) < 8 for part in parts):
            raise ValidationError(gettext("Enter whole numbers, separated by commas."), code="bad_place_points")
        return [int(part) for part in parts]

    def values(self) -> dict[str, Any]:
        """Return the arguments of the services."""
        cleaned = self.cleaned_data
        return {
            **{name: cleaned[name] for name in ("slug", "rule", "best", "place_points")},
            "tiebreaks": [cleaned[name] for name in _BREAKS if cleaned[name]],
            "names": self.texts("name"),
        }

    @classmethod
    def initial_of(cls, series: Series | None) -> dict[str, Any]:
        """Return the form values; for a new series the most common ones."""
        if series is None:
            return {"rule": "score", "first": "best", "second": "firsts"}
        return {
            "slug": series.slug,
            "rule": series.rule,
            "best": series.best,
            "place_points": ", ".join(map(str, series.place_points)),
            **dict(zip(_BREAKS, series.tiebreaks, strict=False)),
            **initial_texts(series.names, "name"),
        }


class SeriesSectionForm(DeskForm):
    section = forms.TypedChoiceField(label=_("Section"), coerce=int)

    def __init__(self, *args: Any, sections: list[tuple[Section, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["section"].choices = [(section.pk, name) for section, name in sections]  # type: ignore[attr-defined]
