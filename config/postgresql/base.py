"""Django's PostgreSQL backend with a cheap check of pooled connections.

Django lets the pool query the server for each request: a round trip. A connection closed by the server is visible here;
the server is queried only after idle time, because a network may drop a connection silently.
"""

import select
import time
from typing import Any

import psycopg
from django.db import InterfaceError, OperationalError
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool

from tavleya.errors import leave_in_doubt

_REST_SECONDS = 1.0


class DatabaseWrapper(base.DatabaseWrapper):
    #: Whether a transaction has been committed since this was last set to False: at the beginning of each request.
    has_committed = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection of the pool, if any; a broken one is returned to it and replaced."""
        connection = super().get_new_connection(conn_params)
        while self.pool and not _works(connection):
            connection.close()
            self.pool.putconn(connection)
            connection = super().get_new_connection(conn_params)
        return connection

    def _commit(self) -> Any:
        """Commit; a connection lost meanwhile leaves it unknown whether the commit succeeded."""
        try:
            result = super()._commit()  # type: ignore[misc]  # the stubs do not know it
        except (OperationalError, InterfaceError) as error:
            leave_in_doubt(error)
            raise
        self.has_committed = True
        return result

    def _close(self) -> None:
        if self.connection is not None:
            self.connection.rests_since = time.monotonic()
        super()._close()  # type: ignore[misc]  # the stubs do not know it


def _works(connection: Any) -> bool:
    idle_seconds = time.monotonic() - getattr(connection, "rests_since", 0.0)
    if idle_seconds < _REST_SECONDS and not _has_something_to_read(connection):
        return True
    try:
        ConnectionPool.check_connection(connection)
    except psycopg.Error:
        return False
    return True


def _has_something_to_read(connection: Any) -> bool:
    """Return whether there is unexpected data: without a query it is most likely the end of the connection."""
    if connection.closed:
        return True
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return bool(poll.poll(0))
