"""The report of a section for the federation."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from api.acts.places import find
from api.acts.record import SECTION
from api.bodies import PdfRenderer
from api.openapi import REFUSED, problems
from api.tournaments import Listing
from games.views.requests import require_found
from reports.selectors.tournament_report import EDITIONS, trf_file
from tavleya.permissions import Action
from tournaments.access import require


class _ReportRenderer(PdfRenderer):
    media_type = "text/plain"
    format = "trf"


_REPORT: list[type[BaseRenderer]] = [_ReportRenderer, JSONRenderer]


class Report(Listing):
    renderer_classes = _REPORT

    @extend_schema(
        responses={(200, "text/plain"): OpenApiTypes.BINARY} | problems(409) | REFUSED,
        operation_id="report",
        summary="The report of a section for the federation (TRF)",
        description="With all results, also within a broadcast delay.  Scope: `see_desk`.",
        parameters=[OpenApiParameter("edition", int, enum=list(EDITIONS), default=EDITIONS[-1])],
    )
    def get(self, request: Request, **parts: Any) -> HttpResponse:
        place = find(request, parts)
        require(place.actor, place.event, Action.SEE_DESK)
        edition = request.query_params.get("edition", str(EDITIONS[-1]))
        require_found(edition in map(str, EDITIONS))
        name = f"{place.event.slug}-{place.section.slug}.trf"
        return HttpResponse(
            trf_file(place.section, int(edition), births=True),
            content_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )


READING = {SECTION + "report/": ("api-report", Report)}
