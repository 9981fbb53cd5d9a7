"""A backup during writes, restored into a second database."""

import sys
from collections.abc import Mapping

import psycopg

from benchmarks.chaos.ledger import Ledger
from benchmarks.chaos.rig import Rig
from deploy.cluster.processes import Program

_COPY = "restored"


class Copying:
    """Backup and then restore on request; both start again if one of them fails.

    `restored`: the environment of the second database, and the line of the ledger at which the backup was begun.
    Children of the thread that calls `go_on`.
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
        """Begin what is next, where what was begun has ended."""
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
        """End what is being done."""
        if self._running is not None:
            self._running.kill()

    def _begin(self, command: str, environment: Mapping[str, str], *value: str) -> None:
        line = [sys.executable, "manage.py", command, *value]
        self._running = Program(command, line, self._rig.home / f"{command}.log", environment=environment)
        self._running.launch()

    def _second_database(self) -> bool:
        """Whether there is one now; not while the server is away."""
        try:
            with psycopg.connect(self._rig.direct["DATABASE_URL"], autocommit=True, connect_timeout=1) as connection:
                cursor = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [_COPY])
                if cursor.fetchone() is None:
                    connection.execute(f"CREATE DATABASE {_COPY}")
        except psycopg.Error:
            return False
        return True
