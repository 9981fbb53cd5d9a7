"""Errors as problem documents (RFC 9457): programs dispatch on `code`, people read `detail`."""

from http import HTTPStatus
from typing import Any

from django.http import Http404
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from tavleya.errors import DomainError, ImportRefused

CONTENT_TYPE = "application/problem+json"


def handle(problem: Exception, context: dict[str, Any]) -> Response | None:
    """Convert an exception to a problem document (DRF's exception handler)."""
    if isinstance(problem, DomainError):
        set_rollback()
        return domain_problem(problem)
    if isinstance(problem, Http404):
        problem = exceptions.NotFound()
    if not isinstance(problem, exceptions.APIException):
        return None
    set_rollback()
    return _framework_problem(problem)


def domain_problem(problem: DomainError) -> Response:
    """Return the document for a domain error, in the caller's language; its details are separate members."""
    # A round's `status` is not an HTTP status.
    members: dict[str, Any] = {"state" if name == "status" else name: value for name, value in problem.detail.items()}
    if isinstance(problem, ImportRefused):
        members["problems"] = [
            {
                "line": import_problem.line,
                "game": import_problem.game,
                "ply": import_problem.ply,
                "code": import_problem.message.code,
                "detail": import_problem.message.render(gettext),
            }
            for import_problem in problem.problems
        ]
    return document(problem.status, problem.code, problem.message.render(gettext), **members)


def document(
    status: int, code: str, detail: str = "", headers: dict[str, str] | None = None, **members: Any
) -> Response:
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "code": code}
    if detail:
        body["detail"] = detail
    return Response(members | body, status=status, headers=headers, content_type=CONTENT_TYPE)


def _framework_problem(problem: exceptions.APIException) -> Response:
    headers = {}
    if getattr(problem, "auth_header", None):
        headers["WWW-Authenticate"] = problem.auth_header  # type: ignore[attr-defined]
    if getattr(problem, "wait", None):
        headers["Retry-After"] = str(int(problem.wait))  # type: ignore[attr-defined]
    if isinstance(problem, exceptions.ValidationError):
        return document(422, "bad_request_body", headers=headers, errors=problem.detail)
    code = problem.get_codes()
    detail = problem.detail if isinstance(problem.detail, str) else ""
    return document(problem.status_code, str(code), str(detail), headers=headers)
