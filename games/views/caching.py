"""Answers for everybody: made once for each state of what they show, and kept by browsers and by the proxy.

A page is *shared* when it is asked for by a visitor without a session and without a message to read: then it depends on
its address and the language alone, and the proxy may answer with it.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from functools import cache, wraps
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

import brotli
from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

_Answer = TypeVar("_Answer", bound=HttpResponseBase)
View = Callable[..., HttpResponse]

#: The proxy asks after a page each other second.  While it asks it shows one that is at most ten seconds old, and what
#: it has while nobody answers.
SHARED = "public, max-age=0, s-maxage=2, stale-while-revalidate=8, stale-if-error=600"
PRIVATE = "private, no-cache"
_KEPT_SECONDS = 60 * 60
#: How a page may be packed, the best first.
_PACKINGS: Mapping[str, Callable[[bytes], bytes]] = MappingProxyType(
    {
        "br": lambda page: bytes(brotli.compress(page, quality=5)),
        "gzip": lambda page: gzip.compress(page, 6, mtime=0),
    }
)


@cache
def newest_file() -> str:
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
    """A weak tag over what the page is made of: `facts`, the address and the language."""
    look = (get_language(), request.get_full_path(), newest_file())
    digest = hashlib.sha256(repr((facts, look)).encode()).hexdigest()
    return f'W/"{digest[:32]}"'


def unchanged(request: HttpRequest, etag: str) -> HttpResponse | None:
    """What need not be made: the 304 for who has this very page, or the page as it was made for another visitor.

    None for whoever is signed in: such a page holds forms.
    """
    if not is_shared(request):
        return None
    answer = get_conditional_response(request, etag=etag) or _kept(request, etag)
    return None if answer is None else _for_everybody(request, answer, etag)


def tagged(request: HttpRequest, response: _Answer, etag: str) -> _Answer:
    """`response` with its tag, kept for the next visitor; for whoever is signed in as it is."""
    if not is_shared(request):
        response["Cache-Control"] = PRIVATE
        return response
    _keep(request, response, etag)
    return _for_everybody(request, response, etag)


def shared_part(request: HttpRequest, make: Callable[[], HttpResponse], *facts: object) -> HttpResponse:
    """What is shown of `facts` to whoever only looks on, made once; `request` is of such a visitor.

    Whatever they have seen before, they get the newest: the address says more than what the part is made of.
    """
    digest = hashlib.sha256(repr((facts, get_language(), newest_file())).encode()).hexdigest()
    etag = f'W/"{digest[:32]}"'
    answer = _kept(request, etag)
    if answer is None:
        answer = make()
        _pack(request, answer, etag)
    return _for_everybody(request, answer, etag)


def shared_page(view: View) -> View:
    """A public page without a version of its own: its tag is made of what is on it."""

    @wraps(view)
    def tagging(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if (
            response.status_code != 200
            or response.streaming
            or "ETag" in response
            or request.headers.get("HX-Request")
        ):
            return response
        etag = f'W/"{hashlib.sha256(response.content).hexdigest()[:32]}"'
        if is_shared(request) and (answer := get_conditional_response(request, etag=etag)) is not None:
            return _for_everybody(request, answer, etag)
        return tagged(request, response, etag)

    return tagging


def momentary_page(view: View) -> View:
    """A public page on which clocks run: shared as others are, and never kept by the process, for it tells the time."""

    @wraps(view)
    def tagging(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code != 200 or not is_shared(request):
            response["Cache-Control"] = PRIVATE
            return response
        return _for_everybody(request, response, f'W/"{hashlib.sha256(response.content).hexdigest()[:32]}"')

    return tagging


def is_shared(request: HttpRequest) -> bool:
    """Whether the visitor gets what everybody gets: without a session, as the proxy has it, and without a message."""
    personal = {settings.SESSION_COOKIE_NAME, "messages"} & request.COOKIES.keys()
    return not personal and not request.user.is_authenticated


def _for_everybody(request: HttpRequest, response: _Answer, etag: str) -> _Answer:
    response["ETag"] = etag
    response["Cache-Control"] = SHARED
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    if isinstance(response, HttpResponse) and response.content:
        patch_vary_headers(response, ["Accept-Encoding"])
    return response


# Pages are kept packed, and by this process alone: the proxy joins the processes.


def _keep(request: HttpRequest, response: HttpResponseBase, etag: str) -> None:
    """Not what somebody searched for: there is no end to such pages."""
    if isinstance(response, HttpResponse) and response.status_code == 200 and not request.GET:
        _pack(request, response, etag)


def _pack(request: HttpRequest, response: HttpResponse, etag: str) -> None:
    """Keep the page in every packing, and give it in that of the request."""
    packed = {name: pack(response.content) for name, pack in _PACKINGS.items()}
    page = (packed, response["Content-Type"], response.get("Content-Disposition"))
    caches["pages"].set(etag, page, _KEPT_SECONDS)
    if name := _packing(request):
        _give(response, name, packed[name])


def _kept(request: HttpRequest, etag: str) -> HttpResponse | None:
    page = caches["pages"].get(etag)
    if page is None:
        return None
    packed, content_type, disposition = page
    name = _packing(request)
    response = HttpResponse(b"" if name else gzip.decompress(packed["gzip"]), content_type=content_type)
    if name:
        _give(response, name, packed[name])
    if disposition:
        response["Content-Disposition"] = disposition
    return response


def _packing(request: HttpRequest) -> str:
    """The best that the visitor can unpack; nothing for one who asks for pages as they are."""
    accepted = {
        one.partition(";")[0].strip() for one in request.headers.get("Accept-Encoding", "").split(",")
    }
    return next((name for name in _PACKINGS if name in accepted), "")


def _give(response: HttpResponse, name: str, packed: bytes) -> None:
    response.content = packed
    response["Content-Encoding"] = name
    if "Content-Length" in response:
        response["Content-Length"] = str(len(packed))
