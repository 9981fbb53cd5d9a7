"""The forms of appeals: filing one, hearing it, deciding it; the committee and the regulation."""

from typing import Any, ClassVar

from django import forms
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arbiter.models.appeal import Appeal, AppealRegulation
from clocks.labels import side_name
from tavleya.law.appeals import CountedFrom
from tavleya.sides import Side
from tournaments.forms.base import DeskForm, MomentField

_LINES = forms.Textarea({"rows": 4})


class FilingForm(DeskForm):
    """Form to file an appeal. `sides`: the possible appellants; the field is shown only if there are two."""

    aliases: ClassVar = {
        "grounds_missing": "grounds",
        "deposit_missing": "deposit_paid",
        "not_your_board": "side",
    }

    side = forms.ChoiceField(label=_("Appellant"), widget=forms.RadioSelect)
    grounds = forms.CharField(label=_("What is wrong with the ruling"), max_length=4000, widget=_LINES)
    deposit_paid = forms.BooleanField(label=_("The deposit has been paid"), required=False)

    def __init__(self, *args: Any, sides: list[tuple[Side, str]], deposit: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = [  # type: ignore[attr-defined]
            (side.value, f"{side_name(side)}: {name}") for side, name in sides
        ]
        if len(sides) == 1:
            del self.fields["side"]
        if deposit:
            self.fields["deposit_paid"].help_text = deposit
        else:
            del self.fields["deposit_paid"]


class VersionForm(DeskForm):
    """Form with the version of the appeal that the reader saw when they opened it."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)

    def renew(self, version: int) -> None:
        """Keep the form data, and let another attempt use the current version."""
        self.data = {**{name: self.data[name] for name in self.data}, "version": str(version)}


class HearingForm(VersionForm):
    aliases: ClassVar = {"hearing_in_the_past": "at", "no_panel": "at"}

    at = MomentField(label=_("Time of the hearing"), required=True)
    place = forms.CharField(label=_("Place"), max_length=200, required=False)


class EffectForm(VersionForm):
    aliases: ClassVar = {"reason_missing": "reason"}

    reason = forms.CharField(label=_("Why"), max_length=500)


class WithdrawalForm(VersionForm):
    deposit_returned = forms.BooleanField(label=_("The deposit is returned"), required=False)


class DecisionForm(VersionForm):
    """Form for the text of a decision, and for the deposit if one was paid."""

    aliases: ClassVar = {"decision_missing": "decision"}

    decision = forms.CharField(
        label=_("Decision and reasons"), max_length=8000, widget=forms.Textarea({"rows": 6})
    )
    deposit = forms.ChoiceField(
        label=_("Deposit"), choices=[("returned", _("is returned")), ("kept", _("is kept"))], required=False
    )

    def __init__(self, *args: Any, appeal: Appeal, outcome: str, **kwargs: Any) -> None:
        usual = "kept" if outcome == Appeal.Outcome.UPHELD else "returned"
        kwargs["initial"] = {"deposit": usual, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        if appeal.deposit_state != Appeal.Deposit.PAID:
            del self.fields["deposit"]

    @property
    def deposit_returned(self) -> bool | None:
        chosen = self.cleaned_data.get("deposit")
        return chosen == "returned" if chosen else None


class MemberForm(DeskForm):
    aliases: ClassVar = {"already_a_member": "username", "chair_taken": "seat"}

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
    )
    seat = forms.ChoiceField(
        label=_("Seat"), choices=[("member", _("member")), ("chair", _("chair")), ("reserve", _("reserve"))]
    )

    def clean_username(self) -> int:
        """Return the user's key."""
        name = self.cleaned_data["username"].strip()
        people = get_user_model().objects.filter(username=name, is_active=True)
        match = people.values_list("pk", flat=True).first()
        if match is None:
            text = gettext("There is no account “%(name)s”.") % {"name": name}
            raise ValidationError(text, code="no_such_user")
        return int(match)


class RegulationForm(DeskForm):
    aliases: ClassVar = {"bad_appeal_regulation": "within_minutes"}

    within_minutes = forms.IntegerField(
        label=_("Time for an appeal"), min_value=1, max_value=10_000, help_text=_("In minutes.")
    )
    counted_from = forms.ChoiceField(
        label=_("Counted from"),
        choices=[
            (CountedFrom.RULING.value, _("the ruling")),
            (CountedFrom.GAME.value, _("the end of the game")),
        ],
    )
    seats = forms.IntegerField(label=_("Members who decide"), min_value=1, max_value=15)
    deposit = forms.CharField(
        label=_("Deposit"),
        max_length=60,
        required=False,
        help_text=_("As announced, for example 50 EUR; empty for none."),
    )
    effect_suspended = forms.BooleanField(
        label=_("An appeal suspends the ruling's effect until it is decided"), required=False
    )
    final_kinds = forms.MultipleChoiceField(
        label=_("Rulings that cannot be appealed"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, kinds: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["final_kinds"].choices = kinds  # type: ignore[attr-defined]

    @staticmethod
    def initial_of(row: AppealRegulation | None) -> dict[str, object]:
        row = row or AppealRegulation()
        names = ("within_minutes", "counted_from", "seats", "deposit", "effect_suspended", "final_kinds")
        return {name: getattr(row, name) for name in names}
