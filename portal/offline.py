"""The service worker of the site, and its fallback page for pages that it has not kept."""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.views.decorators.http import require_safe

from games.views.caching import newest_file, shared_page

# Marks the pages that a browser may keep for when there is no network.

#: Read by the worker (`static/js/worker.js`), which keeps only pages with this header.
HEADER = "X-Keep-Offline"
PUBLIC, OWN = "public", "own"

_OF_A_SECTION = ("schedule", "round", "standings", "category_standings", "crosstable", "players", "player", "teams")
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


# Template context of every page for the service worker.


def offline_pages(request: HttpRequest) -> dict[str, bool]:
    return {"offline_pages": settings.OFFLINE_PAGES}


_SCRIPTS = Path(settings.BASE_DIR, "static", "js")


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker of this release; with the setting off, one that removes itself and all kept pages."""
    script = _worker() if settings.OFFLINE_PAGES else _read("worker-off.js")
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    response["Service-Worker-Allowed"] = "/"
    return response


@require_safe
@shared_page
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page; its script lists the pages that this device has kept."""
    return render(request, "portal/page.html")


def _worker() -> str:
    """Return the script. A browser updates its worker if any byte differs, so each release has its own first line."""
    release = {
        "id": _release(),
        "header": HEADER,
        "offline": reverse("offline"),
        "leave": reverse("logout"),
        "icon": static("img/icon-192.png"),
    }
    with suppress(NoReverseMatch):  # devices are not notified
        release["renew"] = reverse("notifications_renew")
    return f"const RELEASE = {json.dumps(release)};\n{_read('waiting.js')}\n{_read('worker.js')}"


def _release() -> str:
    """Return the digest of the collected static files; without them, the time of the program's newest file."""
    return str(getattr(staticfiles_storage, "manifest_hash", "") or newest_file())


@cache
def _read_script(name: str) -> str:
    return (_SCRIPTS / name).read_text(encoding="utf-8")


def _read(name: str) -> str:
    return (_SCRIPTS / name).read_text(encoding="utf-8") if settings.DEBUG else _read_script(name)
