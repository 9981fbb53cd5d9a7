"""Two schedulers of periodic tasks: one sends, the other takes over when it is gone.  Kept connections."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection
from django.utils import timezone
from psycopg_pool import ConnectionPool

from config.beat import STAND_BY_SECONDS, OneAtATime, Turn
from config.celery import app
from config.postgresql import base

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def turns() -> Iterator[tuple[Turn, Turn]]:
    pair = Turn(), Turn()
    yield pair
    for turn in pair:
        turn.give_up()


def test_one_of_two_has_the_turn_until_it_gives_it_up(turns: tuple[Turn, Turn]) -> None:
    first, second = turns
    assert [first.is_ours(), second.is_ours(), first.is_ours(), second.is_ours()] == [True, False, True, False]
    first.give_up()
    assert [second.is_ours(), first.is_ours()] == [True, False]


def test_a_scheduler_without_its_connection_loses_the_turn(turns: tuple[Turn, Turn]) -> None:
    first, second = turns
    assert first.is_ours()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid != pg_backend_pid()"
        )
    assert [first.is_ours(), second.is_ours(), first.is_ours()] == [False, True, False]


def test_two_schedulers_send_each_periodic_task_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[int, str | None]] = []
    pair = [OneAtATime(app=app, schedule_filename=str(tmp_path / name)) for name in ("one", "other")]
    for number, scheduler in enumerate(pair):
        monkeypatch.setattr(
            scheduler, "apply_async", lambda entry, number=number, **_: sent.append((number, entry.task))
        )
        for entry in scheduler.schedule.values():
            entry.last_run_at = timezone.now() - timedelta(days=1)  # all of them are due
    first, second = pair
    due = len(first.schedule)
    try:
        waits = [scheduler.tick() for _ in range(due) for scheduler in pair]
        assert sorted(sent) == sorted((0, entry.task) for entry in first.schedule.values())
        assert waits[1::2] == [STAND_BY_SECONDS] * due
        first.close()
        second.tick()
        assert [number for number, _ in sent[due:]] == [1]
    finally:
        for scheduler in pair:
            scheduler.close()


# A kept connection to PostgreSQL is rarely checked, and a broken connection is not used.


@pytest.fixture
def pooled() -> Iterator[base.DatabaseWrapper]:
    options = connection.settings_dict["OPTIONS"] | {"pool": {"min_size": 1, "max_size": 1, "timeout": 10}}
    wrapper = base.DatabaseWrapper(connection.settings_dict | {"OPTIONS": options}, "pooled")
    yield wrapper
    wrapper.close()
    wrapper.close_pool()


def pid(wrapper: base.DatabaseWrapper) -> int:
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        number: int = cursor.fetchone()[0]
    wrapper.close()
    return number


def test_the_server_is_asked_only_after_a_rest(pooled: base.DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    now, calls = 1000.0, []
    check = ConnectionPool.check_connection
    monkeypatch.setattr(base, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(ConnectionPool, "check_connection", lambda connection: (calls.append(now), check(connection)))
    first = pid(pooled)
    calls.clear()
    assert [pid(pooled) for _ in range(3)] == [first] * 3
    assert calls == []
    now += 1.5
    assert pid(pooled) == first
    assert calls == [now]


def test_one_that_the_server_has_closed_is_replaced(pooled: base.DatabaseWrapper) -> None:
    first = pid(pooled)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [first])
    assert pid(pooled) != first
