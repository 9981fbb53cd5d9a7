"""Links to downloads of a section, and large files that the worker makes."""

import hashlib
import json
import time
from datetime import datetime, timedelta

from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext

from games.views.caching import is_shared
from tavleya.rules.registry import spec_of
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.services.jobs import enqueue

# Links under a public page to files with the same data.

_FORMS = ("pdf", "csv", "json")


def downloads_of(section: Section, page: str, row: Round | None, query: str) -> list[tuple[str, str, str]]:
    """Return name, address and title of the files of a page: the PDF, the tables, the workbook, the games."""
    args = [section.event.slug, section.slug]
    workbook, games = reverse("section_xlsx", args=args), spec_of(section.game).file
    xlsx = ("XLSX", workbook, gettext("Players, rounds and tables of the section in one workbook"))
    if page == "event":
        url = reverse("section_games", args=[*args, games])
        return [
            (gettext("Workbook (XLSX)"), workbook, ""),
            (gettext("Games (%(form)s)") % {"form": games.upper()}, url, ""),
        ]
    if row is None:
        return [*((form.upper(), reverse(f"{page}_file", args=[*args, form]) + query, "") for form in _FORMS), xlsx]
    numbers, base = ([], "schedule") if row.number is None else ([row.number], "round")
    pdf, csv, json = (reverse(f"{base}_file", args=[*args, *numbers, form]) for form in _FORMS)
    return [
        ("PDF", pdf, gettext("Pairings by board")),
        (gettext("PDF by name"), f"{pdf}?by=name", gettext("Pairings by name")),
        ("CSV", csv, ""),
        ("JSON", json, ""),
        xlsx,
        (games.upper(), reverse(f"{base}_games", args=[*args, *numbers, games]), gettext("All games of the round")),
    ]


# Large files: made by the worker, once for each version of their data, and kept for an hour.
#
# The key of a file is its ETag (`games.views.caching.etag_of`), so an old file is never served as new. It
# is in the media storage, which all processes share; the database has no row for it.

MAKE = "documents.tasks.make_document"
FOLDER = "documents"
KEPT = timedelta(hours=1)
_ASK_AGAIN_SECONDS = 2
#: After this time without the file the request makes it: the worker or its broker is down.
_PATIENCE_SECONDS = 20
_HEADERS = ("Content-Type", "Content-Disposition")


def from_worker(request: HttpRequest, etag: str) -> HttpResponse | None:
    """Return the file made by the worker, or a page that reloads itself; None if this request must make it.

    That is the case in the worker itself (`tasks`), and for signed-in users, who may see more than the public.
    """
    if getattr(request, "by_worker", False) or not is_shared(request):
        return None
    key = _key(etag)
    if (response := _stored_response(key)) is not None:
        return response
    cache_key = f"document:{key}"
    if cache.add(cache_key, time.time(), _PATIENCE_SECONDS * 3):
        enqueue(MAKE, request.get_full_path(), get_language() or "", expires=_PATIENCE_SECONDS)
        if (response := _stored_response(key)) is not None:  # if tasks run in the calling process
            return response
    requested_at = cache.get(cache_key)
    if requested_at is None or time.time() - requested_at > _PATIENCE_SECONDS:
        return None
    page = render(request, "documents/preparing.html", {"section_of_site": "events"}, status=202)
    page["Refresh"] = page["Retry-After"] = str(_ASK_AGAIN_SECONDS)
    page["Cache-Control"] = "no-store"
    return page


def keep(response: HttpResponse, etag: str) -> None:
    """Store a response made by the worker."""
    headers = {name: response[name] for name in _HEADERS if name in response}
    name = f"{FOLDER}/{_key(etag)}"
    if not default_storage.exists(name):
        default_storage.save(name, ContentFile(json.dumps(headers).encode() + b"\n" + response.content))


def forget_old(now: datetime) -> int:
    """Delete the files that are older than an hour, and return their number."""
    if not default_storage.exists(FOLDER):
        return 0
    names = [f"{FOLDER}/{name}" for name in default_storage.listdir(FOLDER)[1]]
    old = [name for name in names if default_storage.get_modified_time(name) < now - KEPT]
    for name in old:
        default_storage.delete(name)
    return len(old)


def _key(etag: str) -> str:
    return hashlib.sha256(etag.encode()).hexdigest()


def _stored_response(key: str) -> HttpResponse | None:
    try:
        with default_storage.open(f"{FOLDER}/{key}") as file:
            head, _, content = file.read().partition(b"\n")
    except FileNotFoundError:
        return None
    return HttpResponse(content, headers=json.loads(head))
