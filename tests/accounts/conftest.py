"""People with accounts, as they come to the pages of their accounts."""

import re
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client

from accounts.models import User

PASSWORD = "a pass phrase of tests"


@pytest.fixture(autouse=True)
def _by_itself(fresh_cache: None) -> None:
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
    """By the form, as people do: pages that ask once more who it is are content."""
    client = Client(headers={"accept-language": "en"}, **kwargs)
    assert client.post("/login/", {"login": user.username, "password": PASSWORD}).status_code == 302
    return client


def link_in_mail(number: int = -1) -> str:
    """The address inside the site that a letter leads to."""
    match = re.search(r"https?://testserver(/\S+)", str(mail.outbox[number].body))
    assert match is not None
    return match[1]


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


class BrokenMail(BaseEmailBackend):
    """A server of mail that is away."""

    def send_messages(self, messages: object) -> int:
        raise OSError("connection refused")
