"""A page for people if a URL does not support the request's method."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from portal.views.site import method_not_allowed


class MethodMiddleware:
    """Adds a page, or under /api/ a problem document, to an empty 405 response; its `Allow` stays."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        empty = not response.streaming and not response.content
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or not empty:
            return response
        page = method_not_allowed(request)
        page["Allow"] = response.get("Allow", "")
        return page
