"""The service as in production, in processes of its own, on servers that a test may stop: with one event to play."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cached_property
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from tests.servers import Postgres, Redis, end, end_with_parent, new_folder

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
    """PostgreSQL, Redis and the web process that answers; all that it writes goes to `log`."""

    def __init__(self) -> None:
        self.home = new_folder("service")
        # What is committed outlives a server that is ended at once.
        self.postgres, self.redis = Postgres(synchronous_commit="on"), Redis()
        self.log = self.home / "web.log"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
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
        self.known: dict[str, Any] = json.loads(self.run("-c", MAKE).splitlines()[-1])
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
            *("granian", "--interface=wsgi", "--host=127.0.0.1", f"--port={self.port}", "--workers=1"),
            *("--blocking-threads=4", "--no-log", "config.wsgi:application"),
        )
        with self.log.open("ab") as log:
            self.web = subprocess.Popen(
                [sys.executable, "-m", *command], cwd=ROOT, env=self.environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, preexec_fn=end_with_parent(signal.SIGTERM),
            )  # fmt: skip
        deadline = time.monotonic() + 30
        while True:
            try:
                if self.ask("GET", "/").status == 200:
                    return
            except OSError:
                pass
            assert self.web.poll() is None and time.monotonic() < deadline, self.log.read_text()[-3000:]
            time.sleep(0.1)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """One request as the proxy would pass it on; OSError where nobody answers within ten seconds."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(
                method, path, body, {"Host": "chess.example", "X-Forwarded-Proto": "https", **given}
            )
            response: HTTPResponse = connection.getresponse()
            return Answer(
                response.status,
                {name.lower(): value for name, value in response.getheaders()},
                response.read(),
            )
        finally:
            connection.close()

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
        return self.form("/login/", {"username": "artur", "password": password})

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
        end(self.web, signal.SIGTERM)
        self.redis.thaw()
        self.redis.stop()
        self.postgres.stop()
        shutil.rmtree(self.home, ignore_errors=True)
