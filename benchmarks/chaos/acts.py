"""Disturbances of the parts."""

import os
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from benchmarks.chaos.copying import Copying
from benchmarks.chaos.desk import Importer
from benchmarks.chaos.plan import Step
from benchmarks.chaos.rig import Rig, crash, signal_all
from deploy.cluster.processes import children_of, executes

SET_BACK_SECONDS = 90
_TO_BE_THERE_SECONDS = 45.0

#: Waits so many seconds, or until something holds; whether it does.
Tend = Callable[..., bool]


class Acts:
    def __init__(self, rig: Rig, importer: Importer, copying: Copying, draw: random.Random, tend: Tend) -> None:
        self._rig, self._importer, self._copying = rig, importer, copying
        self._draw, self._tend = draw, tend

    def do(self, step: Step) -> bool:
        """Do a step, hold it, and end it; False where it could not be done here."""
        act = {
            "kill": self._kill, "cut": self._cut, "freeze": self._freeze, "restart": self._restart,
            "clock": self._set_back, "disk": self._fill_the_disk, "copy": self._copy,
        }[step.what]  # fmt: skip
        return act(step)

    # Kills. A kill that hits no process does not count: each waits for a target.

    def _kill(self, step: Step) -> bool:
        if step.part == "import":
            self._importer.asked.set()
            half_way = self._tend(20.0, self._importer.half_way.is_set)
            return self._crash("worker-import") and half_way
        children = {
            "web worker": lambda: self._workers("web-1") + self._workers("web-2"),
            "db backend": self._backends,
            "nginx worker": lambda: self._workers("nginx"),
        }.get(step.part)
        return self._kill_one(children) if children else self._crash(step.part)

    def _crash(self, name: str) -> bool:
        part = self._rig.parts[name]
        self._tend(_TO_BE_THERE_SECONDS, lambda: part.runs)
        return crash(part)

    def _kill_one(self, result: Callable[[], list[int]]) -> bool:
        self._tend(_TO_BE_THERE_SECONDS, lambda: bool(result()))
        for pid in self._draw.sample(existing := result(), min(1, len(existing))):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                return self._tend(5.0, lambda: not executes(pid))  # noqa: B023 (asked at once)
        return False

    def _workers(self, name: str) -> list[int]:
        part = self._rig.parts[name]
        return children_of(part.process.pid) if part.runs and part.process is not None else []

    def _backends(self) -> list[int]:
        """Return the processes of the database that serve clients."""
        return [pid for pid in self._workers("db") if b" 127.0.0.1(" in _command(pid)]

    # Disturbances that last for a while and end.

    def _cut(self, step: Step) -> bool:
        with self._stopped(step.part, self._rig.wires):
            self._tend(step.hold)
        return True

    def _freeze(self, step: Step) -> bool:
        with self._stopped(step.part, self._rig.parts):
            self._tend(step.hold)
        return True

    @contextmanager
    def _stopped(self, name: str, parts: dict) -> Iterator[None]:  # type: ignore[type-arg]
        part = parts[name]
        self._tend(_TO_BE_THERE_SECONDS, lambda: part.runs)
        signal_all(part, signal.SIGSTOP)
        try:
            yield
        finally:
            signal_all(part, signal.SIGCONT)

    def _restart(self, step: Step) -> bool:
        """PostgreSQL ended in order and started again, as for a new version of it."""
        part = self._rig.parts[step.part]
        self._tend(_TO_BE_THERE_SECONDS, lambda: part.runs)
        part.stop()
        part.launch()
        return True

    def _set_back(self, step: Step) -> bool:
        clock = self._rig.clock_of(step.part)
        clock.write_text(f"-{SET_BACK_SECONDS}")
        try:
            self._tend(step.hold)
        finally:
            clock.unlink()
        return True

    def _fill_the_disk(self, step: Step) -> bool:
        if self._rig.disk is None:
            return False
        self._rig.disk.fill()
        try:
            self._want_another_file()
            self._tend(step.hold)
        finally:
            self._rig.disk.empty()
        return True

    def _want_another_file(self) -> None:
        """Make the database begin another file of its log; it needs a spare file to continue."""
        address = self._rig.direct["DATABASE_URL"]
        with (
            suppress(psycopg.Error),
            psycopg.connect(address, autocommit=True, connect_timeout=1) as connection,
        ):
            connection.execute("SELECT pg_switch_wal()")

    def _copy(self, step: Step) -> bool:
        self._copying.ask()
        return True


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
