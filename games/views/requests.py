"""The actor of a request, as services and selectors take it."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games import hooks
from games.live.links import HELD
from tavleya.actors import ANONYMOUS, Actor


def wants_part(request: HttpRequest) -> bool:
    """Whether only the changing part of the page is asked for; going back, a browser asks by htmx for the whole."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"


def actor_of(request: HttpRequest) -> Actor:
    """Return the signed-in user of the request, else the holder of the opened link, else the anonymous visitor."""
    user = request.user
    if not user.is_authenticated:
        return _holder(request) or ANONYMOUS
    return Actor(user.pk, user.shown_name)


def _holder(request: HttpRequest) -> Actor | None:
    """Return the actor of the private link; one query per request, none without a link."""
    key = held_link(request)
    if key is None:
        return None
    if not hasattr(request, "_holder"):
        request._holder = hooks.holder_of(key)  # type: ignore[attr-defined]
    actor: Actor | None = request._holder  # type: ignore[attr-defined]
    return actor


def held_link(request: HttpRequest) -> str | None:
    """Return the digest of the private link that was opened in this browser."""
    return request.get_signed_cookie(HELD, default=None, salt=HELD)


def hold_link(request: HttpRequest, response: HttpResponse, digest: str) -> None:
    """Store the link of `digest` in the browser for the length of a session."""
    response.set_signed_cookie(
        HELD,
        digest,
        salt=HELD,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )


def release_link(response: HttpResponse) -> None:
    """Remove the link from the browser."""
    response.delete_cookie(HELD, samesite="Lax")
