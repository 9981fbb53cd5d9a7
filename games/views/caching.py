"""Public responses: rendered once for each state of their data, and cached by browsers and by the proxy.

A page is *shared* if the visitor has no session and no message to read: then it depends on its address and the language
alone, and the proxy may serve it.
"""

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
from django.utils.cache import add_never_cache_headers, get_conditional_response, patch_vary_headers
from django.utils.translation import get_language

_Answer = TypeVar("_Answer", bound=HttpResponseBase)
View = Callable[..., HttpResponse]

#: The proxy revalidates a page every other second.  Meanwhile it serves a copy of at most ten seconds, and its last
#: copy while the service is down.
SHARED = "public, max-age=0, s-maxage=2, stale-while-revalidate=8, stale-if-error=600"
PRIVATE = "private, no-cache"
_KEPT_SECONDS = 60 * 60
#: Compressions of a page, the best first.
_PACKINGS: Mapping[str, Callable[[bytes], bytes]] = MappingProxyType(
    {"br": lambda page: bytes(brotli.compress(page, quality=5)), "gzip": lambda page: gzip.compress(page, 6, mtime=0)}
)


@cache
def newest_file() -> str:
    """Return a value that changes with the code and templates, so that a new release is shown at once."""
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
    """Return a weak ETag of the page's sources: `facts`, the address and the language."""
    variant = (get_language(), request.get_full_path(), newest_file())
    return _digest_etag(repr((facts, variant)).encode())


def _digest_etag(content: bytes) -> str:
    return f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'


def unchanged(request: HttpRequest, etag: str) -> HttpResponse | None:
    """Return a response without rendering: a 304 for an unchanged page, or the page rendered for another visitor.

    None for signed-in users, whose pages contain forms.
    """
    if not is_shared(request):
        return None
    response = get_conditional_response(request, etag=etag) or _cached_response(request, etag)
    return None if response is None else _mark_shared(request, response, etag)


def tagged(request: HttpRequest, response: _Answer, etag: str) -> _Answer:
    """Return `response` with its ETag, cached for the next visitor; unchanged for signed-in users."""
    if not is_shared(request):
        response["Cache-Control"] = PRIVATE
        return response
    _keep(request, response, etag)
    return _mark_shared(request, response, etag)


def shared_part(request: HttpRequest, make: Callable[[], HttpResponse], *facts: object) -> HttpResponse:
    """Return the part of a page about `facts` for visitors, rendered once; `request` is from such a visitor.

    There is no 304: the address may contain the version that the visitor has, and `facts` does not.
    """
    etag = _digest_etag(repr((facts, get_language(), newest_file())).encode())
    response = _cached_response(request, etag)
    if response is None:
        response = make()
        _pack(request, response, etag)
    return _mark_shared(request, response, etag)


def shared_page(view: View) -> View:
    """Cache a public page without a version: its ETag is the digest of its content."""

    @wraps(view)
    def tagging(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code != 200 or response.streaming or "ETag" in response or request.headers.get("HX-Request"):
            return response
        etag = _digest_etag(response.content)
        if is_shared(request) and (not_modified := get_conditional_response(request, etag=etag)) is not None:
            return _mark_shared(request, not_modified, etag)
        return tagged(request, response, etag)

    return tagging


def momentary_page(view: View) -> View:
    """Cache a public page with running clocks: shared, but not cached by the process, because it shows the time."""

    @wraps(view)
    def tagging(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        if response.status_code != 200 or not is_shared(request):
            response["Cache-Control"] = PRIVATE
            return response
        return _mark_shared(request, response, _digest_etag(response.content))

    return tagging


def is_shared(request: HttpRequest) -> bool:
    """Return whether the visitor gets the public version: no session cookie, like in the proxy, and no message."""
    personal = {settings.SESSION_COOKIE_NAME, "messages"} & request.COOKIES.keys()
    return not personal and not request.user.is_authenticated


def _mark_shared(request: HttpRequest, response: _Answer, etag: str) -> _Answer:
    response["ETag"] = etag
    response["Cache-Control"] = SHARED
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    if isinstance(response, HttpResponse) and response.content:
        patch_vary_headers(response, ["Accept-Encoding"])
    return response


# Pages are cached compressed, by each process separately: the proxy serves all processes.


def _keep(request: HttpRequest, response: HttpResponseBase, etag: str) -> None:
    """Cache the page, except for search results, of which there are endless variants."""
    if isinstance(response, HttpResponse) and response.status_code == 200 and not request.GET:
        _pack(request, response, etag)


def _pack(request: HttpRequest, response: HttpResponse, etag: str) -> None:
    """Cache the page in every compression, and compress the response as the client accepts it."""
    packed = {name: pack(response.content) for name, pack in _PACKINGS.items()}
    page = (packed, response["Content-Type"], response.get("Content-Disposition"))
    caches["pages"].set(etag, page, _KEPT_SECONDS)
    if name := _packing(request):
        _set_compressed(response, name, packed[name])


def _cached_response(request: HttpRequest, etag: str) -> HttpResponse | None:
    page = caches["pages"].get(etag)
    if page is None:
        return None
    packed, content_type, disposition = page
    name = _packing(request)
    response = HttpResponse(b"" if name else gzip.decompress(packed["gzip"]), content_type=content_type)
    if name:
        _set_compressed(response, name, packed[name])
    if disposition:
        response["Content-Disposition"] = disposition
    return response


def _packing(request: HttpRequest) -> str:
    """Return the best compression that the client accepts; empty if it accepts none."""
    accepted = {text.partition(";")[0].strip() for text in request.headers.get("Accept-Encoding", "").split(",")}
    return next((name for name in _PACKINGS if name in accepted), "")


def _set_compressed(response: HttpResponse, name: str, packed: bytes) -> None:
    response.content = packed
    response["Content-Encoding"] = name
    if "Content-Length" in response:
        response["Content-Length"] = str(len(packed))


def fresh(response: HttpResponse) -> HttpResponse:
    """Return the response, which a browser must not cache."""
    add_never_cache_headers(response)
    return response


def unlisted(response: HttpResponse) -> HttpResponse:
    """Return the response, which a browser must not cache and a search engine must not list."""
    response["X-Robots-Tag"] = "noindex"
    return fresh(response)
