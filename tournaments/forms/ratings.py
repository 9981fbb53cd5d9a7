"""The rating that ranks the players of a section, and the treatment of missing ratings in tie-breaks."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tavleya.ratings import FIDE_LISTS, RatingMethod, effective, is_list
from tournaments.forms.events import NamedForm
from tournaments.models.section import LaterRatings, Section, UnratedOpponents

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
            label=gettext("Unrated opponents in rating tie-breaks"),
            required=False,
            choices=list(_UNRATED.items()),
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
