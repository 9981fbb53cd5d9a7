"""Sessions of a user: listed, ended elsewhere, over after a long pause and after a playing day."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import sessions
from accounts.models import User
from tests.accounts.conftest import is_in, signed_in
from tests.pages.html import page_of

Wait = Callable[[timedelta], None]


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Wait:
    """Let time go by for those who ask how long a session lasts."""
    passed = timedelta()

    class Clock:
        @staticmethod
        def now() -> datetime:
            return timezone.now() + passed

    def go_on(more: timedelta) -> None:
        nonlocal passed
        passed += more

    monkeypatch.setattr(sessions, "timezone", Clock)
    return go_on


def test_a_long_pause_signs_out(olga: User, wait: Wait) -> None:
    client = signed_in(olga)
    wait(timedelta(hours=3, minutes=59))
    assert is_in(client)
    wait(timedelta(hours=3, minutes=59))
    assert is_in(client)
    wait(timedelta(hours=4, minutes=1))
    assert not is_in(client)


def test_a_session_does_not_outlast_a_playing_day(olga: User, wait: Wait) -> None:
    client = signed_in(olga)
    for _ in range(12):
        wait(timedelta(minutes=59))
        assert is_in(client)
    wait(timedelta(minutes=13))
    assert not is_in(client)


def test_the_pause_is_a_setting(olga: User, wait: Wait, settings: Any) -> None:
    settings.IDLE_TIME = timedelta()
    client = signed_in(olga)
    wait(timedelta(hours=11))
    assert is_in(client)


def test_a_stream_rejects_an_expired_session(olga: User, wait: Wait) -> None:
    key = signed_in(olga).session.session_key
    assert sessions.user_of(key, timezone.now()) == olga
    assert not sessions.user_of(key, timezone.now() + timedelta(hours=5)).is_authenticated
    assert not sessions.user_of(None, timezone.now()).is_authenticated


def test_being_there_is_not_noted_with_every_page(olga: User, wait: Wait) -> None:
    client = signed_in(olga)
    with CaptureQueriesContext(connection) as capture_queries_context:
        client.get("/account/")
    assert not [row["sql"] for row in capture_queries_context if not row["sql"].startswith("SELECT")]
    wait(timedelta(minutes=6))
    client.get("/account/")
    assert UserSession.objects.get().last_seen_at > timezone.now() + timedelta(minutes=5)


def test_sessions_are_listed_and_ended_elsewhere(olga: User) -> None:
    signed = signed_in(olga, HTTP_USER_AGENT="Here 1.0")
    target = signed_in(olga, HTTP_USER_AGENT="There 2.0", REMOTE_ADDR="10.0.0.9")
    page = page_of(signed.get("/account/sessions/"))
    assert page.problems == []
    assert "There 2.0" in page.words
    assert "10.0.0.9" in page.words
    signed.post("/account/sessions/")
    assert is_in(signed)
    assert not is_in(target)
    assert "There 2.0" not in page_of(signed.get("/account/sessions/")).words
