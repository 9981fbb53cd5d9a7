"""Pages that a system has instead of the usual ones, found by the names that its record gives."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from tournaments.views.frame import SectionFrame

Page = Callable[[HttpRequest, SectionFrame, int | None], HttpResponse]


def page_of(name: str) -> Page | None:
    """Return the view with that name; None if the name is empty."""
    return import_string(name) if name else None
