"""A board as people of the base world see it through the test client."""

import html
import re
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models.game import Game
from tests.world import NOW, World


class Table:
    """Board 1 of the world.  `at` is the time that the views see, in seconds after the start."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world = world
        self.at = 1.0
        clock = SimpleNamespace(now=self.now, activate=timezone.activate)
        for module in ("desk", "live", "card", "rule", "adjournments", "duty", "sheets"):
            monkeypatch.setattr(f"arbiter.views.{module}.timezone", clock)

    def now(self) -> datetime:
        return NOW + timedelta(seconds=self.at)

    @property
    def game(self) -> Game:
        return self.world.board

    def client(self, username: str = "") -> Client:
        client = Client()
        if username:
            client.force_login(get_user_model().objects.get(username=username))
        return client

    def url(self, act: str = "") -> str:
        args = [self.world.slug, self.game.pk]
        return reverse("live-action", args=[*args, act]) if act else reverse("live-board", args=args)

    def page(self, username: str = "", query: str = "") -> HttpResponse:
        return self.client(username).get(self.url() + query)

    def part(self, username: str = "", query: str = "") -> HttpResponse:
        return self.client(username).get(self.url() + query, headers={"X-Part": "live"})

    def do(self, username: str, act: str, /, **fields: object) -> HttpResponse:
        """Post an act as the page's script does, knowing the newest entry unless `seq` says otherwise."""
        values = {"seq": self.game.seq, **fields}
        return self.client(username).post(self.url(act), values, headers={"X-Part": "live"})

    def move(self, username: str, move: str, **fields: object) -> HttpResponse:
        return self.do(username, "move", move=move, **{"press": "1", **fields})


def text_of(response: HttpResponse) -> str:
    """Return the visible text of the page, without markup and with plain spaces."""
    body = re.sub(r"<(title|desc)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", body)))
