"""The three questions before a tournament can begin: its name, what is played how, and who plays."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.rules.registry import SPECS
from games.views.labels import game_choices
from tournaments.forms.base import DeskForm
from tournaments.forms.events import time_zones
from tournaments.forms.players import LONGEST_LIST
from tournaments.names import format_name
from tournaments.systems.registry import SYSTEMS

_USUAL_GAME, _USUAL_SYSTEM = "chess", "swiss"


class SetUpForm(DeskForm):
    """Only the name has no default; `time_zone` is the browser's, where a script could ask it."""

    name = forms.CharField(
        label=_("Name of the event"),
        max_length=120,
        widget=forms.TextInput({"autocomplete": "off", "autofocus": True}),
    )
    game = forms.ChoiceField(label=_("Game"), choices=[], widget=forms.RadioSelect, initial=_USUAL_GAME)
    format = forms.ChoiceField(label=_("Format"), choices=[], widget=forms.RadioSelect, initial=_USUAL_SYSTEM)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=400,
        help_text=_("If empty, as many as suit the number of players."),
    )
    players = forms.CharField(
        label=_("Players"),
        required=False,
        max_length=LONGEST_LIST,
        strip=False,
        help_text=_(
            "One player per line, or cells copied from a spreadsheet. Players can also be added later."
        ),
        widget=forms.Textarea({"rows": 9, "spellcheck": "false", "class": "paste", "autocomplete": "off"}),
    )
    time_zone = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = game_choices()  # type: ignore[attr-defined]
        self.fields["format"].choices = [(key, format_name(key)) for key in SYSTEMS]  # type: ignore[attr-defined]

    def clean_time_zone(self) -> str:
        """A zone that no event can have is none that an organiser could correct here."""
        zone = str(self.cleaned_data["time_zone"])
        return zone if zone in time_zones() else "UTC"

    @property
    def game_cards(self) -> list[dict[str, object]]:
        chosen = self["game"].value()
        return [
            {"key": key, "name": name, "chosen": key == chosen}
            for key, name in game_choices()
            if key in SPECS
        ]

    @property
    def system_cards(self) -> list[dict[str, object]]:
        chosen = self["format"].value()
        return [
            {
                "key": one.key,
                "name": format_name(one.key),
                "summary": one.summary,
                "rounds": one.needs_rounds,
                "chosen": one.key == chosen,
            }
            for one in sorted(SYSTEMS.values(), key=lambda one: one.key != _USUAL_SYSTEM)
        ]
