"""Crosstables, explanations of pairings and jobs: created on request."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from api.acts.places import find
from api.bodies import Shape, page_of_rows
from api.openapi import REFUSED, list_responses
from api.shapes_desk import JobSerializer
from api.tournaments import Listing
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.models.activity import Job
from tournaments.models.swiss import Provenance
from tournaments.selectors.standings import CrosstableCell, CrosstableRow, crosstable_of

WORKINGS = Shape[Provenance](
    "Workings",
    """How the pairing of a round came about.  Players and teams are numbers as they were then.

    `brackets` as the engine worked them out, `boards` and `bye` as it made them; `waived` is what somebody took upon
    themselves, with the reason.
    """,
    ("engine", serializers.CharField(), lambda source: source.engine),
    ("edition", serializers.CharField(), lambda source: source.edition),
    (
        "boards", serializers.ListField(child=serializers.ListField(child=serializers.IntegerField())),
        lambda source: source.boards,
    ),
    ("bye", serializers.IntegerField(allow_null=True), lambda source: source.bye),
    ("brackets", serializers.ListField(child=serializers.DictField()), lambda source: source.trace),
    (
        "waived", serializers.ListField(child=serializers.DictField()),
        lambda source: [{key: item[key] for key in ("code", "problem", "reason")} for item in source.waived],
    ),
    ("changed_by_hand", serializers.IntegerField(), lambda source: source.version),
)  # fmt: skip


class Workings(Listing):
    @extend_schema(
        responses={200: WORKINGS.serializer} | REFUSED,
        operation_id="round_workings",
        summary="Why a round was paired so",
        description="Scope: `see_desk`.",
    )
    def get(self, request: Request, **parts: Any) -> Response:
        place = find(request, parts)
        require(place.actor, place.event, Action.SEE_DESK)
        source = get_object_or_404(Provenance, round=place.round)
        return Response(WORKINGS.rows([source])[0])


class JobDetail(Listing):
    @extend_schema(
        responses={200: JobSerializer} | REFUSED,
        operation_id="job",
        summary="Work that goes on behind the scenes",
        description="Scope: `see_desk`.",
    )
    def get(self, request: Request, **parts: Any) -> Response:
        place = find(request, {"slug": parts["slug"]})
        require(place.actor, place.event, Action.SEE_DESK)
        jobs = Job.objects.filter(event=place.event) | Job.objects.filter(section__event=place.event)
        return Response(JobSerializer(get_object_or_404(jobs, key=parts["key"])).data)


# The crosstable of a section.

#: Cells with the starting numbers of the players by place.
CELL = Shape[tuple[CrosstableCell, Mapping[int, int]]](
    "Cell", "`mark`: `1`, `½`, `0`, `+`, `−`, or empty while it is played; `against` is a starting number.",
    ("round", serializers.IntegerField(), lambda line: line[0].round),
    ("mark", serializers.CharField(allow_blank=True), lambda line: line[0].mark),
    ("side", serializers.CharField(allow_null=True), lambda line: line[0].side.value if line[0].side else None),
    (
        "against", serializers.IntegerField(allow_null=True),
        lambda line: line[1].get(line[0].place) if line[0].place else None,
    ),
    ("game", serializers.IntegerField(allow_null=True), lambda line: line[0].game),
)  # fmt: skip
CROSSTABLE_LINE = Shape[tuple[CrosstableRow, Mapping[int, int]]](
    "CrosstableLine", "",
    ("rank", serializers.IntegerField(), lambda line: line[0].standing.row.rank),
    ("number", serializers.IntegerField(), lambda line: line[0].standing.registration.number),
    ("name", serializers.CharField(), lambda line: line[0].standing.registration.player.full_name),
    ("points", serializers.CharField(), lambda line: line[0].standing.points),
    ("cells", CELL.serializer(many=True), lambda line: CELL.rows((cell, line[1]) for cell in line[0].cells)),
)  # fmt: skip


class CrosstableDetail(Listing):
    @extend_schema(
        responses=list_responses(CROSSTABLE_LINE.serializer),
        operation_id="crosstable",
        summary="Who played whom, and how",
    )
    def get(self, request: Request, **parts: Any) -> Response:
        place = find(request, parts)
        if place.section.system.teams or not place.section.system.ranked:
            raise Http404
        rows = crosstable_of(place.section).rows
        numbers = {row.line: row.standing.registration.number for row in rows}
        return page_of_rows(request, CROSSTABLE_LINE.rows((row, numbers) for row in rows))
