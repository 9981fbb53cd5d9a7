"""Acts in an event, up to now: the stream (`api.stream`) without waiting for more."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.authentication import actor_of
from api.lists import NDJSON, NdjsonRenderer
from api.openapi import NOT_FOUND
from api.tournaments import Listing
from notifications.selectors.activity import Happening, happened, last_number
from tavleya.actors import Actor
from tavleya.permissions import Action, allowed
from tournaments.access import event_visible_to, standing_in
from tournaments.models.event import Event

SSE = "text/event-stream"
MOST = 1000  # acts of one answer, or of one reading


class EventStreamRenderer(BaseRenderer):
    """`Accept: text/event-stream`: an event for each row, with its number as its id."""

    media_type = SSE
    format = "sse"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        if "results" not in data:  # a problem, which is one document
            return json.dumps(data, ensure_ascii=False).encode()
        return b"".join(as_event(row) for row in data["results"])


def as_event(data: Mapping[str, Any]) -> bytes:
    """Return one act, as a server-sent event."""
    number = f"id: {data['id']}\n" if "id" in data else ""
    return f"{number}event: {data['kind']}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def as_line(data: Mapping[str, Any]) -> bytes:
    """Return one act, as a line."""
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


def audience(actor: Actor, slug: str) -> tuple[Event, bool]:
    """Return the event, and whether the caller sees all acts.  Raises: Http404."""
    event = Event.objects.filter(slug=slug).first()
    if event is None or not event_visible_to(actor, event):
        raise Http404
    return event, allowed(standing_in(actor, event), Action.SEE_DESK)


def number_in(text: str) -> int | None:
    """Return the number of a log line in a request; None for anything else."""
    return int(text) if text.isdecimal() and len(text) < 16 else None


def for_audience(rows: list[Happening], staff: bool) -> list[dict[str, Any]]:
    return [row.told() for row in rows if staff or row.public]


_EVENT = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("id", "event", "data")},
    "required": ["event", "data"],
}
_FORMS: list[type[BaseRenderer]] = [NdjsonRenderer, EventStreamRenderer]


class EventStream(Listing):
    """The stream without open connections, for servers that do not hold them: programs poll with their last number."""

    renderer_classes = _FORMS

    @extend_schema(
        operation_id="stream",
        summary="What happens in an event",
        description=(
            "A line or an event for each act, in the order of the log.  The connection stays open where the service "
            "holds streams; it may end at any time, and is continued with the number of the last act (`since`, or "
            "`Last-Event-ID`).  Acts may be told twice: drop the ids that you have.  Without a number it begins now. "
            "Everybody is told what is public; officials, and keys with the scope `see_desk`, all that is done."
        ),
        parameters=[
            OpenApiParameter("since", int, description="Only acts after this number."),
            OpenApiParameter("Last-Event-ID", int, OpenApiParameter.HEADER),
        ],
        responses={
            (200, NDJSON): OpenApiResponse({"type": "string"}, description="A line of JSON an act"),
            (200, SSE): OpenApiResponse(_EVENT, description="An event an act; its data is the line of JSON"),
            **NOT_FOUND,
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        event, staff = audience(actor_of(request), slug)
        headers = request.headers.get("Last-Event-ID") or request.query_params.get("since", "")
        since = number_in(headers)
        if since is None:
            begin = {"id": last_number(event), "kind": "begin"}
            return Response({"results": [begin], "next": None})
        rows = happened(event, since, now=timezone.now(), most=MOST, again=True)
        answer = Response({"results": for_audience(rows, staff), "next": None})
        answer["Cache-Control"] = "no-store"
        return answer
