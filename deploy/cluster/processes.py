"""Programs that run as children of this process, each with a log: started, watched, killed and stopped."""

import ctypes
import importlib.util
import os
import pwd
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 120.0  # seconds until a program must answer, on a machine that is busy with other work


class Unavailable(Exception):
    """A program cannot be started here; the text says how to fix it."""


class Failed(Exception):
    """A program did not start, or ended with an error; the text is its last output."""


class Program:
    """One child with its log. It ends with this process, even when that is killed (Linux).

    `ready` returns whether it works, an OSError meaning no; `end_by` is the signal for a clean stop. `run_as`:
    arguments of `subprocess.Popen` for another account.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        log: Path,
        *,
        ready: Callable[[], bool] = lambda: True,
        environment: Mapping[str, str] | None = None,
        run_as: Mapping[str, Any] | None = None,
        folder: Path = ROOT,
        end_by: signal.Signals = signal.SIGTERM,
    ) -> None:
        self.name, self.log = name, log
        self._command, self._ready, self._environment = command, ready, environment
        self._run_as, self._folder, self._end_by = run_as or {}, folder, end_by
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, possibly again, and return when it is ready. Raises: Failed."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start it and do not wait."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603 (our own commands)
                self._command, cwd=self._folder, env=self._environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=end_with_parent(self._end_by), **self._run_as,
            )  # fmt: skip

    def wait(self) -> None:
        """Return when it is ready."""
        assert self.process is not None
        deadline = time.monotonic() + _PATIENCE
        while True:
            with suppress(OSError):
                if self._ready():
                    return
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.kill()
                raise Failed(f"{self.name} did not start: {self.log.read_text().strip()[-1500:]}")
            time.sleep(0.02)

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """End it and its children at once, as a crash would."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)  # a separate session makes the pid the group's id
            self.process.wait()

    def freeze(self) -> None:
        """Stop its execution until `thaw`, so that it is alive but does not respond."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def ask_to_end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(self._end_by)

    def stop(self) -> None:
        """Stop it cleanly, or kill it after ten seconds."""
        if self.process is not None:
            end(self.process, self._end_by)


def end(process: subprocess.Popen[bytes], sig: signal.Signals) -> None:
    if process.poll() is None:
        process.send_signal(sig)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def end_with_parent(sig: signal.Signals) -> Callable[[], None] | None:
    """Ask Linux to send `sig` to the child when this process ends, however it ends."""
    if not sys.platform.startswith("linux"):
        return None
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(1, int(sig))  # 1 is PR_SET_PDEATHSIG


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def executes(pid: int) -> bool:
    """Return whether the process runs and is not a zombie (Linux)."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    except (FileNotFoundError, ProcessLookupError):
        return False


def children_of(pid: int) -> list[int]:
    """Return the process ids of a process's live children (Linux), empty if it has ended."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def command_of(pid: int) -> str:
    """Return the command line of a process (Linux), empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def unprivileged_account() -> pwd.struct_passwd | None:
    """Return the account for programs that refuse to run as root; None for an ordinary user."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Unavailable("root, and neither 'postgres' nor 'nobody' exists to run PostgreSQL as: set DATABASE_URL")


def run_as_of(account: pwd.struct_passwd | None) -> dict[str, Any]:
    """Return the arguments of `subprocess` that run a command as the account."""
    return {} if account is None else {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def wheel_folder(package: str) -> Path | None:
    """Return the folder of an installed package with programs, a development requirement."""
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else None


def answers_at(port: int) -> Callable[[], bool]:
    """Return a check whether a port of the loopback address accepts connections."""

    def answers() -> bool:
        socket.create_connection(("127.0.0.1", port), 1).close()
        return True

    return answers


_reserved: list[socket.socket] = []


def free_port() -> int:
    """Return a free port that no other process which asks here gets before this one ends.

    It is not one that the system gives to connections, and reserved by a UDP socket of the same number.
    """
    while True:
        port = secrets.choice(range(20_000, 32_768))
        reserved = socket.socket(type=socket.SOCK_DGRAM)
        with suppress(OSError), socket.socket() as probe:
            reserved.bind(("127.0.0.1", port))
            probe.bind(("127.0.0.1", port))
            _reserved.append(reserved)
            return port
        reserved.close()


def free_ports(base: int) -> Iterator[int]:
    """Yield free ports from `base` upwards; with 0, any free ports."""
    if not base:
        while True:
            yield free_port()
    for port in range(base, 65_536):
        with socket.socket() as probe, suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            probe.close()
            yield port
