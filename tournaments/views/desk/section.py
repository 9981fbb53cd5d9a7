"""One section: its rounds and how they are paired; its settings."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from django.db import transaction
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from clocks.labels import control_label
from games.views.requests import posted_data, redirect_with
from tavleya.errors import DomainError
from tavleya.permissions import Action
from tavleya.rules.registry import SPECS, spec_of
from tavleya.tiebreaks import TIEBREAKS
from tavleya.tiebreaks.table import Scoring, points_text
from tournaments.adjusted import day_of
from tournaments.forms.rounds import ScheduleForm
from tournaments.forms.sections import OTHER, POINTS, SectionForm, tiebreaks_text
from tournaments.hooks import section_pages
from tournaments.models.pairing import Pairing
from tournaments.models.player import RegistrationStatus, TeamStatus
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.names import format_name, rating_name
from tournaments.selectors.events import planned_rounds
from tournaments.selectors.match_centre import bracket
from tournaments.services.matches import clear_match_terms, set_match_terms, terms_of
from tournaments.services.restrictions import fixed_settings
from tournaments.services.section_settings import edit_section
from tournaments.services.sections import create_section
from tournaments.systems.registry import SYSTEMS
from tournaments.views.desk.acts import state_name
from tournaments.views.desk.frame import DeskFrame, SectionDesk, at_section, desk
from tournaments.views.desk.log_lines import format_value, label_of
from tournaments.views.frame import round_name
from tournaments.views.opening_draws import heading

# The next step in a section: the one main button of the desk.


@dataclass(frozen=True, slots=True)
class Step:
    """`url` is the page of the step, which needs the permission `action`; `allowed` says whether the reader has it.

    `done`: nothing is left to do, and the step only links to the outcome.
    """

    words: str
    url: str
    action: Action
    done: bool = False
    allowed: bool = True


@dataclass(frozen=True, slots=True)
class Counts:
    """The active players of a section, and for each round the boards without a result and with one."""

    active: int
    missing: Mapping[int, int]
    entered: Mapping[int, int]


def next_step(section: Section, rounds: list[Round], counts: Counts, may: Mapping[str, bool]) -> Step:
    """Return the next step; `rounds` in order; `may`: the reader's permissions, by the name of the action."""
    step = _event_hidden(section, rounds, may) or _step(section, rounds, counts)
    return replace(step, allowed=may[step.action])


def board_counts(event_id: int) -> tuple[Counter[int], Counter[int]]:
    """Return the number of boards without and with a result for each round of the event.  One query."""
    rows = (
        Pairing.objects.filter(round__section__event=event_id, bye="")
        .values_list("round")
        .annotate(missing=Count("pk", filter=Q(result="")), entered=Count("pk", filter=~Q(result="")))
    )
    counts = list(rows)
    return (
        Counter({key: missing for key, missing, _ in counts}),
        Counter({key: entered for key, _, entered in counts}),
    )


def step_of(frame: SectionDesk) -> Step:
    """Return the next step of the current section."""
    active = frame.section.registrations.filter(status=RegistrationStatus.ACTIVE).count()
    return next_step(frame.section, frame.rounds, Counts(active, *board_counts(frame.event.pk)), frame.may)


def _event_hidden(section: Section, rounds: list[Round], may: Mapping[str, bool]) -> Step | None:
    """Return the step to publish a hidden event with public rounds, for readers who may do that."""
    event = section.event
    if event.published or event.rehearsal or event.archived_at is not None or not may[Action.EDIT_EVENT]:
        return None
    if all(round_.status == RoundStatus.DRAFT for round_ in rounds):
        return None
    url = reverse("desk_publishing", args=[event.slug])
    return Step(gettext("Publish the event"), url, Action.EDIT_EVENT)


def _step(section: Section, rounds: list[Round], counts: Counts) -> Step:
    def url(name: str, *more: object) -> str:
        return reverse(f"desk_{name}", args=[section.event.slug, section.slug, *more])

    if not rounds and (first := _before_rounds(section, counts, url)) is not None:
        return first
    open_rounds = [round_ for round_ in rounds if round_.status != RoundStatus.CLOSED]
    if not open_rounds:
        return _next_stage(section, rounds, url) if section.system.by_stage else _between(section, rounds, url)
    round_ = next((round_ for round_ in open_rounds if _waits(section, round_, counts)), open_rounds[0])
    return _in_round(round_, counts, url)


Address = Callable[..., str]


def _before_rounds(section: Section, counts: Counts, url: Address) -> Step | None:
    """Return the step before the first pairing."""
    system = section.system
    if section.event.template:
        return Step(gettext("Check the settings"), url("section_edit"), Action.EDIT_SECTION, done=True)
    if counts.active < 2 and (system.ranked or not system.by_hand):
        return Step(gettext("Enter players"), url("players"), Action.ENTER_PLAYERS)
    if system.teams:
        if section.teams.count() < 2:
            return Step(gettext("Create teams"), url("teams"), Action.ENTER_PLAYERS)
        if system.by_round:
            return None
        return Step(gettext("Pair all rounds"), url("section"), Action.PAIR_ROUND)
    if system.display:
        return Step(gettext("Seat the simultaneous display"), url("display"), Action.PAIR_ROUND)
    if system.by_hand and not system.ranked:
        return Step(gettext("Import its games from a file"), url("games"), Action.IMPORT_GAMES)
    return None


def _in_round(round_: Round, counts: Counts, url: Address) -> Step:
    """Return the next step of a round that is not closed."""
    page, number = url("round", round_.number), {"n": round_.number}
    missing = counts.missing.get(round_.pk, 0)
    if round_.status == RoundStatus.DRAFT:
        return Step(gettext("Review and publish round %(n)s") % number, page, Action.PUBLISH_ROUND)
    if round_.status == RoundStatus.PUBLISHED and not counts.entered.get(round_.pk):
        return Step(gettext("Start round %(n)s") % number, page, Action.CLOSE_ROUND)
    if missing:
        words = ngettext("Enter results: %(n)s board is missing", "Enter results: %(n)s boards are missing", missing)
        return Step(words % {"n": missing}, url("results", round_.number), Action.ENTER_RESULT)
    words = gettext("Close round %(n)s") if round_.kind == RoundKind.ROUND else gettext("Close the sheet of games")
    return Step(words % number, page, Action.CLOSE_ROUND)


def _waits(section: Section, round_: Round, counts: Counts) -> bool:
    """Return whether a round needs an act; a round with all results does not block later pairings."""
    if round_.status == RoundStatus.DRAFT:
        return not section.system.scheduled
    return bool(counts.missing.get(round_.pk))


def _next_stage(section: Section, rounds: list[Round], url: Address) -> Step:
    """Return the step of a knockout: the next stage, level matches, or the outcome."""
    so_far, page = bracket(section), url("knockout")
    if so_far.undecided:
        return Step(gettext("Decide the tied matches"), page, Action.CLOSE_ROUND)
    if so_far.stages and sum(not view.match.for_third for view in so_far.stages[-1]) == 1:
        words = gettext("View the bracket")
        return _draft_page(section, url) or Step(words, page, Action.SEE_DESK, done=True)
    return Step(gettext("Pair stage %(n)s") % {"n": len(rounds) + 1}, page, Action.PAIR_ROUND)


def _between(section: Section, rounds: list[Round], url: Address) -> Step:
    """Return the step without an open round: pair the next one, or view the outcome."""
    system = section.system
    if not rounds and system.scheduled:
        return Step(gettext("Pair all rounds"), url("section"), Action.PAIR_ROUND)
    played = sum(round_.kind == RoundKind.ROUND for round_ in rounds)
    over = bool(rounds) and (system.scheduled or not system.ranked or played == 0)
    if not over and not (section.rounds_planned and played >= section.rounds_planned):
        pairing = url("swiss") if system.by_round else url("boards_new")
        return Step(gettext("Pair round %(n)s") % {"n": played + 1}, pairing, Action.PAIR_ROUND)
    if not system.ranked:
        public = reverse("section", args=[section.event.slug, section.slug])
        return Step(gettext("View the games"), public, Action.SEE_DESK, done=True)
    if section.final_at is None:
        words = gettext("Declare standings final")
        return Step(words, url("standings"), Action.CLOSE_ROUND)
    words = gettext("View the final standings")
    return _draft_page(section, url) or Step(words, url("standings"), Action.SEE_DESK, done=True)


def _draft_page(section: Section, url: Address) -> Step | None:
    """Return the step to publish a draft page of another app, such as the prizes."""
    drafts = (page for page in section_pages(section) if not page.published)
    return next((Step(page.publish, url(page.code), page.action) for page in drafts), None)


@desk
@require_safe
def section(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    return section_page(request, SectionDesk.of(request, slug, section_slug))


def section_page(
    request: HttpRequest, frame: SectionDesk, form: ScheduleForm | None = None, status: int = 200, problem: str = ""
) -> HttpResponse:
    """The rounds of a section and what comes next; `form`, or something else with `problem`, has been refused."""
    live_page = frame.live_page()
    missing, entered = board_counts(frame.event.pk)
    active = frame.section.registrations.filter(status=RegistrationStatus.ACTIVE).count()
    drafts = [round_ for round_ in frame.rounds if round_.status == RoundStatus.DRAFT]
    system = frame.section.system
    teams = frame.section.teams.filter(status=TeamStatus.ACTIVE).count() if system.teams else 0
    sides = teams if system.teams else active
    may_pair = frame.may[Action.PAIR_ROUND]
    return frame.page(
        "desk/section.html",
        status,
        live_page=live_page,
        problem=problem,
        format_name=format_name(frame.section.format),
        control=control_label(frame.section.control),
        active=active,
        rounds=[
            {
                "round": round_,
                "name": round_name(round_.number),
                "status": state_name(round_.status),
                "missing": missing[round_.pk] if round_.status != RoundStatus.DRAFT else 0,
                "url": frame.url("round", round_.number),
                "results_url": frame.url("results", round_.number) if round_.status != RoundStatus.DRAFT else "",
            }
            for round_ in frame.rounds
        ],
        planned=_planned(frame),
        step=next_step(frame.section, frame.rounds, Counts(active, missing, entered), frame.may),
        schedule=(form or ScheduleForm())
        if may_pair and system.scheduled and not frame.rounds and (sides > 1 or form)
        else None,
        of_teams=system.teams,
        rounds_needed=0 if system.teams else _rounds_of(active, system.cycles),
        may_pair_by_hand=may_pair and system.by_hand and active > 1,
        display_url=frame.url("display") if system.display and may_pair and not frame.rounds and active > 1 else "",
        knockout_url=frame.url("knockout") if system.by_stage else "",
        openings_heading=heading(frame.section.game),
        openings_url=frame.url("openings") if spec_of(frame.section.game).openings else "",
        swiss_url=frame.url("swiss") if system.by_round else "",
        may_discard=may_pair and drafts and not (system.scheduled and len(drafts) < len(frame.rounds)),
        public_url=reverse("section", args=[frame.event.slug, frame.section.slug]),
    )


def _planned(frame: SectionDesk) -> list[dict[str, object]]:
    """Return the planned rounds with a start that are not paired."""
    paired = {round_.number for round_ in frame.rounds}
    return [
        {"name": round_name(round_.number), "starts_at": round_.starts_at}
        for round_ in planned_rounds(frame.section, frame.rounds)
        if round_.number not in paired
    ]


def _rounds_of(players: int, cycles: int) -> int:
    """Return the number of rounds of a round robin: with an odd number of players one is free in each round."""
    return (players - 1 + players % 2) * cycles if players > 1 else 0


@desk
def new(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug, Action.EDIT_SECTION)
    system = SYSTEMS.get(request.POST.get("shown", "")) or next(iter(SYSTEMS.values()))
    form = SectionForm(
        posted_data(request),
        languages=frame.event.text_languages,
        initial=_switched_initial(request, SectionForm.initial_for(system)),
        day=day_of(frame.event, timezone.now()),
    )
    if form.other_system_shown:
        return _form(request, frame, _switched(form), 422)
    if form.attempt(lambda: _create(frame, form)):
        return redirect_with(
            request,
            gettext("The section has been created. Now add its players."),
            "desk_players",
            slug,
            form.result.slug,
        )
    return _form(request, frame, form, form.status)


@transaction.atomic
def _create(frame: DeskFrame, form: SectionForm) -> Section:
    section = create_section(
        **frame.caller, event_id=frame.event.pk, **form.values(), rules=form.rules({}), regulations=form.regulations({})
    )
    _settle_matches(frame, section, form)
    return section


@transaction.atomic
def _save(frame: SectionDesk, form: SectionForm, confirmed: Collection[str]) -> Section:
    changes = {
        **form.values(),
        "rules": form.rules(frame.section.rules),
        "regulations": form.regulations(frame.section.regulations),
    }
    saved = edit_section(**frame.caller, section_id=frame.section.pk, changes=changes, confirmed=confirmed)
    if form.terms_changed:
        _settle_matches(frame, saved, form)
    return saved


def _settle_matches(frame: DeskFrame, section: Section, form: SectionForm) -> None:
    """Set the number of games between opponents by the form."""
    common: dict[str, Any] = {**frame.caller, "section_id": section.pk}
    if not section.system.match_terms:
        return
    terms = form.terms(section)
    if terms is not None:
        set_match_terms(**common, **terms)
    elif terms_of(section) is not None:
        clear_match_terms(**common)


def _switched_initial(request: HttpRequest, initial: dict[str, Any]) -> dict[str, Any]:
    """Return `initial` for a newly chosen system, with the tie-breaks typed so far."""
    system = SYSTEMS.get(request.GET.get("format", ""))
    if system is None:
        return initial
    if request.GET.get("shown") in SYSTEMS:
        typed = {"format": request.GET["shown"], "tiebreaks": request.GET.get("tiebreaks", "")}
        return SectionForm.switched({**initial, **typed}, system)
    return SectionForm.switched(initial, system) if system.key != initial["format"] else initial


def _switched(form: SectionForm) -> SectionForm:
    """Return the input with the options of the newly chosen system, which the user has not seen yet."""
    values = {name: form.data[name] for name in form.data} | {"format": form.data["shown"]}
    return SectionForm(
        languages=form.text_languages, initial=SectionForm.switched(values, form.system), day=form.day, switched=True
    )


@desk
@at_section(Action.EDIT_SECTION)
def edit(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    fixed = Pairing.objects.filter(round__section=frame.section).exists()
    initial = SectionForm.initial_of(frame.section)
    if not fixed:
        initial = _switched_initial(request, initial)
    form = SectionForm(
        posted_data(request),
        languages=frame.event.text_languages,
        initial=initial,
        day=day_of(frame.event, timezone.now()),
        fixed=fixed,
        settled=fixed_settings(frame.section),
    )
    if form.other_system_shown:
        return _form(request, frame, _switched(form), 422, fixed=fixed)
    if form.attempt(lambda: _save(frame, form, request.POST.getlist("confirmed"))):
        return redirect_with(request, gettext("Saved."), "desk_section", frame.event.slug, form.result.slug)
    if form.refused and form.refused.code in ("settled_by_pairing", "broadcast_delay_in_play"):
        return confirmation(request, frame, form, form.refused)
    return _form(request, frame, form, form.status, fixed=fixed)


def _form(
    request: HttpRequest, frame: DeskFrame, form: SectionForm, status: int, *, fixed: bool = False
) -> HttpResponse:
    tiebreaks = [(name.removeprefix(OTHER), gettext(kind.label), kind.article) for name, kind in TIEBREAKS.items()]
    context = {**frame.context(), "form": form, "fixed": fixed, "known": tiebreaks}
    context["advised"] = frame.event.long
    context["start_games"] = " ".join(game for game, spec in SPECS.items() if spec.start_varies)
    return render(request, "desk/section_form.html", context, status=status)


# Confirmation of changed settings that the first pairing settled, listed one by one.


@dataclass(frozen=True, slots=True)
class SettledChange:
    """One setting with its current and its new value, in words."""

    name: str
    before: str
    after: str


def changes_of(section: Section, fields: Iterable[str], values: Mapping[str, object]) -> list[SettledChange]:
    return [
        SettledChange(
            label_of(name), _words(section, name, getattr(section, name)), _words(section, name, values[name])
        )
        for name in fields
    ]


def _words(section: Section, name: str, value: object) -> str:
    if name == "scoring" and isinstance(value, dict):
        return _points(value)
    if name == "tiebreaks" and isinstance(value, list):
        return tiebreaks_text(value) or format_value(value)
    if name == "edition":
        return gettext(section.system.edition_labels.get(str(value), str(value)))
    if name == "rating_kind":
        return rating_name(str(value))
    return format_value(value)


def _points(scoring: Mapping[str, int]) -> str:
    """Return the points for win, draw and loss, and all other changed ones."""
    points = Scoring.read(scoring).plain()
    named = [name for name in POINTS if name in ("win", "draw", "loss") or name in scoring]
    return ", ".join(f"{POINTS[name]} {points_text(points[name])}" for name in named)


def confirmation(request: HttpRequest, frame: SectionDesk, form: SectionForm, refused: DomainError) -> HttpResponse:
    """Return the page that names each change; it contains the input as hidden fields."""
    names = [str(item) for item in cast(list[object], refused.detail["fields"])]
    return frame.page(
        "desk/section_confirm.html",
        409,
        changes=changes_of(frame.section, names, form.values()),
        fields=list(dict.fromkeys([*request.POST.getlist("confirmed"), *names])),
        in_play=refused.message.render(gettext) if refused.detail.get("in_play") else "",
        otherwise=refused.detail["otherwise"],
        typed=[
            (name, value)
            for name in request.POST
            if name not in ("csrfmiddlewaretoken", "confirmed")
            for value in request.POST.getlist(name)
        ],
    )
