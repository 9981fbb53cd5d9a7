"""Complaints: received from a player at the arbiters' table, printed to sign, examined and answered."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from documents.views.answers import pdf_answer
from documents.views.fill import head
from fairplay.models import Complaint
from fairplay.selectors import complaints_of
from fairplay.services.complaints import handle_complaint, receive_complaint
from fairplay.views.forms import blank_form, complaint_form
from fairplay.views.frame import FairPlayFrame, number_or_none, player_in, suggestion_label
from fairplay.views.labels import STATES, choices
from games.views.caching import fresh
from games.views.problems import Attempt, or_404
from tavleya.documents.form_sheet import FilledForm, draw_form
from tournaments.models.player import Registration
from tournaments.selectors.actors import names_of
from tournaments.selectors.log import log_of
from tournaments.views.frame import language
from tournaments.views.labels import round_name


@require_http_methods(["GET", "HEAD", "POST"])
def complaints(request: HttpRequest, slug: str) -> HttpResponse:
    """List the complaints of the event, with the form for a new one in the section of the chosen round."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play-complaints")
    if attempt := Attempt(request, lambda: _receive(frame, request.POST)):
        return redirect("fair-play-complaint", slug=slug, number=attempt.result.number)
    context = {
        "lines": [_line(complaint) for complaint in complaints_of(frame.event)],
        "players": [suggestion_label(complaint) for complaint in frame.players()] if frame.row else [],
    }
    return frame.page("fairplay/complaints.html", context, attempt.refused)


def _receive(frame: FairPlayFrame, form_data: Mapping[str, str]) -> Complaint:
    section, players = frame.section, frame.players()
    return receive_complaint(
        **frame.who(),
        section_id=section.pk,
        round_number=frame.number,
        complainant_id=player_in(players, form_data, "complainant"),
        about_id=player_in(players, form_data, "about") if form_data.get("about", "").strip() else None,
        board=number_or_none(form_data, "board"),
        facts=form_data.get("facts", ""),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def complaint(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a complaint with its history; on POST, set its state."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play-complaints")
    form_data = request.POST
    attempt = Attempt(
        request,
        lambda: handle_complaint(
            **frame.who(),
            complaint_id=_get_complaint(frame, number).pk,
            seen=form_data.get("seen", ""),
            state=form_data.get("state", ""),
            answer=form_data.get("answer", ""),
        ),
    )
    if attempt:
        return redirect("fair-play-complaint", slug=slug, number=number)
    row = _get_complaint(frame, number)
    context = {
        "line": _line(row),
        "complaint": row,
        "states": choices(STATES),
        "history": _history(frame, row),
        "received_by": row.received_by.shown_name if row.received_by else "",
    }
    return frame.page("fairplay/complaint.html", context, attempt.refused)


def _get_complaint(frame: FairPlayFrame, number: int) -> Complaint:
    return or_404(complaints_of(frame.event).filter(number=number).first())


def _line(row: Complaint) -> dict[str, Any]:
    address = [row.section.name_in(language())]
    address += [round_name(row.round_number)] if row.round_number else []
    address += [gettext("board %(board)s") % {"board": row.board}] if row.board else []
    return {
        "number": row.number,
        "url": reverse("fair-play-complaint", args=[row.event.slug, row.number]),
        "where": ", ".join(address),
        "from": _name(row.complainant),
        "about": _name(row.about) if row.about else "",
        "state": gettext(STATES[row.state]),
        "code": row.state,
        "at": timezone.localtime(row.received_at),
    }


def _name(registration: Registration) -> str:
    return registration.player.name_in(language())


def _history(frame: FairPlayFrame, row: Complaint) -> list[dict[str, Any]]:
    """Return the changes of the state with user and time."""
    rows = log_of(frame.event, frame.standing).filter(action="fair_play.complaint_handled")
    lines = [line for line in rows.order_by("pk") if (line.after or {}).get("number") == row.number]
    names = names_of(line.actor for line in lines)
    return [
        {
            "at": line.at,
            "who": names[line.actor],
            "state": gettext(STATES[(line.after or {})["complaint_state"]]),
        }
        for line in lines
    ]


@require_safe
def complaint_pdf(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the complaint as PDF, for the signatures of player and arbiter; `?paper=letter`."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play-complaints")
    row = _get_complaint(frame, number)
    return _form(request, frame, complaint_form(row), f"{slug}-complaint-{number}")


@require_safe
def blank_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Return a blank form for a complaint after the event; `?paper=letter`."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play-complaints")
    return _form(request, frame, blank_form(frame.event), f"{slug}-complaint-form")


def _form(request: HttpRequest, frame: FairPlayFrame, form: FilledForm, name: str) -> HttpResponse:
    created = head(frame.event, None, form.title, timezone.now())
    return fresh(pdf_answer(request, name, lambda *on: draw_form(form, created, *on)))
