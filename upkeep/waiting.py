"""Pending work in the database, and whether its records are valid: gauges computed for each scrape."""

from collections.abc import Iterator
from datetime import datetime

from django.db import DatabaseError, InterfaceError
from django.db.models import Count, Min, Q
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from arbiter.models import Envelope
from games.services.checking import check_state
from notifications.models import Channel, Delivery
from tournaments.models.activity import Job, JobKind, JobState

_SHOWN = (JobState.WAITING, JobState.FAILED)


class Waiting(Collector):
    """A collector of prometheus-client; five short queries each time."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        now = timezone.now()
        try:
            gauge_metric_families = [*_jobs(now), *_webhooks(now), *_sealed_moves(now), *_records(now)]
        except (DatabaseError, InterfaceError):
            yield _gauge("tavleya_database_up", "Whether the database answers", 0)
            return
        yield _gauge("tavleya_database_up", "Whether the database answers", 1)
        yield from gauge_metric_families


def _jobs(now: datetime) -> Iterator[GaugeMetricFamily]:
    rows = Job.objects.order_by().filter(state__in=_SHOWN).values("kind", "state")
    counted = {(row["kind"], row["state"]): row for row in rows.annotate(n=Count("pk"), since=Min("created_at"))}
    jobs = GaugeMetricFamily("tavleya_jobs", "Imports and pairings, by kind and state", labels=["kind", "state"])
    for kind in JobKind.values:
        for state in _SHOWN:
            row = counted.get((kind, state))
            jobs.add_metric([kind, state.value], row["n"] if row else 0)
    yield jobs
    waiting = [row["since"] for (_, state), row in counted.items() if state == JobState.WAITING]
    yield _gauge("tavleya_jobs_oldest_seconds", "Age of the oldest waiting job", _age(now, min(waiting, default=now)))


def _webhooks(now: datetime) -> Iterator[GaugeMetricFamily]:
    due = Delivery.objects.filter(channel=Channel.WEBHOOK, due_at__isnull=False)
    result = due.order_by().aggregate(n=Count("pk"), since=Min("due_at"))
    yield _gauge("tavleya_webhooks_waiting", "Messages that wait to be sent to other programs", result["n"])
    late = _age(now, result["since"] or now)
    yield _gauge("tavleya_webhooks_late_seconds", "How long the message that is due longest has been due", late)


def _sealed_moves(now: datetime) -> Iterator[GaugeMetricFamily]:
    closed = Envelope.objects.order_by().filter(status=Envelope.Status.CLOSED)
    result = closed.aggregate(n=Count("pk"), overdue=Count("pk", filter=Q(due_at__lt=now)))
    yield _gauge("tavleya_sealed_moves_waiting", "Sealed moves in closed envelopes", result["n"])
    yield _gauge("tavleya_sealed_moves_overdue", "Of those, the ones whose game was due before now", result["overdue"])


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
            "tavleya_records_full_check_age_seconds",
            "Time since every record had been checked",
            _age(now, state.full),
        )
    yield _gauge("tavleya_records_broken", "Records found broken by the present check or the last", state.broken)


def _age(now: datetime, since: datetime) -> float:
    return max(0.0, (now - since).total_seconds())


def _gauge(name: str, meaning: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, meaning, value=value)
