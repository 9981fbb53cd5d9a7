"""Pairing, publishing, results, files of games."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clocks.readings import TimeControlField
from tavleya.pairing.options import MOST_GAMES
from tavleya.record.results import FACTS, Result
from tavleya.rules.registry import spec_of
from tournaments.adjusted import offered
from tournaments.forms.base import DeskForm, MomentField, TextFileField
from tournaments.models.player import Registration
from tournaments.models.round import Bye, Round
from tournaments.models.section import MOST_ROUNDS, RatingKind, Section
from tournaments.names import bye_name

RESULT_NAMES = {
    Result.WHITE_WINS: _("White wins"),
    Result.BLACK_WINS: _("Black wins"),
    Result.DRAW: _("Draw"),
    Result.BOTH_LOSE: _("Both lose"),
    Result.WHITE_HALF: _("½–0"),
    Result.BLACK_HALF: _("0–½"),
    Result.WHITE_FORFEIT_WIN: _("White wins by forfeit"),
    Result.BLACK_FORFEIT_WIN: _("Black wins by forfeit"),
    Result.BOTH_FORFEIT: _("Both forfeit"),
    Result.WHITE_WINS_UNRATED: _("White wins, not rated"),
    Result.BLACK_WINS_UNRATED: _("Black wins, not rated"),
    Result.DRAW_UNRATED: _("Draw, not rated"),
}
_UNITS = {"days": timedelta(days=1), "hours": timedelta(hours=1), "minutes": timedelta(minutes=1)}


class ScheduleForm(DeskForm):
    """When the rounds of a round robin begin."""

    first_at = MomentField(label=_("Start of round 1"), help_text=_("In the event's time zone. Optional."))
    gap = forms.IntegerField(
        label=_("From one round to the next"), required=False, min_value=1, max_value=1000, initial=1
    )
    unit = forms.ChoiceField(
        label=_("Unit"), required=False, choices=[("days", _("days")), ("hours", _("hours")), ("minutes", _("minutes"))]
    )

    def starts(self, rounds: int) -> list[datetime]:
        """Return the start of each round; empty if it is left open."""
        first, gap = self.cleaned_data["first_at"], self.cleaned_data["gap"]
        if first is None:
            return []
        unit = self.cleaned_data["unit"] or "days"
        # Days are counted by the clock on the wall: the hour stays when summer time begins or ends.
        first = timezone.localtime(first) if unit == "days" else first
        return [(first + _UNITS[unit] * gap * number).astimezone(UTC) for number in range(rounds if gap else 1)]


class FillForm(ScheduleForm):
    """Consecutive starts of the rounds from `first` on; the form asks for their number if it is not planned."""

    rounds = forms.IntegerField(label=_("Number of rounds"), min_value=1, max_value=MOST_ROUNDS)

    def __init__(self, *args: Any, first: int, rounds: int, known: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.first, self.planned = first, rounds
        self.fields["first_at"].required = True
        self.fields["first_at"].label = gettext("Start of round %(number)s") % {"number": first}
        self.fields["first_at"].help_text = gettext("In the event's time zone.")
        self.fields["gap"].required = True
        if known:
            del self.fields["rounds"]
        else:
            self.fields["rounds"].initial = max(rounds, first)

    def planned_starts(self) -> dict[int, datetime]:
        last = self.cleaned_data.get("rounds", self.planned)
        return dict(enumerate(self.starts(max(0, last - self.first + 1)), start=self.first))


class StartsForm(DeskForm):
    """The starts of unfinished rounds: `start_4`, by number; empty if unknown."""

    def __init__(self, *args: Any, starts: Mapping[int, datetime | None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = tuple(starts)
        for number, at in starts.items():
            label = gettext("Round %(number)s") % {"number": number}
            self.fields[f"start_{number}"] = MomentField(label=label, initial=at, help_text="")

    def planned_starts(self) -> dict[int, datetime | None]:
        return {number: self.cleaned_data[f"start_{number}"] for number in self.numbers}


class PairByHandForm(DeskForm):
    """A round paired by hand: `white_1`, `black_1` and so on, empty boards left out."""

    starts_at = MomentField(label=_("Start of the round"), help_text=_("In the event's time zone. Optional."))

    def __init__(self, *args: Any, registrations: list[tuple[int, str]], boards: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.boards = boards
        choices = [("", "—"), *registrations]
        for number in range(1, boards + 1):
            for side, label in (("white", _("White on board %(n)s")), ("black", _("Black on board %(n)s"))):
                self.fields[f"{side}_{number}"] = forms.TypedChoiceField(
                    label=label % {"n": number}, choices=choices, coerce=int, empty_value=None, required=False
                )

    @property
    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        return [(n, self[f"white_{n}"], self[f"black_{n}"]) for n in range(1, self.boards + 1)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        for number in range(1, self.boards + 1):
            white, black = cleaned.get(f"white_{number}"), cleaned.get(f"black_{number}")
            if (white is None) != (black is None):
                empty = "white" if white is None else "black"
                self.add_error(
                    f"{empty}_{number}",
                    ValidationError(gettext("A player is left here without an opponent."), code="nobody_opposite"),
                )
        if not self.errors and not self.pairs():
            self.add_error(None, ValidationError(gettext("No board has been filled."), code="no_boards"))
        return cleaned

    def pairs(self) -> list[tuple[int, int]]:
        cleaned = self.cleaned_data
        seats = ((cleaned.get(f"white_{n}"), cleaned.get(f"black_{n}")) for n in range(1, self.boards + 1))
        return [(white, black) for white, black in seats if white is not None and black is not None]


class PublicationForm(DeskForm):
    """The time of an automatic publication; empty: none."""

    at = MomentField(label=_("Publish at"))


class StartForm(DeskForm):
    starts_at = MomentField(label=_("Start of the round"))


class ByeForm(DeskForm):
    registration = forms.TypedChoiceField(label=_("Player"), choices=[], coerce=int)
    kind = forms.ChoiceField(label=_("Type of bye"), choices=[])

    def __init__(self, *args: Any, free: tuple[Registration, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [(registration.pk, f"{registration.number}. {registration.player.full_name}") for registration in free]
        self.fields["registration"].choices = people  # type: ignore[attr-defined]
        self.fields["kind"].choices = [(kind, bye_name(kind)) for kind in Bye.values]  # type: ignore[attr-defined]


class CorrectionForm(DeskForm):
    """A correction of a result, with the reason."""

    aliases: ClassVar = {"same_result": "result", "reason_missing": "reason", "changed_meanwhile": ""}

    result = forms.ChoiceField(label=_("Correct result"), choices=[], widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=400,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Kept in the game record and in the event log."),
    )
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["result"].choices = [  # type: ignore[attr-defined]
            (result.value, f"{name}, {' – '.join(FACTS[result].shown)}") for result, name in RESULT_NAMES.items()
        ]


class GamesFileForm(DeskForm):
    file = TextFileField(label=_("Game file"))


def start_initial(row: Round) -> dict[str, Any]:
    return {"starts_at": row.starts_at, "at": row.publish_at}


# The play-off of tied players.


class PlayOffForm(DeskForm):
    aliases: ClassVar = {"bad_match_terms": "games"}

    regime = forms.ChoiceField(label=_("Laws"), choices=[])
    control = TimeControlField(initial="10+5")
    games = forms.IntegerField(
        label=_("Games per pairing"),
        min_value=1,
        max_value=MOST_GAMES,
        initial=2,
        help_text=_("Colours change from game to game."),
    )
    rating_kind = forms.ChoiceField(
        label=_("Rating used"),
        choices=[
            (RatingKind.RAPID, pgettext_lazy("rating", "Rapid")),
            (RatingKind.BLITZ, pgettext_lazy("rating", "Blitz")),
            (RatingKind.STANDARD, pgettext_lazy("rating", "Standard")),
        ],
    )

    def __init__(self, *args: Any, section: Section, day: date, **kwargs: Any) -> None:
        regimes = [regime for regime in offered(day) if regime.game == spec_of(section.game).laws]
        rapid = next((regime.key for regime in regimes if "rapid" in regime.key), section.regime)
        kwargs.setdefault("initial", {"regime": rapid})
        super().__init__(*args, **kwargs)
        self.fields["regime"].choices = [(regime.key, regime.name.render(gettext)) for regime in regimes]  # type: ignore[attr-defined]
