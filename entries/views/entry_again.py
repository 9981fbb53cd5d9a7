"""Detection of an entry form that the same browser sends again, for example after the back button.

The key of the form (`online_entries.new_mark`) detects only a double click. So the browser keeps the signed keys of its
entries, for the URL of the form only. Another browser without these keys counts as another person, even with the same
input, and is not redirected to a private page.
"""

import uuid
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse

from entries.selectors.online_entries import OPEN_STATES
from tournaments.declarations import entered
from tournaments.models.entry import Entry
from tournaments.models.section import Section

_NAME = "entered"
_KEPT_FOR = timedelta(days=1)
_MOST = 10
_NAMES = ("family_name", "given_name", "patronymic", "team_name")


def entered_here(request: HttpRequest, section: Section, values: Mapping[str, Any]) -> Entry | None:
    """Return this browser's open entry with the same answers, if any."""
    entries = section.entries.filter(key__in=_keys(request), state__in=OPEN_STATES)
    return next((entry for entry in entries if _same(entry, values)), None)


def remember_entry(request: HttpRequest, response: HttpResponse, entry: Entry) -> None:
    """Store the key of the entry in this browser, for the URL of the form."""
    keys = [str(entry.key), *(key for key in _keys(request) if key != str(entry.key))]
    response.set_signed_cookie(
        _NAME,
        ".".join(keys[:_MOST]),
        salt=_NAME,
        max_age=int(_KEPT_FOR.total_seconds()),
        path=request.path,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def _keys(request: HttpRequest) -> list[str]:
    signed_cookie = request.get_signed_cookie(_NAME, default=None, salt=_NAME, max_age=_KEPT_FOR) or ""
    return [str(uuid.UUID(key)) for key in signed_cookie.split(".") if key]


def _same(entry: Entry, values: Mapping[str, Any]) -> bool:
    """Return whether the entry has these values; a rating list may have filled empty fields."""
    names = all(" ".join(str(values.get(name, "")).split()) == getattr(entry, name) for name in _NAMES)
    return names and all(values[name] == getattr(entry, name) for name in entered(Entry) if values.get(name))
