"""The lichess broadcast of a section: its settings and the responses of lichess."""

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from games.views.requests import find_or_404, require_found
from tavleya.permissions import Action
from tournaments.models.boards import Broadcast, BroadcastRound
from tournaments.views.desk.frame import SectionDesk, desk, flash
from tournaments.views.frame import round_name
from venue.forms import BroadcastForm
from venue.services.broadcasting import can_broadcast, send_again, set_broadcast, stop_broadcast


@desk
def broadcast(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Set up (`do`: `save`), send everything again (`send`), or stop (`stop`)."""
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_EVENT)
    require_found(can_broadcast(frame.section))
    row = Broadcast.objects.filter(section=frame.section).first()
    sent = list(row.rounds.all()) if row else []
    keys = {broadcast_round.number: broadcast_round.key for broadcast_round in sent}
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
        "sent": [_line(broadcast_round) for broadcast_round in sent],
    }
    return render(request, "venue/desk/broadcast.html", context, status=status)


def _done(frame: SectionDesk, form: BroadcastForm, do: str) -> bool:
    common: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "section_id": frame.section.pk}
    if do == "send":
        find_or_404(lambda: send_again(**common))
        flash(frame.request, gettext("All rounds will be sent in a few seconds."))
        return True
    if do == "stop":
        stop_broadcast(**common)
        flash(frame.request, gettext("Nothing more is sent to lichess."))
        return True
    done = form.attempt(lambda: set_broadcast(**common, rounds=form.rounds(), token=form.cleaned_data["token"]))
    if done:
        flash(frame.request, gettext("Saved."))
    return done


def _rounds(frame: SectionDesk, keys: dict[int, str]) -> int:
    paired = [round_.number or 0 for round_ in frame.rounds]
    return max([frame.section.rounds_planned or 0, *paired, *keys, 1])


def _line(broadcast_round: BroadcastRound) -> dict[str, object]:
    refused = [answer for answer in broadcast_round.answers if answer["error"]]
    return {
        "name": round_name(broadcast_round.number),
        "url": f"https://lichess.org/broadcast/-/-/{broadcast_round.key}",
        "sent_at": broadcast_round.sent_at,
        "games": len(broadcast_round.answers),
        "refused": refused,
        "problem": _problem(broadcast_round),
        "tried_at": broadcast_round.tried_at,
    }


def _problem(broadcast_round: BroadcastRound) -> str:
    """Return why the last attempt failed, as text."""
    if broadcast_round.tried_at is None or broadcast_round.status == HTTPStatus.OK:
        return ""
    if broadcast_round.status is None:
        return gettext("lichess could not be reached.")
    data: dict[int, str] = {
        HTTPStatus.UNAUTHORIZED: gettext("lichess does not accept the token."),
        HTTPStatus.FORBIDDEN: gettext("The token may not edit this broadcast."),
        HTTPStatus.NOT_FOUND: gettext("There is no such round on lichess."),
        HTTPStatus.TOO_MANY_REQUESTS: gettext("lichess asked for a pause of one minute."),
    }
    return data.get(broadcast_round.status, "") or gettext("lichess answered: %(status)s %(problem)s") % {
        "status": broadcast_round.status,
        "problem": broadcast_round.problem,
    }
