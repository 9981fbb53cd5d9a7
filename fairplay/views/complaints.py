"""Complaints: received from a player at the arbiters' table, printed to sign, examined and answered."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from fairplay.models import Complaint, Declaration, DeviceBag
from fairplay.selectors import PlayerBag, bags_left, bags_of_round, complaints_of, declarations_of
from fairplay.services import (
    hand_back_bag,
    hand_in_devices,
    handle_complaint,
    receive_complaint,
    record_declaration,
    remove_declaration,
    undo_bag,
)
from fairplay.views.frame import (
    DECLARED,
    STATES,
    FairPlayFrame,
    blank_form,
    choices,
    clock,
    complaint_form,
    key_in,
    number_in,
    player_in,
    player_name,
    suggestion_label,
)
from games.views.answers import pdf_answer
from games.views.caching import fresh
from games.views.requests import Attempt, or_404
from tavleya.documents.contents import ListDocument
from tavleya.documents.form_sheet import FilledForm, draw_form
from tavleya.documents.tables import draw_list
from tournaments.names import names_of
from tournaments.selectors.events import log_of
from tournaments.views.contents import head
from tournaments.views.frame import language, round_name
from tournaments.views.seats import seat_in


@require_http_methods(["GET", "HEAD", "POST"])
def complaints(request: HttpRequest, slug: str) -> HttpResponse:
    """List the complaints of the event, with the form for a new one in the section of the chosen round."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play-complaints")
    if attempt := Attempt(request, lambda: _receive(frame, request.POST)):
        return redirect("fair-play-complaint", slug=slug, number=attempt.result.number)
    context = {
        "lines": [_line(complaint) for complaint in complaints_of(frame.event)],
        "players": [suggestion_label(player) for player in frame.players()] if frame.row else [],
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
        board=number_in(form_data, "board") if form_data.get("board", "").strip() else None,
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
    place = [row.section.name_in(language())]
    place += [round_name(row.round_number)] if row.round_number else []
    place += [gettext("board %(board)s") % {"board": row.board}] if row.board else []
    return {
        "number": row.number,
        "url": reverse("fair-play-complaint", args=[row.event.slug, row.number]),
        "where": ", ".join(place),
        "from": player_name(row.complainant),
        "about": player_name(row.about) if row.about else "",
        "state": gettext(STATES[row.state]),
        "code": row.state,
        "at": timezone.localtime(row.received_at),
    }


def _history(frame: FairPlayFrame, row: Complaint) -> list[dict[str, Any]]:
    """Return the changes of the state with user and time."""
    rows = log_of(frame.event, frame.standing).filter(action="fair_play.complaint_handled")
    lines = [line for line in rows.order_by("pk") if (line.after or {}).get("number") == row.number]
    names = names_of(line.actor for line in lines)
    return [
        {"at": line.at, "who": names[line.actor], "state": gettext(STATES[(line.after or {})["complaint_state"]])}
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
    heading = head(frame.event, None, form.title, timezone.now())
    return fresh(pdf_answer(request, name, lambda *on: draw_form(form, heading, *on)))


# Devices handed in: the players of a round with their bags, bags not yet handed back, and the list on
# paper.


@require_http_methods(["GET", "HEAD", "POST"])
def devices(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bags; on POST, `do` is `in`, `back` or `undo`."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play-devices")
    if attempt := frame.attempt({"in": _hand_in, "back": _hand_back, "undo": _undo}):
        return attempt.result
    return frame.page("fairplay/devices.html", _context(frame) if frame.row else {}, attempt.refused)


def _hand_in(frame: FairPlayFrame, form_data: Mapping[str, str]) -> str:
    listed = form_data.get("registration")
    key = key_in(form_data, "registration") if listed else player_in(frame.players(), form_data, "player")
    hand_in_devices(
        **frame.who(),
        section_id=frame.section.pk,
        round_number=frame.number,
        registration_id=key,
        bag=number_in(form_data, "bag"),
    )
    return f"player-{key}" if listed else ""


def _hand_back(frame: FairPlayFrame, form_data: Mapping[str, str]) -> str:
    row = hand_back_bag(**frame.who(), event_id=frame.event.pk, bag=number_in(form_data, "bag"))
    return f"player-{row.registration_id}" if form_data.get("listed") else ""


def _undo(frame: FairPlayFrame, form_data: Mapping[str, str]) -> str:
    undo_bag(**frame.who(), event_id=frame.event.pk, bag_id=key_in(form_data, "entry"))
    return ""


def _context(frame: FairPlayFrame) -> dict[str, Any]:
    assert frame.row is not None
    player_bags = bags_of_round(frame.row)
    lines = [_devices_line(frame, player_bag) for player_bag in player_bags]
    left = [_left(bag) for bag in bags_left(frame.event) if not _playing(bag, player_bags)]
    return {
        "lines": lines,
        "held": sum(player_bag.held for player_bag in player_bags),
        "left": left,
        "players": [suggestion_label(player_bag.registration) for player_bag in player_bags if not player_bag.held],
    }


def _playing(bag: DeviceBag, player_bags: list[PlayerBag]) -> bool:
    """Return whether the owner of the devices is still playing in the chosen round."""
    return any(player_bag.bag == bag and not player_bag.over for player_bag in player_bags)


def _devices_line(frame: FairPlayFrame, player_bag: PlayerBag) -> dict[str, Any]:
    bag = player_bag.bag
    return {
        "key": player_bag.registration.pk,
        "seat": seat_in(frame.event.slug, frame.section, player_bag.registration),
        "board": player_bag.board,
        "bag": bag,
        "held": player_bag.held,
        "in_at": clock(bag.handed_in_at) if bag else "",
        "back_at": clock(bag.handed_back_at) if bag and bag.handed_back_at else "",
    }


def _left(bag: DeviceBag) -> dict[str, Any]:
    section = bag.registration.section
    return {
        "bag": bag.bag,
        "name": player_name(bag.registration),
        "where": f"{section.name_in(language())}, {round_name(bag.round_number)}",
    }


@require_safe
def devices_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the list of bags of the round (`round`) for print; `?paper=letter`."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play-devices")
    section = frame.section
    title = ", ".join((gettext("Devices handed in"), round_name(frame.number)))
    heads = (gettext("Bag"), gettext("No."), gettext("Player"), gettext("Board"), gettext("Handed in"),
             gettext("Handed back"), gettext("Signature"))  # fmt: skip
    content = ListDocument(
        head(frame.event, section, title, timezone.now()),
        heads,
        tuple(_printed(bag) for bag in bags_of_round(frame.chosen)),
        numbers=frozenset({0, 1, 3}),
        wide=frozenset({2, 6}),
    )
    name = f"{slug}-{section.slug}-{frame.number}-devices"
    return fresh(pdf_answer(request, name, lambda *on: draw_list(content, *on)))


def _printed(player_bag: PlayerBag) -> tuple[str, ...]:
    bag = player_bag.bag
    return (
        str(bag.bag) if bag else "",
        str(player_bag.registration.number),
        player_name(player_bag.registration),
        str(player_bag.board or ""),
        clock(bag.handed_in_at) if bag else "",
        clock(bag.handed_back_at) if bag and bag.handed_back_at else "",
        "",
    )


# Hearing aids and medical devices that players declare, for arbiters who check them.


@require_http_methods(["GET", "HEAD", "POST"])
def declarations(request: HttpRequest, slug: str) -> HttpResponse:
    """List the declarations of the chosen round's section; on POST, `do` is `add` or `remove`."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play-declarations")
    if attempt := frame.attempt({"add": _add, "remove": _remove}):
        return attempt.result
    context: dict[str, Any] = {"kinds": choices(DECLARED), "days": settings.KEEP_DECLARATIONS_DAYS}
    if frame.row:
        context["lines"] = [_declarations_line(declaration) for declaration in declarations_of(frame.section)]
        context["players"] = [suggestion_label(player) for player in frame.players()]
    return frame.page("fairplay/declarations.html", context, attempt.refused)


def _add(frame: FairPlayFrame, form_data: Mapping[str, str]) -> None:
    record_declaration(
        **frame.who(),
        section_id=frame.section.pk,
        registration_id=player_in(frame.players(), form_data, "player"),
        kind=form_data.get("kind", ""),
        text=form_data.get("text", ""),
    )


def _remove(frame: FairPlayFrame, form_data: Mapping[str, str]) -> None:
    key = key_in(form_data, "entry")
    exists = Declaration.objects.filter(pk=key, registration__section=frame.section).exists()
    remove_declaration(**frame.who(), declaration_id=key if exists else 0)


def _declarations_line(declaration: Declaration) -> dict[str, Any]:
    return {
        "key": declaration.pk,
        "number": declaration.registration.number,
        "name": player_name(declaration.registration),
        "kind": gettext(DECLARED[declaration.kind]),
        "text": declaration.text,
        "by": declaration.seen_by.shown_name if declaration.seen_by else "",
        "at": timezone.localtime(declaration.seen_at),
    }
