"""Values that no row can hold, refused before a view queries the database: large numbers, the character NUL."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from api.messages import say
from portal.views.site import bad_request, problem

# The greatest number a column of keys holds (a signed integer of 64 bits); databases refuse a greater one.
GREATEST = 2**63 - 1
NUL = "\0"


class InputMiddleware:
    """Middleware that returns 404 for a URL with a number above `GREATEST`, and 400 for NUL in a URL or a form.

    PostgreSQL cannot store NUL in text. It runs after the CSRF check, which reads forms first; the shapes of the API
    check request bodies of programs.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: list[Any], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if any(isinstance(value, int) and value > GREATEST for value in kwargs.values()):
            raise Http404
        program = request.path_info.startswith("/api/")
        if "%00" in request.META.get("QUERY_STRING", ""):
            return (
                problem(400, "nul_in_text", say("nul_in_text").render()) if program else bad_request(request)
            )
        if not program and request.method == "POST" and _typed_nul(request):
            return bad_request(request)
        return None


def _typed_nul(request: HttpRequest) -> bool:
    return any(NUL in text for _, texts in request.POST.lists() for text in texts)
