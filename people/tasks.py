"""Celery tasks for persons."""

import structlog
from celery import shared_task
from django.utils import timezone

from people import hooks
from people.services.persons import join_known

log = structlog.get_logger(__name__)


@shared_task
def join_persons() -> int:
    """Join players of several events with equal IDs; return the number of players."""
    joined = join_known(timezone.now())
    hooks.persons_joined(timezone.now())
    if joined:
        log.info("persons_joined", players=joined)
    return joined
