"""Acts in an event, up to now: the stream (`api.stream`) without waiting for more."""

import asyncio
import contextlib
import json
import re
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.db import DatabaseError
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies import NDJSON, NdjsonRenderer
from api.openapi import NOT_FOUND
from api.requests import actor_of
from api.tournaments import Listing
from games.live.asgi import MOST_STREAMS, PRIVATE_SECONDS, listen_to_redis, read_newest, refuse, wait_for_disconnect
from games.live.events import channel
from games.live.hub import Listener, in_thread, memory_hub
from tavleya.actors import ANONYMOUS, Actor
from tavleya.errors import NotPermitted
from tavleya.permissions import Action, allowed
from tournaments.access import event_visible_to, standing_in
from tournaments.models.event import Event
from tournaments.selectors.act_stream import Happening, happened, last_number
from tournaments.services.tokens import actor_of_token

SSE = "text/event-stream"
MOST = 1000  # acts of one answer, or of one reading


class EventStreamRenderer(BaseRenderer):
    """`Accept: text/event-stream`: an event for each row, with its number as its id."""

    media_type = SSE
    format = "sse"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
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
        position = request.headers.get("Last-Event-ID") or request.query_params.get("since", "")
        since = number_in(position)
        if since is None:
            begin = {"id": last_number(event), "kind": "begin"}
            return Response({"results": [begin], "next": None})
        rows = happened(event, since, now=timezone.now(), most=MOST, again=True)
        response = Response({"results": for_audience(rows, staff), "next": None})
        response["Cache-Control"] = "no-store"
        return response


# `/api/v1/events/<event>/stream/` as an open connection, served next to Django: acts in an event as they
# happen.
#
# It listens like the pages of the event (`games.live`): one room of this process learns of a change, the
# log is read once for all local followers of the event, and each gets the acts that they may see.

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

STREAM = re.compile(r"^/api/v1/events/([a-z0-9-]{1,60})/stream/?$")
_MOST_CACHED = 2000  # acts of an event that are cached for its followers


class Feed:
    """The newest acts of one event, read once for all who follow it in this process."""

    def __init__(self, event: Event, at: int) -> None:
        self.event, self._at = event, at
        self.acts: deque[Happening] = deque(maxlen=_MOST_CACHED)
        self.followers = 0
        self._requests = self._served = 0
        self._lock = asyncio.Lock()

    async def read_on(self) -> None:
        """Read new acts; one of several simultaneous callers does it for all."""
        self._requests += 1
        ticket = self._requests
        async with self._lock:
            if self._served >= ticket:
                return
            served = self._requests
            rows = await in_thread(_read)(self.event, self._at)
            numbers = {act.number for act in self.acts}
            fresh = [act for act in rows if act.number not in numbers]
            self.acts.extend(fresh)
            self._at = max([self._at, *(act.number for act in fresh)])
            self._served = served


def _read(event: Event, after: int, repeated: bool = True) -> list[Happening]:
    return happened(event, after, now=datetime.now(UTC), most=MOST, again=repeated)


async def stream(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve addresses that match `STREAM` (an ASGI application)."""
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    match = STREAM.match(scope["path"])
    assert match is not None
    if len(memory_hub) >= MOST_STREAMS:
        await refuse(send, 503, "too_many_streams")
        return
    try:
        actor = await in_thread(_actor)(headers.get(b"authorization", ""))
        event, staff = await in_thread(audience)(actor, match[1])
    except NotPermitted as error:
        await refuse(send, 401, error.code)
        return
    except Http404:
        await refuse(send, 404, "not_found")
        return
    requested = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("since", [""])[0]
    since = number_in(headers.get(b"last-event-id") or requested)
    kind = SSE if SSE in headers.get(b"accept", "") else NDJSON
    await _follow(event, staff, since, kind, receive, send)


async def _follow(event: Event, staff: bool, since: int | None, kind: str, receive: Receive, send: Send) -> None:
    listen_to_redis()
    listener = Listener()
    name = channel("desks" if staff else "events", event.pk)
    room = memory_hub.join(name, listener, read_newest, settings.LIVE_SIGN_SECONDS)
    feed = await _feed(event)
    feed.followers += 1
    try:
        headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        sender = asyncio.ensure_future(_send_acts(feed, staff, since, kind, listener, send))
        disconnection = asyncio.ensure_future(wait_for_disconnect(receive))
        # A key may be revoked meanwhile, so followers must authenticate again from time to time.
        done, pending = await asyncio.wait(
            {sender, disconnection}, timeout=PRIVATE_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        for task in pending:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for task in done:
            task.result()
        if disconnection not in done:
            await send({"type": "http.response.body", "body": b""})
    except (OSError, DatabaseError):
        # The follower has disconnected, or the database is away: the client reconnects with its last number.
        return
    finally:
        memory_hub.leave(room, listener)
        feed.followers -= 1
        if not feed.followers:
            _FEEDS.pop((asyncio.get_running_loop(), event.pk), None)


def _actor(header: str) -> Actor:
    """Return the sender of the bearer token, or ANONYMOUS without one.  Raises: NotPermitted ("bad_token")."""
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer":
        return ANONYMOUS
    return actor_of_token(secret=secret.strip(), now=datetime.now(UTC))


_FEEDS: dict[tuple[asyncio.AbstractEventLoop, int], Feed] = {}


async def _feed(event: Event) -> Feed:
    """Return the feed of the event on this loop; the first follower creates it."""
    place = (asyncio.get_running_loop(), event.pk)
    if place not in _FEEDS:
        at = await in_thread(last_number)(event)
        _FEEDS.setdefault(place, Feed(event, at))
    return _FEEDS[place]


async def _send_acts(feed: Feed, staff: bool, since: int | None, kind: str, listener: Listener, send: Send) -> None:
    encode, keep_alive = (as_event, b":\n\n") if kind == SSE else (as_line, b"\n")
    numbers: set[int] = set()

    async def pass_on(rows: list[Happening]) -> None:
        numbers.update(row.number for row in rows)
        lines = [encode(row) for row in for_audience(rows, staff)]
        await send({"type": "http.response.body", "more_body": True, "body": b"".join(lines) or keep_alive})

    if since is None:
        since = await in_thread(last_number)(feed.event)
        numbers.update(act.number for act in await in_thread(_read)(feed.event, since))
        begin = encode({"id": since, "kind": "begin"})
        await send({"type": "http.response.body", "more_body": True, "body": begin})
    else:
        at = since
        while rows := await in_thread(_read)(feed.event, at, not numbers):
            await pass_on([act for act in rows if act.number not in numbers])
            at = max(at, rows[-1].number)
            if len(rows) < MOST:
                break
    first = min(numbers, default=since)
    while await listener.frames():
        await feed.read_on()
        await pass_on([act for act in feed.acts if act.number >= first and act.number not in numbers])
