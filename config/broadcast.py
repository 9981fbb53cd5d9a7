"""Middleware that closes the broadcast gate (`games.gate`) for read-only requests."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, StreamingHttpResponse
from django.http.request import split_domain_port
from django.utils import timezone

from games import gate
from games.views.requests import actor_of
from tournaments.access import EventViewer

_READING = frozenset({"GET", "HEAD"})


class BroadcastGateMiddleware:
    """Middleware of the gate. The viewer is determined only when a delayed row is read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        if request.method not in _READING:
            return self.get_response(request)
        now, viewer = timezone.now(), EventViewer(partial(actor_of, request))
        request.viewer = viewer  # type: ignore[attr-defined]
        with gate.closed(now, viewer):
            response: Any = self.get_response(request)
        if isinstance(response, StreamingHttpResponse) and not response.is_async:
            chunks: Iterator[bytes] = iter(response)
            response.streaming_content = _behind(chunks, partial(gate.closed, now, viewer))
        return response

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]) -> None:
        viewer = getattr(request, "viewer", None)
        if viewer is not None:
            viewer.slug = str(kwargs.get("slug", ""))


def _behind(chunks: Iterator[bytes], closed: Callable[[], Any]) -> Iterator[bytes]:
    """Yield the chunks of a streaming response, each read behind the gate."""
    while True:
        with closed():
            chunk = next(chunks, None)
        if chunk is None:
            return
        yield chunk


# Redirects from HTTP to HTTPS, also to another port than 443.


class ToHttps:
    """Runs before Django's middleware, which would redirect to the requested port; never for another host name."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.SECURE_SSL_REDIRECT:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.is_secure():
            return self.get_response(request)
        host, _port = split_domain_port(request.get_host())
        port = "" if settings.HTTPS_PORT == 443 else f":{settings.HTTPS_PORT}"
        return HttpResponsePermanentRedirect(f"https://{host}{port}{request.get_full_path()}")
