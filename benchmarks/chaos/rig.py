"""The cluster with disturbance tools: wires between its parts, wrong clocks, a small disk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from deploy.cluster import programs
from deploy.cluster.processes import Program, answers_at, children_of, free_port
from deploy.cluster.shape import Cluster
from deploy.cluster.stores import Postgres

DISK_BYTES = 1536 * 1024 * 1024
_BALLAST, _LAST_BYTES = "ballast", 8 * 1024 * 1024


class Rig(Cluster):
    """Databases and both Redis are reached through a wire each: `wires` by the part's name.

    Nodes have no wires. A wire accepts a connection even if its target is dead, and nginx, to which a dead node would
    refuse one, could not ask the other node instead; a frozen node is as good as cut off.

    `disk` holds the data of PostgreSQL if this process may mount one; otherwise it is None.
    """

    def __init__(self, home: Path, **arguments: Any) -> None:
        self.wires: dict[str, Program] = {}
        self._wired: dict[str, int] = {}
        self.home = home
        home.mkdir(parents=True, exist_ok=True)
        self.disk = Disk.mounted(home / "primary")
        try:
            super().__init__(home, **arguments)
        except BaseException:
            self._take_down()
            raise

    def start(self, *arguments: Any) -> None:
        try:
            for wire in self.wires.values():
                wire.launch()
            for wire in self.wires.values():
                wire.wait()
        except BaseException:
            self._take_down()
            raise
        super().start(*arguments)

    def stop(self) -> None:
        for part in (*self.parts.values(), *self.wires.values()):
            signal_all(part, signal.SIGCONT)  # a frozen process would not receive the signal to end
        super().stop()
        self._take_down()

    def revive(self) -> list[Program]:
        """A wire has no supervisor in a real network: restart ended wires too."""
        ended = [wire for wire in self.wires.values() if not wire.runs]
        for wire in ended:
            wire.launch()
        return ended + super().revive()

    def reached_at(self, name: str, port: int) -> int:
        if name not in self.wires:
            self._lay(name, port)
        return self._wired[name]

    def web_node(self, name: str, port: int) -> Program:
        environment = {**self.environment, "CHAOS_CLOCK": str(self.clock_of(name))}
        log = self.home / f"{name}.log"
        return programs.web(
            environment, log, port, workers=1, name=name, application="benchmarks.chaos.wrong_clock:application"
        )

    def clock_of(self, name: str) -> Path:
        """The file that says by how many seconds the clock of a node is wrong."""
        return self.home / f"{name}.clock"

    def _lay(self, name: str, port: int) -> None:
        listen = free_port()
        command = [sys.executable, "-m", "benchmarks.chaos.wire", str(listen), str(port)]
        self.wires[name] = Program(f"wire-{name}", command, self.home / f"wire-{name}.log", ready=answers_at(listen))
        self._wired[name] = listen

    def _take_down(self) -> None:
        for wire in self.wires.values():
            wire.stop()
        if self.disk is not None:
            self.disk.unmount()
            self.disk = None


class Disk:
    """A small file system in memory, which can be filled."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def mounted(cls, folder: Path) -> Disk | None:
        """Return the mounted disk, or None if this process may not mount one."""
        folder.mkdir(parents=True, exist_ok=True)
        options = f"size={DISK_BYTES},mode=0711"
        command = ["mount", "-t", "tmpfs", "-o", options, "tavleya-chaos", folder]
        try:
            done = subprocess.run(command, capture_output=True, check=False)
        except OSError:
            return None
        return cls(folder) if done.returncode == 0 else None

    def fill(self) -> None:
        """Leave no byte free, even if others write meanwhile."""
        status = os.statvfs(self._folder)
        free = status.f_bavail * status.f_frsize - _LAST_BYTES
        with (self._folder / _BALLAST).open("wb", buffering=0) as ballast, suppress(OSError):
            if free > 0:
                os.posix_fallocate(ballast.fileno(), 0, free)
                ballast.seek(free)
            while True:
                ballast.write(bytes(65_536))

    def empty(self) -> None:
        (self._folder / _BALLAST).unlink(missing_ok=True)

    def unmount(self) -> None:
        subprocess.run(["umount", "--lazy", self._folder], capture_output=True, check=False)


def signal_all(part: Program, sig: signal.Signals) -> None:
    """Send a signal to every process of a part."""
    if part.process is not None:
        for pid in [part.process.pid, *_descendants(part.process.pid)]:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, sig)


def crash(part: Program) -> bool:
    """Kill every process of a part at once; return whether it ran."""
    if not part.runs:
        return False
    if isinstance(part, Postgres):
        part.crash()
    else:
        part.kill()
    return True


def _descendants(pid: int) -> Iterator[int]:
    for child in children_of(pid):
        yield child
        yield from _descendants(child)
