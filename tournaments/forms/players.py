"""One player, and a whole list of them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tavleya.errors import DomainError
from tournaments.access import entered, form_field
from tournaments.forms.base import DeskForm, FederationField, RoundsField, TextsForm, initial_texts
from tournaments.forms.ratings import later_ratings, later_ratings_text, other_ratings, other_ratings_text
from tournaments.models.player import Player, Registration, Sex
from tournaments.models.section import RatingKind
from tournaments.services.players import HIGHEST_RATING

_RATINGS = {
    RatingKind.STANDARD: _("Rating, standard"),
    RatingKind.RAPID: _("Rating, rapid"),
    RatingKind.BLITZ: _("Rating, blitz"),
}
LONGEST_LIST = 1_000_000


#: Fields of the form that are the player's own, by the same names.
_PERSON = tuple(entered(Player))


class PersonForm(DeskForm):
    """A form for a person who may be in the event already.

    If the service asks whether it is the same person, `namesakes` are the players to choose from, and `who` the answer.
    """

    who = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    namesakes: Sequence[Player] = ()

    def refuse(self, refused: DomainError) -> None:
        super().refuse(refused)
        keys = refused.detail.get("namesakes")
        if isinstance(keys, list):
            self.namesakes = list(Player.objects.filter(pk__in=keys).order_by("pk"))


def late_fields(missed: Sequence[int], from_round: int, last_round: int | None) -> dict[str, forms.Field]:
    """Return the fields of a late entry: the first round, and which of the `missed` rounds bring half a point."""
    fields: dict[str, forms.Field] = {
        "from_round": forms.IntegerField(
            label=gettext("First round played"), min_value=1, max_value=last_round or 400, initial=from_round
        )
    }
    if missed:
        fields["half_points"] = half_points_field(missed)
    return fields


def half_points_field(missed: Sequence[int]) -> RoundsField:
    return RoundsField(
        missed,
        label=gettext("Half-point bye for round"),
        required=False,
        help_text=gettext("For missed rounds, as far as the regulations allow; the others score zero."),
    )


class PlayerForm(TextsForm, PersonForm):
    """A player with their place in the section's list; `late`: the fields of a late entry.

    `long`: the event lasts so long that ratings change while it is played.  `further`: the fields of a person that have
    no separate place on the page.
    """

    aliases: ClassVar = {
        "already_entered": "family_name",
        "duplicate_player": "family_name",
        "number_taken": "number",
    }

    family_name = forms.CharField(label=_("Family name"), max_length=80)
    given_name = forms.CharField(label=_("Given name"), max_length=80, required=False)
    patronymic = forms.CharField(label=_("Patronymic"), max_length=80, required=False)
    number = forms.IntegerField(
        label=_("Starting number"),
        required=False,
        min_value=1,
        max_value=99_999,
        help_text=_("If empty: the next free number."),
    )
    entry_rating = forms.IntegerField(
        label=_("Rating in this section"),
        required=False,
        min_value=1,
        max_value=HIGHEST_RATING,
        help_text=_("If empty: the player's rating for this type of section."),
    )
    other_ratings = forms.CharField(
        label=_("Other ratings"),
        max_length=80,
        required=False,
        help_text=_("National or your own lists, by name: RUS 2150, CLUB 1900."),
        widget=forms.TextInput({"spellcheck": "false", "autocapitalize": "characters"}),
    )
    half_byes = forms.BooleanField(label=_("Entitled to half-point byes"), required=False, initial=True)
    title = forms.CharField(label=_("Title"), max_length=12, required=False)
    federation = FederationField()
    fide_id = forms.IntegerField(label=_("FIDE ID"), required=False, min_value=1, max_value=99_999_999_999)
    birth_year = forms.IntegerField(label=_("Year of birth"), required=False, min_value=1800, max_value=2200)
    sex = forms.ChoiceField(
        label=_("Sex"), required=False, choices=[("", "—"), (Sex.FEMALE, _("female")), (Sex.MALE, _("male"))]
    )
    club = forms.CharField(label=_("Club or city"), max_length=120, required=False)
    username = forms.CharField(
        label=_("Account"),
        max_length=150,
        required=False,
        help_text=_("The account the player uses to move on a live board."),
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false"}),
    )

    def __init__(
        self, *args: Any, late: Mapping[str, forms.Field] | None = None, long: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._further = [name for name in _PERSON if name not in self.fields]
        self.fields.update({name: form_field(Player, name) for name in self._further})
        self.fields.update(late or {})
        if long:
            self.fields["later_ratings"] = forms.CharField(
                label=gettext("Later ratings"),
                max_length=200,
                required=False,
                help_text=gettext("Round and the rating from then on: 5: 2130, 8: 2141."),
            )
        for kind, label in _RATINGS.items():
            self.fields[f"rating_{kind.value}"] = forms.IntegerField(
                label=label, required=False, min_value=1, max_value=HIGHEST_RATING
            )

    @property
    def further(self) -> list[forms.BoundField]:
        return [self[name] for name in self._further]

    def clean_username(self) -> int | None:
        """Return the key of the user."""
        name = self.cleaned_data["username"].strip()
        if not name:
            return None
        user = get_user_model().objects.filter(username=name, is_active=True).values_list("pk", flat=True).first()
        if user is None:
            raise ValidationError(gettext("There is no account “%(name)s”.") % {"name": name}, code="no_such_user")
        return int(user)

    def clean_other_ratings(self) -> dict[str, int]:
        try:
            return other_ratings(self.cleaned_data["other_ratings"])
        except ValueError:
            raise ValidationError(
                gettext("Write the name of the list and the rating: RUS 2150."), code="bad_rating"
            ) from None

    def clean_later_ratings(self) -> list[list[int]]:
        try:
            return later_ratings(self.cleaned_data["later_ratings"])
        except ValueError:
            raise ValidationError(gettext("Write the round, a colon and the rating."), code="bad_rating") from None

    @classmethod
    def initial_of(cls, registration: Registration) -> dict[str, Any]:
        player = registration.player
        return {
            **{name: getattr(player, name) for name in _PERSON},
            **{f"rating_{kind}": rating for kind, rating in player.ratings.items()},
            "other_ratings": other_ratings_text(player.ratings),
            **initial_texts(player.names, "name"),
            "number": registration.number,
            "entry_rating": registration.rating,
            "later_ratings": later_ratings_text(registration.later_ratings),
            "half_byes": registration.half_byes,
            "username": player.user.get_username() if player.user else "",
        }

    def person(self) -> dict[str, Any]:
        """Return the data of the player as the services take them."""
        cleaned = self.cleaned_data
        ratings = {kind.value: cleaned[f"rating_{kind.value}"] for kind in _RATINGS}
        return {
            **{name: cleaned[name] for name in _PERSON},
            "names": self.texts("name"),
            "ratings": {
                **{kind: rating for kind, rating in ratings.items() if rating},
                **cleaned["other_ratings"],
            },
            "user_id": cleaned["username"],
        }
