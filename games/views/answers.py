"""Documents and tables as responses to a request."""

import json
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from tavleya.documents.paper import Paper, Translate
from tavleya.documents.tabular import Grid, as_csv

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
