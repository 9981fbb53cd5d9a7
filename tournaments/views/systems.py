"""Pages that a system has instead of the usual ones, found by the names that its record gives."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from tournaments.views.frame import SectionFrame

Page = Callable[[HttpRequest, SectionFrame, int | None], HttpResponse]


def page_of(name: str) -> Page | None:
    """The view of that name; None where the system has no page of its own."""
    return import_string(name) if name else None
