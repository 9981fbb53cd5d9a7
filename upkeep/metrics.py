"""The metrics of the service for Prometheus; disabled unless `METRICS_TOKEN` is set.

Counters are per process. Several processes at one address share the folder `METRICS_DIR`, and each returns the sum of
all. Gauges of the database are queried on request.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.db import DatabaseError, InterfaceError, connection
from django.db.models import Count, Min, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from arbiter.models import Envelope
from games.services.checking import check_state
from tournaments.hooks import gauges
from tournaments.models.activity import Job, JobKind, JobState

if settings.METRICS_DIR:
    # Read by the library when it is imported, and never again.
    Path(settings.METRICS_DIR).mkdir(parents=True, exist_ok=True)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = settings.METRICS_DIR

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_POOL_EVERY_SECONDS = 1.0

disable_created_metrics()  # type: ignore[no-untyped-call]  # no reader knows when a counter began
REQUESTS = Counter("tavleya_requests", "Requests answered", ["route", "method", "status"])
SECONDS = Histogram("tavleya_request_seconds", "Time until the answer", ["route", "method"], buckets=_BUCKETS)
STREAMS = Gauge("tavleya_streams", "Open live streams", multiprocess_mode="livesum")
POOL_WAITS = Counter("tavleya_database_waits", "Requests that waited for a connection to the database")
POOL_SECONDS = Counter("tavleya_database_wait_seconds", "Time spent waiting for a connection to the database")
POOL_REFUSED = Counter("tavleya_database_refusals", "Requests that were given no connection to the database")


class RequestMetrics:
    """Middleware that counts requests by the name of their route, so that URLs of visitors add no lines."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response
        self._pool_read = 0.0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = self.get_response(request)
        ended = time.perf_counter()
        match = request.resolver_match
        route = (match.view_name or match.route) if match else "none"
        method = request.method if request.method in _METHODS else "other"
        REQUESTS.labels(route, method, str(response.status_code)).inc()
        SECONDS.labels(route, method).observe(ended - began)
        if ended - self._pool_read > _POOL_EVERY_SECONDS:
            self._pool_read = ended
            note_pool()
        return response


def note_pool() -> None:
    """Add the activity of this process's connection pool since the last call."""
    pool = getattr(connection, "pool", None)
    if pool is None:
        return
    stats = pool.pop_stats()
    POOL_WAITS.inc(stats.get("requests_queued", 0))
    POOL_SECONDS.inc(stats.get("requests_wait_ms", 0) / 1000)
    POOL_REFUSED.inc(stats.get("requests_errors", 0))


def exposition() -> bytes:
    """Return all metrics for Prometheus. If the database is down, this is reported and other metrics are still
    returned.
    """
    waiting = CollectorRegistry()
    waiting.register(Waiting())
    if not settings.METRICS_DIR:
        return generate_latest(REGISTRY) + generate_latest(waiting)
    _forget_dead_workers(Path(settings.METRICS_DIR))
    requests = CollectorRegistry()
    MultiProcessCollector(requests, settings.METRICS_DIR)  # type: ignore[no-untyped-call]
    return generate_latest(requests) + generate_latest(waiting)


def _forget_dead_workers(folder: Path) -> None:
    """Remove the gauges of dead workers, whose streams are closed; their counters are kept."""
    for pid in _pids(folder):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]
        except PermissionError:
            continue


def _pids(folder: Path) -> Iterator[int]:
    for path in folder.glob("gauge_live*.db"):
        if match := re.fullmatch(r"gauge_live[a-z]+_(\d+)\.db", path.name):
            yield int(match[1])


# Pending work in the database, and whether its records are valid: gauges computed for each scrape.

_SHOWN = (JobState.WAITING, JobState.FAILED)


class Waiting(Collector):
    """A collector of prometheus-client; five short queries each time."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        now = timezone.now()
        try:
            families = [*_jobs(now), *_app_gauges(now), *_sealed_moves(now), *_records(now)]
        except (DatabaseError, InterfaceError):
            yield _gauge("tavleya_database_up", "Whether the database answers", 0)
            return
        yield _gauge("tavleya_database_up", "Whether the database answers", 1)
        yield from families


def _jobs(now: datetime) -> Iterator[GaugeMetricFamily]:
    rows = Job.objects.order_by().filter(state__in=_SHOWN).values("kind", "state")
    rows_by_kind = {(row["kind"], row["state"]): row for row in rows.annotate(n=Count("pk"), since=Min("created_at"))}
    jobs = GaugeMetricFamily("tavleya_jobs", "Imports and pairings, by kind and state", labels=["kind", "state"])
    for kind in JobKind.values:
        for state in _SHOWN:
            row = rows_by_kind.get((kind, state))
            jobs.add_metric([kind, state.value], row["n"] if row else 0)
    yield jobs
    waiting = [row["since"] for (_, state), row in rows_by_kind.items() if state == JobState.WAITING]
    yield _gauge("tavleya_jobs_oldest_seconds", "Age of the oldest waiting job", _age(now, min(waiting, default=now)))


def _app_gauges(now: datetime) -> Iterator[GaugeMetricFamily]:
    return (_gauge(*gauge) for app in gauges(now) for gauge in app)


def _sealed_moves(now: datetime) -> Iterator[GaugeMetricFamily]:
    closed = Envelope.objects.order_by().filter(status=Envelope.Status.CLOSED)
    counts = closed.aggregate(n=Count("pk"), overdue=Count("pk", filter=Q(due_at__lt=now)))
    yield _gauge("tavleya_sealed_moves_waiting", "Sealed moves in closed envelopes", counts["n"])
    yield _gauge("tavleya_sealed_moves_overdue", "Of those, the ones whose game was due before now", counts["overdue"])


def _records(now: datetime) -> Iterator[GaugeMetricFamily]:
    """Yield the state of the last check; no age before the first one, so that an alert on absence reports it."""
    state = check_state()
    if state.recent:
        yield _gauge(
            "tavleya_records_check_age_seconds",
            "Time since the records that had changed lately were checked",
            _age(now, state.recent),
        )
    if state.full:
        yield _gauge(
            "tavleya_records_full_check_age_seconds", "Time since every record had been checked", _age(now, state.full)
        )
    yield _gauge("tavleya_records_broken", "Records found broken by the present check or the last", state.broken)


def _age(now: datetime, since: datetime) -> float:
    return max(0.0, (now - since).total_seconds())


def _gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, meaning, value=value)
