"""Bodies of requests: JSON, lines of JSON, plain text and PGN."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.utils.json import loads

from api.lists import NDJSON
from api.messages import say

_HALVES = re.compile("[\ud800-\udfff]")


def read_json(body: bytes) -> Any:
    """Return a JSON document in UTF-8.

    Raises: ParseError, also for a lone surrogate in a text or key, because no database stores it.
    """
    try:
        read = loads(body.decode())
    except (ValueError, RecursionError) as problem:
        raise ParseError(str(problem)) from None
    if b"\\u" in body and _HALVES.search(json.dumps(read, ensure_ascii=False)):
        raise ParseError(say("half_a_letter").render())
    return read


class _Parser(BaseParser):
    """A parser that reads the body through the request, which stores it for the digest of an `Idempotency-Key`."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
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


class NdjsonParser(_Parser):
    """`Content-Type: application/x-ndjson`: a list, a line for each row."""

    media_type = NDJSON

    def read(self, body: bytes) -> Any:
        return [read_json(line) for line in body.splitlines() if line.strip()]


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
