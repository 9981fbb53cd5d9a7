"""Common parts of all operations in the OpenAPI document."""

from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, inline_serializer
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.request import Request

from api.problems import CONTENT_TYPE
from api.requests import HEADER
from api.shapes import ProblemSerializer

_PROBLEM = OpenApiResponse(ProblemSerializer, description="A problem document")

KEY = OpenApiParameter(HEADER, str, OpenApiParameter.HEADER, description="The same key is carried out once.")
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag of what you have read; 428 without it."
)


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    return {(status, CONTENT_TYPE): _PROBLEM for status in statuses}


NOT_FOUND = problems(401, 404, 406, 429)
REFUSED = problems(401, 403, 404, 406, 429)


def page_of(shape: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """Return the envelope of `ByNumber`: addresses of the next and the previous page, and the rows of this page."""
    name = "PageOf" + shape.__name__.removesuffix("Serializer")
    return inline_serializer(
        name,
        {
            "next": serializers.CharField(allow_null=True),
            "previous": serializers.CharField(allow_null=True),
            "results": shape(many=True),
        },
    )


def list_responses(shape: type[serializers.Serializer[Any]]) -> dict[tuple[int, str], Any]:
    """Return the responses of a list in both of its forms."""
    return {
        (200, "application/json"): page_of(shape),
        (200, "application/x-ndjson"): OpenApiResponse({"type": "string"}, description="A line of JSON a row"),
        **NOT_FOUND,
    }


class DocumentView(SpectacularAPIView):
    """The OpenAPI document, rendered once a process, because that takes seconds and the page is public."""

    def _get_schema_response(self, request: Request) -> HttpResponse:
        renderer = request.accepted_renderer
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        return HttpResponse(
            _render(get_language(), renderer.format),
            content_type=renderer.media_type + charset,
            headers={"Content-Disposition": f'inline; filename="Tavleya.{renderer.format}"'},
        )


@lru_cache(maxsize=8)
def _render(language: str | None, form: str) -> str | bytes:
    """Return the document in the active `language`, which is the key of the cache."""
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return (OpenApiYamlRenderer() if form == "yaml" else OpenApiJsonRenderer()).render(schema)
