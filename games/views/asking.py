"""Who asks for a page, as services and selectors want to know it."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from common.actors import ANONYMOUS, Actor


class HtmxRequest(HttpRequest):
    """A request as the middleware of django-htmx leaves it."""

    htmx: HtmxDetails


def wants_part(request: HtmxRequest) -> bool:
    """Whether only the changing part of the page is asked for; going back, a browser asks by htmx for the whole."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def actor_of(request: HttpRequest) -> Actor:
    """The signed-in user of the request, or the anonymous visitor."""
    user = request.user
    if not user.is_authenticated:
        return ANONYMOUS
    return Actor(user.pk, user.get_full_name() or user.get_username())
