"""Every page of accounts is valid, has nothing inline, one heading, a title, and reads in every language."""

import pytest
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, signed_in
from tests.pages.html import Page, page_of

OPEN = ["/login/", "/account/password/reset/", "/account/password/reset/sent/", "/account/password/reset/done/"]
OPEN += ["/account/new/", "/account/locked/", "/account/email/sent/", "/account/email/confirm/gone/"]
OPEN += ["/account/password/reset/1-gone/", "/privacy/"]
OWN = ["/account/", "/account/password/", "/account/email/", "/account/sessions/", "/account/confirm/"]
OWN += ["/account/data/"]


def is_well_made(page: Page) -> None:
    assert page.problems == []
    assert [level for level, _ in page.headings].count(1) == 1
    assert page.title.endswith("· Tavleya")
    assert len(page.title) > len("· Tavleya")
    assert all(source.startswith("/static/js/") for source in page.scripts)
    labels = {attributes["for"] for tag, attributes in page.attributes if tag == "label" and "for" in attributes}
    fields = {
        attributes.get("id")
        for tag, attributes in page.attributes
        if tag in ("input", "select", "textarea") and attributes.get("type") not in ("hidden", "checkbox", "radio")
    }
    assert fields <= labels


@pytest.mark.parametrize("address", OPEN)
def test_a_public_page_is_well_made(visitor: Client, db: None, address: str) -> None:
    is_well_made(page_of(visitor.get(address, follow=True)))


@pytest.mark.parametrize("address", OWN)
def test_a_personal_page_is_well_made_and_requires_sign_in(visitor: Client, olga: User, address: str) -> None:
    response = signed_in(olga).get(address)
    assert response.status_code == 200
    is_well_made(page_of(response))
    assert visitor.get(address)["Location"].startswith("/login/?next=")


def test_no_account_is_made_without_an_invitation(visitor: Client, db: None) -> None:
    values = {"name": "Eve", "username": "eve", "email": "eve@example.org"}
    response = visitor.post("/account/new/", {**values, "password1": PASSWORD, "password2": PASSWORD})
    assert "by invitation" in page_of(response).words
    assert not User.objects.exists()
    assert "Create an account" not in page_of(visitor.get("/login/")).words
