"""One player, and a whole list of them."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tavleya.errors import DomainError
from tavleya.ratings import FIDE_LISTS, RatingMethod, effective, is_list
from tournaments.access import entered, form_field
from tournaments.forms.base import DeskForm, FederationField, RoundsField, TextsForm, initial_texts, user_named
from tournaments.forms.events import NamedForm
from tournaments.models.player import Player, Registration, Sex
from tournaments.models.section import LaterRatings, RatingKind, Section, UnratedOpponents
from tournaments.services.players import HIGHEST_RATING

# The rating that ranks the players of a section, and the treatment of missing ratings in tie-breaks.

METHODS = {
    RatingMethod.FIDE: _("FIDE rating"),
    RatingMethod.NATIONAL_ONLY: _("national rating only"),
    RatingMethod.FIDE_OR_NATIONAL: _("FIDE, else national"),
    RatingMethod.NATIONAL_OR_FIDE: _("national, else FIDE"),
    RatingMethod.HIGHER: _("the higher of FIDE and national"),
    RatingMethod.LOWER: _("the lower of FIDE and national"),
    RatingMethod.OTHER: _("entered for each player"),
}
_UNRATED = {
    UnratedOpponents.LEFT_OUT: _("the tie-break is not applied"),
    UnratedOpponents.AS_RATED: _("they count with the rating below"),
    UnratedOpponents.NOT_COUNTED: _("games against them do not count"),
}
_LATER = {LaterRatings.FIRST: _("the first rating"), LaterRatings.OF_THE_ROUND: _("the rating of each round")}
#: Columns of a section with a field of the same name.
COLUMNS = (
    "rating_method", "national_list", "rating_order", "rating_checks", "unrated", "unrated_rating", "later_ratings",
)  # fmt: skip
#: The order of lists that is proposed, by the pace of a section.
PROPOSED = {pace: ", ".join(effective(pace)) for pace in FIDE_LISTS}
_PAIR = re.compile(r"([A-Z][A-Z0-9]{1,9})\s+(\d{1,4})\Z")


class RatedForm(NamedForm):
    """A form with `rating_fields`."""

    @property
    def ratings(self) -> list[forms.BoundField]:
        return [self[name] for name in COLUMNS if name in self.fields]


def rating_fields() -> dict[str, forms.Field]:
    return {
        "rating_method": forms.ChoiceField(
            label=gettext("Tournament rating"), required=False, choices=list(METHODS.items())
        ),
        "national_list": forms.CharField(
            label=gettext("National rating list"),
            required=False,
            max_length=10,
            help_text=gettext("Three letters of the federation, or the name of your own list: RUS, CLUB."),
            widget=forms.TextInput({"spellcheck": "false", "autocapitalize": "characters"}),
        ),
        "rating_order": forms.CharField(
            label=gettext("Order of rating lists"),
            required=False,
            max_length=80,
            initial=PROPOSED["standard"],
            help_text=gettext(
                "Lists used one after another for the FIDE rating. The proposal depends on the rating used: standard;"
                " rapid, standard; blitz, standard. Leave out, add or move lists as you need."
            ),
            widget=forms.TextInput(
                {
                    "spellcheck": "false",
                    "autocapitalize": "none",
                    "data-follows": "rating_kind",
                    **{f"data-proposed-{pace}": text for pace, text in PROPOSED.items()},
                }
            ),
        ),
        "rating_checks": forms.BooleanField(
            label=gettext("Compare ratings with every new list"),
            required=False,
            initial=True,
            help_text=gettext("Differences are shown on the page of the players. Nothing is changed by itself."),
        ),
        "unrated": forms.ChoiceField(
            label=gettext("Unrated opponents in rating tie-breaks"), required=False, choices=list(_UNRATED.items())
        ),
        "unrated_rating": forms.IntegerField(
            label=gettext("Rating of unrated opponents"), required=False, min_value=1, max_value=4000
        ),
        "later_ratings": forms.ChoiceField(
            label=gettext("When a rating changes during the event, tie-breaks use"),
            required=False,
            choices=list(_LATER.items()),
        ),
    }


def rating_values(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of the services; missing fields get the usual values."""
    words = re.split(r"[\s,;]+", cleaned.get("rating_order", "").strip())
    order = [word if word in FIDE_LISTS else word.upper() for word in words if word]
    if ", ".join(order) == PROPOSED.get(cleaned.get("rating_kind", ""), ""):
        order = []  # as usual for the pace, which may still change
    return {
        "rating_method": cleaned.get("rating_method") or RatingMethod.FIDE.value,
        "national_list": cleaned.get("national_list", "").strip().upper(),
        "rating_order": order,
        "rating_checks": cleaned.get("rating_checks", True),
        "unrated": cleaned.get("unrated") or UnratedOpponents.LEFT_OUT.value,
        "unrated_rating": cleaned.get("unrated_rating"),
        "later_ratings": cleaned.get("later_ratings") or LaterRatings.FIRST.value,
    }


def initial_ratings(section: Section) -> dict[str, Any]:
    values = {name: getattr(section, name) for name in COLUMNS}
    order = ", ".join(section.rating_order) or PROPOSED[section.rating_kind]
    return {**values, "rating_order": order}


def other_ratings(text: str) -> dict[str, int]:
    """Parse `RUS 2150, CLUB 1900`.  Raises: ValueError."""
    result = {}
    for part in filter(str.strip, text.upper().replace(";", ",").split(",")):
        match = _PAIR.match(part.strip())
        if match is None or not is_list(match[1]):
            raise ValueError(part)
        result[match[1]] = int(match[2])
    return result


def other_ratings_text(ratings: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {rating}" for name, rating in ratings.items() if name not in FIDE_LISTS)


def later_ratings(text: str) -> list[list[int]]:
    """Parse `5: 2130, 8: 2141`, by round.  Raises: ValueError."""
    pairs = (part.split(":") for part in text.split(",") if part.strip())
    return sorted([int(first), int(rating)] for first, rating in pairs)


def later_ratings_text(later: list[list[int]]) -> str:
    return ", ".join(f"{first}: {rating}" for first, rating in later)


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

    aliases: ClassVar = {"already_entered": "family_name", "duplicate_player": "family_name", "number_taken": "number"}

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
        return user_named(name) if name else None

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
            "ratings": {**{kind: rating for kind, rating in ratings.items() if rating}, **cleaned["other_ratings"]},
            "user_id": cleaned["username"],
        }
