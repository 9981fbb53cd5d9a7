"""Marks the pages that a browser may keep for when there is no network."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

#: Read by the worker (`static/js/worker.js`), which keeps only pages with this header.
HEADER = "X-Keep-Offline"
PUBLIC, OWN = "public", "own"

_OF_A_SECTION = (
    "schedule",
    "round",
    "standings",
    "category_standings",
    "crosstable",
    "players",
    "player",
    "teams",
)
#: Kept by every browser that opened them, in their public form.
PUBLIC_PAGES = frozenset(
    {
        *_OF_A_SECTION,
        "team_boards",
        "section",
        "event",
        "events",
        "home",
        "manual",
        "manual_chapter",
        "person",
        "head_to_head",
    }
)
#: Kept on the device that opened the private link, although no cache may keep them.
OWN_PAGES = frozenset({"my"})


class KeepOfflineMiddleware:
    """Marks the pages that a browser may keep, with their owner."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == HTTPStatus.OK and (kind := _kind(request, response)):
            response[HEADER] = kind
        return response


def _kind(request: HttpRequest, response: HttpResponse) -> str:
    match = request.resolver_match
    if match is None or request.method != "GET" or "HX-Request" in request.headers:
        return ""
    if match.url_name in OWN_PAGES:
        return OWN
    shared = response.get("Cache-Control", "").startswith("public")
    return PUBLIC if shared and match.url_name in PUBLIC_PAGES else ""
