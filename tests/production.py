"""The service as in production, in processes of its own, on servers that a test may stop: with one event to play."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.servers import Postgres, Redis, Unavailable, end, end_with_parent, new_folder

ROOT = Path(__file__).resolve().parent.parent
SECRET_KEY = "of a test, and long enough to be taken by the careful mode of the service"

#: Run in the service's own environment; prints what a test needs to know as JSON.
MAKE = """
import json
import django
django.setup()
from django.contrib.auth import get_user_model
from django.utils import timezone
from games import services as games
from games.models import Game
from tests.world import PASSWORD, World
from tournaments import services
from tournaments.models import PlayerLink
from tournaments.services.player_links import secret_of

world = World(others=("charlie", "dora"))
user = get_user_model().objects.get(username="artur")
user.set_password(PASSWORD)
user.save()
for game in Game.objects.filter(pk__in=world.rounds[0].pairings.values("game")):
    games.start_game(actor=world.artur, now=timezone.now(), game_id=game.pk)
_, token = services.issue_token(
    actor=world.olga, now=timezone.now(), event_id=world.event.pk, name="relay", scopes=["play"]
)
services.issue_player_links(actor=world.olga, now=timezone.now(), event_id=world.event.pk)
link = secret_of(PlayerLink.objects.get(player__family_name__iexact="alice"))
print(json.dumps({"game": world.board.pk, "token": token, "password": PASSWORD, "link": link}))
"""


@dataclass
class Answer:
    status: int
    headers: dict[str, str]  # by name in lower case
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")

    def json(self) -> Any:
        return json.loads(self.body)


class Service:
    """PostgreSQL, Redis and the web process that answers; all that it writes goes to `log`.

    `make` is run in its environment to fill it, and prints what is `known` of it as JSON.
    """

    def __init__(self, make: str = MAKE, workers: int = 1) -> None:
        self.workers = workers
        self.live: subprocess.Popen[bytes] | None = None
        self.home = new_folder("service")
        # What is committed outlives a server that is ended at once.
        self.postgres, self.redis = Postgres(synchronous_commit="on"), Redis()
        self.log = self.home / "web.log"
        self.port = free_port()
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "TAVLEYA_MODE": "production",
            "SECRET_KEY": SECRET_KEY,
            "ALLOWED_HOSTS": "chess.example",
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": self.redis.url,
            "TAVLEYA_PROXIES": "1",
            "TAVLEYA_STATIC_ROOT": str(self.home / "static"),
            "TAVLEYA_MEDIA_ROOT": str(self.home / "media"),
            "TAVLEYA_TEST_SERVERS": "0",
            "PYTHONPATH": str(ROOT),
        }
        for name in ("TAVLEYA_CELERY_EAGER", "TAVLEYA_LIVE_CHANNEL_PREFIX"):
            self.environment.pop(name, None)
        self.run("manage.py", "migrate", "--noinput", "-v0")
        self.run("manage.py", "collectstatic", "--noinput", "-v0")
        self.known: dict[str, Any] = json.loads(self.run("-c", make).splitlines()[-1])
        self.start()

    def run(self, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    def start(self) -> None:
        command = (
            *(
                "granian",
                "--interface=wsgi",
                "--host=127.0.0.1",
                f"--port={self.port}",
                f"--workers={self.workers}",
            ),
            *("--blocking-threads=4", "--backlog=1024", "--no-log", "config.wsgi:application"),
        )
        with self.log.open("ab") as log:
            self.web = subprocess.Popen(
                [sys.executable, "-m", *command], cwd=ROOT, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=end_with_parent(signal.SIGTERM),
            )  # fmt: skip
        until(lambda: self.get("/") == 200, self.web, self.log)

    def start_live(self) -> int:
        """The process of the streams, as in docker-compose.yml; its port."""
        port = free_port()
        command = (
            "uvicorn",
            "--host=127.0.0.1",
            f"--port={port}",
            "--no-access-log",
            "config.asgi:application",
        )
        with self.log.open("ab") as log:
            self.live = subprocess.Popen(
                [sys.executable, "-m", *command], cwd=ROOT, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=end_with_parent(signal.SIGTERM),
            )  # fmt: skip

        def listens() -> bool:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return True

        until(listens, self.live, self.log)
        return port

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """One request as the proxy would pass it on; OSError where nobody answers within ten seconds."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        return exchange(
            connection, method, path, body, {"Host": "chess.example", "X-Forwarded-Proto": "https"}, headers
        )

    def get(self, path: str) -> int:
        return self.ask("GET", path).status

    def form(self, path: str, fields: dict[str, str], cookies: dict[str, str] | None = None) -> Answer:
        """A form sent by a browser that has opened the page of it."""
        kept = {"csrftoken": "a" * 32, **(cookies or {})}
        return self.ask(
            "POST",
            path,
            urlencode({**fields, "csrfmiddlewaretoken": "a" * 32}).encode(),
            Content_Type="application/x-www-form-urlencoded",
            Referer=f"https://chess.example{path}",
            Cookie="; ".join(f"{name}={value}" for name, value in kept.items()),
        )

    def log_in(self, password: str) -> Answer:
        return self.form("/login/", {"login": "artur", "password": password})

    def seq(self) -> int:
        """The last entry of the first board."""
        return int(self.ask("GET", f"{self.game}/").json()["seq"])

    def move(self, text: str, seq: int = 0) -> Answer:
        """A move of the first board through the API, after entry `seq`."""
        return self.ask(
            "POST",
            f"{self.game}/entries/",
            json.dumps({"kind": "move", "move": text, "seq": seq}).encode(),
            Authorization=f"Bearer {self.known['token']}",
            Content_Type="application/json",
        )

    @cached_property
    def game(self) -> str:
        return f"/api/v1/events/spring-cup/games/{self.known['game']}"

    def written(self) -> str:
        """All that the service has written so far."""
        return self.log.read_text()

    def stop(self) -> None:
        for process in filter(None, (self.web, self.live)):
            end(process, signal.SIGTERM)
        self.redis.thaw()
        self.redis.stop()
        self.postgres.stop()
        shutil.rmtree(self.home, ignore_errors=True)


class Proxy:
    """nginx with deploy/nginx.conf in front of a service, at a port of its own."""

    def __init__(self, service: Service, live_port: int | None = None) -> None:
        program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
        if program is None:
            raise Unavailable("no nginx: install the nginx package")
        self.service, self.home = service, service.home / "proxy"
        self.home.mkdir()
        self.port, self.plain_port = free_port(), free_port()
        make_certificate(self.home)
        conf = (ROOT / "deploy" / "nginx.conf").read_text()
        for here, there in (
            ("/tmp/", f"{self.home}/"),
            ("server web:8000;", f"server 127.0.0.1:{service.port};"),
            ("server live:8000;", f"server 127.0.0.1:{live_port or service.port};"),
            ("listen 80 default_server;", f"listen 127.0.0.1:{self.plain_port};"),
            ("listen 443 ssl http2 default_server;", f"listen 127.0.0.1:{self.port} ssl http2;"),
            ("/etc/nginx/certificates/", f"{self.home}/"),
            ("/srv/static/", f"{service.home}/static/"),
            ("/dev/stdout", f"{self.home}/access.log"),
            ("/dev/stderr", f"{self.home}/error.log"),
        ):
            assert here in conf, here
            conf = conf.replace(here, there)
        if os.geteuid() == 0:
            conf = "user root;\n" + conf
        (self.home / "nginx.conf").write_text(conf)
        self.process = subprocess.Popen(
            [program, "-p", self.home, "-c", self.home / "nginx.conf", "-g", "daemon off;"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=(self.home / "start.log").open("w"),
            start_new_session=True, preexec_fn=end_with_parent(signal.SIGTERM),
        )  # fmt: skip
        until(
            lambda: self.ask("GET", "/static/img/favicon.svg").status == 200,
            self.process,
            self.home / "start.log",
        )

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """One request of a browser; OSError where nobody answers."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = HTTPSConnection("127.0.0.1", self.port, timeout=10, context=context)
        return exchange(connection, method, path, body, {"Host": "chess.example"}, headers)

    def ask_plain(self, path: str, host: str = "chess.example", **headers: str) -> Answer:
        """A request without TLS, for any name."""
        connection = HTTPConnection("127.0.0.1", self.plain_port, timeout=10)
        return exchange(connection, "GET", path, None, {"Host": host}, headers)

    def written(self) -> str:
        return "".join(path.read_text() for path in self.home.glob("*.log"))

    def stop(self) -> None:
        end(self.process, signal.SIGTERM)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def exchange(
    connection: HTTPConnection,
    method: str,
    path: str,
    body: bytes | None,
    first: dict[str, str],
    headers: dict[str, str],
) -> Answer:
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, body, first | given)
        response = connection.getresponse()
        named = {name.lower(): value for name, value in response.getheaders()}
        return Answer(response.status, named, response.read())
    finally:
        connection.close()


def until(ready: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until `ready` answers yes; what it cannot ask yet is an OSError."""
    deadline = time.monotonic() + 30
    while True:
        with suppress(OSError):
            if ready():
                return
        assert process.poll() is None and time.monotonic() < deadline, log.read_text()[-3000:]
        time.sleep(0.1)


def make_certificate(folder: Path) -> None:
    """A certificate of this machine's own, where deploy/nginx.conf looks for one."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "chess.example")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(pem))
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "privkey.pem").write_bytes(key.private_bytes(pem, *plain))
