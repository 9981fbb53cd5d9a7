"""Lists and files for whoever only looks on are read from a replica of the database, while it keeps up.

Pages for everybody, and what a stream has just announced, are not: the proxy would keep the state before for as long as
the page may be shown.  Decision 0036 has the reasons.
"""

from __future__ import annotations

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
#: Set for whoever has sent something, for as long as a replica may be behind and no longer.
WROTE_COOKIE = "wrote"
#: Addresses, by name, whose answers come from the replica where nobody is signed in: lists of the API, and files.
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
    """Reads go where the request reads; writes, locked rows and what a transaction reads to the primary."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        there = _reads_replica.get() and not connections[DEFAULT_DB_ALIAS].in_atomic_block
        return REPLICA if there else DEFAULT_DB_ALIAS

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Model, other: Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


class Currency:
    """How far the replica is behind, in this process: looked at each second at most, by a request that would read it.

    Where the primary's log was at an instant is noted; a replica that has replayed that much shows everything up to
    the instant.  A replica that has lost its primary, and has nothing left to replay, is told from one that is idle.
    """

    def __init__(self, positions: Callable[[], tuple[int, int]], most_behind: float) -> None:
        self._positions, self._most_behind = positions, most_behind
        self._noted: deque[tuple[float, int]] = deque(maxlen=60)
        self._shows_until = float("-inf")  # everything committed up to this instant is there
        self._next_look = float("-inf")
        self._looking = threading.Lock()

    @property
    def is_near(self) -> bool:
        """Whether what is read there now is at most so many seconds old."""
        if time.monotonic() >= self._next_look and self._looking.acquire(blocking=False):
            try:
                self._look()
            finally:
                self._looking.release()
        return time.monotonic() - self._shows_until <= self._most_behind

    def lost(self) -> None:
        """It did not answer: nobody reads it for a while."""
        self._noted.clear()
        self._shows_until = float("-inf")
        self._next_look = time.monotonic() + _LEFT_ALONE

    def _look(self) -> None:
        now = time.monotonic()
        self._next_look = now + _CHECKED_EVERY
        try:
            written, replayed = self._positions()
        except (DatabaseError, InterfaceError) as problem:
            self.lost()
            log.warning("replica_unavailable", problem=type(problem).__name__)
            return
        self._noted.append((now, written))
        while self._noted and self._noted[0][1] <= replayed:
            self._shows_until = self._noted.popleft()[0]


def positions() -> tuple[int, int]:
    """Up to where the primary has written its log and the replica replayed it, in bytes; -1 for what is no replica."""
    found = []
    for alias, asked in (
        (DEFAULT_DB_ALIAS, "pg_current_wal_flush_lsn()"),
        (REPLICA, "pg_last_wal_replay_lsn()"),
    ):
        try:
            with connections[alias].cursor() as cursor:
                cursor.execute(f"SELECT coalesce({asked} - '0/0'::pg_lsn, -1)")
                found.append(int(cursor.fetchone()[0]))
        except (DatabaseError, InterfaceError):
            connections[alias].close()
            raise
    return found[0], found[1]


currency = Currency(positions, settings.REPLICA_LAG_SECONDS)


def left() -> bool:
    """Read the primary for the rest of this request, whose read failed; whether it was reading the replica."""
    was = _reads_replica.get()
    if was:
        currency.lost()
        _reads_replica.set(False)
    return was


class ReplicaMiddleware:
    """Decides for each request where it reads, and remembers for a moment who has written.  Stands before the retry."""

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
    known = {settings.SESSION_COOKIE_NAME, WROTE_COOKIE} & request.COOKIES.keys()
    if request.method not in _SAFE or known or "Authorization" in request.headers:
        return False
    return request.resolver_match is not None and request.resolver_match.url_name in READ_THERE
