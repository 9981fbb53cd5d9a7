"""Disturbances of the parts, and a backup during writes, restored into a second database."""

import os
import random
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from benchmarks.chaos.ledger import Ledger
from benchmarks.chaos.plan import Step
from benchmarks.chaos.rig import Rig, crash, signal_all
from benchmarks.chaos.writers import FOLLOWED_SECONDS, Importer
from deploy.cluster.processes import Program, children_of, executes

_COPY = "restored"


class Copying:
    """Backup and then restore on request; both start again if one of them fails.

    `restored`: the environment of the second database, and the line of the ledger at which the backup was begun.
    They are children of the thread that calls `go_on`.
    """

    def __init__(self, rig: Rig, ledger: Ledger) -> None:
        self._rig, self._ledger = rig, ledger
        self._file = rig.home / "of-the-hall.backup"
        self._environment: Mapping[str, str] = {
            **rig.direct, "DATABASE_URL": rig.direct["DATABASE_URL"].rpartition("/")[0] + f"/{_COPY}"
        }  # fmt: skip
        self._asked, self._line = False, 0
        self._running: Program | None = None
        self.restored: tuple[Mapping[str, str], int] | None = None
        self.tried = self.made = 0

    def ask(self) -> None:
        """Request a copy, which replaces an earlier one."""
        self._asked = True

    @property
    def is_done(self) -> bool:
        return not self._asked

    def go_on(self) -> None:
        """Begin the next step if the current one has ended."""
        if not self._asked or (self._running is not None and self._running.runs):
            return
        ended, self._running = self._running, None
        good = ended is not None and ended.process is not None and ended.process.returncode == 0
        if good and ended is not None and ended.name == "restore":
            self.restored, self._asked, self.made = (self._environment, self._line), False, self.made + 1
        elif good:
            self.restored = None
            self._begin("restore", self._environment, "--replace", str(self._file))
        elif self._second_database():
            self.tried += 1
            self._line = self._ledger.lines
            self._begin("backup", self._rig.direct, "--to", str(self._file))

    def stop(self) -> None:
        """Kill the running step."""
        if self._running is not None:
            self._running.kill()

    def _begin(self, command: str, environment: Mapping[str, str], *options: str) -> None:
        argv = [sys.executable, "manage.py", command, *options]
        self._running = Program(command, argv, self._rig.home / f"{command}.log", environment=environment)
        self._running.launch()

    def _second_database(self) -> bool:
        """Create the second database if it is missing; return whether it exists (not while the server is away)."""
        try:
            with psycopg.connect(self._rig.direct["DATABASE_URL"], autocommit=True, connect_timeout=1) as connection:
                cursor = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [_COPY])
                if cursor.fetchone() is None:
                    connection.execute(f"CREATE DATABASE {_COPY}")
        except psycopg.Error:
            return False
        return True


SET_BACK_SECONDS = 90
_TO_BE_THERE_SECONDS = 45.0

#: Waits so many seconds, or until a condition holds; returns whether it does.
Tend = Callable[..., bool]


class Acts:
    def __init__(self, rig: Rig, importer: Importer, copying: Copying, draw: random.Random, tend: Tend) -> None:
        self._rig, self._importer, self._copying = rig, importer, copying
        self._draw, self._tend = draw, tend

    def do(self, step: Step) -> bool:
        """Do a step, hold it, and end it; return False if it could not be done here."""
        act = {
            "kill": self._kill, "cut": self._cut, "freeze": self._freeze, "restart": self._restart,
            "clock": self._set_back, "disk": self._fill_the_disk, "copy": self._copy,
        }[step.what]  # fmt: skip
        return act(step)

    # Kills. A kill that hits no process does not count: each waits for a target.

    def _kill(self, step: Step) -> bool:
        if step.part == "import":
            self._importer.asked.set()
            half_way = self._tend(FOLLOWED_SECONDS, self._importer.half_way.is_set)
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

    def _kill_one(self, targets: Callable[[], list[int]]) -> bool:
        self._tend(_TO_BE_THERE_SECONDS, lambda: bool(targets()))
        for pid in self._draw.sample(existing := targets(), min(1, len(existing))):
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
        """Stop PostgreSQL cleanly and start it again, as for an upgrade."""
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
        with suppress(psycopg.Error), psycopg.connect(address, autocommit=True, connect_timeout=1) as connection:
            connection.execute("SELECT pg_switch_wal()")

    def _copy(self, step: Step) -> bool:
        self._copying.ask()
        return True


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
