"""The crosstable and the prizes of a section."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.acts.places import find
from api.lists import page_of_rows
from api.openapi import list_responses, problems
from api.tournaments import Listing
from documents.models.prizes import PrizeFund
from documents.selectors.prizes import PrizeList, prize_desk
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.selectors.crosstable import CrosstableCell, CrosstableRow, crosstable_of

_REFUSED = problems(401, 403, 404, 406, 429)


class CellSerializer(serializers.Serializer[Any]):
    """`mark`: `1`, `½`, `0`, `+`, `−`, or empty while it is played; `against` is a starting number."""

    round = serializers.IntegerField()
    mark = serializers.CharField(allow_blank=True)
    side = serializers.CharField(allow_null=True)
    against = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField(allow_null=True)


class CrosstableLineSerializer(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField()
    cells = CellSerializer(many=True)


class CrosstableDetail(Listing):
    @extend_schema(
        responses=list_responses(CrosstableLineSerializer),
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
        return page_of_rows(request, [_line(row, numbers) for row in rows])


def _line(row: CrosstableRow, numbers: dict[int, int]) -> dict[str, Any]:
    return {
        "rank": row.standing.row.rank,
        "number": row.standing.registration.number,
        "name": row.standing.registration.player.full_name,
        "points": row.standing.points,
        "cells": [_cell(cell, numbers) for cell in row.cells],
    }


def _cell(cell: CrosstableCell, numbers: dict[int, int]) -> dict[str, Any]:
    return {
        "round": cell.round,
        "mark": cell.mark,
        "side": cell.side.value if cell.side else None,
        "against": numbers.get(cell.place) if cell.place else None,
        "game": cell.game,
    }


class PrizeSerializer(serializers.Serializer[Any]):
    """`list` is the slug of a category, empty for the main list; `first` to `last` the places that are shared."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    list = serializers.CharField(allow_blank=True)
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    amount = serializers.IntegerField(help_text="In minor units.")


class PrizesSerializer(serializers.Serializer[Any]):
    """The list that was approved, else what it would be as the table stands (`approved_at` null)."""

    currency = serializers.CharField()
    digits = serializers.IntegerField()
    published = serializers.BooleanField()
    approved_at = serializers.DateTimeField(allow_null=True)
    provisional = serializers.BooleanField()
    changed = serializers.BooleanField(help_text="Whether the table would give another list now.")
    prizes = PrizeSerializer(many=True)


class PrizesDetail(Listing):
    @extend_schema(
        responses={200: PrizesSerializer} | _REFUSED,
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
        desk = prize_desk(place.section)
        prize_list = PrizeList.read(desk.award.listed) if desk.award is not None else desk.now
        body = {
            "currency": fund.currency,
            "digits": fund.digits,
            "published": fund.published,
            "approved_at": desk.award.approved_at if desk.award is not None else None,
            "provisional": desk.award.provisional if desk.award is not None else True,
            "changed": desk.changed,
            "prizes": _prizes(prize_list) if prize_list is not None else [],
        }
        return Response(PrizesSerializer(body).data)


def _prizes(prize_list: PrizeList) -> list[dict[str, Any]]:
    return [
        {
            "number": share.player,
            "name": prize_list.payees[share.player].name,
            "list": share.list,
            "first": share.places[0],
            "last": share.places[1],
            "amount": share.amount,
        }
        for share in prize_list.shares
    ]
