"""Domain errors on a page: the status of the response, and the message next to the input."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext

from tavleya.errors import BadInput, Conflict, DomainError, NotFound, NotPermitted

_STATUS: tuple[tuple[type[DomainError], int], ...] = (
    (NotPermitted, 403),
    (NotFound, 404),
    (Conflict, 409),
    (BadInput, 422),
)


def status_of(problem: DomainError) -> int:
    """Return the HTTP status for the kind of error."""
    return next((status for kind, status in _STATUS if isinstance(problem, kind)), 400)


@dataclass(frozen=True, slots=True)
class Refused:
    """An act that was not carried out: its stable code, its sentence in the reader's language, and the status."""

    code: str
    sentence: str
    status: int

    @classmethod
    def by(cls, problem: DomainError) -> Refused:
        return cls(problem.code, problem.message.render(gettext), status_of(problem))
