"""Set up a tournament on one page by three questions: its name, its game and format, its players.

All other fields have a default, the usual one or that of a preset, which is shown and can be changed.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from clocks.readings import EXAMPLES, TimeControlField
from games.views.requests import actor_of, redirect_with
from people.selectors.organisations import owners_of_events
from portal.services import set_up_event
from tavleya.errors import BadInput, DomainError, ImportRefused, Problem
from tavleya.formats.headings import NameOrder
from tavleya.formats.players_csv import PlayersReading, read_players
from tavleya.law.library import regimes_for
from tavleya.rules.chess.spec import CHESS
from tavleya.rules.registry import SPECS
from tavleya.tiebreaks import tiebreaks
from tournaments.forms.base import DeskForm, error_of
from tournaments.forms.events import time_zones
from tournaments.forms.players import LONGEST_LIST
from tournaments.forms.sections import game_choices, regimes_of, split_tiebreaks, tiebreaks_text
from tournaments.forms.systems import initial_options, option_fields, options_from, usual_options
from tournaments.models.section import RatingKind
from tournaments.names import format_name
from tournaments.presets import PRESETS, Preset
from tournaments.selectors.events import templates_of
from tournaments.systems.base import Points
from tournaments.systems.registry import SYSTEMS
from tournaments.views.desk.frame import desk
from tournaments.views.frame import language

_USUAL_GAME, _USUAL_SYSTEM = CHESS.game, "swiss"


class SetUpForm(DeskForm):
    """Form to set up a tournament. Only the name has no default; `time_zone` is the browser's, if a script can read it.

    `shown` names the game and the format whose settings the page showed: settings of another are ignored.
    """

    aliases: ClassVar = {"bad_match_points": "option_match_win"}

    name = forms.CharField(
        label=_("Name of the event"), max_length=120, widget=forms.TextInput({"autocomplete": "off", "autofocus": True})
    )
    game = forms.ChoiceField(label=_("Game"), choices=[], widget=forms.RadioSelect, initial=_USUAL_GAME)
    format = forms.ChoiceField(label=_("Format"), choices=[], widget=forms.RadioSelect, initial=_USUAL_SYSTEM)
    rounds = forms.IntegerField(
        label=_("Rounds"),
        required=False,
        min_value=1,
        max_value=400,
        help_text=_("If empty, as many as suit the number of players."),
    )
    regime = forms.ChoiceField(label=_("Laws"), required=False, choices=[])
    control = TimeControlField(required=False, help_text=EXAMPLES)
    rating_kind = forms.ChoiceField(
        label=_("Rating used"),
        required=False,
        choices=[
            (RatingKind.STANDARD, pgettext_lazy("rating", "Standard")),
            (RatingKind.RAPID, pgettext_lazy("rating", "Rapid")),
            (RatingKind.BLITZ, pgettext_lazy("rating", "Blitz")),
        ],
    )
    double_points = forms.TypedChoiceField(
        label=_("Points for a win, a draw and a loss"),
        required=False,
        choices=[("usual", "1, ½, 0"), ("double", "2, 1, 0")],
        coerce=lambda chosen: chosen == "double",
        help_text=_("Other points can be set in the section."),
    )
    tiebreaks = forms.CharField(
        label=_("Tie-breaks, in order"),
        required=False,
        max_length=200,
        help_text=_("FIDE codes separated by commas: DE, SB, KS, WIN."),
        widget=forms.TextInput({"spellcheck": "false", "autocomplete": "off"}),
    )
    players = forms.CharField(
        label=_("Players"),
        required=False,
        max_length=LONGEST_LIST,
        strip=False,
        help_text=_("One player per line, or cells copied from a spreadsheet. Players can also be added later."),
        widget=forms.Textarea({"rows": 9, "spellcheck": "false", "class": "paste", "autocomplete": "off"}),
    )
    name_order = forms.ChoiceField(
        label=_("Order of names"),
        required=False,
        choices=[
            ("", _("As the names show")),
            (NameOrder.FAMILY_FIRST, _("Family name first")),
            (NameOrder.GIVEN_FIRST, _("Given name first")),
        ],
    )
    time_zone = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)
    organisation = forms.ChoiceField(label=_("Organisation"), required=False, choices=[])
    shown = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        day: date,
        organisations: Sequence[tuple[str, str]] = (),
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        """Build the form. `organisations`: those that may own the event, by address and name."""
        values = data if data is not None else initial or {}
        self.system = SYSTEMS.get(values.get("format", ""), SYSTEMS[_USUAL_SYSTEM])
        self.spec = next((game_spec for key, game_spec in SPECS.items() if key == values.get("game")), CHESS)
        filled = self._filled(values, day)
        super().__init__(filled if data is not None else None, initial=filled)
        self.fields["game"].choices = game_choices()  # type: ignore[attr-defined]
        self.fields["format"].choices = [(key, format_name(key)) for key in SYSTEMS]  # type: ignore[attr-defined]
        self.fields["regime"].choices = regimes_of(self.spec.laws, day)  # type: ignore[attr-defined]
        self.fields["organisation"].choices = [("", _("None")), *organisations]  # type: ignore[attr-defined]
        self.fields.update(option_fields(self.system))

    def _filled(self, values: Mapping[str, Any], day: date) -> dict[str, Any]:
        """Return the form data, with defaults for fields that the page showed for another game or format."""
        game, _space, system = str(values.get("shown") or "").partition(" ")
        usual: dict[str, Any] = {}
        if game != self.spec.game:
            usual["regime"] = regimes_for(self.spec.laws, day)[0].key
        if system != self.system.key:
            usual["tiebreaks"] = tiebreaks_text(self.system.tiebreaks)
            usual |= initial_options(usual_options(self.system))
        return {**{name: values[name] for name in values}, **usual, "shown": self.shown_as}

    @classmethod
    def initial_of(cls, preset: Preset) -> dict[str, Any]:
        settings = preset.settings
        return {
            **settings,
            "shown": f"{preset.game} {preset.format}",
            "double_points": "double" if preset.double_points else "usual",
            "tiebreaks": tiebreaks_text(settings["tiebreaks"]),
            **initial_options(settings["options"]),
        }

    def clean_time_zone(self) -> str:
        """Return UTC for an invalid zone, because the organiser could not correct it here."""
        zone = str(self.cleaned_data["time_zone"])
        return zone if zone in time_zones() else "UTC"

    def clean_tiebreaks(self) -> list[str]:
        try:
            return [str(tiebreak.descriptor) for tiebreak in tiebreaks(split_tiebreaks(self.cleaned_data["tiebreaks"]))]
        except BadInput as error:
            raise error_of(error.message) from None

    def values(self) -> dict[str, Any]:
        """Return the arguments of `services.set_up.set_up_event`."""
        cleaned = self.cleaned_data
        plain = (
            "name", "game", "format", "rounds", "regime", "control", "rating_kind", "double_points", "tiebreaks",
            "players", "name_order", "time_zone", "organisation",
        )  # fmt: skip
        return {**{name: cleaned[name] for name in plain}, "options": options_from(self.system, cleaned)}

    @property
    def order(self) -> NameOrder | None:
        """The chosen order of names, None to detect it."""
        chosen = self["name_order"].value() or ""
        return NameOrder(chosen) if chosen in set(NameOrder) else None

    @property
    def shown_as(self) -> str:
        return f"{self.spec.game} {self.system.key}"

    @property
    def options(self) -> list[forms.BoundField]:
        group = self.system.option_group
        return [self[f"option_{field.name}"] for field in group.fields] if group is not None else []

    @property
    def plain_options(self) -> list[forms.BoundField]:
        return [option for option in self.options if option.name not in self._points]

    @property
    def option_points(self) -> list[forms.BoundField]:
        return [option for option in self.options if option.name in self._points]

    @property
    def _points(self) -> set[str]:
        group = self.system.option_group
        return {f"option_{field.name}" for field in group.fields if isinstance(field, Points)} if group else set()

    @property
    def game_cards(self) -> list[dict[str, object]]:
        chosen = self["game"].value()
        return [{"key": key, "name": name, "chosen": key == chosen} for key, name in game_choices()]

    @property
    def system_cards(self) -> list[dict[str, object]]:
        chosen = self["format"].value()
        return [
            {
                "key": system.key,
                "name": format_name(system.key),
                "summary": system.summary,
                "rounds": system.needs_rounds,
                "chosen": system.key == chosen,
            }
            for system in sorted(SYSTEMS.values(), key=lambda system: system.key != _USUAL_SYSTEM)
        ]


@desk
def set_up(request: HttpRequest) -> HttpResponse:
    """Set up a tournament. `preset` fills the page in, `organisation` is the preselected owner.

    On POST with `act` look, only the choices and the pasted list are read.
    """
    owners = [
        (organisation.slug, organisation.name_in(language())) for organisation in owners_of_events(actor_of(request))
    ]
    form = partial(SetUpForm, day=timezone.localdate(), organisations=owners)
    if request.method != "POST":
        preset = PRESETS.get(request.GET.get("preset", ""))
        filled = SetUpForm.initial_of(preset) if preset else {}
        wanted = {"organisation": request.GET.get("organisation", "")}
        return _page(request, form(initial={**filled, **wanted}), preset)
    if request.POST.get("act") == "look":
        return _page(request, form(initial=request.POST.dict()))
    return _create(request, form(request.POST.dict()))


def _create(request: HttpRequest, form: SetUpForm) -> HttpResponse:
    if not form.is_valid():
        return _page(request, form, status=422)
    try:
        section = set_up_event(
            actor=actor_of(request),
            now=timezone.now(),
            section_name=gettext("Main tournament"),
            language=language(),
            **form.values(),
        )
    except ImportRefused as error:
        return _page(request, form, problems=error.problems, status=422)
    except DomainError as error:
        form.refuse(error)
        return _page(request, form, status=error.status)
    entered = section.registrations.count()
    words = gettext("The event has been created. Only its officials can see it yet.")
    if entered:
        words += " " + ngettext("%(n)s player entered.", "%(n)s players entered.", entered) % {"n": entered}
    return redirect_with(request, words, "desk_event", section.event.slug)


def _page(
    request: HttpRequest,
    form: SetUpForm,
    preset: Preset | None = None,
    *,
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> HttpResponse:
    text = form["players"].value() or ""
    players_reading = read_players(text, order=form.order) if text.strip() else PlayersReading((), ())
    context = {
        "form": form,
        "presets": PRESETS.values(),
        "preset": preset,
        "owners": len(form.fields["organisation"].choices) > 1,  # type: ignore[attr-defined]
        "templates": [(template, template.name_in(language())) for template in templates_of(actor_of(request))],
        "rows": players_reading.rows,
        "warnings": players_reading.warnings,
        "problems": problems or players_reading.problems,
        "crumbs": [{"name": pgettext("organisers", "Desk"), "url": reverse("desk")}],
        "section_of_site": "desk",
    }
    return render(request, "portal/desk/set_up.html", context, status=status)
