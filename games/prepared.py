"""Statements of the hot path, which PostgreSQL plans once for each connection."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection


def on_postgresql() -> bool:
    return connection.vendor == "postgresql"


@contextmanager
def prepared() -> Iterator[Any]:
    """Return a cursor that sends values separately, so that the same text is the same prepared statement.

    Django's own cursor puts the values into the text.  Whether the server keeps the plan depends on `prepare_threshold`
    of the connection (off behind a pooler that cannot); on SQLite it is Django's cursor.
    """
    if not on_postgresql():
        with connection.cursor() as cursor:
            yield cursor
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        yield cursor
