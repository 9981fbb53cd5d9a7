"""Byes of teams and teams that are kept apart, before a round of a team Swiss."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.forms.systems import RestrictionForm, someone
from tournaments.models.round import REQUESTED
from tournaments.models.team import Team
from tournaments.names import bye_name


def _choices(teams: Sequence[Team]) -> list[tuple[Any, str]]:
    return [("", gettext("Choose a team")), *((team.pk, f"{team.number}. {team.name}") for team in teams)]


class TeamByeForm(DeskForm):
    """Byes of a team; `rounds` are the unpaired ones."""

    team = someone(_("Team"))
    round_number = forms.TypedChoiceField(label=_("Round"), choices=[], coerce=int)
    kind = forms.ChoiceField(label=_("Type of bye"), choices=[])

    def __init__(self, *args: Any, teams: Sequence[Team], rounds: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].choices = _choices(teams)  # type: ignore[attr-defined]
        self.fields["round_number"].choices = [(round_, str(round_)) for round_ in rounds]  # type: ignore[attr-defined]
        self.fields["kind"].choices = [(round_.value, bye_name(round_)) for round_ in REQUESTED]  # type: ignore[attr-defined]


class TeamRestrictionForm(RestrictionForm):
    team = someone(_("Team"))
    other = someone(_("Other team"))

    def __init__(self, *args: Any, teams: Sequence[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("team", "other"):
            self.fields[name].choices = _choices(teams)  # type: ignore[attr-defined]
