"""Errors: a page for people, a problem document with a stable code for programs."""

import json

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from portal.views import site
from tests.pages.html import page_of


def test_a_page_that_is_not_there_says_so_and_leads_back(visitor: Client, db: None) -> None:
    response = visitor.get("/events/no-such-event/")
    page = page_of(response)
    assert response.status_code == 404
    assert page.problems == []
    assert page.headings == [(1, "Page not found")]
    assert "/events/" in page.links


def test_a_program_gets_a_problem_document(visitor: Client, db: None) -> None:
    response = visitor.get("/api/v1/no-such-thing/")
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"
    assert json.loads(response.content)["code"] == "not_found"


@pytest.mark.parametrize(
    ("view", "status", "code"),
    [
        (site.bad_request, 400, "bad_request"),
        (site.permission_denied, 403, "not_permitted"),
        (site.not_found, 404, "not_found"),
        (site.server_error, 500, "server_error"),
        (site.csrf_failure, 403, "csrf_failed"),
    ],
)
def test_every_error_has_a_page_and_a_problem(
    rf: RequestFactory, view: object, status: int, code: str
) -> None:
    page: HttpResponse = view(_anonymous(rf, "/events/"))  # type: ignore[operator]
    assert page.status_code == status
    assert page_of(page).problems == []
    document: HttpResponse = view(_anonymous(rf, "/api/v1/events/"))  # type: ignore[operator]
    assert (document.status_code, json.loads(document.content)["code"]) == (status, code)


def test_a_form_that_is_out_of_date_differs_from_a_forbidden_one(rf: RequestFactory) -> None:
    assert "has expired" in page_of(site.csrf_failure(_anonymous(rf, "/login/"))).words


def _anonymous(rf: RequestFactory, path: str) -> object:
    from django.contrib.auth.models import AnonymousUser

    request = rf.get(path)
    request.user = AnonymousUser()
    return request
