"""An entry form that the same browser sends again: after the button back it is a new form with the same answers.

The key of the form (`online_entries.new_mark`) tells only a double press.  So the browser keeps the keys of what it has
entered by a form, signed, for that form's address alone; who types the same again in another browser, without them, is
somebody else, and is not led to a private page.
"""

from __future__ import annotations

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


def entered_here(request: HttpRequest, section: Section, given: Mapping[str, Any]) -> Entry | None:
    """The entry that this browser has made with the same answers and that still stands."""
    entries = section.entries.filter(key__in=_keys(request), state__in=OPEN_STATES)
    return next((one for one in entries if _same(one, given)), None)


def remember_entry(request: HttpRequest, response: HttpResponse, entry: Entry) -> None:
    """Let this browser know at the form of this address what it has entered."""
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
    said = request.get_signed_cookie(_NAME, default=None, salt=_NAME, max_age=_KEPT_FOR) or ""
    return [str(uuid.UUID(key)) for key in said.split(".") if key]


def _same(entry: Entry, given: Mapping[str, Any]) -> bool:
    """What the form left empty the rating list may have filled in."""
    names = all(" ".join(str(given.get(one, "")).split()) == getattr(entry, one) for one in _NAMES)
    return names and all(given[one] == getattr(entry, one) for one in entered(Entry) if given.get(one))
