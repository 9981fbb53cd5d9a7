"""One event at the desk: its sections with their open tasks, its texts, publication."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.db.models import Count, Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clocks.labels import control_label
from games.views.labels import game_name
from games.views.problems import posted_data, redirect_with
from tavleya.errors import Conflict
from tavleya.permissions import Action
from tournaments.forms.events import EventForm
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.names import format_name
from tournaments.selectors.events import sections_shown
from tournaments.selectors.log import log_of
from tournaments.selectors.reported_results import reported_boards
from tournaments.services.events import edit_event
from tournaments.views.desk.frame import DeskFrame, desk, posted_from
from tournaments.views.desk.log_lines import log_lines
from tournaments.views.desk.reported import reports_line
from tournaments.views.desk.round_links import round_links
from tournaments.views.desk.steps import Counts, board_counts, next_step
from tournaments.views.desk.undo import tell, undoable
from tournaments.views.frame import language
from transfer.services.rehearsals import archive_rehearsal, rehearse_event

RECENT = 6
REPORTED = 5


@desk
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug)
    live_page = frame.live_page()
    sections = (
        sections_shown(frame.event)
        .select_related("event", "prize_fund")
        .annotate(active=Count("registrations", filter=Q(registrations__status=RegistrationStatus.ACTIVE)))
        .prefetch_related(Prefetch("rounds", Round.objects.order_by("number")))
    )
    missing, entered = board_counts(frame.event.pk)
    reported = _reported(frame)
    cards = [
        {**_card(section, missing, entered, frame.may), "reported": reported.get(section.pk)}
        for section in sections
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


def _card(
    section: Section, missing: Counter[int], entered: Counter[int], may: Mapping[str, bool]
) -> dict[str, object]:
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
        lambda: edit_event(
            actor=frame.actor, now=timezone.now(), event_id=frame.event.pk, changes=form.values()
        )
    ):
        return redirect_with(request, gettext("Saved."), "desk_event", form.result.slug)
    frame.event.refresh_from_db()
    return render(
        request, "portal/desk/event_form.html", {**frame.context(), "form": form}, status=form.status
    )


@posted_from("desk_event", "slug")
@desk
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Publish or hide the event: `published` is 1 or 0. Redirects to `back`, a page of its desk, if given."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    published = request.POST.get("published") == "1"
    try:
        edit_event(
            actor=frame.actor, now=timezone.now(), event_id=frame.event.pk, changes={"published": published}
        )
    except Conflict as error:
        messages.error(request, error.message.render(gettext))
        return redirect("desk_event", slug)
    words = (
        gettext("The event is now public.") if published else gettext("Only officials can now see the event.")
    )
    note = undoable(frame, "event_published", event=frame.event.pk, published=not published)
    tell(request, words, note)
    back, home = request.POST.get("back", ""), reverse("desk_event", args=[slug])
    return redirect(back if back.startswith(home) else home)


@posted_from("desk_event", "slug")
@desk
def rehearse(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug, Action.REHEARSE)
    copy = rehearse_event(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk)
    return redirect_with(
        request,
        gettext("This is the practice copy. Nothing you do here changes the event itself."),
        "desk_event",
        copy.slug,
    )


@posted_from("desk_event", "slug")
@desk
def archive(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug, Action.REHEARSE)
    try:
        archive_rehearsal(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk)
    except Conflict as error:
        messages.error(request, error.message.render(gettext))
        return redirect("desk_event", slug)
    return redirect_with(request, gettext("The rehearsal has been archived; its records are kept."), "desk")
