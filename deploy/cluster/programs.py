"""The programs of the service, as docker-compose.yml and docker-compose.scale.yml start them."""

import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from http.client import HTTPConnection
from pathlib import Path

from deploy.cluster.processes import ROOT, Failed, Program, answers_at

QUEUES = ("now", "pairing", "import", "deliver")


def environment(
    base: Mapping[str, str], home: Path, *, secret: str, hosts: str, database: str, redis: str, **more: str
) -> dict[str, str]:
    """Return the production environment, with files in folder `home`, and the unrelated variables of `base`."""
    prefixes = ("TAVLEYA_", "DATABASE_", "REDIS_", "BROKER_", "MEDIA_", "SECRET_KEY", "ALLOWED_HOSTS", "CSRF_")
    unrelated = {name: value for name, value in base.items() if not name.startswith(prefixes)}
    return {
        **unrelated,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "TAVLEYA_MODE": "production",
        "SECRET_KEY": secret,
        "ALLOWED_HOSTS": hosts,
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "TAVLEYA_PROXIES": "1",
        "TAVLEYA_VAR": str(home),
        "TAVLEYA_STATIC_ROOT": str(home / "static"),
        "TAVLEYA_MEDIA_ROOT": str(home / "media"),
        "TAVLEYA_TEST_SERVERS": "0",
        "PYTHONPATH": str(ROOT),
        **more,
    }


def run(environment: Mapping[str, str], *command: str) -> str:
    """Run Python and return its output. Raises: Failed."""
    done = subprocess.run(  # noqa: S603 (our own commands)
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Failed(f"{' '.join(command)[:80]}: {done.stderr[-3000:]}")
    return done.stdout


def web(
    environment: Mapping[str, str],
    log: Path,
    port: int,
    *,
    workers: int = 2,
    name: str = "web",
    application: str = "config.wsgi:application",
) -> Program:
    """Return a node for the pages and the API: granian."""
    command = (
        *("granian", "--interface=wsgi", "--host=127.0.0.1", f"--port={port}", f"--workers={workers}"),
        *("--blocking-threads=4", "--backlog=1024", "--respawn-failed-workers", "--no-log", application),
    )
    return _python(name, command, environment, log, _shows_the_first_page(environment, port))


def live(environment: Mapping[str, str], log: Path, port: int) -> Program:
    """Return the process of the streams: uvicorn."""
    command = (
        *("uvicorn", "--host=127.0.0.1", f"--port={port}", "--no-access-log"),
        *("--timeout-graceful-shutdown=1", "config.asgi:application"),
    )
    return _python("live", command, environment, log, answers_at(port))


def relay(environment: Mapping[str, str], log: Path, publisher: Path) -> Program:
    """Return the relay of frames from Redis to the socket of nchan."""
    variables = {**environment, "TAVLEYA_LIVE_PUBLISHER": f"unix:{publisher}"}
    command = [sys.executable, "manage.py", "live_relay"]
    return Program("relay", command, log, ready=_has_marked(publisher), environment=variables)


def worker(environment: Mapping[str, str], log: Path, queue: str) -> Program:
    """Return a worker of one queue."""
    command = (
        *("celery", "-A", "config", "worker", "-Q", queue, "--concurrency=1", "--loglevel=WARNING"),
        *(f"--hostname=worker-{queue}@%h", "--without-gossip", "--without-mingle"),
    )
    return _python(f"worker-{queue}", command, environment, log)


def beat(environment: Mapping[str, str], home: Path, number: int) -> Program:
    """Return one of the schedulers; one sends, the others stand by."""
    schedule = f"--schedule={home / f'beat-{number}'}"
    command = ("celery", "-A", "config", "beat", schedule, f"--pidfile={home / f'beat-{number}.pid'}")
    return _python(f"beat-{number}", command, environment, home / f"beat-{number}.log")


def _shows_the_first_page(environment: Mapping[str, str], port: int) -> Callable[[], bool]:
    """Return a check whether it responds; it accepts connections long before it can."""
    headers = {"Host": environment["ALLOWED_HOSTS"].split(",")[0], "X-Forwarded-Proto": "https"}

    def shows() -> bool:
        connection = HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request("GET", "/", headers=headers)
            return connection.getresponse().status == 200
        finally:
            connection.close()

    return shows


def _has_marked(publisher: Path) -> Callable[[], bool]:
    """Return a check whether nginx holds the relay's mark (`games.live.relay`): nothing is passed on before."""

    def has_marked() -> bool:
        connection = HTTPConnection("nchan")
        connection.sock = socket.socket(socket.AF_UNIX)
        try:
            connection.sock.settimeout(10)
            connection.sock.connect(str(publisher))
            connection.request("GET", "/publish/relay/1")
            return connection.getresponse().status == 200
        finally:
            connection.close()

    return has_marked


def _python(
    name: str,
    command: tuple[str, ...],
    environment: Mapping[str, str],
    log: Path,
    ready: Callable[[], bool] = lambda: True,
) -> Program:
    return Program(name, [sys.executable, "-m", *command], log, ready=ready, environment=environment)
