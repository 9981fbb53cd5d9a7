"""Work handed to the worker, by the name of its task: tasks call the services, so no service imports them."""

from typing import Any

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from games.redis_client import breaker

#: Seconds after which no worker begins a task: a sweep has enqueued it again long before.
A_DAY = 24 * 60 * 60.0

log = structlog.get_logger(__name__)

RUN_JOB = "tournaments.tasks.run_job"
SEND_EMAIL = "notifications.tasks.send_email"
SEND_PUSH = "notifications.tasks.send_push"
SEND_TELEGRAM = "notifications.tasks.send_telegram"
SEND_WEBHOOKS = "notifications.tasks.send_due_webhooks"
SPREAD_NOTICES = "notifications.tasks.spread_notices"


def enqueue(
    task: str, *arguments: int | str, expires: float = A_DAY, countdown: float = 0, **options: Any
) -> None:
    """Have the worker run `task` once this transaction is committed; not if it is rolled back.

    While the broker is away nothing is sent, without an error: pending work is a row, which a sweep finds.
    No worker begins it before `countdown` seconds, or after `expires` seconds; `options` are those of `apply_async`.
    Raises: KeyError, at once, for a task that no application registers.
    """
    registered = current_app.tasks[task]

    def send() -> None:
        if breaker.is_open:
            return
        try:
            registered.apply_async(arguments, expires=expires, countdown=countdown, **options)
        except OperationalError as problem:
            breaker.failed()
            log.warning("task_not_sent", task=task, arguments=arguments, problem=type(problem).__name__)

    transaction.on_commit(send)


def sweep_soon(task: str) -> None:
    """Run a periodic task now instead of at its next turn.

    Does nothing if tasks run in the calling process: a request must not wait for unrelated work, and the next turn is
    near.
    """
    if not current_app.conf.task_always_eager:
        enqueue(task)
