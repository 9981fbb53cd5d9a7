"""A Swiss between its rounds: byes, rules about pairs, tables, players; a draft changed by hand."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tavleya.formats.name_order import split_single
from tournaments.forms.base import DeskForm, RoundsField
from tournaments.forms.players import PersonForm
from tournaments.models.byes import REQUESTED, Bye
from tournaments.models.player import Player, Registration
from tournaments.models.section import FirstColour
from tournaments.models.swiss import PairConstraintKind
from tournaments.names import bye_name
from tournaments.services.players import HIGHEST_RATING


def people(registrations: Iterable[Registration]) -> list[tuple[int, str]]:
    return [
        (registration.pk, f"{registration.number}. {registration.player.full_name}")
        for registration in registrations
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
        choices=[
            ("", _("Draw now")),
            (FirstColour.WHITE, _("White (drawn)")),
            (FirstColour.BLACK, _("Black (drawn)")),
        ],
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
        choices=[
            (PairConstraintKind.APART, _("Must not meet")),
            (PairConstraintKind.TOGETHER, _("Must meet")),
        ],
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

    def __init__(
        self, *args: Any, players: Iterable[Player], late: Mapping[str, forms.Field], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        existing = [(player.pk, player.full_name) for player in players]
        self.fields["player"].choices = [("", gettext("Choose a player")), *existing]  # type: ignore[attr-defined]
        self.fields.update(late)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if bool(cleaned.get("player")) == bool(cleaned.get("name")) and not self.errors:
            self.add_error(
                "player",
                forms.ValidationError(gettext("Choose a player or enter a new one."), code="one_of_two"),
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

    def __init__(
        self, *args: Any, entrants: Sequence[tuple[int, str]], teams: bool = False, **kwargs: Any
    ) -> None:
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
