"""Responses to posted moves, before Django's middleware chain (decision 0031).

The effect of the chain on such a response is not implemented twice: the chain is called for the headers that it adds,
once for each host, scheme and language. If it would respond itself (an unknown host, an unencrypted request), the
request goes through it.
"""

import re
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse

from api import views
from config import outages
from config.logs import begin_request

Environment = dict[str, Any]
Application = Callable[[Environment, Callable[..., Any]], Iterable[bytes]]
_Headers = list[tuple[str, str]]

_ADDRESS = re.compile(r"/api/v1/events/([-a-zA-Z0-9_]+)/games/([0-9]{1,18})/entries/")
# The parts of a request without a cookie that the chain uses.
_CHAIN_INPUTS = (
    *("HTTP_HOST", "SERVER_NAME", "SERVER_PORT", "wsgi.url_scheme"),
    *("HTTP_X_FORWARDED_PROTO", "HTTP_ACCEPT_LANGUAGE"),
)
_OF_EACH_ANSWER = ("X-Request-ID", "Content-Length")
_MOST_CACHED = 256
_PROBLEM = "tavleya.problem"


class PostedMoves:
    """A WSGI application that responds to ordinary moves, and passes other requests to `general`."""

    def __init__(self, general: Application) -> None:
        self._general, self._chain = general, _Chain()
        self._added: dict[tuple[str | None, ...], _Headers | None] = {}

    def __call__(self, environ: Environment, start_response: Callable[..., Any]) -> Iterable[bytes]:
        address = views.may_be_ordinary(environ) and _ADDRESS.fullmatch(environ.get("PATH_INFO", ""))
        if not address or environ.get("SCRIPT_NAME"):
            return self._general(environ, start_response)
        body = environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))
        environ["wsgi.input"] = BytesIO(body)  # for a later reader
        added = self._added_to(environ)
        if added is None:
            return self._general(environ, start_response)
        request_id = begin_request(environ.get("HTTP_X_REQUEST_ID", ""))
        try:
            content = views.ordinary_move(environ, body, slug=address[1], game_id=int(address[2]))
        except Exception as error:  # noqa: BLE001  (the chain answers it, and logs it)
            environ[_PROBLEM] = error
            return self._chain(environ, start_response)
        if content is None:
            return self._general(environ, start_response)
        request_finished.send(sender=type(self))
        own_headers = [("X-Request-ID", request_id), ("Content-Length", str(len(content)))]
        start_response("201 Created", added + own_headers)
        return [content]

    def _added_to(self, environ: Environment) -> _Headers | None:
        """Return the headers added to a response; None if the chain would refuse the request."""
        key = tuple(environ.get(name) for name in _CHAIN_INPUTS)
        if key not in self._added:
            if len(self._added) >= _MOST_CACHED:
                self._added.clear()
            response = self._chain.get_response(WSGIRequest(environ))
            passes = response.status_code == views.CREATED and not response.cookies
            headers = [header for header in response.items() if header[0] not in _OF_EACH_ANSWER]
            self._added[key] = headers if passes else None
        return self._added[key]


class _Chain(WSGIHandler):
    """Django's middleware around a response to a posted move, or around its error."""

    def _get_response(self, request: HttpRequest) -> HttpResponse:
        error = request.META.get(_PROBLEM)
        if error is None:
            return HttpResponse(status=views.CREATED, headers=views.HEADERS)
        response = outages.answer(request, error)
        if response is None:
            raise error
        return response
