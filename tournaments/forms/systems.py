"""Forms of systems other than the Swiss: their options, teams, line-ups, a display."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tavleya.formats.headings import split_single
from tournaments.forms.base import (
    DeskForm,
    FederationField,
    PointsField,
    RoundsField,
    TextsForm,
    initial_texts,
    listed_keys,
)
from tournaments.forms.players import PersonForm
from tournaments.models.player import Forfeit, Player, Registration, Team
from tournaments.models.round import REQUESTED, Bye
from tournaments.models.section import FirstColour
from tournaments.models.swiss import PairConstraintKind
from tournaments.names import bye_name
from tournaments.services.players import HIGHEST_RATING
from tournaments.systems.base import IntegerOption, OptionField, Points, System


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
        f"option_{name}": _choice_value(value) if isinstance(value, bool) else value for name, value in options.items()
    }


class TeamForm(TextsForm):
    """A team and its players, by their starting numbers in board order."""

    longest_name = 80

    aliases: ClassVar = {"team_name_taken": "name", "board_order_stands": "members", "in_another_team": "members"}

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
        self.registrations = {registration.number: registration.pk for registration in registrations}

    def clean_members(self) -> list[int]:
        return listed_keys(self.cleaned_data["members"], self.registrations)

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
        people = [(member.pk, f"{place}. {member.player.full_name}") for place, member in enumerate(members, start=1)]
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
        self.fields["giver"].choices = people(registrations)  # type: ignore[attr-defined]


class UnpublishForm(DeskForm):
    aliases: ClassVar = {"round_has_results": "confirmed", "reason_missing": "reason"}

    confirmed = forms.BooleanField(label=_("Including started games and entered results"), required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


# A Swiss between its rounds: byes, rules about pairs, tables, players; a draft changed by hand.


def people(registrations: Iterable[Registration]) -> list[tuple[int, str]]:
    return [
        (registration.pk, f"{registration.number}. {registration.player.full_name}") for registration in registrations
    ]


def someone(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=[], coerce=int)


class RegistrationsForm(DeskForm):
    """A form whose fields named in `seats` are players of the section."""

    seats: ClassVar[tuple[str, ...]] = ("registration",)

    def __init__(self, *args: Any, registrations: Sequence[Registration], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.seats:
            self.fields[name].choices = [("", gettext("Choose a player")), *people(registrations)]  # type: ignore[attr-defined]


class PairForm(DeskForm):
    number = forms.IntegerField(widget=forms.HiddenInput)
    first_colour = forms.ChoiceField(
        label=_("Colour of the first player"),
        required=False,
        choices=[("", _("Draw now")), (FirstColour.WHITE, _("White (drawn)")), (FirstColour.BLACK, _("Black (drawn)"))],
    )

    def __init__(self, *args: Any, teams: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if teams:
            self.fields["first_colour"].label = gettext("Colour of the first team at board 1")


class AskedByeForm(RegistrationsForm):
    """Byes of one player; `rounds` are the unpaired ones."""

    registration = someone(_("Player"))
    rounds = RoundsField(label=_("Rounds"))
    kind = forms.ChoiceField(label=_("Type of bye"), choices=[])

    def __init__(self, *args: Any, rounds: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["rounds"].choices = [(number, str(number)) for number in rounds]  # type: ignore[attr-defined]
        self.fields["kind"].choices = [(kind.value, bye_name(kind)) for kind in REQUESTED]  # type: ignore[attr-defined]


class RestrictionForm(DeskForm):
    """The rounds of a restriction, and its reason."""

    first_round = forms.IntegerField(label=_("From round"), min_value=1, max_value=400, initial=1)
    last_round = forms.IntegerField(label=_("To round"), required=False, min_value=1, max_value=400)
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)
    confirmed = forms.BooleanField(
        label=_("Change restrictions although the section has been paired"),
        help_text=_("Recorded in the log and as a remark in the tournament report (TRF)."),
        required=False,
    )

    @property
    def terms(self) -> dict[str, Any]:
        """The common arguments of services that restrict pairings."""
        return {name: self.cleaned_data[name] for name in RestrictionForm.base_fields}


class PairConstraintForm(RestrictionForm, RegistrationsForm):
    seats = ("registration", "other")

    registration = someone(_("Player"))
    other = someone(_("Other player"))
    kind = forms.ChoiceField(
        label=_("Rule"),
        choices=[(PairConstraintKind.APART, _("Must not meet")), (PairConstraintKind.TOGETHER, _("Must meet"))],
    )


class ExchangeNumbersForm(RegistrationsForm):
    """Two players of one rating who take each other's starting numbers."""

    seats = ("one", "other")

    one = someone(_("Player"))
    other = someone(_("Other player"))


class FixedTableForm(RegistrationsForm):
    registration = someone(_("Player"))
    board = forms.IntegerField(
        label=_("Board"), required=False, min_value=1, max_value=9_999, help_text=_("Empty: any board.")
    )


class LateEntryForm(PersonForm):
    """A player of the event, or a new person, who plays from a later round on."""

    player = forms.TypedChoiceField(
        label=_("Player of the event"), choices=[], coerce=int, empty_value=None, required=False
    )
    name = forms.CharField(
        label=_("Or a new player"),
        max_length=160,
        required=False,
        help_text=_("Family name, given name"),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    rating = forms.IntegerField(label=_("Rating"), required=False, min_value=1, max_value=HIGHEST_RATING)
    birth_year = forms.IntegerField(label=_("Year of birth"), required=False, min_value=1800, max_value=2200)
    fide_id = forms.IntegerField(label=_("FIDE ID"), required=False, min_value=1, max_value=99_999_999_999)

    def __init__(self, *args: Any, players: Iterable[Player], late: Mapping[str, forms.Field], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(player.pk, player.full_name) for player in players]
        self.fields["player"].choices = [("", gettext("Choose a player")), *choices]  # type: ignore[attr-defined]
        self.fields.update(late)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if bool(cleaned.get("player")) == bool(cleaned.get("name")) and not self.errors:
            self.add_error(
                "player", forms.ValidationError(gettext("Choose a player or enter a new one."), code="one_of_two")
            )
        return cleaned

    def person(self, kind: str) -> dict[str, Any]:
        """Return a new person as the services take it; the rating is of this kind."""
        cleaned = self.cleaned_data
        name = split_single(cleaned["name"])
        return {
            "family_name": name.family,
            "given_name": name.given,
            "patronymic": name.patronymic,
            "birth_year": cleaned["birth_year"],
            "fide_id": cleaned["fide_id"],
            "ratings": {kind: cleaned["rating"]} if cleaned["rating"] else {},
        }


class WithdrawalForm(RegistrationsForm):
    registration = someone(_("Player"))
    how = forms.ChoiceField(
        label=_("Action"),
        choices=[("withdraw", _("Withdraws (results stay)")), ("expel", _("Expelled from the event"))],
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=400)


class UndoForm(DeskForm):
    number = forms.IntegerField(widget=forms.HiddenInput)
    confirmed = forms.BooleanField(label=_("Also undo its results"), required=False)
    reason = forms.CharField(label=_("Reason"), required=False, max_length=400)


class DraftForm(DeskForm):
    """A change of a draft; `despite` is the reason for a breach of C1-C3.

    Its fields named in `seats` are players of the section, or teams: `entrants` are the names by key.
    """

    seats: ClassVar[tuple[str, ...]] = ("registration",)
    #: Labels of the fields in a section of teams.
    team_labels: ClassVar[Mapping[str, Any]] = {"registration": _("Team")}

    version = forms.IntegerField(widget=forms.HiddenInput)
    despite = forms.CharField(
        label=_("Reason, if a rule is broken"),
        required=False,
        max_length=300,
        help_text=_("A change that breaks C1, C2 or C3 needs a reason."),
    )

    def __init__(self, *args: Any, entrants: Sequence[tuple[int, str]], teams: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        text = gettext("Choose a team") if teams else gettext("Choose a player")
        for name in self.seats:
            self.fields[name].choices = [("", text), *entrants]  # type: ignore[attr-defined]
            if teams:
                self.fields[name].label = self.team_labels[name]


class ExchangeForm(DraftForm):
    seats = ("one", "other")
    team_labels: ClassVar = {"one": _("Team"), "other": _("Other team")}

    one = someone(_("Player"))
    other = someone(_("Other player"))


class PairByHandForm(DraftForm):
    seats = ("white", "black")
    team_labels: ClassVar = {"white": _("White at the first board"), "black": _("Black at the first board")}

    white = someone(_("White"))
    black = someone(_("Black"))


class RemoveFromDraftForm(DraftForm):
    registration = someone(_("Player"))
    bye = forms.ChoiceField(label=_("Type of bye"), choices=[])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = sorted(REQUESTED, key=lambda kind: kind is not Bye.ZERO)
        self.fields["bye"].choices = [(kind.value, bye_name(kind)) for kind in kinds]  # type: ignore[attr-defined]


class AddToDraftForm(DraftForm):
    registration = someone(_("Player"))


class MoveTableForm(DeskForm):
    version = forms.IntegerField(widget=forms.HiddenInput)
    pairing = forms.IntegerField(widget=forms.HiddenInput)
    board = forms.IntegerField(label=_("Table"), min_value=1, max_value=9_999)
