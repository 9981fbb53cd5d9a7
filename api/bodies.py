"""Bodies of requests and responses: JSON, lines of JSON, plain text, PGN and PDF; lists by pages."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import IO, Any, Generic, TypeVar

from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.pagination import CursorPagination
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.utils.json import loads

from api.messages import say

_HALVES = re.compile("[\ud800-\udfff]")


def read_json(body: bytes) -> Any:
    """Return a JSON document in UTF-8.

    Raises: ParseError, also for a lone surrogate in a text or key, because no database stores it.
    """
    try:
        document = loads(body.decode())
    except (ValueError, RecursionError) as error:
        raise ParseError(str(error)) from None
    if b"\\u" in body and _HALVES.search(json.dumps(document, ensure_ascii=False)):
        raise ParseError(say("half_a_letter").render())
    return document


class _Parser(BaseParser):
    """A parser that reads the body through the request, which stores it for the digest of an `Idempotency-Key`."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        assert parser_context is not None
        return self.read(parser_context["request"].body)

    def read(self, body: bytes) -> Any:
        raise NotImplementedError


class JsonParser(_Parser):
    """`Content-Type: application/json`."""

    media_type = "application/json"

    def read(self, body: bytes) -> Any:
        return read_json(body)


class PlainTextParser(_Parser):
    """`Content-Type: text/plain`: the text itself, in UTF-8 or, if that fails, in Latin-1, as old programs write."""

    media_type = "text/plain"

    def read(self, body: bytes) -> str:
        try:
            return body.decode()
        except UnicodeDecodeError:
            return body.decode("latin-1")


class PgnParser(PlainTextParser):
    """Plain text with the media type of PGN."""

    media_type = "application/x-chess-pgn"


Row = TypeVar("Row")

NDJSON = "application/x-ndjson"


class NdjsonParser(_Parser):
    """`Content-Type: application/x-ndjson`: a list, a line for each row."""

    media_type = NDJSON

    def read(self, body: bytes) -> Any:
        return [read_json(line) for line in body.splitlines() if line.strip()]


class NdjsonRenderer(BaseRenderer):
    """`Accept: application/x-ndjson`: a list has a line for each row; the next page is in the header `Link`."""

    media_type = NDJSON
    format = "ndjson"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        if isinstance(data, dict):
            rows = data["results"] if {"results", "next"} <= data.keys() else [data]
        else:
            rows = [] if data is None else [data]
        lines = (json.dumps(row, ensure_ascii=False, cls=JSONEncoder) + "\n" for row in rows)
        return "".join(lines).encode()


RENDERERS = [JSONRenderer, NdjsonRenderer]


class PdfRenderer(BaseRenderer):
    """Responses as PDF; errors are problem documents nevertheless."""

    media_type = "application/pdf"
    format = "pdf"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return bytes(JSONRenderer().render(data)) if data is not None else b""


class ByNumber(CursorPagination):
    """`?cursor=…`, up to 200 a page."""

    page_size = 100
    page_size_query_param = "page_size"
    max_page_size = 200
    ordering = "pk"

    def get_paginated_response(self, data: Any) -> Response:
        return linked(super().get_paginated_response(data))


def linked(response: Response) -> Response:
    """Add links to the next and previous page to the headers, for clients that read the body line by line."""
    links = [
        f'<{response.data[name]}>; rel="{relation}"'
        for name, relation in (("next", "next"), ("previous", "prev"))
        if response.data.get(name)
    ]
    if links:
        response["Link"] = ", ".join(links)
    return response


class BySeq(ByNumber):
    ordering = "seq"


class ByStart(ByNumber):
    """Pages of a section's entries, by starting number."""

    ordering = "number"


class ByBoard(ByNumber):
    ordering = "board"


class Shape(Generic[Row]):
    """The shape of rows that are computed: for each column its name, its field in the OpenAPI document, its value."""

    def __init__(
        self, name: str, text: str, *columns: tuple[str, serializers.Field[Any, Any, Any, Any], Callable[[Row], Any]]
    ) -> None:
        self.columns = columns
        fields = {key: field for key, field, _value in columns}
        self.serializer: type[serializers.Serializer[Any]] = type(
            f"{name}Serializer", (serializers.Serializer,), {"__doc__": text or None, **fields}
        )

    def rows(self, rows: Iterable[Row]) -> list[dict[str, Any]]:
        return [{key: value(row) for key, _field, value in self.columns} for row in rows]

    def body(self, row: Row) -> dict[str, Any]:
        """Return the body of a response that is one object."""
        body: dict[str, Any] = self.serializer(self.rows([row])[0]).data
        return body


def page_of_rows(request: Request, rows: Sequence[Mapping[str, Any]]) -> Response:
    """Return a page of a list that is computed as a whole, such as standings; its cursor is the index."""
    size = _number(request, "page_size", ByNumber.page_size, most=ByNumber.max_page_size) or 1
    start = _number(request, "cursor", 0, most=1_000_000)
    body = {
        "next": _address(request, start + size) if start + size < len(rows) else None,
        "previous": _address(request, max(0, start - size)) if start else None,
        "results": list(rows[start : start + size]),
    }
    return linked(Response(body))


def _number(request: Request, name: str, default: int, *, most: int) -> int:
    text = request.query_params.get(name, "")
    return min(int(text), most) if text.isdecimal() and len(text) < 9 else default


def _address(request: Request, start: int) -> str:
    query = request.query_params.copy()
    query["cursor"] = str(start)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
