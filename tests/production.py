"""The service as in production, in separate processes, on servers that a test may stop, with one event to play."""

import json
import os
import shutil
import signal
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchmarks.chaos.rig import Rig
from deploy.cluster import programs
from deploy.cluster.processes import Program, free_port
from deploy.cluster.proxies import Nginx
from deploy.cluster.shape import Cluster
from tests import template
from tests.servers import Postgres, Redis, new_folder

HOST = "chess.example"
SECRET_KEY = "of a test, and long enough to be taken by the careful mode of the service"
METRICS_TOKEN = "of a test, for what it measures"

#: Run in the service's own environment; prints what a test needs to know as JSON.
MAKE = """
import json
import django
django.setup()
from django.contrib.auth import get_user_model
from django.utils import timezone
from games.services.moves import start_game
from games.models.game import Game
from tests.world import PASSWORD, World
from tournaments.services.players import issue_player_links
from tournaments.services.tokens import issue_token
from tournaments.models.swiss import PlayerLink
from tournaments.services.players import secret_of

world = World(others=("charlie", "dora"))
user = get_user_model().objects.get(username="artur")
user.set_password(PASSWORD)
user.save()
for game in Game.objects.filter(pk__in=world.rounds[0].pairings.values("game")):
    start_game(actor=world.artur, now=timezone.now(), game_id=game.pk)
_, token = issue_token(
    actor=world.olga, now=timezone.now(), event_id=world.event.pk, name="relay", scopes=["play"]
)
issue_player_links(actor=world.olga, now=timezone.now(), event_id=world.event.pk)
link = secret_of(PlayerLink.objects.get(player__family_name__iexact="alice"))
other = world.rounds[0].pairings.exclude(game=world.board.pk).get().game_id
print(json.dumps({"game": world.board.pk, "other": other, "token": token, "password": PASSWORD, "link": link}))
"""
#: Publishes the event (`% True`) or hides it.
PUBLISHED = """
import django
django.setup()
from django.utils import timezone
from tests.world import person
from tournaments.services.events import edit_event
from tournaments.models.event import Event
edit_event(
    actor=person("olga"), now=timezone.now(), event_id=Event.objects.get().pk, changes={"published": %s}
)
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


class Playing:
    """Requests to a service with the event of `MAKE`: its two boards and their moves."""

    known: dict[str, Any]

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        raise NotImplementedError

    def seq(self, board: str = "game") -> int:
        """Return the number of the last entry of the first board, or of the `other` one."""
        return int(self.ask("GET", f"{self.address(board)}/").json()["seq"])

    def move(self, text: str, seq: int = 0, board: str = "game") -> Answer:
        """Send a move at a board through the API, after entry `seq`."""
        return self.ask(
            "POST",
            f"{self.address(board)}/entries/",
            json.dumps({"kind": "move", "move": text, "seq": seq}).encode(),
            Authorization=f"Bearer {self.known['token']}",
            Content_Type="application/json",
        )

    def play(self, board: str = "game") -> Answer:
        """Move a knight out or home again: a game has two entries, and two for each move (with its press)."""
        seq = self.seq(board)
        return self.move(("g1-f3", "g8-f6", "f3-g1", "f6-g8")[(seq - 2) // 2 % 4], seq, board)

    @cached_property
    def game(self) -> str:
        return self.address("game")

    def address(self, board: str) -> str:
        return f"/api/v1/events/spring-cup/games/{self.known[board]}"


class Service(Playing):
    """PostgreSQL, Redis and the web process that answers; all that it writes goes to `log`.

    `make` is run in its environment to fill it, and prints what is `known` of it as JSON.
    """

    def __init__(self, make: str = MAKE, workers: int = 1) -> None:
        self.home = new_folder("service")
        # Committed data survive a server that is killed.
        migrated = template.prepared()
        self.postgres, self.redis = Postgres(copy_of=migrated, synchronous_commit="on"), Redis()
        self.log = self.home / "web.log"
        self.port = free_port()
        self.environment = programs.environment(
            os.environ, self.home, secret=SECRET_KEY, hosts=HOST, redis=self.redis.url,
            database=self.postgres.migrated if migrated else self.postgres.url,
        ) | {"TAVLEYA_METRICS_TOKEN": METRICS_TOKEN, "TAVLEYA_METRICS_DIR": str(self.home / "metrics")}  # fmt: skip
        if not migrated:
            self.run("manage.py", "migrate", "--noinput", "-v0")
        self.run("manage.py", "collectstatic", "--noinput", "-v0")
        self.known: dict[str, Any] = json.loads(self.run("-c", make).splitlines()[-1])
        self._web = programs.web(self.environment, self.log, self.port, workers=workers)
        self._streams: list[Program] = []
        self.start()

    @property
    def web(self) -> subprocess.Popen[bytes]:
        assert self._web.process is not None
        return self._web.process

    def run(self, *command: str) -> str:
        return programs.run(self.environment, *command)

    def start(self) -> None:
        self._web.start()

    @contextmanager
    def killed(self) -> Iterator[None]:
        """Kill the web process, and start it again afterwards."""
        os.killpg(self.web.pid, signal.SIGKILL)
        self.web.wait()
        try:
            yield
        finally:
            self.start()

    def start_live(self) -> int:
        """Start the process of the streams, as in docker-compose.yml; return its port."""
        port = free_port()
        self._stream(programs.live(self.environment, self.log, port))
        return port

    def start_relay(self, publisher: Path) -> None:
        """Start the relay from Redis to the nchan that takes frames on a socket."""
        self._stream(programs.relay(self.environment, self.log, publisher))

    def _stream(self, program: Program) -> None:
        self._streams.append(program)
        program.start()

    @property
    def streams(self) -> list[int]:
        """Return the process ids of the processes started by `start_live` and `start_relay`."""
        return [program.process.pid for program in self._streams if program.process is not None]

    def stop_live(self) -> None:
        """Stop the processes of `streams`."""
        while self._streams:
            self._streams.pop().stop()

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Send one request as the proxy would pass it on. Raises: OSError after ten seconds without an answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        return exchange(connection, method, path, body, {"Host": HOST, "X-Forwarded-Proto": "https"}, headers)

    def get(self, path: str) -> int:
        return self.ask("GET", path).status

    def form(self, path: str, fields: dict[str, str], cookies: dict[str, str] | None = None) -> Answer:
        """Send a form as a browser that has opened its page."""
        all_cookies = {"csrftoken": "a" * 32, **(cookies or {})}
        return self.ask(
            "POST",
            path,
            urlencode({**fields, "csrfmiddlewaretoken": "a" * 32}).encode(),
            Content_Type="application/x-www-form-urlencoded",
            Referer=f"https://{HOST}{path}",
            Cookie="; ".join(f"{name}={value}" for name, value in all_cookies.items()),
        )

    def log_in(self, password: str) -> Answer:
        return self.form("/login/", {"login": "artur", "password": password})

    def written(self) -> str:
        """Return the log of the service so far."""
        return self.log.read_text()

    def stop(self) -> None:
        self.stop_live()
        self._web.stop()
        self.redis.thaw()
        self.redis.stop()
        self.postgres.stop()
        shutil.rmtree(self.home, ignore_errors=True)


class Proxy:
    """nginx with deploy/nginx.conf in front of a service, on a separate port; with `nchan` also deploy/nginx-live.

    The relay that nchan needs is `Service.start_relay`.
    """

    def __init__(self, service: Service, live_port: int | None = None, *, nchan: bool = False) -> None:
        self.service, self.home = service, service.home / "proxy"
        self._nginx = Nginx(
            self.home, port=free_port(), plain_port=free_port(), web=[service.port],
            live=[live_port or service.port], static=service.home / "static", host=HOST, nchan=nchan,
        )  # fmt: skip
        self.port, self.plain_port = self._nginx.port, self._nginx.plain_port
        self.publisher = self._nginx.publisher
        self._nginx.start()

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._nginx.process is not None
        return self._nginx.process

    def workers(self) -> set[int]:
        """The processes of nginx that hold the streams."""
        return set(self._nginx.workers())

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Send one request of a browser. Raises: OSError if there is no answer."""
        return browse(self.port, method, path, body, headers)

    def ask_plain(self, path: str, host: str = HOST, **headers: str) -> Answer:
        """Send a request without TLS, for any host name."""
        connection = HTTPConnection("127.0.0.1", self.plain_port, timeout=10)
        return exchange(connection, "GET", path, None, {"Host": host}, headers)

    def written(self) -> str:
        return "".join(path.read_text() for path in self.home.glob("*.log"))

    def stop(self) -> None:
        self._nginx.stop()


class Clustered(Playing):
    """The whole production shape with the event of `make`, its parts joined by wires; asked as a browser asks it."""

    def __init__(self, make: str = MAKE, **arguments: Any) -> None:
        self.cluster = Rig(new_folder("cluster"), host=HOST, **arguments)
        self.cluster.start(lambda cluster: self._fill(cluster, make))

    def _fill(self, cluster: Cluster, make: str) -> None:
        self.known = json.loads(programs.run(cluster.direct, "-c", make).splitlines()[-1])

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        return browse(self.cluster.port, method, path, body, headers)

    def stop(self) -> None:
        self.cluster.stop()
        shutil.rmtree(self.cluster.home, ignore_errors=True)


def browse(port: int, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
    """Send one request of a browser to a proxy. Raises: OSError if there is no answer."""
    connection = HTTPSConnection("127.0.0.1", port, timeout=10, context=trusting())
    return exchange(connection, method, path, body, {"Host": HOST}, headers)


def trusting() -> ssl.SSLContext:
    """Return a context that accepts the certificate of a test; the machine's authorities take long to load."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def exchange(
    connection: HTTPConnection,
    method: str,
    path: str,
    body: bytes | None,
    first: dict[str, str],
    headers: dict[str, str],
) -> Answer:
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, body, first | more)
        response = connection.getresponse()
        response_headers = {name.lower(): ", ".join(response.headers.get_all(name, [])) for name in response.headers}
        return Answer(response.status, response_headers, response.read())
    finally:
        connection.close()
