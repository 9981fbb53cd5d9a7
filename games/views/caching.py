"""Answers that a browser may keep and ask after: 304 as long as nothing has changed."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

_Answer = TypeVar("_Answer", bound=HttpResponseBase)


@cache
def _build() -> str:
    """Changes with the code that makes the pages, so that a new release is seen at once."""
    folders = ("templates", "static", "locale", "games", "tournaments")
    newest = max(
        (
            path.stat().st_mtime_ns
            for folder in folders
            for path in Path(settings.BASE_DIR, folder).rglob("*")
            if path.suffix in {".html", ".css", ".js", ".svg", ".po", ".py"}
        ),
        default=0,
    )
    return str(newest)


def etag_of(request: HttpRequest, *facts: object) -> str:
    """A weak tag over what the page is made of: `facts`, the address, language and appearance."""
    look = (get_language(), request.COOKIES.get("theme", ""), request.get_full_path(), _build())
    digest = hashlib.sha256(repr((facts, look)).encode()).hexdigest()
    return f'W/"{digest[:32]}"'


def unchanged(request: HttpRequest, etag: str) -> HttpResponse | None:
    """The 304 for a visitor who has this very page; a signed-in user always gets it anew, for it holds his forms."""
    if request.user.is_authenticated:
        return None
    answer = get_conditional_response(request, etag=etag)
    return None if answer is None else tagged(request, answer, etag)


def tagged(request: HttpRequest, response: _Answer, etag: str) -> _Answer:
    """`response` with its tag: kept by the browser, asked after each time."""
    if not request.user.is_authenticated:
        response["ETag"] = etag
        patch_cache_control(response, no_cache=True)
        patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
