"""Common parts of all operations in the OpenAPI document."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, inline_serializer
from rest_framework import serializers

from api.idempotency import HEADER
from api.problems import CONTENT_TYPE
from api.shapes import ProblemSerializer

_PROBLEM = OpenApiResponse(ProblemSerializer, description="A problem document")

KEY = OpenApiParameter(HEADER, str, OpenApiParameter.HEADER, description="The same key is carried out once.")
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag of what you have read; 428 without it."
)


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    return {(status, CONTENT_TYPE): _PROBLEM for status in statuses}


NOT_FOUND = problems(401, 404, 406, 429)


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
        (200, "application/x-ndjson"): OpenApiResponse(
            {"type": "string"}, description="A line of JSON a row"
        ),
        **NOT_FOUND,
    }
