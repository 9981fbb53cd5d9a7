"""A checked-out event: requests that would change it get 409, on every page."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from portal.views import site
from tavleya.errors import ReadOnly


class ReadOnlyMiddleware:
    """Handles errors that a view does not handle itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        if not isinstance(problem, ReadOnly):
            return None
        if request.path.startswith("/api/"):
            return site.problem(HTTPStatus.CONFLICT, problem.code, problem.message.render(gettext))
        return render(request, "errors/409.html", status=HTTPStatus.CONFLICT)
