"""Probes of this process: liveness (`/healthz`), readiness (`/readyz`), and metrics (`/metrics`).

They are handled before other middleware, because probes use any host name and no TLS, and must not be redirected.
"""

import hmac
from collections.abc import Callable
from functools import lru_cache

import redis
import structlog
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, JsonResponse

from games import redis_client
from upkeep import metrics

log = structlog.get_logger(__name__)


class ProbeMiddleware:
    """The first of the middleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        probe = _PROBES.get(request.path)
        if probe is None:
            return self.get_response(request)
        response = probe(request)
        response["Cache-Control"] = "no-store"
        return response


def healthz(request: HttpRequest) -> HttpResponse:
    """Return 200 if the process responds at all: the liveness probe."""
    return HttpResponse("alive\n", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """Return 200 if pages can be served, else 503: the database responds and has all migrations of this version.

    Redis is reported but not required, because only its own tasks need it.
    """
    database = _database()
    ready = database == "ok"
    body = {"ready": ready, "database": database, "redis": _redis()}
    return JsonResponse(body, status=200 if ready else 503)


def measured(request: HttpRequest) -> HttpResponse:
    """Return the metrics; 404 without a configured token, 401 for a wrong one."""
    if not settings.METRICS_TOKEN:
        return HttpResponse(status=404)
    header = request.headers.get("Authorization", "")
    if not hmac.compare_digest(header.encode(), f"Bearer {settings.METRICS_TOKEN}".encode()):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    return HttpResponse(metrics.exposition(), content_type=metrics.CONTENT_TYPE)


def _database() -> str:
    try:
        applied = set(MigrationRecorder(connection).applied_migrations())
    except (DatabaseError, InterfaceError) as error:
        log.warning("not_ready", problem=type(error).__name__)
        return "away"
    return "ok" if _known_migrations() <= applied else "not migrated"


@lru_cache(maxsize=1)
def _known_migrations() -> frozenset[tuple[str, str]]:
    return frozenset(MigrationLoader(None).disk_migrations)


def _redis() -> str:
    if not settings.REDIS_URL:
        return "none"
    if redis_client.breaker.is_open:
        return "away"
    try:
        with redis.Redis.from_url(settings.REDIS_URL, **redis_client.options()) as client:
            client.ping()
    except redis.RedisError:
        return "away"
    return "ok"


_PROBES = {"/healthz": healthz, "/readyz": readyz, "/metrics": measured}
