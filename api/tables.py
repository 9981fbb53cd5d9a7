"""The crosstable and the prizes of a section."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.acts.places import find
from api.lists import Shape, page_of_rows
from api.openapi import list_responses, problems
from api.tournaments import Listing
from documents.models import PrizeFund
from documents.selectors.prizes import PrizeDesk, PrizeList, prize_desk
from tavleya.permissions import Action
from tavleya.prizes.fund import Share
from tournaments.access import require
from tournaments.selectors.standings import CrosstableCell, CrosstableRow, crosstable_of

_REFUSED = problems(401, 403, 404, 406, 429)


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
        assert place.section is not None
        if place.section.system.teams or not place.section.system.ranked:
            raise Http404
        rows = crosstable_of(place.section).rows
        numbers = {row.line: row.standing.registration.number for row in rows}
        return page_of_rows(request, CROSSTABLE_LINE.rows((row, numbers) for row in rows))


PRIZE = Shape[tuple[Share, PrizeList]](
    "Prize",
    "`list` is the slug of a category, empty for the main list; `first` to `last` the places that are shared.",
    ("number", serializers.IntegerField(), lambda line: line[0].player),
    ("name", serializers.CharField(), lambda line: line[1].payees[line[0].player].name),
    ("list", serializers.CharField(allow_blank=True), lambda line: line[0].list),
    ("first", serializers.IntegerField(), lambda line: line[0].places[0]),
    ("last", serializers.IntegerField(), lambda line: line[0].places[1]),
    ("amount", serializers.IntegerField(help_text="In minor units."), lambda line: line[0].amount),
)  # fmt: skip
PRIZES = Shape[tuple[PrizeFund, PrizeDesk]](
    "Prizes", "The list that was approved, else what it would be as the table stands (`approved_at` null).",
    ("currency", serializers.CharField(), lambda line: line[0].currency),
    ("digits", serializers.IntegerField(), lambda line: line[0].digits),
    ("published", serializers.BooleanField(), lambda line: line[0].published),
    (
        "approved_at", serializers.DateTimeField(allow_null=True),
        lambda line: line[1].award.approved_at if line[1].award else None,
    ),
    ("provisional", serializers.BooleanField(), lambda line: line[1].award is None or line[1].award.provisional),
    (
        "changed", serializers.BooleanField(help_text="Whether the table would give another list now."),
        lambda line: line[1].changed,
    ),
    ("prizes", PRIZE.serializer(many=True), lambda line: PRIZE.rows(_shares(line[1]))),
)  # fmt: skip


def _shares(desk: PrizeDesk) -> list[tuple[Share, PrizeList]]:
    listed = PrizeList.read(desk.award.listed) if desk.award is not None else desk.now
    return [(share, listed) for share in listed.shares] if listed is not None else []


class PrizesDetail(Listing):
    @extend_schema(
        responses={200: PRIZES.serializer} | _REFUSED,
        operation_id="prizes",
        summary="Who gets which prize",
        description="Everybody reads what is published; else the scope is `edit_section`.",
    )
    def get(self, request: Request, **parts: Any) -> Response:
        place = find(request, parts)
        assert place.section is not None
        fund = PrizeFund.objects.filter(section=place.section).first()
        if fund is None or not fund.published:
            require(place.actor, place.event, Action.EDIT_SECTION)
        if fund is None:
            raise Http404
        return Response(PRIZES.body((fund, prize_desk(place.section))))
