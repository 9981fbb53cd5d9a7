"""Matches of several games, the stages of a knockout, drawn openings."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from clocks.readings import TimeControlField
from tavleya.pairing.options import MOST_GAMES
from tavleya.rules.spec import OpeningTable
from tavleya.sides import Side
from tournaments.forms.base import DeskForm, MomentField, listed_keys
from tournaments.models.pairing import MOST_TIEBREAK_GAMES, DrawScope, MatchScore
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.services.matches import terms_of
from tournaments.systems.base import System

MATCHES = ("match_games", "match_score")
STAGES = ("tiebreak_games", "tiebreak_control", "third_place")
FIELDS = (*MATCHES, *STAGES)


def match_fields(system: System) -> dict[str, forms.Field]:
    """Return the fields about matches in the form of a section of this system."""
    names = FIELDS if system.by_stage else MATCHES if system.match_terms else ()
    return {name: field for name, field in _fields().items() if name in names}


def _fields() -> dict[str, forms.Field]:
    return {
        "match_games": forms.TypedChoiceField(
            label=_("Games per pairing"),
            required=False,
            coerce=int,
            empty_value=None,
            choices=[(n, _games_word(n)) for n in range(1, MOST_GAMES + 1)],
            help_text=_("Colours change from game to game."),
        ),
        "match_score": forms.ChoiceField(
            label=_("Match scoring"),
            required=False,
            choices=[
                (MatchScore.GAMES, _("Points of each game")),
                (MatchScore.MATCH, _("One result: a win, a draw or a loss")),
            ],
        ),
        "third_place": forms.BooleanField(label=_("A match for third place"), required=False),
        "tiebreak_games": forms.TypedChoiceField(
            label=_("Tied matches continue with"),
            required=False,
            coerce=int,
            empty_value=None,
            choices=[(n, _games_word(n)) for n in range(1, MOST_TIEBREAK_GAMES + 1)],
        ),
        "tiebreak_control": TimeControlField(
            label=_("Time control of tie-break games"), required=False, help_text=_("Empty: same as the section.")
        ),
    }


def _games_word(number: int) -> Any:
    if number == 1:
        return _("One game")
    return lazy(lambda: ngettext("%(n)s game", "%(n)s games", number) % {"n": number}, str)()


def terms_from(section: Section, cleaned: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the terms of the matches; None if opponents meet for single games and there is nothing else to store."""
    games = cleaned["match_games"] or 1
    if games == 1 and not section.system.by_stage:
        return None
    return {
        "games": games,
        "score": cleaned["match_score"] or MatchScore.GAMES,
        "third_place": bool(cleaned.get("third_place")),
        "tiebreak_games": cleaned.get("tiebreak_games") or 2,
        "tiebreak_control": cleaned.get("tiebreak_control") or "",
    }


def initial_terms(section: Section) -> dict[str, Any]:
    terms = terms_of(section)
    if terms is None:
        return {"match_games": 1, "tiebreak_games": 2}
    return {
        "match_games": terms.games,
        "match_score": terms.score,
        "third_place": terms.third_place,
        "tiebreak_games": terms.tiebreak_games,
        "tiebreak_control": terms.tiebreak_control,
    }


class SeedingForm(DeskForm):
    """The order by hand: starting numbers as they are now, the first seed first."""

    aliases: ClassVar = {"no_such_registration": "order", "numbered_twice": "order"}

    order = forms.CharField(
        label=_("Seeds by hand"),
        max_length=2000,
        help_text=_("Starting numbers, first seed first: 3, 1, 12. The other players follow."),
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, registrations: Sequence[Registration], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.registrations = {registration.number: registration.pk for registration in registrations}

    def clean_order(self) -> list[int]:
        return listed_keys(self.cleaned_data["order"], self.registrations)


class StageForm(DeskForm):
    drawn = forms.ChoiceField(
        label=_("Colour of the first seed in the first game"),
        required=False,
        choices=[("", _("Draw now")), (Side.WHITE.value, _("White (drawn)")), (Side.BLACK.value, _("Black (drawn)"))],
    )
    starts_at = MomentField(label=_("Start of the stage"))


class TiebreakForm(DeskForm):
    aliases: ClassVar = {"bad_match_terms": "games"}

    match = forms.IntegerField(widget=forms.HiddenInput)
    games = forms.TypedChoiceField(
        label=_("Tie-break games"), coerce=int, choices=[(n, str(n)) for n in range(1, MOST_TIEBREAK_GAMES + 1)]
    )
    control = TimeControlField(required=False)


class AwardForm(DeskForm):
    aliases: ClassVar = {"reason_missing": "reason", "no_such_registration": "registration"}

    match = forms.IntegerField(widget=forms.HiddenInput)
    registration = forms.TypedChoiceField(label=_("Advances"), coerce=int, choices=[])
    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        required=False,
        help_text=_("For example drawing of lots, an Armageddon game, or an opponent unable to play."),
    )

    def __init__(self, *args: Any, people: Sequence[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["registration"].choices = list(people)  # type: ignore[attr-defined]


#: The scopes of a draw.
SCOPES = {
    DrawScope.ROUND: _("All boards of a round"),
    DrawScope.MATCH: _("Each match separately"),
    DrawScope.BOARD: _("Each board separately"),
}


class CommitForm(DeskForm):
    """The opening table, scope and seed of a drawing of lots."""

    table = forms.ChoiceField(label=_("Opening table"), choices=[])
    scope = forms.ChoiceField(label=_("A drawn opening applies to"), choices=[])
    seed = forms.CharField(
        label=_("Your own seed"),
        required=False,
        max_length=64,
        help_text=_("16 to 64 characters known to no one else. Leave empty to have it generated."),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, tables: Sequence[OpeningTable], matches: bool, **kwargs: Any) -> None:
        """`matches`: opponents meet for matches in this section."""
        super().__init__(*args, **kwargs)
        scopes = [DrawScope.ROUND, *([DrawScope.MATCH] if matches else [])]
        if not any(table.both_colours for table in tables):
            scopes.append(DrawScope.BOARD)
        self.fields["scope"].choices = [(scope.value, SCOPES[scope]) for scope in scopes]  # type: ignore[attr-defined]
        self.fields["table"].choices = [  # type: ignore[attr-defined]
            (table.key, f"{gettext(table.title)}: {len(table.codes)}") for table in tables
        ]


class PublicWordForm(DeskForm):
    aliases: ClassVar = {"word_is_added": "word", "draw_has_begun": "word"}

    word = forms.CharField(
        label=_("Public addition"),
        max_length=200,
        help_text=_("For example numbers from dice or a word from the audience: unknown when the seed was committed."),
    )
