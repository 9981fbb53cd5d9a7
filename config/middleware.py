"""Middleware: HTTPS, broadcast delays, read-only events, time zone and language, values that no row can hold."""

from collections.abc import Callable, Iterator
from functools import partial
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect, StreamingHttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext

from api.messages import say
from games import gate
from games.views.pictures import language_asked
from games.views.requests import actor_of
from portal.views import site
from tavleya.errors import ReadOnly
from tournaments.access import EventViewer


class Middleware:
    """A middleware that passes a request on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)


# Middleware that closes the broadcast gate (`games.gate`) for read-only requests.

_READING = frozenset({"GET", "HEAD"})


class BroadcastGateMiddleware(Middleware):
    """Middleware of the gate. The viewer is determined only when a delayed row is read."""

    def __call__(self, request: HttpRequest) -> Any:
        if request.method not in _READING:
            return self.get_response(request)
        now, viewer = timezone.now(), EventViewer(partial(actor_of, request))
        request.viewer = viewer  # type: ignore[attr-defined]
        with gate.closed(now, viewer):
            response: Any = self.get_response(request)
        if isinstance(response, StreamingHttpResponse) and not response.is_async:
            chunks: Iterator[bytes] = iter(response)
            response.streaming_content = _behind(chunks, partial(gate.closed, now, viewer))
        return response

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]) -> None:
        viewer = getattr(request, "viewer", None)
        if viewer is not None:
            viewer.slug = str(kwargs.get("slug", ""))


def _behind(chunks: Iterator[bytes], closed: Callable[[], Any]) -> Iterator[bytes]:
    """Yield the chunks of a streaming response, each read behind the gate."""
    while True:
        with closed():
            chunk = next(chunks, None)
        if chunk is None:
            return
        yield chunk


# Redirects from HTTP to HTTPS, also to another port than 443.


class ToHttps:
    """Runs before Django's middleware, which would redirect to the requested port; never for another host name."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.SECURE_SSL_REDIRECT:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.is_secure():
            return self.get_response(request)
        host, _port = split_domain_port(request.get_host())
        port = "" if settings.HTTPS_PORT == 443 else f":{settings.HTTPS_PORT}"
        return HttpResponsePermanentRedirect(f"https://{host}{port}{request.get_full_path()}")


# A checked-out event: requests that would change it get 409, on every page.


class ReadOnlyMiddleware(Middleware):
    """Handles errors that a view does not handle itself."""

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if not isinstance(problem, ReadOnly):
            return None
        if request.path.startswith("/api/"):
            return site.problem(HTTPStatus.CONFLICT, problem.code, problem.message.render(gettext))
        return render(request, "errors/409.html", status=HTTPStatus.CONFLICT)


# The time zone of a page: UTC until the page's event sets its zone.


class TimeZoneMiddleware(Middleware):
    """Resets the time zone that an earlier request activated on the same thread."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        timezone.deactivate()
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()


# A page for people if a URL does not support the request's method.


class MethodMiddleware(Middleware):
    """Adds a page, or under /api/ a problem document, to an empty 405 response; its `Allow` stays."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        empty = not response.streaming and not response.content
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or not empty:
            return response
        page = site.method_not_allowed(request)
        page["Allow"] = response.get("Allow", "")
        return page


# Language from the URL (`?lang=ru`), for links from search engines and messengers.


class AskedLanguageMiddleware(Middleware):
    """Middleware after LocaleMiddleware, which determines the reader's language; stores nothing."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if code := language_asked(request):
            translation.activate(code)
            request.LANGUAGE_CODE = code
        return self.get_response(request)


# Values that no row can hold, refused before a view queries the database.

# The greatest number a column of keys holds (a signed integer of 64 bits); databases refuse a greater one.
GREATEST = 2**63 - 1
NUL = "\0"


class InputMiddleware(Middleware):
    """Middleware that returns 404 for a URL with a number above `GREATEST`, and 400 for NUL in a URL or a form.

    PostgreSQL cannot store NUL in text. It runs after the CSRF check, which reads forms first; the shapes of the API
    check request bodies of programs.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: list[Any], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if any(isinstance(value, int) and value > GREATEST for value in kwargs.values()):
            raise Http404
        for_program = request.path_info.startswith("/api/")
        if "%00" in request.META.get("QUERY_STRING", ""):
            if for_program:
                return site.problem(400, "nul_in_text", say("nul_in_text").render())
            return site.bad_request(request)
        if not for_program and request.method == "POST" and _typed_nul(request):
            return site.bad_request(request)
        return None


def _typed_nul(request: HttpRequest) -> bool:
    return any(NUL in text for _, texts in request.POST.lists() for text in texts)
