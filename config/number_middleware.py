"""Numbers in addresses: one greater than any row can have names nothing, and its page is not found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

# The greatest number a column of keys holds (a signed integer of 64 bits); databases refuse a greater one.
GREATEST = 2**63 - 1


class NumberMiddleware:
    """Answers 404 for an address with a number above `GREATEST` before a view asks the database for it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: list[Any], kwargs: dict[str, Any]
    ) -> None:
        if any(isinstance(value, int) and value > GREATEST for value in kwargs.values()):
            raise Http404
