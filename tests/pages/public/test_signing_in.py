"""Signing in and out: for those who organise, arbitrate and play; looking needs no account."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.pages.html import page_of
from tests.world import PASSWORD, World


@pytest.fixture
def olga(db: None) -> None:
    get_user_model().objects.create_user("olga", password=PASSWORD)


def test_signing_in_leads_back_to_where_it_was_asked_for(visitor: Client, olga: None) -> None:
    assert "next=/events/%3Fa%3D1" in "".join(page_of(visitor.get("/events/?a=1")).links)
    answer = {"username": "olga", "password": PASSWORD, "next": "/events/?a=1"}
    assert visitor.post("/login/", answer)["Location"] == "/events/?a=1"
    assert "Signed in as olga" in page_of(visitor.get("/events/")).words


def test_signing_in_leads_to_no_other_site(visitor: Client, olga: None) -> None:
    answer = {"username": "olga", "password": PASSWORD, "next": "https://evil.example/"}
    assert visitor.post("/login/", answer)["Location"] == "/"


def test_an_official_comes_to_the_desk(visitor: Client, db: None) -> None:
    World()
    came = {}
    for name in ("olga", "hana", "alice"):
        user = get_user_model().objects.get(username=name)
        user.set_password(PASSWORD)
        user.save()
        came[name] = Client().post("/login/", {"username": name, "password": PASSWORD})["Location"]
    assert came == {"olga": "/desk/", "hana": "/desk/", "alice": "/"}


def test_a_wrong_password_is_told_and_the_name_kept(visitor: Client, olga: None) -> None:
    page = page_of(visitor.post("/login/", {"username": "olga", "password": "wrong"}))
    assert page.problems == []
    assert page.find(role="alert")
    assert page.find(name="username", value="olga")


def test_signing_out_takes_a_button_not_a_link(visitor: Client, olga: None) -> None:
    visitor.login(username="olga", password=PASSWORD)
    assert visitor.get("/logout/").status_code == 405
    visitor.post("/logout/")
    assert "Signed in" not in page_of(visitor.get("/events/")).words


def test_guessing_is_stopped_with_a_page(visitor: Client, olga: None, settings: Any) -> None:
    settings.AXES_ENABLED = True
    settings.AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
    for _ in range(5):
        response = visitor.post("/login/", {"username": "olga", "password": "wrong"})
    assert response.status_code == 429
    assert "Too many attempts" in page_of(response).words
    assert visitor.post("/login/", {"username": "olga", "password": PASSWORD}).status_code == 429
