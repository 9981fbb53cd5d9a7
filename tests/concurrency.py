"""Calls that start at the same moment, and waiting for another process or thread."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from django.db import connection


def together(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in threads that start together; return the result or the exception of each."""
    gate = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        try:
            gate.wait(10)
            return call()
        except Exception as problem:  # noqa: BLE001 (the test checks it)
            return problem
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def until(holds: Callable[[], object], seconds: float = 20, *, retried: type[Exception] = OSError) -> None:
    """Wait until `holds()` is true; an error of the type `retried` counts as false."""
    deadline = time.monotonic() + seconds
    while True:
        with suppress(retried):
            if holds():
                return
        assert time.monotonic() < deadline, f"not after {seconds} s"
        time.sleep(0.05)
