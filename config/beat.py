"""The scheduler of periodic tasks: of several processes one sends, the others stand by to replace it."""

from typing import Any

import structlog
from celery.beat import PersistentScheduler
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

log = structlog.get_logger(__name__)

STAND_BY_SECONDS = 5.0
_KEY = 0x7461766C  # any key that no other lock of this database has


class Turn:
    """The lock of the active scheduler, held by an open transaction. Closing its connection releases it.

    It is a transaction lock: behind PgBouncer a session lock would stay with the connection's next client.
    """

    def __init__(self) -> None:
        self._connection: BaseDatabaseWrapper | None = None

    def is_ours(self) -> bool:
        """Acquire the lock if it is free; return whether this process holds it. False while the database is down."""
        try:
            if self._connection is None:
                return self._take()
            with self._connection.cursor() as cursor:
                cursor.execute("SELECT 1")  # a closed connection has released the lock
            return True
        except (DatabaseError, InterfaceError) as error:
            log.warning("beat_has_no_database", problem=type(error).__name__)
            self.give_up()
            return False

    def give_up(self) -> None:
        """Release the lock."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _take(self) -> bool:
        self._connection = connections.create_connection(DEFAULT_DB_ALIAS)
        self._connection.set_autocommit(False)
        with self._connection.cursor() as cursor:
            # A machine that vanishes loses the lock: the server checks the connection.
            cursor.execute(
                "SET LOCAL tcp_keepalives_idle = 10; SET LOCAL tcp_keepalives_interval = 5;"
                "SET LOCAL tcp_keepalives_count = 3; SET LOCAL idle_in_transaction_session_timeout = 0"
            )
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_KEY])
            taken = bool(cursor.fetchone()[0])
        if not taken:
            self.give_up()
        return taken


class OneAtATime(PersistentScheduler):
    """Scheduler that sends due tasks while it holds the lock. On SQLite, a single machine, it always does."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._turn = Turn() if connections[DEFAULT_DB_ALIAS].vendor == "postgresql" else None
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Run one round and return the seconds until the next."""
        if self._turn is not None and not self._turn.is_ours():
            return STAND_BY_SECONDS
        return super().tick(*args, **kwargs)

    def close(self) -> None:
        """Save the times of sent tasks, and release the lock."""
        super().close()
        if self._turn is not None:
            self._turn.give_up()
