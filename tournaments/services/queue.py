"""Work handed to the worker, by the name of its task: tasks call the services, so no service imports them."""

from __future__ import annotations

from celery import current_app
from django.db import transaction

IMPORT_GAMES = "tournaments.tasks.import_games_job"
IMPORT_REPORT = "tournaments.tasks.import_trf_job"
PAIR_ROUND = "tournaments.tasks.pair_round_job"
SEND_WEBHOOKS = "tournaments.tasks.send_due_webhooks"


def enqueue(task: str, *arguments: int) -> None:
    """Have the worker do `task` once this transaction is committed; not at all if it is rolled back.

    KeyError, at once, for a task that no application registers.
    """
    send = current_app.tasks[task].delay
    transaction.on_commit(lambda: send(*arguments))
