"""Lists and files for anonymous readers come from a replica of the database, while it is up to date.

Public pages and the data of stream announcements do not: the proxy would keep an outdated page for its whole lifetime.
Decision 0036 has the reasons.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import structlog
from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections
from django.db.models import Model
from django.http import HttpRequest
from django.http.response import HttpResponseBase

log = structlog.get_logger(__name__)

REPLICA = "replica"
#: Set for a client that has sent data, for the maximal delay of a replica.
WROTE_COOKIE = "wrote"
#: URL names served from the replica to anonymous readers: API lists and files.
READ_THERE = frozenset(
    {
        *("api-events", "api-event", "api-games", "api-players", "api-player", "api-rulings", "api-sections"),
        *("api-registrations", "api-rounds", "api-pairings", "api-standings"),
        *("section_trf", "section_xlsx", "section_games", "schedule_file", "schedule_games", "round_file"),
        *("round_games", "standings_file", "crosstable_file", "players_file", "game_file"),
    }
)
_CHECKED_EVERY = 1.0  # seconds
_LEFT_ALONE = 10.0  # seconds after it did not answer: each attempt may cost a request two
_SAFE = ("GET", "HEAD", "OPTIONS")

_reads_replica: ContextVar[bool] = ContextVar("reads_replica", default=False)


class Router:
    """Sends reads to the request's database; writes, locked rows and reads in a transaction to the primary."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        from_replica = _reads_replica.get() and not connections[DEFAULT_DB_ALIAS].in_atomic_block
        return REPLICA if from_replica else DEFAULT_DB_ALIAS

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, item: Model, other: Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


class Currency:
    """The delay of the replica in this process, checked at most once a second by a request that would read it.

    The primary's log position at an instant is noted; a replica that has replayed it shows everything up to the
    instant. A replica that has lost its primary, and has nothing left to replay, differs from an idle one.
    """

    def __init__(self, positions: Callable[[], tuple[int, int]], most_behind: float) -> None:
        self._positions, self._most_behind = positions, most_behind
        self._noted: deque[tuple[float, int]] = deque(maxlen=60)
        self._shows_until = float("-inf")  # everything committed up to this instant is there
        self._next_look = float("-inf")
        self._looking = threading.Lock()

    @property
    def is_near(self) -> bool:
        """Whether the replica's data are recent enough."""
        if time.monotonic() >= self._next_look and self._looking.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._looking.release()
        return time.monotonic() - self._shows_until <= self._most_behind

    def lost(self) -> None:
        """Stop using the unresponsive replica for a while."""
        self._noted.clear()
        self._shows_until = float("-inf")
        self._next_look = time.monotonic() + _LEFT_ALONE

    def _look(self) -> None:
        now = time.monotonic()
        self._next_look = now + _CHECKED_EVERY
        try:
            written, replayed = self._positions()
        except (DatabaseError, InterfaceError) as error:
            self.lost()
            log.warning("replica_unavailable", problem=type(error).__name__)
            return
        self._noted.append((now, written))
        while self._noted and self._noted[0][1] <= replayed:
            self._shows_until = self._noted.popleft()[0]


def positions() -> tuple[int, int]:
    """Return the log positions written by the primary and replayed by the replica, in bytes; -1 without a replica."""
    offsets = []
    for alias, query in ((DEFAULT_DB_ALIAS, "pg_current_wal_flush_lsn()"), (REPLICA, "pg_last_wal_replay_lsn()")):
        try:
            with connections[alias].cursor() as cursor:
                cursor.execute(f"SELECT coalesce({query} - '0/0'::pg_lsn, -1)")
                offsets.append(int(cursor.fetchone()[0]))
        except (DatabaseError, InterfaceError):
            connections[alias].close()
            raise
    return offsets[0], offsets[1]


currency = Currency(positions, settings.REPLICA_LAG_SECONDS)


def left() -> bool:
    """Use the primary for the rest of this request after a failed read; return whether it was using the replica."""
    was_used = _reads_replica.get()
    if was_used:
        currency.lost()
        _reads_replica.set(False)
    return was_used


class ReplicaMiddleware:
    """Middleware that chooses the database of each request, and remembers recent writers. Runs before the retry."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.DATABASE_ROUTERS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        token = _reads_replica.set(False)
        try:
            response = self.get_response(request)
        finally:
            _reads_replica.reset(token)
        if request.method not in _SAFE and "Authorization" not in request.headers:
            response.set_cookie(
                WROTE_COOKIE,
                "1",
                max_age=settings.REPLICA_LAG_SECONDS,
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )
        return response

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        _reads_replica.set(_may_read_there(request) and currency.is_near)


def _may_read_there(request: HttpRequest) -> bool:
    cookies = {settings.SESSION_COOKIE_NAME, WROTE_COOKIE} & request.COOKIES.keys()
    if request.method not in _SAFE or cookies or "Authorization" in request.headers:
        return False
    return request.resolver_match is not None and request.resolver_match.url_name in READ_THERE
