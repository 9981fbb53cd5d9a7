"""Middleware that closes the broadcast gate (`games.gate`) for read-only requests."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone

from games import gate
from games.views.requests import actor_of
from tournaments.viewer import EventViewer

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
