"""Signing in and out: for organisers, arbiters and players; visitors need no account."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from structlog.testing import capture_logs

from tests.pages.html import page_of
from tests.world import PASSWORD, World

pytestmark = pytest.mark.usefixtures("fresh_cache")


@pytest.fixture
def olga(db: None) -> None:
    get_user_model().objects.create_user("olga", password=PASSWORD)


def test_signing_in_leads_to_no_other_site(visitor: Client, olga: None) -> None:
    assert "next=/events/%3Fa%3D1" in "".join(page_of(visitor.get("/events/?a=1")).links)
    credentials = {"login": "olga", "password": PASSWORD}
    for target, address in (("https://evil.example/", "/"), ("/events/?a=1", "/events/?a=1")):
        assert Client().post("/login/", {**credentials, "next": target})["Location"] == address
    visitor.post("/login/", credentials)
    assert "Signed in as olga" in page_of(visitor.get("/events/")).words


def test_an_official_comes_to_the_desk(db: None) -> None:
    World()
    locations = {}
    for name in ("olga", "hana", "alice"):
        user = get_user_model().objects.get(username=name)
        user.set_password(PASSWORD)
        user.save()
        locations[name] = Client().post("/login/", {"login": name, "password": PASSWORD})["Location"]
    assert locations == {"olga": "/desk/", "hana": "/desk/", "alice": "/"}


def test_a_wrong_password_is_reported_and_the_name_kept(visitor: Client, olga: None) -> None:
    page = page_of(visitor.post("/login/", {"login": "olga", "password": "wrong"}))
    assert page.problems == [] and page.find(role="alert")
    assert page.find(name="login", value="olga")


def test_signing_out_takes_a_button_not_a_link(visitor: Client, olga: None) -> None:
    visitor.login(username="olga", password=PASSWORD)
    assert visitor.get("/logout/").status_code == 405
    visitor.post("/logout/")
    assert "Signed in" not in page_of(visitor.get("/events/")).words


def attempt(password: str, *, login: str = "olga", address: str = "10.0.0.1") -> int:
    answer = Client(REMOTE_ADDR=address).post("/login/", {"login": login, "password": password})
    return answer.status_code


def test_guessing_is_stopped_with_a_page_and_locks_the_owner_out_nowhere_else(olga: None) -> None:
    for _ in range(5):
        assert attempt("wrong") == 200
    wrong = {"login": "olga", "password": "wrong"}
    response = Client(REMOTE_ADDR="10.0.0.1", headers={"accept-language": "en"}).post("/login/", wrong)
    assert response.status_code == 429 and "Too many attempts" in page_of(response).words
    assert attempt(PASSWORD) == 429
    assert attempt(PASSWORD, address="10.0.0.2") == 302


@pytest.mark.long
def test_guessers_who_share_the_work_are_stopped_at_the_account(olga: None) -> None:
    """They try both log-ins of the account, from each address fewer times than an address may."""
    user = get_user_model().objects.get(username="olga")
    user.email = "olga@example.org"
    user.save()
    assert attempt(PASSWORD, login="Olga@example.org", address="10.2.0.1") == 302  # an account has its address too
    for number in range(50):
        login = "OLGA" if number % 2 else "olga@example.org"
        assert attempt("wrong", login=login, address=f"10.0.{number}.1") == 200
    assert attempt("wrong", address="10.1.0.1") == 429
    assert attempt(PASSWORD, address="10.1.0.2") == 429


@pytest.mark.long
def test_one_address_cannot_try_all_names(olga: None) -> None:
    for number in range(100):
        assert attempt("wrong", login=f"name-{number}") == (200 if number < 60 else 429)


def test_a_successful_sign_in_resets_the_count_of_attempts(olga: None) -> None:
    for _ in range(3):
        for _ in range(4):
            assert attempt("wrong") == 200
        assert attempt(PASSWORD) == 302


def test_the_owner_of_a_locked_account_is_informed(olga: None) -> None:
    get_user_model().objects.update(is_active=False)
    client = Client()
    answer = client.post("/login/", {"login": "olga", "password": PASSWORD}, follow=True)
    assert "Account locked" in page_of(answer).words
    assert client.get("/desk/").status_code == 302


def test_good_and_bad_log_ins_are_logged(olga: None) -> None:
    key = get_user_model().objects.get(username="olga").pk
    with capture_logs() as lines:
        attempt(PASSWORD)
        attempt("wrong")
        attempt("wrong", login="a-password-in-the-wrong-field")
    messages = [(line["event"], line["account"], line["client"]) for line in lines if "account" in line]
    assert messages == [
        ("signed_in", key, "10.0.0.1"),
        ("sign_in_failed", key, "10.0.0.1"),
        ("sign_in_failed", None, "10.0.0.1"),
    ]
    assert "wrong-field" not in str(lines)
