"""A section: game, regime, time, format, scoring, tie-breaks."""

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clocks.readings import EXAMPLES, TimeControlField
from games.models.game import TrackingLevel
from tavleya.errors import BadInput
from tavleya.law.library import current, regime
from tavleya.law.regulations import articles_as_lines, articles_from_lines
from tavleya.rules.registry import spec_of
from tavleya.tiebreaks import TIEBREAKS, tiebreaks
from tavleya.tiebreaks.table import Scoring
from tournaments.adjusted import offered, offered_games
from tournaments.forms.base import PointsField, error_of, initial_texts
from tournaments.forms.events import SlugField
from tournaments.forms.matches import FIELDS as MATCH_FIELDS
from tournaments.forms.matches import MATCHES, STAGES, initial_terms, match_fields, terms_from
from tournaments.forms.players import RatedForm, initial_ratings, rating_fields, rating_values
from tournaments.forms.systems import initial_options, option_fields, options_from, usual_options
from tournaments.models.section import RatingKind, Section
from tournaments.systems.base import OptionField, Points, System
from tournaments.systems.registry import SYSTEMS, USUAL_EDITION, system_of

#: Fields that are fixed once games are on the boards.
FIXED = ("game", "regime", "format", "start_position")
#: Whether a draw can be claimed in the quickplay finish.
QUICKPLAY = (("yes", _("announced in advance: in force")), ("no", _("not in force")))
#: Columns of the section that only some systems have.
SETTINGS = ("edition", "accelerated", "correction_rounds")
# Outcomes that score like another one unless their points are set.
_LIKE = {
    "forfeit_win": "win",
    "pairing_bye": "win",
    "full_bye": "win",
    "half_bye": "draw",
    "forfeit_loss": None,
    "zero_bye": None,
}
_MAIN_POINTS = {"win": _("Win"), "draw": _("Draw"), "loss": _("Loss")}
_OTHER_POINTS = {
    "forfeit_win": _("Win by forfeit"),
    "forfeit_loss": _("Loss by forfeit"),
    "pairing_bye": _("Pairing-allocated bye"),
    "full_bye": _("Full-point bye"),
    "half_bye": _("Half-point bye"),
    "zero_bye": _("Zero-point bye"),
}
#: The outcomes with points, by name.
POINTS = {**_MAIN_POINTS, **_OTHER_POINTS}


class SectionForm(RatedForm):
    """A section with the settings and options of one system: the chosen one, or else the current one.

    `fixed`: games are on the boards; `settled`: settings that the mode of the section fixes.  Neither can be changed.
    """

    aliases: ClassVar = {
        "slug_taken": "slug",
        "slug_reserved": "slug",
        "bad_scoring": "points_win",
        "bad_scoring_order": "points_win",
        "bad_scoring_bye": "points_win",
        "bad_scoring_draws": "points_draw",
        "no_acceleration": "accelerated",
        "bad_match_points": "option_match_win",
        "games": "match_games",
        "score": "match_score",
        "bad_position": "start_position",
        "no_start_position": "start_position",
        "bad_regulation": "quickplay",
        "bad_rating_list": "national_list",
        "no_national_list": "national_list",
        "no_unrated_rating": "unrated_rating",
    }

    slug = SlugField()
    game = forms.ChoiceField(label=_("Game"), choices=[])
    regime = forms.ChoiceField(label=_("Laws"), choices=[])
    start_position = forms.CharField(
        label=_("Start position"),
        required=False,
        max_length=120,
        help_text=_("Chess960 only: a number from 0 to 959, or FEN. If empty, positions are drawn by lot."),
        widget=forms.TextInput({"spellcheck": "false", "autocomplete": "off"}),
    )
    quickplay = forms.ChoiceField(
        label=_("Quickplay finish"),
        required=False,
        choices=[("", _("as in the laws")), *QUICKPLAY],
        help_text=_("FIDE's Guidelines III apply only if announced in advance."),
    )
    articles = forms.CharField(
        label=_("Articles of the regulations"),
        required=False,
        max_length=20_000,
        help_text=_("One on each line: its number, then its text. Rulings can cite them."),
        widget=forms.Textarea({"rows": 3}),
    )
    control = TimeControlField(required=False, help_text=EXAMPLES)
    format = forms.ChoiceField(
        label=_("Format"),
        choices=[],
        widget=forms.Select(
            {
                "hx-get": "",
                "hx-target": "#of-the-system",
                "hx-select": "#of-the-system",
                "hx-swap": "outerHTML",
                "hx-include": "[name=shown], [name=tiebreaks]",
                "hx-sync": "this:replace",
            }
        ),
    )
    rounds_planned = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=400,
        help_text=_("In a round robin the number follows from the players."),
    )
    tracking = forms.ChoiceField(
        label=_("Boards"),
        choices=[
            (TrackingLevel.RESULT, _("Results only")),
            (TrackingLevel.SHEETS, _("Results and score sheets")),
            (TrackingLevel.LIVE, _("Live: moves and clocks as they happen")),
        ],
    )
    broadcast_delay = forms.IntegerField(
        label=_("Broadcast delay, minutes"),
        required=False,
        min_value=0,
        max_value=60,
        help_text=_(
            "Of live boards. Until it has passed, only officials and the two players see moves, clocks and results."
        ),
    )
    rating_kind = forms.ChoiceField(
        label=_("Rating used"),
        choices=[
            (RatingKind.STANDARD, pgettext_lazy("rating", "Standard")),
            (RatingKind.RAPID, pgettext_lazy("rating", "Rapid")),
            (RatingKind.BLITZ, pgettext_lazy("rating", "Blitz")),
        ],
    )
    tiebreaks = forms.CharField(
        label=_("Tie-breaks, in order"),
        required=False,
        max_length=200,
        help_text=_("FIDE codes separated by commas: DE, SB, KS, WIN."),
        widget=forms.TextInput({"spellcheck": "false", "autocomplete": "off", "autocapitalize": "characters"}),
    )

    edition = forms.ChoiceField(label=_("Pairing rules"), required=False, choices=[])
    accelerated = forms.BooleanField(label=_("Baku acceleration"), required=False)
    first_board = forms.IntegerField(
        label=_("First board number"), required=False, min_value=1, max_value=9_000, initial=1
    )
    correction_rounds = forms.IntegerField(
        label=_("Rounds open to correction"),
        required=False,
        min_value=1,
        max_value=400,
        initial=2,
        help_text=_(
            "Counted back from the last one: with 2, until the next round has ended (C.04.2, 4.3). Older results are "
            "corrected for the rating report only."
        ),
    )

    def __init__(
        self,
        *args: Any,
        day: date,
        fixed: bool = False,
        settled: Collection[str] = (),
        switched: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.just_switched, self.day = switched, day
        self.system = self._chosen(fixed)
        self.fields.update(option_fields(self.system))
        self.fields.update(match_fields(self.system))
        self.fields.update(rating_fields())
        fields = self.fields
        game, regime = (self.initial.get(name, "") for name in ("game", "regime"))
        fields["game"].choices = game_choices(game)  # type: ignore[attr-defined]
        fields["format"].choices = [(system.key, gettext(system.label)) for system in SYSTEMS.values()]  # type: ignore[attr-defined]
        fields["regime"].choices = regime_choices(day, regime, game)  # type: ignore[attr-defined]
        fields["edition"].choices = [  # type: ignore[attr-defined]
            (key, gettext(label)) for key, label in self.system.edition_labels.items()
        ]
        for name in SETTINGS:
            if not self.system.has(name):
                del self.fields[name]
        for name, label in POINTS.items():
            self.fields[f"points_{name}"] = PointsField(label=label)
        frozen = (*FIXED, *MATCH_FIELDS, *(name for name in self.fields if name.startswith("option_")))
        for name in set(frozen) & set(self.fields) if fixed else ():
            self.fields[name].disabled = True
        points = [f"points_{name}" for name in POINTS] if "scoring" in settled else []
        for name in (set(settled) | set(points)) & set(self.fields):
            self.fields[name].disabled = True

    def _chosen(self, fixed: bool) -> System:
        """Return the chosen system; if it is `fixed` or unknown, the shown system."""
        text = "" if fixed else self.data.get("format", "")
        return SYSTEMS.get(text) or SYSTEMS.get(self.initial.get("format", "")) or next(iter(SYSTEMS.values()))

    @property
    def other_system_shown(self) -> bool:
        """Whether the chosen system differs from the system whose options were shown."""
        shown_system = self.data.get("shown", "")
        return shown_system in SYSTEMS and self.system.key != shown_system

    @property
    def main_points(self) -> list[forms.BoundField]:
        return [self[f"points_{name}"] for name in _MAIN_POINTS]

    def _existing(self, *names: str) -> list[forms.BoundField]:
        return [self[name] for name in names if name in self.fields]

    @property
    def settings(self) -> list[forms.BoundField]:
        return self._existing(*SETTINGS)

    @property
    def options(self) -> list[forms.BoundField]:
        return [self[f"option_{item.name}"] for item in self._option_fields if not isinstance(item, Points)]

    @property
    def option_points(self) -> list[forms.BoundField]:
        return [self[f"option_{item.name}"] for item in self._option_fields if isinstance(item, Points)]

    @property
    def _option_fields(self) -> tuple[OptionField, ...]:
        return self.system.option_group.fields if self.system.option_group is not None else ()

    @property
    def match_options(self) -> list[forms.BoundField]:
        return self._existing(*MATCHES)

    @property
    def stage_options(self) -> list[forms.BoundField]:
        return self._existing(*STAGES)

    @property
    def terms_changed(self) -> bool:
        """Whether the terms of matches, or the format that they depend on, were changed."""
        return bool({*MATCH_FIELDS, "format", "edition"} & set(self.changed_data))

    def terms(self, section: Section) -> dict[str, Any] | None:
        """Return the arguments of `set_match_terms`; None if opponents meet for single games."""
        return terms_from(section, self.cleaned_data)

    @property
    def other_points(self) -> list[forms.BoundField]:
        return [self[f"points_{name}"] for name in _OTHER_POINTS]

    def rules(self, before: Mapping[str, object]) -> dict[str, object]:
        """Return the options of the game's rules: the present ones, with the posted start position."""
        game, start_position = spec_of(self.cleaned_data["game"]), self.cleaned_data["start_position"]
        common = {name: value for name, value in before.items() if name != "start_position"}
        return {**common, "start_position": start_position} if start_position and game.start_varies else common

    def clean_tiebreaks(self) -> list[str]:
        try:
            return [str(tiebreak.descriptor) for tiebreak in tiebreaks(split_tiebreaks(self.cleaned_data["tiebreaks"]))]
        except BadInput as error:
            raise error_of(error.message) from None

    def scoring(self) -> dict[str, int]:
        """Return the half-points of outcomes that differ from the usual ones."""
        cleaned = {name: self.cleaned_data.get(f"points_{name}") for name in POINTS}
        usual = Scoring().plain()
        full = {name: usual[name] if cleaned[name] is None else cleaned[name] for name in _MAIN_POINTS}
        system_points = self._points_of_system(full)
        for name, like in _LIKE.items():
            value = cleaned[name]
            if value is None and name in system_points:
                continue
            full[name] = value if value is not None else full[like] if like else usual[name]
        return {name: value for name, value in full.items() if value is not None and value != usual[name]}

    def _points_of_system(self, main: Mapping[str, Any]) -> dict[str, int]:
        """Return the points that follow from the main ones by the chosen rules and options."""
        system = system_of(self.system.key, self.cleaned_data.get("edition") or "")
        points = {name: value for name, value in main.items() if value is not None}
        try:
            return system.usual_points(points, options_from(self.system, self.cleaned_data))
        except BadInput:  # reported when the section is saved
            return {}

    def regulations(self, stored: Mapping[str, object]) -> dict[str, object]:
        """Return the section's deviations from its laws: those in `stored`, updated by the form's fields."""
        others = {name: value for name, value in stored.items() if name not in ("quickplay", "articles")}
        quickplay, articles = self.cleaned_data["quickplay"], self.cleaned_data["articles"]
        own = {"quickplay": quickplay == "yes" if quickplay else None, "articles": articles or None}
        return {**others, **{name: value for name, value in own.items() if value is not None}}

    def clean_articles(self) -> dict[str, str]:
        try:
            return articles_from_lines(self.cleaned_data["articles"])
        except BadInput as error:
            raise error_of(error.message) from None

    def values(self) -> dict[str, Any]:
        """Return the arguments of the services."""
        cleaned = self.cleaned_data
        plain = (
            "slug",
            "game",
            "regime",
            "control",
            "format",
            "rounds_planned",
            "tracking",
            "rating_kind",
            "tiebreaks",
        )
        return {
            **{name: cleaned[name] for name in plain},
            "names": self.texts("name"),
            "scoring": self.scoring(),
            **rating_values(cleaned),
            "edition": cleaned.get("edition") or USUAL_EDITION,
            "accelerated": cleaned.get("accelerated", False),
            "broadcast_delay": cleaned["broadcast_delay"] or 0,
            "first_board": cleaned["first_board"] or 1,
            "correction_rounds": cleaned.get("correction_rounds") or 2,
            "options": self.system.checked_options(options_from(self.system, cleaned)),
        }

    @classmethod
    def initial_for(cls, system: System) -> dict[str, Any]:
        """Return the usual settings of a new section of this system."""
        return {
            "format": system.key,
            "points_win": 2,
            "points_draw": 1,
            "points_loss": 0,
            "match_games": 1,
            "tiebreak_games": 2,
            "tiebreaks": tiebreaks_text(system.tiebreaks),
            **initial_options(usual_options(system)),
        }

    @classmethod
    def switched(cls, initial: Mapping[str, Any], to: System) -> dict[str, Any]:
        """Return the initial data for another system: its options, and its tie-breaks if the usual ones were set."""
        former = SYSTEMS.get(initial.get("format", ""))
        usual = former is not None and initial.get("tiebreaks", "") == tiebreaks_text(former.tiebreaks)
        common = {name: value for name, value in initial.items() if not name.startswith("option_")}
        switched = {**cls.initial_for(to), **common, "format": to.key}
        return {**switched, "tiebreaks": tiebreaks_text(to.tiebreaks)} if usual else switched

    @classmethod
    def initial_of(cls, section: Section) -> dict[str, Any]:
        plain = ("slug", "game", "regime", "control", "format", "rounds_planned", "tracking", "rating_kind")
        points = section.points.plain()
        point_names = set(_MAIN_POINTS) | {name for name in _OTHER_POINTS if name in section.scoring}
        return {
            **{name: getattr(section, name) for name in (*plain, *SETTINGS, "first_board", "broadcast_delay")},
            **initial_texts(section.names, "name"),
            **{f"points_{name}": points[name] for name in point_names},
            "start_position": section.rules.get("start_position", ""),
            "quickplay": {True: "yes", False: "no"}.get(section.regulations.get("quickplay"), ""),
            "articles": articles_as_lines(section.regulations.get("articles", {})),
            "tiebreaks": tiebreaks_text(section.tiebreaks),
            **initial_options(section.options),
            **initial_ratings(section),
            **initial_terms(section),
        }


# Codes of tie-breaks as organisers type and read them.

#: The prefix of tie-breaks that C.07 does not have.
OTHER = "OTHER_"


def split_tiebreaks(text: str) -> list[str]:
    """Return the typed codes; those that are not in C.07 may lack their prefix: `Solkoff`."""
    return [_whole_code(part) for part in re.split(r"[\s,;]+", text.strip()) if part]


def _whole_code(typed: str) -> str:
    code = f"{OTHER}{typed.upper()}"
    return code if code.partition("/")[0] in TIEBREAKS else typed


def tiebreaks_text(codes: Iterable[str]) -> str:
    """Return codes as organisers type them: without prefix if they are not in C.07."""
    return ", ".join(code.removeprefix(OTHER) for code in codes)


# The games and laws that a section can be played by, as a form offers them.


def regime_choices(day: date, stored: str = "", game: str = "") -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the regimes of that day under the names of the games that are played by them, the usual one first.

    `stored`: the section's current regime; `game`: its game.
    """
    regimes = list(offered(day))
    if stored in current().regimes and stored not in [item.key for item in regimes]:
        regimes.append(regime(stored))
    return [
        (gettext(spec.name), [(item.key, item.name.render(gettext)) for item in regimes if item.game == spec.laws])
        for spec in offered_games(game)
    ]


def game_choices(stored: str = "") -> list[tuple[str, str]]:
    """Return the offered games and the current one, with their names."""
    return [(spec.game, gettext(spec.name)) for spec in offered_games(stored)]


def regimes_of(laws: str, day: date) -> list[tuple[str, str]]:
    """Return the regimes of one game on that day, the usual one first."""
    return [(regime.key, regime.name.render(gettext)) for regime in offered(day) if regime.game == laws]
