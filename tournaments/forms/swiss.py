"""A Swiss between its rounds: byes, rules about pairs, tables, players; a draft changed by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm
from tournaments.models import Player, Registration
from tournaments.models.pairing import Bye
from tournaments.models.section import FirstColour
from tournaments.models.swiss import REQUESTED, PairConstraintKind
from tournaments.names import bye_name


def people(registrations: Iterable[Registration]) -> list[tuple[int, str]]:
    return [(one.pk, f"{one.number}. {one.player.full_name}") for one in registrations]


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
            ("", _("Draw it now")),
            (FirstColour.WHITE, _("White, as was drawn")),
            (FirstColour.BLACK, _("Black, as was drawn")),
        ],
    )


class AskedByeForm(RegistrationsForm):
    registration = someone(_("Player"))
    round_number = forms.IntegerField(label=_("Round"), min_value=1, max_value=400)
    kind = forms.ChoiceField(label=_("Kind of bye"), choices=[])

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["kind"].choices = [(kind.value, bye_name(kind)) for kind in REQUESTED]  # type: ignore[attr-defined]


class PairConstraintForm(RegistrationsForm):
    seats = ("registration", "other")

    registration = someone(_("Player"))
    other = someone(_("Other player"))
    kind = forms.ChoiceField(
        label=_("Rule"),
        choices=[
            (PairConstraintKind.APART, _("They do not meet")),
            (PairConstraintKind.TOGETHER, _("They must meet")),
        ],
    )
    first_round = forms.IntegerField(label=_("From round"), min_value=1, max_value=400, initial=1)
    last_round = forms.IntegerField(label=_("To round"), required=False, min_value=1, max_value=400)
    reason = forms.CharField(label=_("Reason"), required=False, max_length=200)


class FixedTableForm(RegistrationsForm):
    registration = someone(_("Player"))
    board = forms.IntegerField(
        label=_("Table"), required=False, min_value=1, max_value=9_999, help_text=_("Empty: any table.")
    )


class LateEntryForm(DeskForm):
    player = forms.TypedChoiceField(label=_("Player"), choices=[], coerce=int)
    from_round = forms.IntegerField(label=_("Plays from round"), min_value=1, max_value=400)
    missed = forms.ChoiceField(
        label=_("Rounds missed"),
        choices=[(Bye.ZERO, _("No points")), (Bye.HALF, _("Half a point each"))],
    )

    def __init__(self, *args: Any, players: Iterable[Player], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = [(one.pk, one.full_name) for one in players]
        self.fields["player"].choices = [("", gettext("Choose a player")), *known]  # type: ignore[attr-defined]


class WithdrawalForm(RegistrationsForm):
    registration = someone(_("Player"))
    how = forms.ChoiceField(
        label=_("What happens"),
        choices=[("withdraw", _("Withdraws: his results stay")), ("expel", _("Is expelled from the event"))],
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=400)


class UndoForm(DeskForm):
    number = forms.IntegerField(widget=forms.HiddenInput)
    confirmed = forms.BooleanField(label=_("Its results are to be undone too"), required=False)
    reason = forms.CharField(label=_("Reason"), required=False, max_length=400)


class DraftForm(RegistrationsForm):
    """A change of a draft; `despite` is why it is made although it breaks C1-C3."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    despite = forms.CharField(
        label=_("Reason, if it breaks a rule"),
        required=False,
        max_length=300,
        help_text=_("Without a reason a change that breaks C1, C2 or C3 is refused."),
    )


class ExchangeForm(DraftForm):
    seats = ("one", "other")

    one = someone(_("Player"))
    other = someone(_("Other player"))


class PairByHandForm(DraftForm):
    seats = ("white", "black")

    white = someone(_("White"))
    black = someone(_("Black"))


class RemoveFromDraftForm(DraftForm):
    registration = someone(_("Player"))
    bye = forms.ChoiceField(label=_("Kind of bye"), choices=[])

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
