"""The play-off of tied players."""

from datetime import date
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clocks.fields import TimeControlField
from tavleya.pairing.options import MOST_GAMES
from tavleya.rules.registry import spec_of
from tournaments.forms.base import DeskForm
from tournaments.models.section import RatingKind, Section
from tournaments.regimes import offered


class PlayOffForm(DeskForm):
    aliases: ClassVar = {"bad_match_terms": "games"}

    regime = forms.ChoiceField(label=_("Laws"), choices=[])
    control = TimeControlField(initial="10+5")
    games = forms.IntegerField(
        label=_("Games per pairing"),
        min_value=1,
        max_value=MOST_GAMES,
        initial=2,
        help_text=_("Colours change from game to game."),
    )
    rating_kind = forms.ChoiceField(
        label=_("Rating used"),
        choices=[
            (RatingKind.RAPID, pgettext_lazy("rating", "Rapid")),
            (RatingKind.BLITZ, pgettext_lazy("rating", "Blitz")),
            (RatingKind.STANDARD, pgettext_lazy("rating", "Standard")),
        ],
    )

    def __init__(self, *args: Any, section: Section, day: date, **kwargs: Any) -> None:
        regimes = [regime for regime in offered(day) if regime.game == spec_of(section.game).laws]
        rapid = next((regime.key for regime in regimes if "rapid" in regime.key), section.regime)
        kwargs.setdefault("initial", {"regime": rapid})
        super().__init__(*args, **kwargs)
        self.fields["regime"].choices = [(regime.key, regime.name.render(gettext)) for regime in regimes]  # type: ignore[attr-defined]
