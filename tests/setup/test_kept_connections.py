"""A kept connection to PostgreSQL is rarely checked, and a broken connection is not used."""

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.db import connection
from psycopg_pool import ConnectionPool

from config.postgresql import base

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


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
        fetchone: int = cursor.fetchone()[0]
    wrapper.close()
    return fetchone


def test_the_server_is_asked_only_after_a_rest(pooled: base.DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    now, calls = 1000.0, []
    check = ConnectionPool.check_connection
    monkeypatch.setattr(base, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(ConnectionPool, "check_connection", lambda item: (calls.append(now), check(item)))
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
