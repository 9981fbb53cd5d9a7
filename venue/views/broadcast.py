"""The lichess broadcast of a section: its settings and the responses of lichess."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from tavleya.errors import DomainError, NotFound
from tavleya.permissions import Action
from tournaments.models.broadcast import Broadcast, BroadcastRound
from tournaments.views.desk.frame import SectionDesk, desk, flash
from tournaments.views.labels import round_name
from venue.forms.broadcast import BroadcastForm
from venue.services.broadcasting import fits, send_again, set_broadcast, stop_broadcast


@desk
def broadcast(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Set up (`do`: `save`), send everything again (`send`), or stop (`stop`)."""
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_EVENT)
    if not fits(frame.section):
        raise Http404
    row = Broadcast.objects.filter(section=frame.section).first()
    sent = list(row.rounds.all()) if row else []
    keys = {one.number: one.key for one in sent}
    numbers = range(1, _rounds(frame, keys) + 1)
    do = request.POST.get("do", "")
    form = BroadcastForm(
        request.POST if do == "save" else None,
        rounds={number: keys.get(number, "") for number in numbers},
        known=row is not None,
    )
    status = HTTPStatus.OK
    if do:
        if _done(frame, form, do):
            return redirect(frame.url("broadcast"))
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    now = timezone.now()
    context = {
        **frame.context(),
        "form": form,
        "broadcast": row,
        "paused": row is not None and row.paused_until is not None and row.paused_until > now,
        "addresses": [form[f"round_{number}"] for number in numbers],
        "sent": [_line(one) for one in sent],
    }
    return render(request, "venue/desk/broadcast.html", context, status=status)


def _done(frame: SectionDesk, form: BroadcastForm, do: str) -> bool:
    given: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "section_id": frame.section.pk}
    if do == "send":
        try:
            send_again(**given)
        except NotFound:
            raise Http404 from None
        flash(frame.request, gettext("All rounds will be sent in a few seconds."))
        return True
    if do == "stop":
        stop_broadcast(**given)
        flash(frame.request, gettext("Nothing more is sent to lichess."))
        return True
    if not form.is_valid():
        return False
    try:
        set_broadcast(**given, rounds=form.rounds(), token=form.cleaned_data["token"])
    except DomainError as refused:
        form.refuse(refused)
        return False
    flash(frame.request, gettext("Saved."))
    return True


def _rounds(frame: SectionDesk, keys: dict[int, str]) -> int:
    paired = [one.number or 0 for one in frame.rounds]
    return max([frame.section.rounds_planned or 0, *paired, *keys, 1])


def _line(one: BroadcastRound) -> dict[str, object]:
    refused = [answer for answer in one.answers if answer["error"]]
    return {
        "name": round_name(one.number),
        "url": f"https://lichess.org/broadcast/-/-/{one.key}",
        "sent_at": one.sent_at,
        "games": len(one.answers),
        "refused": refused,
        "problem": _problem(one),
        "tried_at": one.tried_at,
    }


def _problem(one: BroadcastRound) -> str:
    """Return why the last attempt failed, as text."""
    if one.tried_at is None or one.status == HTTPStatus.OK:
        return ""
    if one.status is None:
        return gettext("lichess could not be reached.")
    told: dict[int, str] = {
        HTTPStatus.UNAUTHORIZED: gettext("lichess does not accept the token."),
        HTTPStatus.FORBIDDEN: gettext("The token may not edit this broadcast."),
        HTTPStatus.NOT_FOUND: gettext("There is no such round on lichess."),
        HTTPStatus.TOO_MANY_REQUESTS: gettext("lichess asked for a pause of one minute."),
    }
    return told.get(one.status, "") or gettext("lichess answered: %(status)s %(problem)s") % {
        "status": one.status,
        "problem": one.problem,
    }
