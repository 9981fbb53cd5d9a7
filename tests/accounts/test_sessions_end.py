"""Sessions end after a day or a long pause, and failures to sign in are limited."""

import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.core.cache.backends.locmem import LocMemCache
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import sessions
from accounts.addresses import too_often
from accounts.models import User
from tests.accounts.conftest import is_in, signed_in
from tests.pages.html import page_of

Wait = Callable[[timedelta], None]


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Wait:
    """Return a function that advances the clock of the sessions."""
    passed = timedelta()

    class Clock:
        @staticmethod
        def now() -> datetime:
            return timezone.now() + passed

    def advance(duration: timedelta) -> None:
        nonlocal passed
        passed += duration

    monkeypatch.setattr(sessions, "timezone", Clock)
    return advance


def test_a_long_pause_signs_out(olga: User, wait: Wait) -> None:
    client = signed_in(olga)
    for _ in range(2):
        wait(timedelta(hours=3, minutes=59))
        assert is_in(client)
    wait(timedelta(hours=4, minutes=1))
    assert not is_in(client)


@pytest.mark.parametrize("idle", [timedelta(hours=4), timedelta()], ids=["with", "without a limit of pauses"])
def test_a_session_does_not_outlast_a_playing_day(olga: User, wait: Wait, settings: Any, idle: timedelta) -> None:
    settings.IDLE_TIME = idle
    client = signed_in(olga)
    for hours in (11,) if not idle else (1,) * 11:
        wait(timedelta(hours=hours))
        assert is_in(client)
    wait(timedelta(minutes=48))
    assert is_in(client)
    wait(timedelta(minutes=13))
    assert not is_in(client)


def test_a_stream_rejects_an_expired_session(olga: User, wait: Wait) -> None:
    key = signed_in(olga).session.session_key
    assert sessions.user_of(key, timezone.now()) == olga
    assert not sessions.user_of(key, timezone.now() + timedelta(hours=5)).is_authenticated
    assert not sessions.user_of(None, timezone.now()).is_authenticated


def test_being_there_is_not_noted_with_every_page(olga: User, wait: Wait) -> None:
    client = signed_in(olga)
    with CaptureQueriesContext(connection) as context:
        client.get("/account/")
    assert not [query["sql"] for query in context if not query["sql"].startswith("SELECT")]
    wait(timedelta(minutes=6))
    client.get("/account/")
    assert UserSession.objects.get().last_seen_at > timezone.now() + timedelta(minutes=5)


def test_sessions_are_listed_and_ended_elsewhere(olga: User) -> None:
    client = signed_in(olga, HTTP_USER_AGENT="Here 1.0")
    other = signed_in(olga, HTTP_USER_AGENT="There 2.0", REMOTE_ADDR="10.0.0.9")
    page = page_of(client.get("/account/sessions/"))
    assert page.problems == []
    assert "There 2.0" in page.words
    assert "10.0.0.9" in page.words
    client.post("/account/sessions/")
    assert is_in(client)
    assert not is_in(other)
    assert "There 2.0" not in page_of(client.get("/account/sessions/")).words


CROWD = 40


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, fresh_cache: None) -> None:
    """A cache that takes a moment for each answer, as Redis does on a busy machine."""

    def delayed(method: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args, **kwargs: (time.sleep(0.02), method(*args, **kwargs))[1]

    for name in ("get", "set", "add", "incr", "delete"):
        monkeypatch.setattr(LocMemCache, name, delayed(getattr(LocMemCache, name)))


def set_time(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr("accounts.addresses.time.time", lambda: 1_000_000 * 60 + seconds)


def let_in(action: str = "entry", client: str = "192.0.2.7") -> bool:
    return too_often(RequestFactory(REMOTE_ADDR=client).post("/"), action) is None


@pytest.mark.parametrize("most", [CROWD, 30])
def test_a_crowd_behind_one_address_is_let_in_at_once_up_to_the_limit(
    slow: None, settings: Any, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    set_time(monkeypatch, 30)
    settings.PER_MINUTE = {"entry": most}
    answers: list[bool] = []
    crowd = [threading.Thread(target=lambda: answers.append(let_in())) for _ in range(CROWD)]
    for thread in crowd:
        thread.start()
    for thread in crowd:
        thread.join()
    assert (len(answers), sum(answers)) == (CROWD, most)


def test_the_minute_slides(fresh_cache: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PER_MINUTE = {"entry": 4}
    set_time(monkeypatch, 59)
    assert [let_in() for _ in range(5)] == [True] * 4 + [False]
    set_time(monkeypatch, 61)
    assert not let_in()
    set_time(monkeypatch, 105)  # a quarter of the five of the minute before, and the one just refused
    assert [let_in() for _ in range(3)] == [True, False, False]
    set_time(monkeypatch, 240)
    assert let_in()


def test_actions_and_lines_are_counted_apart(fresh_cache: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    set_time(monkeypatch, 30)
    settings.PER_MINUTE = {"entry": 1, "setup": 1}
    assert [let_in("entry"), let_in("entry"), let_in("setup")] == [True, False, True]
    assert let_in(client="192.0.2.8")
    assert let_in(client="2001:db8:1:1::7") and not let_in(client="2001:db8:1:1::8")
    assert let_in(client="2001:db8:1:2::7")
    assert let_in(client="unknown") and not let_in(client="unknown")


def test_a_missing_cache_refuses_no_requests(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PER_MINUTE = {"entry": 1}
    settings.CACHES = {**settings.CACHES, "default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    assert let_in() and let_in()
