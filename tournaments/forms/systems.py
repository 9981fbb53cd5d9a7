"""Forms of systems other than the Swiss: their options, teams, line-ups, a display."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import (
    DeskForm,
    FederationField,
    PointsField,
    TextsForm,
    initial_texts,
)
from tournaments.models.player import Registration
from tournaments.models.team import Forfeit, Team
from tournaments.systems.base import System
from tournaments.systems.fields import IntegerOption, OptionField, Points


def option_fields(system: System) -> dict[str, forms.Field]:
    """Return a field for each option of a system in the section's form; names have the prefix `option_`."""
    usual = usual_options(system)
    fields = system.option_group.fields if system.option_group is not None else ()
    return {f"option_{item.name}": _field(item, usual[item.name]) for item in fields}


def usual_options(system: System) -> dict[str, Any]:
    return system.checked_options({})


def _field(item: OptionField, usual: Any) -> forms.Field:
    common: dict[str, Any] = {
        "label": gettext(item.label),
        "help_text": gettext(item.help) if item.help else "",
        "required": False,
    }
    if isinstance(item, IntegerOption):
        return forms.IntegerField(min_value=item.least, max_value=item.most, initial=usual, **common)
    if isinstance(item, Points):
        return PointsField(initial=usual, **common)
    values = {_choice_value(value): value for value, _label in item.choices}
    return forms.TypedChoiceField(
        choices=[(_choice_value(value), gettext(label)) for value, label in item.choices],
        coerce=lambda value: values[_choice_value(value)],
        empty_value=None,
        initial=_choice_value(usual),
        **common,
    )


def _choice_value(value: object) -> str:
    """Return a choice as the form sends it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def options_from(system: System, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of the system; an empty field means the default, or “no limit”."""
    fields = system.option_group.fields if system.option_group is not None else ()
    result = {item.name: cleaned.get(f"option_{item.name}") for item in fields}
    return {name: value for name, value in result.items() if value not in (None, "")}


def initial_options(options: Mapping[str, Any]) -> dict[str, Any]:
    return {
        f"option_{name}": _choice_value(value) if isinstance(value, bool) else value
        for name, value in options.items()
    }


class TeamForm(TextsForm):
    """A team and its players, by their starting numbers in board order."""

    longest_name = 80

    aliases: ClassVar = {
        "team_name_taken": "name",
        "board_order_stands": "members",
        "in_another_team": "members",
    }

    name = forms.CharField(label=_("Name"), max_length=80)
    captain = forms.CharField(label=_("Captain"), max_length=120, required=False)
    federation = FederationField()
    members = forms.CharField(
        label=_("Players in board order"),
        required=False,
        max_length=400,
        help_text=_("Starting numbers, first board first and reserves last: 3, 1, 12, 7."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, registrations: Sequence[Registration], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.registrations = {registration.number: registration for registration in registrations}

    def clean_members(self) -> list[int]:
        keys = []
        for word in re.split(r"[\s,;]+", self.cleaned_data["members"].strip()):
            if not word:
                continue
            registration = self.registrations.get(int(word)) if word.isdigit() and len(word) < 9 else None
            if registration is None:
                raise ValidationError(
                    gettext("No player has starting number “%(word)s”.") % {"word": word},
                    code="no_such_registration",
                )
            keys.append(registration.pk)
        return keys

    def values(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        plain = {name: cleaned[name] for name in ("name", "captain", "federation")}
        return {**plain, "names": self.texts("name")}

    @classmethod
    def initial_of(cls, team: Team) -> dict[str, Any]:
        members = team.members.select_related("registration").order_by("place")
        return {
            "name": team.name,
            "captain": team.captain,
            "federation": team.federation,
            **initial_texts(team.names, "name"),
            "members": ", ".join(str(member.registration.number) for member in members),
        }


class LineUpForm(DeskForm):
    """The players at each board for one team."""

    def __init__(self, *args: Any, members: Sequence[Registration], boards: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.boards = boards
        people = [
            (member.pk, f"{place}. {member.player.full_name}")
            for place, member in enumerate(members, start=1)
        ]
        for number in range(1, boards + 1):
            self.fields[f"board_{number}"] = forms.TypedChoiceField(
                label=gettext("Board %(n)s") % {"n": number},
                choices=[("", gettext("no one")), *people],
                coerce=int,
                empty_value=None,
                required=False,
            )

    @property
    def seats(self) -> list[int | None]:
        return [self.cleaned_data[f"board_{number}"] for number in range(1, self.boards + 1)]


class ForfeitForm(DeskForm):
    aliases: ClassVar = {"reason_missing": "reason"}

    lost_by = forms.ChoiceField(label=_("Forfeited by"), choices=[], required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def __init__(self, *args: Any, first: str, second: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["lost_by"].choices = [  # type: ignore[attr-defined]
            ("", gettext("neither: the match is played")),
            (Forfeit.FIRST, first),
            (Forfeit.SECOND, second),
            (Forfeit.BOTH, gettext("both teams")),
        ]


class DisplayForm(DeskForm):
    giver = forms.TypedChoiceField(label=_("Giver of the display"), choices=[], coerce=int)

    def __init__(self, *args: Any, registrations: Sequence[Registration], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [
            (registration.pk, f"{registration.number}. {registration.player.full_name}")
            for registration in registrations
        ]
        self.fields["giver"].choices = people  # type: ignore[attr-defined]


class UnpublishForm(DeskForm):
    aliases: ClassVar = {"round_has_results": "confirmed", "reason_missing": "reason"}

    confirmed = forms.BooleanField(label=_("Including started games and entered results"), required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
