"""The palette of commands: what is typed is suggested as JSON, and what is chosen goes through the services."""

from __future__ import annotations

from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from arbiter.messages import say
from arbiter.palette_reading import read
from arbiter.views.desk import DeskFrame, fresh
from arbiter.views.palette_commands import Suggestion, carry_out, keywords, suggestions
from common.errors import Conflict, DomainError
from games.views.problems import Refused
from tournaments.views.desk.undo import tell

_SALT = "arbiter.palette"
_SECONDS = 3600


@require_safe
def suggest(request: HttpRequest, slug: str) -> HttpResponse:
    """`q` is what has been typed so far; `items` are what it can mean, most likely first.

    An item has a `url`, or a `run` to be posted: signed, so that only what was suggested is carried out.
    """
    frame = DeskFrame.of(request, slug)
    typed = read(request.GET.get("q", ""), keywords())
    found = suggestions(frame, typed, timezone.now())
    return fresh(JsonResponse({"items": [_item(frame, one) for one in found]}))


def _item(frame: DeskFrame, one: Suggestion) -> dict[str, str]:
    run = ""
    if one.command:
        chosen = {"command": one.command, "values": dict(one.values), "for": _reader(frame)}
        run = signing.dumps(chosen, salt=_SALT, compress=True)
    return {"title": one.title, "detail": one.detail, "url": one.url, "run": run}


def _reader(frame: DeskFrame) -> list[int | None]:
    return [frame.event.pk, frame.actor.user_id]


@require_POST
def run(request: HttpRequest, slug: str) -> HttpResponse:
    """Carry out what was suggested (`run`).  What is said stands on the next page, with Undo."""
    frame = DeskFrame.of(request, slug)
    try:
        chosen = _chosen(frame, request.POST.get("run", ""))
        done = carry_out(frame, chosen["command"], chosen["values"], timezone.now())
    except DomainError as problem:
        refused = Refused.by(problem)
        return fresh(JsonResponse({"problem": refused.sentence}, status=refused.status))
    tell(request, done.words, done.note)
    return fresh(JsonResponse({"said": done.words}))


def _chosen(frame: DeskFrame, run: str) -> dict[str, Any]:
    """Raises Conflict `suggestion_too_old`, for one that was made for somebody else too."""
    try:
        chosen: dict[str, Any] = signing.loads(run, salt=_SALT, max_age=_SECONDS)
    except signing.BadSignature:
        raise Conflict(say("suggestion_too_old")) from None
    if chosen["for"] != _reader(frame):
        raise Conflict(say("suggestion_too_old"))
    return chosen
