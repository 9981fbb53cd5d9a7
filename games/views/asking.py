"""Who asks for a page, as services and selectors want to know it."""

from __future__ import annotations

from django.http import HttpRequest

from common.actors import ANONYMOUS, Actor


def actor_of(request: HttpRequest) -> Actor:
    """The signed-in user of the request, or the anonymous visitor."""
    user = request.user
    if not user.is_authenticated:
        return ANONYMOUS
    return Actor(user.pk, user.get_full_name() or user.get_username())
