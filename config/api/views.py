"""Events, their games, and the entries of a game's record."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arbiter.models import Ruling
from common.actors import Actor
from common.permissions import Action, allowed
from config.api.acts import perform
from config.api.authentication import actor_of
from config.api.idempotency import HEADER, once
from config.api.problems import CONTENT_TYPE
from config.api.serializers import (
    AppendedSerializer,
    EntrySerializer,
    EventSerializer,
    GameSerializer,
    NewEntrySerializer,
    ProblemSerializer,
)
from games.models import Game, RecordEntry
from tournaments.access import event_visible_to, game_visible_to, standing_in
from tournaments.models import Event
from tournaments.models.round import RoundStatus

_PROBLEM = OpenApiResponse(ProblemSerializer, description="A problem document")


def _problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    return {(status, CONTENT_TYPE): _PROBLEM for status in statuses}


def _page_of(shape: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """The envelope of `ByNumber`: addresses of the next and the previous page, and this one's rows."""
    name = "PageOf" + shape.__name__.removesuffix("Serializer")
    return inline_serializer(
        name,
        {
            "next": serializers.CharField(allow_null=True),
            "previous": serializers.CharField(allow_null=True),
            "results": shape(many=True),
        },
    )


_NOT_FOUND = _problems(401, 404, 429)
_KEY = OpenApiParameter(HEADER, str, OpenApiParameter.HEADER, description="The same key is carried out once.")


class ByNumber(CursorPagination):
    """`?cursor=…`, up to 200 a page."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 200
    ordering = "pk"


class BySeq(ByNumber):
    ordering = "seq"


def _event(request: Request, slug: str) -> tuple[Event, Actor]:
    event, actor = get_object_or_404(Event, slug=slug), actor_of(request)
    if not event_visible_to(actor, event):
        raise Http404
    return event, actor


def _game(request: Request, slug: str, game_id: int) -> tuple[Game, Actor]:
    event, actor = _event(request, slug)
    game = get_object_or_404(Game, pk=game_id, pairing__round__section__event=event)
    if not game_visible_to(actor, game):
        raise Http404
    return game, actor


def _games_of(event: Event, actor: Actor) -> QuerySet[Game]:
    games = Game.objects.filter(pairing__round__section__event=event)
    if not allowed(standing_in(actor, event), Action.SEE_DRAFTS):
        games = games.exclude(pairing__round__status=RoundStatus.DRAFT)
    return games


class EventList(APIView):
    @extend_schema(
        responses={200: _page_of(EventSerializer)} | _NOT_FOUND,
        operation_id="events_list",
        summary="Published events",
    )
    def get(self, request: Request) -> Response:
        pages = ByNumber()
        rows = pages.paginate_queryset(Event.objects.filter(published=True), request, self)
        return pages.get_paginated_response(EventSerializer(rows, many=True).data)


class EventDetail(APIView):
    @extend_schema(responses={200: EventSerializer} | _NOT_FOUND, operation_id="event", summary="One event")
    def get(self, request: Request, slug: str) -> Response:
        event, _ = _event(request, slug)
        return Response(EventSerializer(event).data)


class GameList(APIView):
    @extend_schema(
        responses={200: _page_of(GameSerializer)} | _NOT_FOUND,
        operation_id="games_list",
        summary="Games of an event",
    )
    def get(self, request: Request, slug: str) -> Response:
        event, actor = _event(request, slug)
        pages = ByNumber()
        rows = pages.paginate_queryset(_games_of(event, actor), request, self)
        return pages.get_paginated_response(GameSerializer(rows, many=True).data)


class GameDetail(APIView):
    @extend_schema(
        responses={200: GameSerializer, 304: None} | _NOT_FOUND,
        operation_id="game",
        summary="One game as it stands",
    )
    def get(self, request: Request, slug: str, game_id: int) -> Response:
        game, _ = _game(request, slug, game_id)
        tag = f'"{game.seq}"'
        if request.headers.get("If-None-Match") == tag:
            return Response(status=304, headers={"ETag": tag})
        return Response(GameSerializer(game).data, headers={"ETag": tag, "Cache-Control": "no-cache"})


class EntryList(APIView):
    """The record of a game: read it from any entry on, add to it."""

    throttle_scope = "move"

    @extend_schema(
        responses={200: _page_of(EntrySerializer)} | _NOT_FOUND,
        parameters=[OpenApiParameter("after", int, description="Only entries after this number.")],
        operation_id="entries_list",
        summary="Entries of a game's record",
    )
    def get(self, request: Request, slug: str, game_id: int) -> Response:
        game, _ = _game(request, slug, game_id)
        after = request.query_params.get("after", "0")
        rows = game.entries.filter(seq__gt=int(after) if after.isdecimal() and len(after) < 10 else 0)
        pages = BySeq()
        page = pages.paginate_queryset(rows, request, self)
        return pages.get_paginated_response(EntrySerializer(page, many=True).data)

    @extend_schema(
        request=NewEntrySerializer,
        parameters=[_KEY],
        responses={201: AppendedSerializer} | _problems(400, 401, 403, 404, 409, 415, 422, 429),
        operation_id="entries_add",
        summary="Add what happens at the board",
    )
    def post(self, request: Request, slug: str, game_id: int) -> Response:
        game, actor = _game(request, slug, game_id)
        given = NewEntrySerializer(data=request.data)
        given.is_valid(raise_exception=True)

        def act() -> tuple[int, Any]:
            before = Game.objects.values_list("seq", flat=True).get(pk=game.pk)
            key = request.headers.get(HEADER, "")
            ruling = perform(game, given.validated_data, actor=actor, now=timezone.now(), request=key)
            return 201, _appended(game, before, ruling)

        return once(request, actor, act)


def _appended(game: Game, before: int, ruling: Ruling | None) -> dict[str, Any]:
    game.refresh_from_db()
    rows: QuerySet[RecordEntry] = game.entries.filter(seq__gt=before).order_by("seq")
    body: dict[str, Any] = {
        "entries": EntrySerializer(rows, many=True).data,
        "game": GameSerializer(game).data,
    }
    if ruling is not None:
        body["ruling"] = {
            "number": ruling.number,
            "kind": ruling.kind,
            "outcome": str(ruling.outcome),
            "article": ruling.article,
            "grounds": [ground.render(gettext) for ground in ruling.sentences],
        }
    return body
