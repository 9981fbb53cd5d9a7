"""The database from an event loop."""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections


def in_thread(function: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
    """Run a function that uses the database in a worker thread, and give its connection back after."""

    def run(*args: Any) -> Any:
        close_old_connections()
        try:
            return function(*args)
        finally:
            close_old_connections()

    return sync_to_async(run, thread_sensitive=False)
