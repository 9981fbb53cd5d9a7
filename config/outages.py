"""Responses while the database is down or read-only: 503, and whether anything was saved."""

import json
import sys
import time
from collections.abc import Callable
from typing import Any, TypeVar

import redis
import structlog
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.db import DatabaseError, InterfaceError, OperationalError, connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import ResolverMatch
from django.utils.translation import gettext as _

from config import replica
from games.redis_client import breaker
from portal.views import site
from tavleya.errors import is_in_doubt

log = structlog.get_logger(__name__)
View = Callable[..., HttpResponseBase]

AWAY = "database_unavailable"
KEEPS_NOTHING = "storage_unavailable"
RETRY_AFTER_SECONDS = {AWAY: 5, KEEPS_NOTHING: 60}

#: A pooler refuses at once while it still logs in to a restarted server. A read waits this long between further
#: attempts, unless they just failed: a longer outage would block every thread.
_PAUSES_SECONDS = (0.25, 0.75)
_NO_PAUSE_SECONDS = 2.0

#: Conditions of PostgreSQL (SQLSTATE) and words of SQLite.
_READ_ONLY = {"25006", "53100"}  # read_only_sql_transaction, disk_full
_READ_ONLY_WORDS = ("readonly database", "database or disk is full", "disk I/O error")
#: The limits of a request (`config.databases`): lock_not_available, query_canceled.  A retry would take as long.
_TOO_LONG = ("55P03", "57014")
#: Operator intervention, connection exception, idle_in_transaction_session_timeout.
_NOT_NOW = ("57P", "08", "25P03", *_TOO_LONG)


def code_of(problem: BaseException | None) -> str | None:
    """Return the outage that an exception means; None for an error of the program."""
    if not isinstance(problem, DatabaseError | InterfaceError):
        return None
    state = _state(problem)
    if state in _READ_ONLY or any(word in str(problem) for word in _READ_ONLY_WORDS):
        return KEEPS_NOTHING
    if state is not None:
        return AWAY if str(state).startswith(_NOT_NOW) else None
    # Without an SQLSTATE the server did not answer: no connection, or a closed one.
    on_sqlite = type(problem.__cause__).__module__ == "sqlite3"
    return AWAY if isinstance(problem, OperationalError | InterfaceError) and not on_sqlite else None


def _state(problem: BaseException | None) -> str | None:
    return getattr(getattr(problem, "__cause__", None), "sqlstate", None)


def answer(request: HttpRequest, problem: BaseException | None) -> HttpResponse | None:
    """Return the response for an outage, logged without the stack; None for other errors."""
    code = code_of(problem)
    if code is None:
        return None
    in_doubt = _may_be_saved(request, problem)
    log.error(
        code, path=request.path, method=request.method, problem=type(problem).__name__, sqlstate=_state(problem),
        in_doubt=in_doubt,
    )  # fmt: skip
    return unavailable(request, code, in_doubt=in_doubt)


def _may_be_saved(request: HttpRequest, problem: BaseException | None) -> bool:
    """Return whether data may have been saved: the commit's response was lost, or a later step failed after a commit.

    Before a request reaches `OutageMiddleware` it has saved nothing, and a connection has the state of an earlier one.
    """
    wrappers = connections.all(initialized_only=True) if getattr(request, "counts_commits", False) else []
    if any(getattr(wrapper, "has_committed", False) for wrapper in wrappers):
        return True
    return code_of(problem) == AWAY and problem is not None and is_in_doubt(problem)


def unavailable(request: HttpRequest, code: str, *, in_doubt: bool = False) -> HttpResponse:
    """Return 503: nothing was saved, or (`in_doubt`) it is unknown.

    A desk form can be sent again from the page when the service is back.
    """
    if request.path.startswith("/api/"):
        detail = (
            _("The service is temporarily unavailable. Check whether this was saved before you send it again.")
            if in_doubt
            else _("The service is temporarily unavailable. Nothing was saved.")
        )
        response: HttpResponse = site.problem(503, code, detail)
    else:
        fields_sent = _fields_sent(request) if _writes(request) else []
        context = {"code": code, "again": fields_sent, "wrote": _writes(request), "in_doubt": in_doubt}
        response = render(request, "errors/503.html", context, status=503)
    response["Retry-After"] = str(RETRY_AFTER_SECONDS[code])
    response["Cache-Control"] = "no-store"
    return response


def _fields_sent(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of a desk form. A file must be chosen again, and no secret is written into a page."""
    if not request.path.startswith("/desk/") or request.FILES:
        return []
    sent = [(name, value) for name, values in request.POST.lists() for value in values]
    return [] if any("password" in name or "secret" in name for name, _value in sent) else sent


def _writes(request: HttpRequest) -> bool:
    return request.method not in ("GET", "HEAD")


class OutageMiddleware:
    """Retries a read on a new connection, at once and twice later, and returns 503 for an outage.

    The last of the middleware. A read that fails on the replica, for any reason, is repeated on the primary.
    """

    def __init__(
        self,
        get_response: Callable[[HttpRequest], HttpResponse],
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self.get_response = get_response
        self._clock, self._pause = clock, pause
        self._refused_at = -_NO_PAUSE_SECONDS

    def __call__(self, request: HttpRequest) -> HttpResponse:
        for connection in connections.all(initialized_only=True):
            connection.has_committed = False  # type: ignore[attr-defined]
        request.counts_commits = True  # type: ignore[attr-defined]
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponseBase | None:
        final = getattr(request, "tried_again", False) or _writes(request) or _state(problem) in _TOO_LONG
        if isinstance(problem, OperationalError | InterfaceError) and request.resolver_match and not final:
            if replica.left() or code_of(problem) == AWAY:
                return self._retry(request, request.resolver_match)
        return answer(request, problem)

    def _retry(self, request: HttpRequest, match: ResolverMatch) -> HttpResponseBase:
        request.tried_again = True  # type: ignore[attr-defined]
        view: View = match.func
        pauses = iter(_PAUSES_SECONDS)
        while True:
            try:
                return _on_new_connections(view, request, match)
            except DatabaseError as problem:
                if not self._waits_for(problem):
                    return _answer_or_raise(request, problem)
                pause = next(pauses, None)
                if pause is None:
                    self._refused_at = self._clock()
                    return _answer_or_raise(request, problem)
            self._pause(pause)

    def _waits_for(self, problem: DatabaseError) -> bool:
        if _state(problem) in _TOO_LONG:
            return False
        return code_of(problem) == AWAY and self._clock() - self._refused_at >= _NO_PAUSE_SECONDS


def _on_new_connections(view: View, request: HttpRequest, match: ResolverMatch) -> HttpResponseBase:
    for connection in connections.all(initialized_only=True):
        connection.close()
    return view(request, *match.args, **match.kwargs)


def _answer_or_raise(request: HttpRequest, problem: DatabaseError) -> HttpResponse:
    response = answer(request, problem)
    if response is None:
        raise problem
    return response


class ReadingSessionMiddleware(SessionMiddleware):
    """Django's session middleware; a read-only page is shown even if its session cannot be saved."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except DatabaseError as problem:
            if _writes(request) or code_of(problem) != KEEPS_NOTHING:
                raise
            log.warning("session_not_kept")
            return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Handle errors, including those of middleware, because Django calls this during exception handling."""
    return answer(request, sys.exception()) or site.server_error(request)


# The Redis cache: an error is a miss, values are JSON, and a hanging Redis is skipped for a moment.

Answer = TypeVar("Answer")


class JsonSerializer:
    """Serializer for data only, so that access to Redis cannot run code here. Tuples come back as lists."""

    def dumps(self, value: object) -> bytes:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()

    def loads(self, stored: bytes) -> Any:
        return json.loads(stored)


class ForgivingClient(RedisCacheClient):
    """Answers as an empty cache would while Redis is away."""

    def get(self, key: Any, default: Any = None) -> Any:
        return _attempt(lambda: super(ForgivingClient, self).get(key, default), default)

    def get_many(self, keys: Any) -> dict[Any, Any]:
        return _attempt(lambda: super(ForgivingClient, self).get_many(keys), {})

    def has_key(self, key: Any) -> bool:
        return _attempt(lambda: super(ForgivingClient, self).has_key(key), False)

    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        return _attempt(lambda: super(ForgivingClient, self).add(key, value, timeout), True)

    def set(self, key: Any, value: Any, timeout: Any) -> None:
        _attempt(lambda: super(ForgivingClient, self).set(key, value, timeout), None)

    def set_many(self, data: Any, timeout: Any) -> None:
        _attempt(lambda: super(ForgivingClient, self).set_many(data, timeout), None)

    def touch(self, key: Any, timeout: Any) -> bool:
        return _attempt(lambda: super(ForgivingClient, self).touch(key, timeout), False)

    def delete(self, key: Any) -> bool:
        return _attempt(lambda: super(ForgivingClient, self).delete(key), False)

    def delete_many(self, keys: Any) -> None:
        _attempt(lambda: super(ForgivingClient, self).delete_many(keys), None)

    def incr(self, key: Any, delta: Any = 1) -> int:
        return int(_attempt(lambda: super(ForgivingClient, self).incr(key, delta), delta))

    def clear(self) -> bool:
        return _attempt(super().clear, False)


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, for a service that works without it."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = ForgivingClient


def _attempt(ask: Callable[[], Answer], otherwise: Answer) -> Answer:
    if breaker.is_open:
        return otherwise
    try:
        return ask()
    except (redis.RedisError, OSError) as error:
        breaker.failed()
        log.warning("cache_unavailable", problem=type(error).__name__)
        return otherwise
