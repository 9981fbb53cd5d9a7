"""Documents and tables as answers to a request."""

import hashlib
import json
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext

from games.views.caching import is_shared
from tavleya.documents.paper import Paper, Translate
from tavleya.documents.tabular import Grid, as_csv
from tavleya.rules.registry import spec_of
from tournaments.models.round import Round
from tournaments.services.jobs import enqueue
from tournaments.views.frame import SectionFrame

TYPES = {
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

#: A function with bound contents; the remaining arguments are the paper and the language.
Drawn = Callable[[Paper, Translate], bytes]


def paper_of(request: HttpRequest) -> Paper:
    """Return the paper: `?paper=letter`; anything else is A4."""
    return Paper.LETTER if request.GET.get("paper") == Paper.LETTER else Paper.A4


def file_answer(data: bytes | str, form: str, name: str, *, inline: bool = False) -> HttpResponse:
    """Return a file as a download; `name` is without its suffix."""
    kind = "inline" if inline else "attachment"
    return HttpResponse(
        data, content_type=TYPES[form], headers={"Content-Disposition": f'{kind}; filename="{name}.{form}"'}
    )


def pdf_answer(request: HttpRequest, name: str, draw: Drawn) -> HttpResponse:
    """Shown by the browser, which prints it; saved under `name`."""
    return file_answer(draw(paper_of(request), gettext), "pdf", name, inline=True)


def csv_answer(request: HttpRequest, name: str, grid: Grid[Any]) -> HttpResponse:
    """`?bom=0` leaves the byte order mark out."""
    return file_answer(as_csv(grid, mark=request.GET.get("bom") != "0"), "csv", name)


def json_answer(name: str, content: dict[str, object]) -> HttpResponse:
    return file_answer(json.dumps(content, ensure_ascii=False), "json", name, inline=True)


# The links under a public page to the same facts as files.

#: The name of the link, its address, what it is.
Download = tuple[str, str, str]


def page_downloads(frame: SectionFrame, page: str, query: str = "") -> list[Download]:
    """Return links to PDF, CSV and JSON of a table, and to the workbook of the section."""
    at = (frame.event.slug, frame.section.slug)
    results = [(form.upper(), reverse(f"{page}_file", args=[*at, form]) + query, "") for form in _FORMS]
    return [*results, _workbook(frame)]


def round_downloads(frame: SectionFrame, row: Round) -> list[Download]:
    """Return links to the PDFs by board and by name, the tables, the workbook of the section, the games."""
    at = [frame.event.slug, frame.section.slug, *([row.number] if row.number is not None else [])]
    base = "schedule" if row.number is None else "round"
    pdf, csv, json = (reverse(f"{base}_file", args=[*at, form]) for form in _FORMS)
    form = spec_of(frame.section.game).file
    return [
        ("PDF", pdf, gettext("Pairings by board")),
        (gettext("PDF by name"), f"{pdf}?by=name", gettext("Pairings by name")),
        ("CSV", csv, ""),
        ("JSON", json, ""),
        _workbook(frame),
        (form.upper(), reverse(f"{base}_games", args=[*at, form]), gettext("All games of the round")),
    ]


_FORMS = ("pdf", "csv", "json")


def _workbook(frame: SectionFrame) -> Download:
    url = reverse("section_xlsx", args=[frame.event.slug, frame.section.slug])
    return ("XLSX", url, gettext("Players, rounds and tables of the section in one workbook"))


# Large files: made by the worker, once for each version of their data, and kept for an hour.
#
# The key of a file is its ETag (`games.views.caching.etag_of`), so an old file is never served as new. It
# is in the media storage, which all processes share; the database has no row for it.

MAKE = "upkeep.tasks.make_document"
FOLDER = "documents"
KEPT = timedelta(hours=1)
_ASK_AGAIN_SECONDS = 2
#: After so long without it the request makes the file: the worker or its broker is away.
_PATIENCE_SECONDS = 20
_HEADERS = ("Content-Type", "Content-Disposition")


def from_worker(request: HttpRequest, etag: str) -> HttpResponse | None:
    """Return the file made by the worker, or a page that reloads itself; None if this request must make it.

    That is the case in the worker itself (`upkeep.tasks`), and for signed-in users, who may see more than the public.
    """
    if getattr(request, "by_worker", False) or not is_shared(request):
        return None
    key = _key(etag)
    if (response := _stored_response(key)) is not None:
        return response
    waits = f"document:{key}"
    if cache.add(waits, time.time(), _PATIENCE_SECONDS * 3):
        enqueue(MAKE, request.get_full_path(), get_language() or "", expires=_PATIENCE_SECONDS)
        if (response := _stored_response(key)) is not None:  # if tasks run in the calling process
            return response
    cached = cache.get(waits)
    if cached is None or time.time() - cached > _PATIENCE_SECONDS:
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
    """Delete the files that are older than an hour; returns how many."""
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
