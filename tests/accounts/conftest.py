"""Users with accounts, their clients, and the letters that they get."""

import re
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client

from accounts.models import User

PASSWORD = "a pass phrase of tests"


@pytest.fixture(autouse=True)
def _fresh_limits(fresh_cache: None) -> None:
    """Clear the limits between tests."""


@pytest.fixture
def visitor() -> Client:
    """Return a client in English that is not signed in."""
    return Client(headers={"accept-language": "en"})


@pytest.fixture
def olga(db: None) -> User:
    return User.objects.create_user("olga", "olga@example.org", PASSWORD, name="Olga Orlova")


@pytest.fixture
def ada(db: None) -> User:
    """The administrator."""
    return User.objects.create_superuser("ada", "ada@example.org", PASSWORD, name="Ada Adler")


def signed_in(user: User, **kwargs: Any) -> Client:
    """Return a client signed in by the form, which opens pages that require a recent sign-in."""
    client = Client(headers={"accept-language": "en"}, **kwargs)
    assert client.post("/login/", {"login": user.username, "password": PASSWORD}).status_code == 302
    return client


def link_in_mail(index: int = -1) -> str:
    """Return the path of the link in a letter."""
    match = re.search(r"https?://testserver(/\S+)", str(mail.outbox[index].body))
    assert match is not None
    return match[1]


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


class BrokenMail(BaseEmailBackend):
    """A mail backend whose server cannot be reached."""

    def send_messages(self, messages: object) -> int:
        raise OSError("connection refused")
