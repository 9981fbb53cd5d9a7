"""The periodic tasks of a service without Redis: run by a thread of the serving process, by beat's schedule.

With Redis `celery beat` sends them and a worker runs them; this module is then unused.
"""

import fcntl
import time
from pathlib import Path
from threading import Thread
from typing import Any, TextIO

import structlog
from celery import Celery, beat, current_app
from django.db import close_old_connections

#: Seconds between an idle process's checks whether the active one has ended.
ASK_AGAIN_SECONDS = 30.0

log = structlog.get_logger(__name__)


class Scheduler(beat.Scheduler):
    """Beat's scheduler for `CELERY_BEAT_SCHEDULE` that runs one due task at a time, in this thread.

    Of several processes that share the file `lock` only one runs tasks; another takes over when it ends.
    """

    def __init__(self, app: Celery, lock: Path) -> None:
        app.loader.import_default_modules()  # every task there is
        super().__init__(app)
        self._lock = lock
        self._lock_file: TextIO | None = None

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Run one task if one is due; returns the seconds after which to ask again."""
        if not self._acquire_lock():
            return ASK_AGAIN_SECONDS
        return max(0.0, float(super().tick(*args, **kwargs)))

    producer = None  # type: ignore[assignment]  # nothing is sent, so no broker is connected to

    def apply_entry(self, entry: beat.ScheduleEntry, producer: object = None) -> None:
        """Run the task of an entry. Its failure is logged, and the other tasks continue."""
        try:
            self.app.tasks[str(entry.task)](*(entry.args or ()), **(entry.kwargs or {}))
        except Exception:
            log.exception("periodic_task_failed", task=entry.task)

    def adjust(self, n: float, drift: float = 0) -> float:
        """Return the delay without beat's head start for the way to the worker."""
        return n + drift if n and n > 0 else n

    def close(self) -> None:
        """Release the lock, so that another process runs the tasks."""
        if self._lock_file is not None:
            self._lock_file.close()
            self._lock_file = None

    def _acquire_lock(self) -> bool:
        if self._lock_file is None:
            self._lock.parent.mkdir(parents=True, exist_ok=True)
            file = self._lock.open("w")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.close()
                return False
            self._lock_file = file
        return True


def start(lock: Path) -> Thread:
    """Begin to run the schedule in a thread that ends with the process."""
    thread = Thread(target=_run_for_ever, args=(lock,), name="scheduler", daemon=True)
    thread.start()
    return thread


def _run_for_ever(lock: Path) -> None:
    scheduler = Scheduler(current_app, lock)
    while True:
        seconds = scheduler.tick()
        close_old_connections()
        time.sleep(seconds)
