"""Who asks for a page, as services and selectors want to know it."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from common.actors import ANONYMOUS, Actor
from games import hooks


class HtmxRequest(HttpRequest):
    """A request as the middleware of django-htmx leaves it."""

    htmx: HtmxDetails


def wants_part(request: HtmxRequest) -> bool:
    """Whether only the changing part of the page is asked for; going back, a browser asks by htmx for the whole."""
    return bool(request.htmx) and not request.htmx.history_restore_request


#: Where a session keeps the private link that was opened in it.
HELD = "held_link"


def actor_of(request: HttpRequest) -> Actor:
    """The signed-in user of the request, else whoever holds the link that was opened, else the anonymous visitor."""
    user = request.user
    if not user.is_authenticated:
        return _holder(request) or ANONYMOUS
    return Actor(user.pk, user.get_full_name() or user.get_username())


def _holder(request: HttpRequest) -> Actor | None:
    """Asked of the database once a request, and of no visitor who has not opened a link."""
    session = getattr(request, "session", None)
    key = session.get(HELD) if session is not None else None
    if not isinstance(key, str):
        return None
    if not hasattr(request, "_holder"):
        request._holder = hooks.holder_of(key)  # type: ignore[attr-defined]
    found: Actor | None = request._holder  # type: ignore[attr-defined]
    return found
