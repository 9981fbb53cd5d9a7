"""The service worker of the site, and its fallback page for pages that it has not kept."""

import json
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.views.caching import newest_file, shared_page
from portal.offline.middleware import HEADER

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
        "renew": reverse("notifications_renew"),
        "icon": static("img/icon-192.png"),
    }
    return f"const RELEASE = {json.dumps(release)};\n{_read('waiting.js')}\n{_read('worker.js')}"


def _release() -> str:
    """Return the digest of the collected static files; without them, the time of the program's newest file."""
    return str(getattr(staticfiles_storage, "manifest_hash", "") or newest_file())


@cache
def _read_script(name: str) -> str:
    return (_SCRIPTS / name).read_text(encoding="utf-8")


def _read(name: str) -> str:
    return (_SCRIPTS / name).read_text(encoding="utf-8") if settings.DEBUG else _read_script(name)
