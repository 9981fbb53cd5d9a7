"""Rate limits by address: a burst passes at once, but no more than the limit."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.test import RequestFactory

from accounts.addresses import too_often

CROWD = 40


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, fresh_cache: None) -> None:
    """A cache that takes a moment for each answer, as Redis does on a busy machine."""
    for name in ("get", "set", "add", "incr", "delete"):
        monkeypatch.setattr(LocMemCache, name, _slowly(getattr(LocMemCache, name)))


def _slowly(ask: Callable[..., Any]) -> Callable[..., Any]:
    def delayed_ask(*value: Any, **named: Any) -> Any:
        time.sleep(0.02)
        return ask(*value, **named)

    return delayed_ask


def at(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    monkeypatch.setattr("accounts.addresses.time.time", lambda: 1_000_000 * 60 + seconds)


def let_in(action: str = "entry", client: str = "192.0.2.7") -> bool:
    return too_often(RequestFactory(REMOTE_ADDR=client).post("/"), action) is None


@pytest.mark.parametrize("most", [CROWD, 30])
def test_a_crowd_behind_one_address_is_let_in_at_once_up_to_the_limit(
    slow: None, settings: Any, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    at(monkeypatch, 30)
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
    at(monkeypatch, 59)
    assert [let_in() for _ in range(5)] == [True] * 4 + [False]
    at(monkeypatch, 61)
    assert not let_in()
    at(monkeypatch, 105)  # a quarter of the five of the minute before, and the one just refused
    assert [let_in() for _ in range(3)] == [True, False, False]
    at(monkeypatch, 240)
    assert let_in()


def test_actions_and_lines_are_counted_apart(fresh_cache: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    at(monkeypatch, 30)
    settings.PER_MINUTE = {"entry": 1, "setup": 1}
    assert [let_in("entry"), let_in("entry"), let_in("setup")] == [True, False, True]
    assert let_in(client="192.0.2.8")
    assert let_in(client="2001:db8:1:1::7") and not let_in(client="2001:db8:1:1::8")
    assert let_in(client="2001:db8:1:2::7")
    assert let_in(client="unknown") and not let_in(client="unknown")


def test_a_missing_cache_refuses_no_requests(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PER_MINUTE = {"entry": 1}
    settings.CACHES = {
        **settings.CACHES,
        "default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
    }
    assert let_in() and let_in()
