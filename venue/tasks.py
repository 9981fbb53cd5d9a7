"""Celery tasks for broadcasts and electronic boards."""

from celery import shared_task
from django.utils import timezone

from venue.services.broadcasting import push_due
from venue.services.pgn import pull_due


@shared_task
def push_broadcasts() -> int:
    """Send rounds with new public data to lichess; return the number of rounds accepted."""
    return push_due(timezone.now())


@shared_task
def read_pgn_addresses() -> int:
    """Read the games of current rounds from the PGN URLs; return the number of URLs read."""
    return pull_due(timezone.now())
