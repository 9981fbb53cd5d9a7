"""One event at the desk: its sections with their open tasks, its texts, publication."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Prefetch, Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clocks.labels import control_label
from entries.selectors.my_games import has_seats
from games.views.labels import cite, game_name
from games.views.requests import actor_of, posted_data, redirect_with
from people.selectors.organisations import organisations_of
from people.views.desk_organisations import organisation_crumbs, own_organisation
from tavleya.actors import Role
from tavleya.clocks.controls import parse_control
from tavleya.errors import BadInput
from tavleya.formats.names import suggest_slug
from tavleya.languages import codes
from tavleya.law.library import current
from tavleya.law.regulations import control_notices
from tavleya.permissions import Action
from tavleya.tiebreaks import tiebreaks
from tournaments.access import official_in
from tournaments.forms.base import given_texts
from tournaments.forms.events import ROLE_NAMES, EventForm
from tournaments.forms.sections import split_tiebreaks, tiebreaks_text
from tournaments.hooks import section_joins
from tournaments.models.event import Event, OrganisationLog
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.names import format_name
from tournaments.selectors.events import count_players, log_of, sections_shown, templates_of
from tournaments.selectors.finality import reported_boards
from tournaments.services.events import create_event, edit_event
from tournaments.views.desk.acts import DeskAttempt, tell
from tournaments.views.desk.frame import DeskFrame, desk, posted_from, reports_line
from tournaments.views.desk.log_lines import log_lines
from tournaments.views.desk.round_boards import round_links
from tournaments.views.desk.section import Counts, board_counts, next_step
from tournaments.views.frame import language, tiebreak_name
from tournaments.views.tables import tiebreak_code

RECENT = 6
REPORTED = 5


@desk
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug)
    live_page = frame.live_page()
    sections = (
        sections_shown(frame.event)
        .select_related("event", *section_joins())
        .annotate(active=Count("registrations", filter=Q(registrations__status=RegistrationStatus.ACTIVE)))
        .prefetch_related(Prefetch("rounds", Round.objects.order_by("number")))
    )
    missing, entered = board_counts(frame.event.pk)
    reported = _reported(frame)
    cards = [
        {**_card(section, missing, entered, frame.may), "reported": reported.get(section.pk)} for section in sections
    ]
    recent = log_of(frame.event, frame.standing)[:RECENT]
    context = {
        **frame.context(),
        "live_page": live_page,
        "sections": cards,
        "most_urgent": next((card["url"] for card in cards if card["waits"]), ""),
        "away": [
            (section.name_in(language()), reverse("desk_section_removal", args=[slug, section.slug]))
            for section in frame.event.sections.filter(archived_at__isnull=False)
        ],
        "recent": log_lines(recent),
        "public_url": reverse("event", args=[slug]),
        "original": _original(frame),
    }
    return render(request, "portal/desk/event.html", context)


def _reported(frame: DeskFrame) -> dict[int, dict[str, Any]]:
    """Return, by section key, the boards with player reports, and the number of omitted ones."""
    boards: dict[int, list[dict[str, object]]] = {}
    for board, reports in reported_boards(frame.event):
        page = "desk_results" if frame.may[Action.ENTER_RESULT] else "desk_round"
        url = reverse(page, args=[frame.event.slug, board.round.section.slug, board.round.number])
        boards.setdefault(board.round.section_id, []).append(
            {"board": board.board, "url": f"{url}#board-{board.board}", "line": reports_line(reports)}
        )
    return {key: {"boards": rows[:REPORTED], "more": len(rows[REPORTED:])} for key, rows in boards.items()}


def _original(frame: DeskFrame) -> dict[str, str] | None:
    """Return the event that a rehearsal was copied from."""
    event = frame.event.rehearsal_of
    if event is None:
        return None
    return {"name": event.name_in(language()), "url": reverse("desk_event", args=[event.slug])}


def _card(section: Section, missing: Counter[int], entered: Counter[int], may: Mapping[str, bool]) -> dict[str, object]:
    rounds = list(section.rounds.all())
    active: int = section.active  # type: ignore[attr-defined]

    def url(name: str) -> str:
        return reverse(f"desk_{name}", args=[section.event.slug, section.slug])

    step = next_step(section, rounds, Counts(active, missing, entered), may)
    return {
        "section": section,
        "name": section.name_in(language()),
        "url": url("section"),
        "players_url": url("players"),
        "game": game_name(section.game),
        "format": format_name(section.format),
        "control": control_label(section.control),
        "players": active,
        "rounds": round_links(section, rounds),
        "step": step,
        "waits": step.allowed and not step.done,
        "public_url": reverse("section", args=[section.event.slug, section.slug]),
    }


@desk
def edit(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    form = EventForm(
        posted_data(request), languages=frame.event.text_languages, initial=EventForm.initial_of(frame.event)
    )
    if form.attempt(
        lambda: edit_event(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk, changes=form.values())
    ):
        return redirect_with(request, gettext("Saved."), "desk_event", form.result.slug)
    frame.event.refresh_from_db()
    return render(request, "portal/desk/event_form.html", {**frame.context(), "form": form}, status=form.status)


@posted_from("desk_event", "slug")
@desk
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Publish or hide the event: `published` is 1 or 0. Redirects to `back`, a page of its desk, if given."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    published = request.POST.get("published") == "1"
    attempt = DeskAttempt(
        request, lambda: edit_event(**frame.caller, event_id=frame.event.pk, changes={"published": published})
    )
    if not attempt:
        messages.error(request, attempt.sentence)
        return redirect("desk_event", slug)
    words = gettext("The event is now public.") if published else gettext("Only officials can now see the event.")
    tell(request, words, attempt.note)
    back, home = request.POST.get("back", ""), reverse("desk_event", args=[slug])
    return redirect(back if back.startswith(home) else home)


# The log of an event: user, time and act.

PAGE = 50


@desk
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug)
    page = Paginator(log_of(frame.event, frame.standing), PAGE).get_page(request.GET.get("page"))
    context = {**frame.context(), "page": page, "lines": log_lines(list(page.object_list))}
    return render(request, "portal/desk/log.html", context)


@desk
@require_safe
def organisation_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the log of an organisation to users with a role in it."""
    organisation = own_organisation(request, slug)
    page = Paginator(OrganisationLog.objects.filter(organisation=organisation), PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "lines": log_lines(list(page.object_list)),
        "crumbs": organisation_crumbs(organisation),
        "section_of_site": "desk",
    }
    return render(request, "portal/desk/log.html", context)


# My events, and a new one; previews of addresses, time controls and tie-breaks during input.


@desk
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """List the events in which the reader has a role, newest first."""
    actor = actor_of(request)
    events = (
        Event.objects.filter(official_in(actor), archived_at__isnull=True, template=False)
        .annotate(section_count=Count("sections", distinct=True), player_count=count_players())
        .order_by("-starts_on", "slug")
        .select_related("organisation")
        .prefetch_related("roles")
    )
    cards = [
        {
            "event": event,
            "name": event.name_in(language()),
            "url": _start_url(event, actor.user_id),
            "roles": [ROLE_NAMES[Role(row.role)] for row in event.roles.all() if row.user_id == actor.user_id],
            "organisation": event.organisation.short_in(language()) if event.organisation else "",
        }
        for event in events
    ]
    away = Event.objects.filter(official_in(actor), archived_at__isnull=False, deleted_at__isnull=True, rehearsal=False)
    context = {
        "events": cards,
        "templates": [
            (template.name_in(language()), reverse("desk_event", args=[template.slug]))
            for template in templates_of(actor)
        ],
        "organisations": [
            (organisation.name_in(language()), reverse("desk_organisation", args=[organisation.slug]))
            for organisation in organisations_of(actor)
        ],
        "away": [(event.name_in(language()), reverse("desk_event", args=[event.slug])) for event in away],
        "plays": has_seats(actor.user_id),
        "section_of_site": "desk",
    }
    return render(request, "portal/desk/home.html", context)


def _start_url(event: Event, user_id: int | None) -> str:
    """Return the desk's start page for a user: the fees for a treasurer without other roles."""
    roles = {row.role for row in event.roles.all() if row.user_id == user_id}
    page = "desk_fees" if roles == {Role.TREASURER.value} else "desk_event"
    return reverse(page, args=[event.slug])


@desk
def event_new(request: HttpRequest) -> HttpResponse:
    form = EventForm(posted_data(request))
    if form.attempt(lambda: create_event(actor=actor_of(request), now=timezone.now(), **form.values())):
        return redirect_with(
            request,
            gettext("The event has been created. Only its officials can see it yet."),
            "desk_event",
            form.result.slug,
        )
    context = {"form": form, "crumbs": [{"name": gettext("Desk"), "url": reverse("desk")}], "section_of_site": "desk"}
    return render(request, "portal/desk/event_form.html", context, status=form.status)


# While typing


@desk
@require_safe
def suggest_address(request: HttpRequest) -> HttpResponse:
    """Return the address suggested by the names, by language as in `name_en`; `kind`: category, event or section."""
    names, kind = given_texts(request.GET.dict(), "name", codes()), request.GET.get("kind", "")
    is_kind = bool(names) and kind in ("category", "event", "section")
    return JsonResponse({"slug": suggest_slug(names, kind if is_kind else "")})


@desk
@require_safe
def suggest_control(request: HttpRequest) -> HttpResponse:
    """Show the meaning of `control`, why it is invalid, or why it does not qualify under the laws of `regime`."""
    text, laws = request.GET.get("control", "").strip(), current().regimes.get(request.GET.get("regime", ""))
    context: dict[str, object] = {"empty": gettext("Without clocks")}
    if text:
        try:
            control = parse_control(text)
            context = {"canonical": control.text(), "words": control_label(control.text())}
            if laws is not None:
                context["notices"] = [notice.render(gettext) for notice in control_notices(laws, control)]
                context["cited"] = cite(laws.own_article("rate"))
        except BadInput as error:
            context = {"problem": error.message.render(gettext), "code": error.code}
    return render(request, "portal/desk/suggestion_preview.html", context)


@desk
@require_safe
def suggest_tiebreaks(request: HttpRequest) -> HttpResponse:
    """Show the tie-breaks of `tiebreaks` in order with names and articles, or why they are invalid."""
    parts = split_tiebreaks(request.GET.get("tiebreaks", ""))
    context: dict[str, object] = {"empty": gettext("No tie-breaks: tied players share places")}
    if parts:
        try:
            results = [(str(tiebreak.descriptor), tiebreak.article) for tiebreak in tiebreaks(parts)]
            context = {
                "tiebreaks": [
                    (tiebreaks_text([code]), tiebreak_code(code), tiebreak_name(code), article)
                    for code, article in results
                ]
            }
        except BadInput as error:
            context = {"problem": error.message.render(gettext), "code": error.code}
    return render(request, "portal/desk/suggestion_preview.html", context)
