"""Sections, players, rounds, boards and standings of an event; results are entered here too."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.bodies import RENDERERS, ByBoard, ByNumber, ByStart, page_of_rows
from api.openapi import IF_MATCH, NOT_FOUND, REFUSED, list_responses, problems
from api.requests import actor_of, check_match, no_later_change
from api.shapes import (
    STANDING,
    BoardSerializer,
    NewResultSerializer,
    OnlineEntrySerializer,
    PlayerSerializer,
    RegistrationSerializer,
    RoundSerializer,
    RulingSerializer,
    SectionSerializer,
)
from arbiter.models import Ruling
from games import gate
from games.views.requests import or_404, require_found
from tavleya.actors import Actor
from tavleya.permissions import Action, allowed
from tournaments.access import EventViewer, event_visible_to, require, standing_in
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.events import sections_shown
from tournaments.selectors.standings import standings_of, standings_version
from tournaments.services.results import correct_result, enter_result


def event_at(request: Request, slug: str) -> tuple[Event, Actor]:
    event, actor = get_object_or_404(Event, slug=slug), actor_of(request)
    require_found(event_visible_to(actor, event))
    gate.look_as(EventViewer(lambda: actor, slug))
    return event, actor


class Listing(APIView):
    renderer_classes = RENDERERS

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Add the content type to an empty list, which the framework leaves out with the body."""
        result: Response = super().finalize_response(request, response, *args, **kwargs)
        if result.status_code == 200 and hasattr(result, "accepted_media_type"):
            result.add_post_render_callback(_set_content_type)
        return result

    def paged(
        self, rows: QuerySet[Any], shape: type[serializers.Serializer[Any]], pages: ByNumber | None = None
    ) -> Response:
        pages = pages or ByNumber()
        page = pages.paginate_queryset(rows, self.request, self)
        return pages.get_paginated_response(shape(page, many=True).data)

    def section(self, request: Request, slug: str, section: str) -> tuple[Section, Actor]:
        event, actor = event_at(request, slug)
        section_row = get_object_or_404(sections_shown(event), slug=section)
        section_row.event = event
        return section_row, actor

    def round(self, request: Request, slug: str, section: str, number: int) -> tuple[Round, Actor]:
        """Return a round that the caller may see.  Number 0 is the sheet of a tournament without rounds."""
        section_row, actor = self.section(request, slug, section)
        common = {"number": number} if number else {"kind": RoundKind.SCHEDULE}
        round_ = get_object_or_404(section_row.rounds.filter(**common))
        round_.section = section_row
        if round_.status == RoundStatus.DRAFT and not self.sees_drafts(actor, section_row.event):
            raise Http404
        return round_, actor

    @staticmethod
    def sees_drafts(actor: Actor, event: Event) -> bool:
        return allowed(standing_in(actor, event), Action.SEE_DRAFTS)


def _set_content_type(response: Response) -> None:
    response.headers.setdefault("Content-Type", response.accepted_media_type)


class SectionList(Listing):
    @extend_schema(
        responses=list_responses(SectionSerializer), operation_id="sections_list", summary="Sections of an event"
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _ = event_at(request, slug)
        return self.paged(sections_shown(event), SectionSerializer)


class PlayerList(Listing):
    @extend_schema(
        responses=list_responses(PlayerSerializer), operation_id="players_list", summary="Players of an event"
    )
    def get(self, request: Request, slug: str) -> Response:
        event, _ = event_at(request, slug)
        return self.paged(Player.objects.filter(event=event), PlayerSerializer)


class RegistrationList(Listing):
    @extend_schema(
        responses=list_responses(RegistrationSerializer), operation_id="entrants_list", summary="Players of a section"
    )
    def get(self, request: Request, slug: str, section: str) -> Response:
        section_row, _ = self.section(request, slug, section)
        return self.paged(section_row.registrations.select_related("player"), RegistrationSerializer, ByStart())


class RoundList(Listing):
    @extend_schema(responses=list_responses(RoundSerializer), operation_id="rounds_list", summary="Rounds of a section")
    def get(self, request: Request, slug: str, section: str) -> Response:
        section_row, actor = self.section(request, slug, section)
        rows = section_row.rounds.all()
        if not self.sees_drafts(actor, section_row.event):
            rows = rows.exclude(status=RoundStatus.DRAFT)
        return self.paged(rows, RoundSerializer)


class BoardList(Listing):
    @extend_schema(
        responses=list_responses(BoardSerializer),
        operation_id="pairings_list",
        summary="Boards of a round, with results",
    )
    def get(self, request: Request, slug: str, section: str, number: int) -> Response:
        round_, _ = self.round(request, slug, section, number)
        boards = round_.pairings.select_related("white__player", "black__player")
        return self.paged(boards, BoardSerializer, ByBoard())


class BoardDetail(Listing):
    """One board; its `ETag` is the number of the changes of its result."""

    def _board(self, request: Request, slug: str, section: str, number: int, board: int) -> tuple[Pairing, Actor]:
        round_, actor = self.round(request, slug, section, number)
        pairing = or_404(round_.pairings.select_related("white__player", "black__player").filter(board=board).first())
        return pairing, actor

    @extend_schema(responses={200: BoardSerializer} | NOT_FOUND, operation_id="pairing", summary="One board")
    def get(self, request: Request, slug: str, section: str, number: int, board: int) -> Response:
        pairing, _ = self._board(request, slug, section, number, board)
        return Response(BoardSerializer(pairing).data, headers={"ETag": f'"{pairing.version}"'})

    @extend_schema(
        request=NewResultSerializer,
        parameters=[IF_MATCH],
        responses={200: BoardSerializer} | problems(400, 401, 403, 404, 406, 409, 412, 415, 422, 428, 429),
        operation_id="pairing_result",
        summary="Enter or correct the result of a board",
    )
    def put(self, request: Request, slug: str, section: str, number: int, board: int) -> Response:
        pairing, actor = self._board(request, slug, section, number, board)
        check_match(request, f'"{pairing.version}"')
        serializer = NewResultSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        operation = correct_result if pairing.result else enter_result
        with no_later_change():
            saved = operation(
                actor=actor,
                now=timezone.now(),
                pairing_id=pairing.pk,
                expected_version=pairing.version,
                **serializer.validated_data,
            )
        fresh, _ = self._board(request, slug, section, number, board)
        return Response(BoardSerializer(fresh).data, headers={"ETag": f'"{saved.version}"'})


class StandingsDetail(Listing):
    @extend_schema(
        responses=list_responses(STANDING.serializer),
        operation_id="standings",
        summary="Standings with every tie-break",
    )
    def get(self, request: Request, slug: str, section: str) -> Response:
        section_row, _ = self.section(request, slug, section)
        if section_row.system.teams or not section_row.system.ranked:
            raise Http404
        tag = f'W/"{standings_version(section_row).key}"'
        if request.headers.get("If-None-Match") == tag:
            return Response(status=304, headers={"ETag": tag})
        view = standings_of(section_row)
        response = page_of_rows(request, STANDING.rows((row, view.tiebreaks) for row in view.rows))
        response["ETag"], response["Cache-Control"] = tag, "no-cache"
        return response


class RulingList(Listing):
    @extend_schema(
        responses=list_responses(RulingSerializer), operation_id="rulings_list", summary="Rulings of an event"
    )
    def get(self, request: Request, slug: str) -> Response:
        event, actor = event_at(request, slug)
        section = "game__pairing__round__section"
        rows = Ruling.objects.filter(**{f"{section}__event": event, f"{section}__archived_at": None})
        rows = rows.select_related("supersedes")
        if not self.sees_drafts(actor, event):
            rows = rows.exclude(game__pairing__round__status=RoundStatus.DRAFT)
        return self.paged(rows, RulingSerializer)


# Online entries of players: for the organisers' own programs, because they contain contact data.


class OnlineEntryList(Listing):
    @extend_schema(
        responses=list_responses(OnlineEntrySerializer) | REFUSED,
        operation_id="online_entries_list",
        summary="Online entries of a section",
    )
    def get(self, request: Request, slug: str, section: str) -> Response:
        section_row, actor = self.section(request, slug, section)
        require(actor, section_row.event, Action.ENTER_PLAYERS)
        return self.paged(Entry.objects.filter(section=section_row), OnlineEntrySerializer)
