"""Online entries of players: for the organisers' own programs, because they contain contact data."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.lists import ByNumber
from api.openapi import list_responses, problems
from api.shapes import OnlineEntrySerializer
from api.tournaments import Listing
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.models.entry import Entry


class OnlineEntryList(Listing):
    @extend_schema(
        responses=list_responses(OnlineEntrySerializer) | problems(401, 403, 404, 406, 429),
        operation_id="online_entries_list",
        summary="Online entries of a section",
    )
    def get(self, request: Request, slug: str, section: str) -> Response:
        result, actor = self.section(request, slug, section)
        require(actor, result.event, Action.ENTER_PLAYERS)
        pages = ByNumber()
        rows = pages.paginate_queryset(Entry.objects.filter(section=result), request, self)
        return pages.get_paginated_response(OnlineEntrySerializer(rows, many=True).data)
