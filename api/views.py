"""Events, their games, and the entries of a game's record."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from api.commands import perform
from api.idempotency import HEADER, once
from api.lists import ByNumber, BySeq
from api.openapi import KEY, NOT_FOUND, list_responses, problems
from api.serializers import (
    AppendedSerializer,
    EntrySerializer,
    EventSerializer,
    GameSerializer,
    NewEntrySerializer,
)
from api.throttling import ByGame
from api.tournaments import Listing, event_at
from arbiter.models.ruling import Ruling
from games.models.game import Game
from games.models.record import RecordEntry
from games.records import rows_of
from games.views.problems import require_found
from tavleya.actors import ANONYMOUS, Actor
from tavleya.permissions import Action, allowed
from tournaments.access import game_visible_to, standing_in
from tournaments.models.event import Event
from tournaments.models.round import RoundStatus
from tournaments.selectors.events import visible_events


def _game(request: Request, slug: str, game_id: int) -> tuple[Game, Actor]:
    event, actor = event_at(request, slug)
    game = get_object_or_404(Game, pk=game_id, pairing__round__section__event=event)
    require_found(game_visible_to(actor, game))
    return game, actor


def _games_of(event: Event, actor: Actor) -> QuerySet[Game]:
    section = "pairing__round__section"
    games = Game.objects.filter(**{f"{section}__event": event, f"{section}__archived_at": None})
    if not allowed(standing_in(actor, event), Action.SEE_DRAFTS):
        games = games.exclude(pairing__round__status=RoundStatus.DRAFT)
    return games


class EventList(Listing):
    @extend_schema(
        responses=list_responses(EventSerializer),
        operation_id="events_list",
        summary="Published events",
    )
    def get(self, request: Request) -> Response:
        pages = ByNumber()
        rows = pages.paginate_queryset(visible_events(ANONYMOUS), request, self)
        return pages.get_paginated_response(EventSerializer(rows, many=True).data)


class GameList(Listing):
    @extend_schema(
        responses=list_responses(GameSerializer),
        operation_id="games_list",
        summary="Games of an event",
    )
    def get(self, request: Request, slug: str) -> Response:
        event, actor = event_at(request, slug)
        pages = ByNumber()
        rows = pages.paginate_queryset(_games_of(event, actor), request, self)
        return pages.get_paginated_response(GameSerializer(rows, many=True).data)


class GameDetail(Listing):
    @extend_schema(
        responses={200: GameSerializer, 304: None} | NOT_FOUND,
        operation_id="game",
        summary="One game as it stands",
    )
    def get(self, request: Request, slug: str, game_id: int) -> Response:
        game, _ = _game(request, slug, game_id)
        tag = f'"{game.seq}"'
        if request.headers.get("If-None-Match") == tag:
            return Response(status=304, headers={"ETag": tag})
        return Response(GameSerializer(game).data, headers={"ETag": tag, "Cache-Control": "no-cache"})


class EntryList(Listing):
    """The record of a game: read it from any entry on, add to it.

    Ordinary moves posted with a token are carried out before this view: see `config.posted_moves`.
    """

    def get_throttles(self) -> list[BaseThrottle]:
        return [ByGame()] if self.request.method == "POST" else super().get_throttles()

    @extend_schema(
        responses=list_responses(EntrySerializer),
        parameters=[OpenApiParameter("after", int, description="Only entries after this number.")],
        operation_id="entries_list",
        summary="Entries of a game's record",
    )
    def get(self, request: Request, slug: str, game_id: int) -> Response:
        game, _ = _game(request, slug, game_id)
        after = request.query_params.get("after", "0")
        seen = int(after) if after.isdecimal() and len(after) < 10 else 0
        pages = BySeq()
        page = pages.paginate_queryset(game.entries.filter(seq__gt=seen, seq__lte=game.seq), request, self)
        if not page and "cursor" not in request.query_params:
            page = rows_of(game, seen)  # from an archive: all of it at once
        return pages.get_paginated_response(EntrySerializer(page, many=True).data)

    @extend_schema(
        request=NewEntrySerializer,
        parameters=[KEY],
        responses={201: AppendedSerializer} | problems(400, 401, 403, 404, 406, 409, 415, 422, 429),
        operation_id="entries_add",
        summary="Add what happens at the board",
    )
    def post(self, request: Request, slug: str, game_id: int) -> Response:
        game, actor = _game(request, slug, game_id)
        new_entry_serializer = NewEntrySerializer(data=request.data)
        new_entry_serializer.is_valid(raise_exception=True)

        def operation() -> tuple[int, Any]:
            before = Game.objects.values_list("seq", flat=True).get(pk=game.pk)
            key = request.headers.get(HEADER, "")
            ruling = perform(
                game,
                new_entry_serializer.validated_data,
                actor=actor,
                now=timezone.now(),
                idempotency_key=key,
            )
            return 201, _appended(game, before, ruling)

        return once(request, actor, operation)


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
