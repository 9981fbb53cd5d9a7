"""What the systems besides the Swiss ask for: their options, teams, line-ups, a display."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.pairing.options import KINDS, MOST_BOARDS
from tournaments.forms.base import (
    DeskForm,
    FederationField,
    PointsField,
    TextsForm,
    initial_texts,
)
from tournaments.models import Entry, Team
from tournaments.models.team import Forfeit


def option_fields() -> dict[str, forms.Field]:
    """One field for each option of each system, as the section's form has them."""

    def whole(label: Any, least: int, most: int, initial: int | None, help_text: Any = "") -> forms.Field:
        return forms.IntegerField(
            label=label, required=False, min_value=least, max_value=most, initial=initial, help_text=help_text
        )

    return {
        "option_boards": whole(_("Boards of a match"), 1, MOST_BOARDS, 4),
        "option_cycles": forms.TypedChoiceField(
            label=_("How often they meet"),
            required=False,
            coerce=int,
            empty_value=None,
            choices=[(1, _("Once")), (2, _("Twice, with the colours turned"))],
        ),
        "option_keep_order": forms.TypedChoiceField(
            label=_("Who sits where"),
            required=False,
            coerce=lambda value: value == "yes",
            empty_value=None,
            choices=[
                ("yes", _("In the order of the team's list; whoever is absent is moved up for")),
                ("no", _("As the captain likes")),
            ],
        ),
        "option_rank_by": forms.ChoiceField(
            label=_("What ranks"),
            required=False,
            choices=[("MP", _("Match points")), ("GP", _("Game points"))],
        ),
        "option_match_win": PointsField(label=_("Match won")),
        "option_match_draw": PointsField(label=_("Match drawn")),
        "option_match_loss": PointsField(label=_("Match lost")),
        "option_top": whole(
            _("Value of the first"), 1, 10_000, None, _("Empty: one and a half times the number of players.")
        ),
        "option_step": whole(_("Less for each place"), 1, 100, 1),
        "option_own": whole(_("How often one's own value counts"), 0, 10, 1),
        "option_gap": whole(
            _("Rounds before two meet again"), 0, 100, 4, _("Where that cannot be kept, it is shortened.")
        ),
        "option_excused": whole(
            _("Excused rounds that count"),
            0,
            400,
            None,
            _("Each gives a third of one's own value. Empty: all."),
        ),
        "option_colours": forms.ChoiceField(
            label=_("Who gives the display plays"),
            required=False,
            choices=[
                ("white", _("White everywhere")),
                ("black", _("Black everywhere")),
                ("alternate", _("White at odd boards, Black at even ones")),
            ],
        ),
        "option_match_score": forms.ChoiceField(
            label=_("A match of two games counts as"),
            required=False,
            choices=[("games", _("The points of both games")), ("match", _("One result"))],
            help_text=_("For the Double-Swiss."),
        ),
    }


def options_from(section_format: str, cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """The options of the chosen format; a field left empty is as usual, or stands for “no limit”."""
    kind = KINDS.get(section_format)
    found = {name: cleaned.get(f"option_{name}") for name in (kind.__dataclass_fields__ if kind else ())}
    return {name: value for name, value in found.items() if value not in (None, "")}


def initial_options(options: Mapping[str, Any]) -> dict[str, Any]:
    shown = {f"option_{name}": value for name, value in options.items()}
    if "keep_order" in options:
        shown["option_keep_order"] = "yes" if options["keep_order"] else "no"
    return shown


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
        help_text=_("Their starting numbers, the first board first and the reserves last: 3, 1, 12, 7."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = {one.number: one for one in entries}

    def clean_members(self) -> list[int]:
        keys = []
        for word in re.split(r"[\s,;]+", self.cleaned_data["members"].strip()):
            if not word:
                continue
            entry = self.entries.get(int(word)) if word.isdigit() and len(word) < 9 else None
            if entry is None:
                raise ValidationError(
                    gettext("“%(word)s” is nobody's starting number.") % {"word": word}, code="no_such_entry"
                )
            keys.append(entry.pk)
        return keys

    def values(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        plain = {name: cleaned[name] for name in ("name", "captain", "federation")}
        return {**plain, "names": self.texts("name")}

    @classmethod
    def initial_of(cls, team: Team) -> dict[str, Any]:
        members = team.members.select_related("entry").order_by("place")
        return {
            "name": team.name,
            "captain": team.captain,
            "federation": team.federation,
            **initial_texts(team.names, "name"),
            "members": ", ".join(str(one.entry.number) for one in members),
        }


class LineUpForm(DeskForm):
    """Who sits at each board for one team."""

    def __init__(self, *args: Any, members: Sequence[Entry], boards: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.boards = boards
        people = [(one.pk, f"{place}. {one.player.full_name}") for place, one in enumerate(members, start=1)]
        for number in range(1, boards + 1):
            self.fields[f"board_{number}"] = forms.TypedChoiceField(
                label=gettext("Board %(n)s") % {"n": number},
                choices=[("", gettext("nobody")), *people],
                coerce=int,
                empty_value=None,
                required=False,
            )

    @property
    def seats(self) -> list[int | None]:
        return [self.cleaned_data[f"board_{number}"] for number in range(1, self.boards + 1)]


class ForfeitForm(DeskForm):
    aliases: ClassVar = {"reason_missing": "reason"}

    lost_by = forms.ChoiceField(label=_("Lost without play by"), choices=[], required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def __init__(self, *args: Any, first: str, second: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["lost_by"].choices = [  # type: ignore[attr-defined]
            ("", gettext("nobody: the match is played")),
            (Forfeit.FIRST, first),
            (Forfeit.SECOND, second),
            (Forfeit.BOTH, gettext("both teams")),
        ]


class DisplayForm(DeskForm):
    giver = forms.TypedChoiceField(label=_("Who gives the display"), choices=[], coerce=int)

    def __init__(self, *args: Any, entries: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [(one.pk, f"{one.number}. {one.player.full_name}") for one in entries]
        self.fields["giver"].choices = people  # type: ignore[attr-defined]


class TakeBackForm(DeskForm):
    aliases: ClassVar = {"round_has_results": "confirmed", "reason_missing": "reason"}

    confirmed = forms.BooleanField(
        label=_("Also games that have begun and results that stand"), required=False
    )
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
