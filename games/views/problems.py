"""Acts posted from a page: the attempt, its domain error, and the redirect after success."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.translation import gettext

from tavleya.errors import DomainError, NotFound

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Refused:
    """An act that was not carried out: its stable code, its sentence in the reader's language, and the status."""

    code: str
    sentence: str
    status: int

    @classmethod
    def by(cls, problem: DomainError) -> Refused:
        return cls(problem.code, problem.message.render(gettext), problem.status)


class Attempt(Generic[Result]):
    """The act of a POST request: true with its `result` if it was carried out, false with an `error` if it was not.

    On any other request the act is not called, and there is neither a result nor an error.
    """

    result: Result
    error: DomainError | None = None

    def __init__(self, request: HttpRequest, act: Callable[[], Result]) -> None:
        self._done = False
        if request.method == "POST":
            try:
                self.result = act()
                self._done = True
            except DomainError as error:
                self.error = error

    def __bool__(self) -> bool:
        return self._done

    @property
    def status(self) -> int:
        """The status of the page that is shown unless the act was carried out."""
        return self.error.status if self.error else 200

    @property
    def refused(self) -> Refused | None:
        return Refused.by(self.error) if self.error else None

    @property
    def sentence(self) -> str:
        """The error in the reader's language, or an empty text."""
        return self.error.message.render(gettext) if self.error else ""


def redirect_with(
    request: HttpRequest, sentence: str, to: str, *args: Any, **kwargs: Any
) -> HttpResponseRedirect:
    """Show a success message on the next page, at the address or the named URL `to`."""
    messages.success(request, sentence)
    return HttpResponseRedirect(resolve_url(to, *args, **kwargs))


def find_or_404(find: Callable[[], Result], error: type[DomainError] = NotFound) -> Result:
    """Return what `find` returns.  Raises: Http404 if it raises `error`."""
    try:
        return find()
    except error:
        raise Http404 from None


def or_404(value: Result | None) -> Result:
    """Return the value.  Raises: Http404 if it is None."""
    if value is None:
        raise Http404
    return value


def require_found(condition: object) -> None:
    """Check a condition without which there is no such page.  Raises: Http404."""
    if not condition:
        raise Http404


def posted_data(request: HttpRequest) -> Any:
    """Return the form data of a POST request; None of any other request, for an unbound form."""
    return request.POST if request.method == "POST" else None
