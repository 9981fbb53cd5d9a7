"""The broadcast gate (`games.gate`) around every request that only reads."""

from __future__ import annotations

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
    """Nothing is asked where nothing is held back: who looks is found out at the first row that is."""

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
    """What is read while an answer is already being sent is read behind the gate too."""
    while True:
        with closed():
            chunk = next(chunks, None)
        if chunk is None:
            return
        yield chunk
